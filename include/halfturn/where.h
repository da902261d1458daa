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

/// Random positions whose CFOP stages have lengths that somebody wishes for: all that have them equally
/// likely.
namespace halfturn {

/// A set of lengths, a bit each from 0 to kMostStageMoves.
using LengthSet = std::uint32_t;

/// What a stage's length in some views has to be.
struct Condition {
  Stage stage;
  ViewSet views;          ///< at least one
  bool worst = false;     ///< the greatest length over the views counts, rather than the least
  LengthSet lengths = 0;  ///< those that are wanted
  std::string text;       ///< as it was written: "xcross(WY)>=8"
};

/// Reads conditions: STAGE(SELECTOR) OP NUMBER, joined by "and", "&&" or a comma.
///   STAGE     a name of all_stages()
///   SELECTOR  letters of faces (U D L R F B) or colours (W Y O R G B, held white up, green in front):
///             the least length over all that are named; any or best: the least over all six; worst: the
///             greatest
///   OP        = == != < <= > >=; with = and != also a range such as 4..6
/// Names and letters in either case. An Error (bad_input) names the column and says what would be right.
Result<std::vector<Condition>> parse_conditions(std::string_view text);

/// Refuses conditions that are seen at once to be impossible: beyond what a stage ever takes, or at odds with
/// one another because one stage contains the other. Conditions that pass may still have no position.
Result<void> check_conditions(std::span<const Condition> conditions);

/// Whether a row of lengths satisfies a condition; not where one of the condition's views is kNotComputed.
bool holds(const Condition& condition, const StageRow& row);

/// A position that satisfies the conditions.
struct ConditionalCube {
  Cube cube;
  std::vector<StageRow> rows;  ///< by stages(); views that no condition speaks of are kNotComputed
};

/// What ConditionalCubes are opened for, and how.
struct ConditionalOptions {
  std::vector<Condition> conditions;
  std::uint64_t seed = 0;
  Residency residency = Residency::resident;       ///< of the small tables
  InstructionSet set = fastest_instruction_set();  ///< the processor must support it
  bool plain = false;  ///< draw from the whole cube, whatever the tables list: the same distribution, slower
};

/// How long to look for the next positions.
struct DrawLimits {
  std::uint64_t tries = 1'000'000'000;  ///< give up after so many candidates in a row have failed
};

/// Draws positions uniformly among all that satisfy the conditions.
///
/// A candidate is drawn uniformly from a set that contains them all and is easy to draw from: the whole cube,
/// or, where the conditions on cross and xcross are rare, what the tables list (see docs/where.md). Then it
/// is kept if it satisfies the conditions. Candidate i of a seed is always the same, so the positions depend
/// on the seed and the tables' way of drawing alone, not on threads. One thread calls; several work.
class ConditionalCubes {
 public:
  /// Opens what the conditions need and builds small tables that are missing. Refuses what check_conditions
  /// refuses.
  static Result<ConditionalCubes> open(const TableStore& store, ConditionalOptions options, const Run& run);
  ConditionalCubes(ConditionalCubes&&) noexcept;
  ConditionalCubes& operator=(ConditionalCubes&&) noexcept;
  ~ConditionalCubes();

  std::span<const Stage> stages() const;  ///< those of the conditions, ascending, none twice
  std::string method() const;             ///< what candidates are drawn from, for people
  std::uint64_t tried() const;            ///< candidates so far

  /// The next positions: `count`, or fewer after a stop or when the tries ran out. Each has been analysed
  /// anew by an Analyzer; an Error (machine) where that disagrees, which means that a table is damaged, or
  /// (damaged) where a table is seen to be. Progress tells what part of them has been found; tried() may be
  /// asked meanwhile.
  Result<std::vector<ConditionalCube>> next(std::size_t count, const DrawLimits& limits, const Run& run);

 private:
  struct Parts;
  explicit ConditionalCubes(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace halfturn
