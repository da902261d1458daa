#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "halfturn/analyzer.h"
#include "halfturn/result.h"
#include "halfturn/table_store.h"

/// The exact distribution of a stage's length over all positions of the stage's pieces.
namespace halfturn {

struct StageDistribution {
  std::string stage;
  std::string fixed;                  ///< what is held fixed, for people: "one colour, the slot FR"
  std::uint64_t positions = 0;        ///< of the stage's pieces
  std::vector<std::uint64_t> counts;  ///< positions by number of moves; the last is not 0

  double mean() const;
};

/// The stages with an exact distribution. `large` false: from a small table; true: from large tables only.
std::vector<std::string> stages_with_distribution(bool large);

/// The distribution of a stage for one colour and one choice of what the stage leaves open (which slots,
/// which pair, which axis of orientation). Several if there are choices that differ by more than symmetry and
/// have a table: two adjacent slots, two opposite ones. Missing small tables are built; without any of its
/// large tables, an Error (missing).
///
/// `views`: none or one for one colour, which does not matter. Several for the best of several colours: only
/// for the cross alone (cross, pseudo_cross), otherwise an Error (bad_input), which says what can be asked
/// for. Two count the joint positions of both crosses, 5,109,350,400 for opposite colours, at once; three to
/// six those of all twelve edges, 980,995,276,800, in a minute or a few of core time.
Result<std::vector<StageDistribution>> exact_distributions(const TableStore& store, std::string_view name,
                                                           ViewSet views, const Run& run);

}  // namespace halfturn
