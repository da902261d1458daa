#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "halfturn/analyzer.h"
#include "halfturn/result.h"
#include "halfturn/table_store.h"

/// How the lengths of a stage are spread over all positions of the pieces that it is about: exact.
namespace halfturn {

struct StageDistribution {
  std::string stage;
  std::string fixed;                  ///< what is held fixed, for people: "one colour, the slot FR"
  std::uint64_t positions = 0;        ///< how many positions of the pieces there are
  std::vector<std::uint64_t> counts;  ///< how many of them are exactly so many moves away; the last is not 0

  double mean() const;
};

/// The stages with an exact distribution. Where `large` is false: those that need no large table.
std::vector<std::string> stages_with_distribution(bool large);

/// The distribution of a stage for one colour and one choice of what the stage leaves open (which slots,
/// which pair, which axis of orientation). Several where there are choices that differ by more than symmetry
/// and have a table: two neighbouring slots, two opposite ones. Small tables are built where they are
/// missing.
///
/// `views`: no view or one for one colour. Two for the better of two colours: then the stage must be about
/// the cross alone (cross, pseudo_cross); the joint positions of both crosses are counted, 5,109,350,400 for
/// opposite colours. An Error (bad_input) names the stages that have a distribution.
Result<std::vector<StageDistribution>> exact_distributions(const TableStore& store, std::string_view name,
                                                           ViewSet views, const Run& run);

}  // namespace halfturn
