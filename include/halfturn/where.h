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
  ViewSet views;               ///< at least one
  SlotSet slots = kEverySlot;  ///< the stage must be reached by these, as in AnalyzeRequest
  bool worst = false;          ///< the greatest length over the views counts, not the least
  LengthSet lengths = 0;       ///< the wanted ones
  std::string text;            ///< as written: "xcross(WY)>=8"
};

/// Conditions that must all hold.
using Conditions = std::vector<Condition>;

/// What is wanted of a position: that it satisfies all conditions of one of the alternatives, or of several.
struct Where {
  std::vector<Conditions> alternatives;  ///< at least one
};

/// More alternatives than this are refused.
inline constexpr std::size_t kMostAlternatives = 64;

/// Reads conditions, STAGE(SIDE) OP NUMBER, joined by
///   "and", "&&" or a comma, which bind tighter than "or" and "||"; "not" or "!" before a condition or a
///   bracket negates it; brackets group, up to 100 deep
///   STAGE   a name of all_stages()
///   SIDE    a colour W Y O R G B or its name, held white up, green in front; a face U D L R F B. Several,
///           as WY or white, yellow: the least length over those named; any or best: the least over all six;
///           worst: the greatest over all six. Slots FR FL BL BR may follow after commas: the stage by these
///           slots alone, named as the cube is held after the turn of View::symmetry.
///   OP      = == != < <= > >=; with = and != also a range such as 4..6
/// Upper and lower case are the same. The result is spread out into alternatives; alternatives that differ
/// in the lengths of one condition are one. An Error (bad_input) names the column and says what is expected
/// there.
Result<Where> parse_where(std::string_view text);

/// Positions that satisfy both. An Error if that has too many alternatives.
Result<Where> both(const Where& first, const Where& second);

/// Refuses conditions that are easily seen to be impossible: more moves than a stage ever takes, or
/// contradictory, also where one stage contains another. Alternatives of that kind are left out if others
/// remain. Conditions that pass may still have no position.
Result<Where> without_impossible(Where where);

/// Whether a row of lengths satisfies a condition. False if one of the condition's views is kNotComputed.
bool holds(const Condition& condition, const StageRow& row);

/// What a row of lengths is about: a stage, and the slots by which it is reached.
struct StageBySlots {
  Stage stage;
  SlotSet slots = kEverySlot;
  // NOLINTNEXTLINE(modernize-use-nullptr): sees a 0 that is not there
  friend constexpr auto operator<=>(const StageBySlots&, const StageBySlots&) = default;
};

/// "xcross", or with some slots alone "xcross FR BL".
std::string name_of(const StageBySlots& stage);

/// A position that satisfies the conditions.
struct ConditionalCube {
  Cube cube;
  std::vector<StageRow> rows;  ///< by stages(); views without a condition on the stage are kNotComputed
};

/// What ConditionalCubes are opened for, and how.
struct ConditionalOptions {
  Where where;
  std::uint64_t seed = 0;
  Residency residency = Residency::resident;       ///< of the small tables; large ones are always mapped
  InstructionSet set = fastest_instruction_set();  ///< the processor must support it
  bool plain = false;  ///< draw from all positions, without the lists: same distribution, slower
};

/// When to give up.
struct DrawLimits {
  std::uint64_t tries = 1'000'000'000;  ///< candidates in a row that have failed
};

/// Draws positions uniformly among all that satisfy the conditions of at least one alternative.
///
/// A candidate is drawn uniformly from a set that contains all of them: all positions, or, if the conditions
/// on cross and xcross are rarely met, a set listed from tables (see docs/where.md). It is kept if it
/// satisfies the conditions. Several alternatives have a set each; a set is chosen so that each of its
/// positions is as likely as those of the others, and a position counts for the first alternative that it
/// satisfies. Candidate i of a seed has its own random numbers, so the positions depend on the
/// seed and the set, not on the number of threads. To be used by one thread at a time; the work runs on
/// several.
class ConditionalCubes {
 public:
  /// Opens the tables that the conditions need; builds missing small ones. Refuses what
  /// without_impossible() refuses.
  static Result<ConditionalCubes> open(const TableStore& store, ConditionalOptions options, const Run& run);
  ConditionalCubes(ConditionalCubes&&) noexcept;
  ConditionalCubes& operator=(ConditionalCubes&&) noexcept;
  ~ConditionalCubes();

  std::span<const StageBySlots> stages() const;  ///< of the conditions, ascending, none twice
  ViewSet views(std::size_t stage) const;        ///< in which the conditions speak of stages()[stage]
  std::string method() const;                    ///< what candidates are drawn from, for people
  std::uint64_t tried() const;                   ///< candidates so far

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
