#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "halfturn/campaign.h"

namespace halfturn {

/// A cover of the library, and its checksum.
struct CoverToJudgeBy {
  /// Uses the one that is given if it can be of this kind, else makes one in some 20 ms.
  CoverToJudgeBy(CoverKind kind, std::shared_ptr<const Cover> given);

  std::shared_ptr<const Cover> shared;
  const Cover& cover;
  std::uint64_t checksum;
};

/// What a result says of its coset apart from who found it: the part that a proof rests on.
struct CosetFinding {
  CosetOutcome outcome = CosetOutcome::error;
  std::optional<std::uint64_t> remaining;
  std::span<const CosetLevel> levels;
};

/// What is different between two identities, the cover aside: "the checksum of the program was .. and is ..".
std::vector<std::string> identity_changes(const CampaignIdentity& then, const CampaignIdentity& now);

/// Why the outcome, the positions left and the levels cannot all come from one proof of the bound; empty if
/// they can.
std::vector<std::string> finding_faults(const CosetFinding& finding, int bound);

/// Why the numbers of a coset do not belong together; empty if they do.
std::vector<std::string> coset_faults(std::uint64_t index, Phase1Coset coset, const Cover& cover);

/// Decides whether a result shows what a campaign asks for. Every way by which results come in or go out asks
/// it.
class ResultJudge {
 public:
  /// `accepted`: what results may have been made with. None: anything, because somebody else decides that.
  ResultJudge(const CampaignParameters& parameters, const CampaignIdentity& identity,
              std::optional<std::vector<CampaignIdentity>> accepted,
              std::shared_ptr<const CoverToJudgeBy> cover);

  /// Each fault names a field, its value and what it should be. Empty: the result counts. Some microseconds.
  std::vector<std::string> faults(const CosetRecord& record) const;

 private:
  CampaignParameters parameters_;
  std::uint64_t cover_checksum_;
  std::optional<std::vector<CampaignIdentity>> accepted_;
  std::shared_ptr<const CoverToJudgeBy> cover_;
};

}  // namespace halfturn
