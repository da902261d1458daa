#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/shared/session.h"
#include "halfturn/cube.h"

namespace halfturn::cli {

/// A scramble has at most so many moves.
inline constexpr int kScrambleMoves = 20;

/// What was asked of `halfturn scramble`.
struct ScrambleArguments {
  std::uint64_t count = 1;
  std::optional<std::uint64_t> seed;
  std::string notation = "wca";
  std::vector<std::string> where;
  std::uint64_t tries = 1'000'000'000;

  std::uint64_t seed_or_any() const;
};

/// Whether a single move, or none, solves it: then a scramble could have fewer than two moves.
bool is_too_close(const Cube& cube);

/// Prints scrambles that satisfy `arguments.where`, which is not empty.
void print_scrambles_where(Session& session, const ScrambleArguments& arguments);

}  // namespace halfturn::cli
