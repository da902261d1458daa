#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "halfturn/campaign.h"
#include "halfturn/campaign_report.h"
#include "halfturn/result.h"
#include "halfturn/run.h"

namespace halfturn {

/// The folders of one campaign, as a cluster leaves them: shards, each with a part of the cosets. They are
/// only read.
class CampaignFolders {
 public:
  struct Refused {
    std::filesystem::path folder;
    Error error;
  };
  struct Part {
    std::filesystem::path folder;
    CampaignStatus status;
  };

  /// Opens the folders that can be read and have the same plan, up to the shard, and the same program, table
  /// and cover as the first of them; no shard twice. The others are refused. Of one folder alone, and where
  /// nothing is left, an Error.
  /// `whole`: a folder of the whole campaign, which they are compared with instead of the first; empty: none.
  static Result<CampaignFolders> open(const std::vector<std::filesystem::path>& folders,
                                      const std::stop_token& stop = {},
                                      const std::shared_ptr<const Cover>& cover = {},
                                      const std::filesystem::path& whole = {});
  CampaignFolders(CampaignFolders&&) noexcept;
  CampaignFolders& operator=(CampaignFolders&&) noexcept;
  ~CampaignFolders();

  /// Of all shards together, also those that are not among the folders.
  const CampaignPlan& plan() const;
  /// What cannot be read or does not belong to the others, so far.
  const std::vector<Refused>& refused() const;

  /// All folders together. Those with a result that does not count are refused.
  Result<CampaignSurvey> survey(const Run& run = {});
  /// Each of those that were counted by the last survey().
  const std::vector<Part>& parts() const;
  /// The results of all folders, in ascending order of the cosets' numbers.
  Result<void> each_result(const std::function<void(const CosetRecord&)>& use, const Run& run = {}) const;

 private:
  struct State;
  explicit CampaignFolders(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace halfturn
