#pragma once

#include <array>
#include <string_view>

#include "halfturn/cube.h"
#include "halfturn/move.h"
#include "halfturn/result.h"

/// How the length of a move sequence is counted.
namespace halfturn {

enum class Metric {
  half,     ///< every turn of a face counts as one
  quarter,  ///< a half turn counts as two
};

inline constexpr std::array<Metric, 2> kAllMetrics = {Metric::half, Metric::quarter};

/// What a move counts: 1, or 2 for a half turn in the quarter metric.
constexpr int cost(Move move, Metric metric) {
  return metric == Metric::quarter && move.quarters() == 2 ? 2 : 1;
}

/// The moves that count one: all 18, or the twelve quarter turns.
constexpr MoveMask moves_of_cost_one(Metric metric) {
  MoveMask mask;
  for (const Move move : kAllMoves)
    if (cost(move, metric) == 1) mask = mask | MoveMask::of(move);
  return mask;
}

/// The length of a sequence.
constexpr int length(const Moves& moves, Metric metric) {
  int sum = 0;
  for (const Move move : moves) sum += cost(move, metric);
  return sum;
}

/// Whether an odd number of quarter turns leads to the position. Every quarter turn changes it, so it fixes
/// the parity of every length in the quarter metric; in the half metric it says nothing.
bool is_odd(const Cube& cube);

/// The least length not below `length` that a sequence between solved and the position can have. In the half
/// metric every length can occur.
inline int next_possible_length(int length, const Cube& cube, Metric metric) {
  if (metric == Metric::half) return length;
  return length + ((length % 2 != 0) != is_odd(cube) ? 1 : 0);
}

/// No position is farther from solved (God's number).
constexpr int diameter(Metric metric) {
  return metric == Metric::half ? 20 : 26;
}

std::string_view name_of(Metric metric);  ///< "half", "quarter"

/// One letter for the unit, as written behind a number: "f" (face turns), "q".
std::string_view unit_of(Metric metric);

/// The metric with this name. An Error (bad_input) if there is none.
Result<Metric> parse_metric(std::string_view name);

}  // namespace halfturn
