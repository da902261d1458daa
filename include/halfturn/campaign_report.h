#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "halfturn/campaign.h"

/// Statistics over the results of a campaign.
namespace halfturn {

/// Mean, standard deviation and 95 % confidence interval of the mean (by Student's distribution) of numbers
/// that are added one by one.
class Mean {
 public:
  void add(double value);
  void add(const Mean& others);

  std::uint64_t count() const { return count_; }
  double mean() const { return count_ == 0 ? 0 : first_ + sum_ / static_cast<double>(count_); }
  double deviation() const;  ///< of the sample, with count - 1; 0 for fewer than two numbers
  /// Half the width of the interval; none for fewer than two numbers. With `population`: for a sample without
  /// repetition from that many.
  std::optional<double> half_width(std::optional<std::uint64_t> population = {}) const;

 private:
  double squares_from_mean() const;

  // Differences from the first number, so that no large sums cancel each other. Without a division for each
  // number, of which a report on a whole proof has billions.
  std::uint64_t count_ = 0;
  double first_ = 0;
  double sum_ = 0;
  double squares_ = 0;
};

/// The number that Student's distribution with `degrees` degrees of freedom exceeds in 2.5 % of all cases.
double student_quantile(std::uint64_t degrees);

/// The results of a campaign taken together. Errors are counted, and left out of everything else.
class CampaignSummary {
 public:
  explicit CampaignSummary(std::uint64_t cover_size) : cover_size_(cover_size) {}

  void add(const CosetRecord& record);
  /// The results of another part of the campaign.
  void add(const CampaignSummary& part);

  struct Level {
    Mean probes, fresh, total, search_seconds, prepass_seconds;
    std::uint64_t inexact = 0;  ///< cosets where only some of the positions within this depth were reached
  };

  const std::map<int, Level>& levels() const { return levels_; }  ///< by depth
  const Mean& machine_seconds() const { return machine_seconds_; }
  std::uint64_t proved() const { return proved_; }
  std::uint64_t unproved() const { return unproved_; }
  std::uint64_t errors() const { return errors_; }
  /// How many different combinations of host, number of threads and program the times come from.
  std::size_t settings() const { return settings_.size(); }

  /// Machine time for all cosets of the cover.
  struct Estimate {
    double seconds = 0;
    std::optional<double> half_width;  ///< of the 95 % interval
  };
  std::optional<Estimate> estimate() const;  ///< none without a result

 private:
  std::uint64_t cover_size_;
  std::map<int, Level> levels_;
  Mean machine_seconds_;
  std::uint64_t proved_ = 0;
  std::uint64_t unproved_ = 0;
  std::uint64_t errors_ = 0;
  std::set<std::string> settings_;
  // Of the latest result: nearly always those of the next, too.
  std::string host_;
  int threads_ = 0;
  std::uint64_t program_ = 0;
};

/// A campaign and what its results come to.
struct CampaignSurvey {
  CampaignStatus status;
  CampaignSummary summary;
};

}  // namespace halfturn
