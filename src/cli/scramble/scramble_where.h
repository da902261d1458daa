#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/shared/session.h"
#include "halfturn/cube.h"
#include "halfturn/notation.h"
#include "halfturn/where.h"

namespace halfturn::cli {

/// The longest scramble, in moves.
inline constexpr int kScrambleMoves = 20;

/// The arguments of `halfturn scramble`.
struct ScrambleArguments {
  std::uint64_t count = 1;
  std::optional<std::uint64_t> seed;
  std::string notation = "wca";
  std::vector<std::string> where;
  std::uint64_t tries = 1'000'000'000;
  std::uint64_t solutions = 0;  ///< of each stage that the conditions speak of
  std::string prefer;
  bool serve = false;

  std::uint64_t seed_or_any() const;
};

/// Whether at most one move solves it, so that its scramble would be shorter than the two moves required.
bool is_too_close(const Cube& cube);

/// What the texts after --where ask for, all of them together. An Error too if it is easily seen to be
/// impossible.
Result<Where> where_of(const std::vector<std::string>& texts);

/// Prints scrambles that satisfy `arguments.where`, which is not empty.
void print_scrambles_where(Session& session, const ScrambleArguments& arguments);

/// The line for a position: its scramble, in JSON also the lengths that the conditions depend on.
std::string scramble_row(const ConditionalCube& cube, std::span<const StageBySlots> stages,
                         const Moves& scramble, Notation notation, bool json);

/// Answers each line of stdin with scrambles. A line has a number of scrambles (else one) and conditions
/// (else those of `arguments.where`); either may be left out.
void serve_scrambles(Session& session, const ScrambleArguments& arguments);

}  // namespace halfturn::cli
