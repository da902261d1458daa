#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "halfturn/distribution.h"
#include "halfturn/result.h"
#include "halfturn/run.h"
#include "halfturn/stats_pictures.h"
#include "halfturn/table_store.h"

/// Statistics of stages for other programs, and what all positions take beside what a sample took.
namespace halfturn {

/// What is shown of statistics.
struct StatsView {
  std::vector<stats::Subset> subsets{stats::kAllSubsets.begin(), stats::kAllSubsets.end()};
  bool between_subsets = true;  ///< also comparisons between subsets
};

/// An object: rows, error_rows, bad_rows, stages and increments.
nlohmann::ordered_json statistics_json(const stats::Statistics& statistics,
                                       const std::vector<stats::ExactDistribution>& exact,
                                       const StatsView& view = {});

/// A list of objects: stage, fixed, positions, counts and mean. Numbers of positions above 2^64 - 1 are
/// rounded as a double is.
nlohmann::ordered_json distributions_json(const std::vector<StageDistribution>& distributions);

/// The exact distributions of some stages.
struct KnownDistributions {
  std::vector<stats::ExactDistribution> known;  ///< by stage and choice of colours, where there is one
  std::vector<std::string> unknown;             ///< the stages that have none
};

/// The exact distributions of the stages in these statistics, of what the rows hold: the best of all slots,
/// pairs and axes. So of cross and pseudo_cross for all choices of colours, of xcross for single ones, and of
/// no other. Builds the tables it needs.
Result<KnownDistributions> exact_distributions_of(const stats::Statistics& statistics,
                                                  const TableStore& store, const Run& run);

/// The one of this stage and these colours; none if it is not among them.
const stats::Distribution* exact_among(const std::vector<stats::ExactDistribution>& distributions,
                                       const std::string& stage, stats::Subset subset);

}  // namespace halfturn
