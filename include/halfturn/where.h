#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "halfturn/analyzer.h"
#include "halfturn/cube.h"
#include "halfturn/instruction_set.h"
#include "halfturn/result.h"
#include "halfturn/table_store.h"

/// Random positions whose CFOP stages have wanted lengths, all such positions equally likely.
namespace halfturn {

/// A set of lengths: bit n for n moves, from 0 to kMostStageMoves.
using LengthSet = std::uint32_t;

/// A condition on a stage's length in some views.
struct Condition {
  Stage stage;
  ViewSet views;          ///< at least one
  bool worst = false;     ///< the greatest length over the views counts, not the least
  LengthSet lengths = 0;  ///< the wanted ones
  std::string text;       ///< as written: "xcross(WY)>=8"
};

/// Reads conditions: STAGE(SELECTOR) OP NUMBER, joined by "and", "&&" or a comma.
///   STAGE     a name of all_stages()
///   SELECTOR  letters of faces (U D L R F B) or colours (W Y O R G B, held white up, green in front):
///             the least length over those named; any or best: the least over all six; worst: the
///             greatest over all six
///   OP        = == != < <= > >=; with = and != also a range such as 4..6
/// Upper and lower case are the same. An Error (bad_input) names the column and says what is expected there.
Result<std::vector<Condition>> parse_conditions(std::string_view text);

/// Refuses an empty list, and conditions that are easily seen to be impossible: more moves than a stage ever
/// takes, or contradictory, also where one stage contains another. Conditions that pass may still have no
/// position.
Result<void> check_conditions(std::span<const Condition> conditions);

/// Whether a row of lengths satisfies a condition. False if one of the condition's views is kNotComputed.
bool holds(const Condition& condition, const StageRow& row);

/// A position that satisfies the conditions.
struct ConditionalCube {
  Cube cube;
  std::vector<StageRow> rows;  ///< by stages(); views without a condition on the stage are kNotComputed
};

/// What ConditionalCubes are opened for, and how.
struct ConditionalOptions {
  std::vector<Condition> conditions;
  std::uint64_t seed = 0;
  Residency residency = Residency::resident;       ///< of the small tables; large ones are always mapped
  InstructionSet set = fastest_instruction_set();  ///< the processor must support it
  bool plain = false;  ///< draw from all positions, without the lists: same distribution, slower
};

/// When to give up.
struct DrawLimits {
  std::uint64_t tries = 1'000'000'000;  ///< candidates in a row that have failed
};

/// Draws positions uniformly among all that satisfy the conditions.
///
/// A candidate is drawn uniformly from a set that contains all of them: all positions, or, if the conditions
/// on cross and xcross are rarely met, a set listed from tables (see docs/where.md). It is kept if it
/// satisfies the conditions. Candidate i of a seed has its own random numbers, so the positions depend on the
/// seed and the set, not on the number of threads. To be used by one thread at a time; the work runs on
/// several.
class ConditionalCubes {
 public:
  /// Opens the tables that the conditions need; builds missing small ones. Refuses what check_conditions()
  /// refuses.
  static Result<ConditionalCubes> open(const TableStore& store, ConditionalOptions options, const Run& run);
  ConditionalCubes(ConditionalCubes&&) noexcept;
  ConditionalCubes& operator=(ConditionalCubes&&) noexcept;
  ~ConditionalCubes();

  std::span<const Stage> stages() const;  ///< of the conditions, ascending, none twice
  std::string method() const;             ///< what candidates are drawn from, for people
  std::uint64_t tried() const;            ///< candidates so far

  /// The next `count` positions, or fewer after a stop or when the tries ran out. Each is checked by an
  /// Analyzer: an Error (machine) if that disagrees, probably because of a damaged table; (damaged) if a
  /// table is found to be. Progress is the fraction of positions found; its callback may call tried().
  Result<std::vector<ConditionalCube>> next(std::size_t count, const DrawLimits& limits, const Run& run);

 private:
  struct Parts;
  explicit ConditionalCubes(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace halfturn
