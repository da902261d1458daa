#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "halfturn/campaign.h"

/// What the results of a campaign say when they are taken together.
namespace halfturn {

/// Mean, spread and the 95 % confidence interval of the mean by Student's distribution, of numbers that come
/// one by one.
class Mean {
 public:
  void add(double value);

  std::uint64_t count() const { return count_; }
  double mean() const { return mean_; }
  double deviation() const;  ///< of the sample, with count - 1; 0 below two
  /// Half the width of the interval; none below two numbers. With `population`, for a sample without
  /// repetition from so many.
  std::optional<double> half_width(std::optional<std::uint64_t> population = {}) const;

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;  // sum of squared differences from the mean
};

/// The number that Student's distribution with so many degrees of freedom exceeds in 2.5 % of all cases.
double student_quantile(std::uint64_t degrees);

/// The results of a campaign taken together.
class CampaignSummary {
 public:
  explicit CampaignSummary(std::uint64_t cover_size) : cover_size_(cover_size) {}

  void add(const CosetRecord& record);

  struct Level {
    Mean probes, fresh, total, search_seconds, prepass_seconds;
    std::uint64_t inexact = 0;  ///< cosets where only some of the positions within this depth were reached
  };

  const std::map<int, Level>& levels() const { return levels_; }  ///< by depth
  const Mean& machine_seconds() const { return machine_seconds_; }
  std::uint64_t proved() const { return proved_; }
  std::uint64_t unproved() const { return unproved_; }
  std::uint64_t errors() const { return errors_; }
  /// How many different hosts, numbers of threads and programs the times come from.
  std::size_t settings() const { return settings_.size(); }

  /// What all cosets of the cover would cost the machine; none without a result.
  struct Estimate {
    double seconds = 0;
    std::optional<double> half_width;  ///< of the 95 % interval
  };
  std::optional<Estimate> estimate() const;

 private:
  std::uint64_t cover_size_;
  std::map<int, Level> levels_;
  Mean machine_seconds_;
  std::uint64_t proved_ = 0;
  std::uint64_t unproved_ = 0;
  std::uint64_t errors_ = 0;
  std::set<std::string> settings_;
};

}  // namespace halfturn
