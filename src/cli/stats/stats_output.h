#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/shared/session.h"
#include "front/statistics.h"
#include "halfturn/stats_pictures.h"

namespace halfturn::cli {

/// The statistics of one or more files.
struct DataSet {
  std::string name;                ///< of the files, for people
  std::vector<std::string> files;  ///< as given
  std::string by;                  ///< the column that groups rows; empty: all are one group
  std::string group;               ///< what that column holds here
  stats::Statistics statistics;
  std::vector<stats::ExactDistribution> exact = {};  ///< with --exact, of stages that are there

  /// None if it was not asked for, or is not known.
  const stats::Distribution* exact_of(const std::string& stage, stats::Subset subset) const;
};

void print_stats_text(const DataSet& data, const StatsView& view);
void print_stats_json(const Session& session, const DataSet& data, const StatsView& view);
void print_stats_csv(std::span<const DataSet> sets, const StatsView& view);

/// Compares two data sets in the stages that both have.
void print_comparison_text(const DataSet& first, const DataSet& second, const StatsView& view);
void print_comparison_json(const Session& session, const DataSet& first, const DataSet& second,
                           const StatsView& view);
void print_comparison_csv(const DataSet& first, const DataSet& second, const StatsView& view);

}  // namespace halfturn::cli
