#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/scramble/scramble_rows.h"
#include "cli/shared/session.h"
#include "cube/scrambles.h"
#include "halfturn/cube.h"
#include "halfturn/notation.h"
#include "halfturn/random.h"
#include "halfturn/where.h"

namespace halfturn::cli {

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
  std::optional<int> length;  ///< of random moves; else the positions are random
  std::optional<std::string> metric;

  std::uint64_t seed_or_any() const;
  Notation style() const { return notation == "numeric" ? Notation::numeric : Notation::wca; }
};

/// What the texts after --where ask for, all of them together. An Error too if it is easily seen to be
/// impossible.
Result<Where> where_of(const std::vector<std::string>& texts);

/// Prints scrambles that satisfy `arguments.where`, which is not empty.
void print_scrambles_where(Session& session, const ScrambleArguments& arguments);

/// What conditions speak of, as it is printed.
StagesOfConditions stages_of(const ConditionalCubes& cubes);

/// Answers each line of stdin with scrambles. A line has a number of scrambles (else one) and conditions
/// (else those of `arguments.where`; where there are none, every position is equally likely); either may be
/// left out.
void serve_scrambles(Session& session, const ScrambleArguments& arguments);

}  // namespace halfturn::cli
