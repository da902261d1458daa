#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "halfturn/analyzer.h"
#include "halfturn/result.h"
#include "halfturn/table_store.h"

/// The exact distribution of a stage's length over all positions of the stage's pieces.
namespace halfturn {

/// A number of positions. 64 bits do not hold those of the whole cube, 43,252,003,274,489,856,000.
__extension__ using PositionCount = unsigned __int128;
std::string to_string(PositionCount count);  ///< its digits

struct StageDistribution {
  std::string stage;
  std::string fixed;                  ///< what is held fixed, for people: "one colour, the slot FR"
  PositionCount positions = 0;        ///< of the stage's pieces
  std::vector<PositionCount> counts;  ///< positions by number of moves; the last is not 0

  double mean() const;
};

/// The stages with an exact distribution. `large` false: from a small table; true: from large tables only.
std::vector<std::string> stages_with_distribution(bool large);

/// Some counts take seconds or minutes and come with the library: those of the cross and the pseudo_cross for
/// two pairs of opposite colours and for all six, and those of the xcross with any slot for one colour and
/// for two opposite ones.
///
/// A count that was stopped or killed goes on where it was: the folder .counting beside the tables keeps what
/// was counted, every few seconds and until it is complete. Where that cannot be written, it begins anew.
enum class Counting : std::uint8_t {
  shipped,  ///< what comes with the library is not counted
  again,    ///< everything is counted
};

/// The distribution of a stage for one colour and one choice of what the stage leaves open (which slots,
/// which pair, which axis of orientation). Several if there are choices that differ by more than symmetry and
/// have a table: two adjacent slots, two opposite ones. For the xcross the last is that of any slot. Missing
/// small tables are built; without any of its large tables, an Error (missing).
///
/// `views`: none or one for one colour, which does not matter. Several for the best of several colours, where
/// there is a whole_distribution(); otherwise an Error (bad_input), which says what can be asked for.
Result<std::vector<StageDistribution>> exact_distributions(const TableStore& store, std::string_view name,
                                                           ViewSet views, const Run& run,
                                                           Counting counting = Counting::shipped);

/// The distribution of a stage that leaves nothing open but the colour: what the numbers of an Analyzer have,
/// if all positions are given to it. None if it cannot be counted. There is one
/// - of cross and pseudo_cross for any views. Two colours: over the joint positions of both crosses, which
///   are 5,109,350,400 for opposite ones, at once. Three to six: over those of all twelve edges,
///   980,995,276,800, in half a minute to two minutes of core time where they are counted;
/// - of xcross for one colour: over the 695,280,402,432,000 positions of cross, slot edges and bottom
///   corners, in seconds where they are counted;
/// - of xcross for two opposite colours: over all positions of the cube, in some minutes where they are
///   counted, with 110 MB.
Result<std::optional<StageDistribution>> whole_distribution(const TableStore& store, Stage stage,
                                                            ViewSet views, const Run& run,
                                                            Counting counting = Counting::shipped);

}  // namespace halfturn
