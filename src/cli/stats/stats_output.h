#pragma once

#include <string>
#include <vector>

#include "halfturn/stats.h"

namespace halfturn::cli {

/// What was read, and from where.
struct DataSet {
  std::string name;                ///< for people: the files
  std::vector<std::string> files;  ///< as they were given
  stats::Statistics statistics;
};

struct StatsView {
  std::vector<stats::Subset> subsets;  ///< which to show, in the order of kAllSubsets
  bool between_subsets = true;         ///< also what compares them with each other
};

void print_stats_text(const DataSet& data, const StatsView& view);
void print_stats_json(const DataSet& data, const StatsView& view);
void print_stats_csv(const DataSet& data, const StatsView& view);

/// Two data sets against each other, in the stages that both have.
void print_comparison_text(const DataSet& first, const DataSet& second, const StatsView& view);
void print_comparison_json(const DataSet& first, const DataSet& second, const StatsView& view);
void print_comparison_csv(const DataSet& first, const DataSet& second, const StatsView& view);

}  // namespace halfturn::cli
