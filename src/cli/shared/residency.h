#pragma once

#include <chrono>
#include <cstdint>

#include "halfturn/solve.h"
#include "halfturn/table_store.h"

/// Where tables should lie for the work that is coming: the one place where that is decided by its size.
/// Engines that always ask millions of questions take them resident without asking here.
namespace halfturn::cli {

/// From so many cubes on, copying the tables to large pages pays.
inline constexpr std::uint64_t kManyToSolve = 100;
/// Sooner where the files are not in memory: reading them here and there takes seconds for a cube, reading
/// them once from end to end some ten seconds.
inline constexpr std::uint64_t kManyToAnalyze = 49;
/// Few cubes are quick to solve to so many moves each, one cube to one move less, or within a short time; a
/// longer search is worth the copy.
inline constexpr int kQuickMoves = 20;
inline constexpr int kQuickMovesAlone = 19;
inline constexpr auto kQuickTimeAlone = std::chrono::seconds(2);

inline Residency residency_for(std::uint64_t cubes, std::uint64_t many) {
  return cubes < many ? Residency::mapped : Residency::resident;
}

inline Residency residency_to_solve(std::uint64_t cubes, const SolveOptions& options) {
  const int moves = options.max_moves.value_or(0);
  const bool quick = cubes > 1
                         ? moves >= kQuickMoves
                         : moves >= kQuickMovesAlone || (options.time && *options.time < kQuickTimeAlone);
  return quick ? residency_for(cubes, kManyToSolve) : Residency::resident;
}

}  // namespace halfturn::cli
