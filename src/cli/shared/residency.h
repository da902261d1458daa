#pragma once

#include <cstdint>

#include "halfturn/solve.h"
#include "halfturn/table_store.h"

/// Whether tables are mapped or copied to memory, where that depends on the amount of work. Commands that
/// always do few look-ups or always millions choose for themselves.
namespace halfturn::cli {

/// From this many cubes on, copying the tables to large pages pays.
inline constexpr std::uint64_t kManyToSolve = 100;
/// Fewer for an analysis: if the files are not cached, random reads take seconds per cube, and reading them
/// once from end to end takes some ten seconds.
inline constexpr std::uint64_t kManyToAnalyze = 49;
inline Residency residency_for(std::uint64_t cubes, std::uint64_t many) {
  return cubes < many ? Residency::mapped : Residency::resident;
}

/// A few cubes are quick to solve to as many moves as every cube takes. A longer search is worth the copy.
/// (One cube alone is solved by solve_at_once().)
inline Residency residency_to_solve(std::uint64_t cubes, const SolveOptions& options, Metric metric) {
  return options.max_moves.value_or(0) >= diameter(metric) ? residency_for(cubes, kManyToSolve)
                                                           : Residency::resident;
}

}  // namespace halfturn::cli
