#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "cover/cover_problem.h"

namespace halfturn {

struct CoverSearchOptions {
  CoverKind kind = CoverKind::plain;  ///< not `all`
  std::uint64_t seed = 1;
  std::uint64_t steps = 4'000'000'000;  ///< proposals in all; the result depends on it, not on the machine
  std::stop_token stop;
  /// What is being done, the share of all steps that are done, and the cost of the best cover so far.
  std::function<void(std::string_view step, double fraction, std::uint64_t cost)> progress;
};

struct FoundCover {
  std::vector<bool> chosen;  ///< by class; always a cover, be it all classes
  std::uint64_t cost = 0;
  bool stopped = false;  ///< by the stop token
};

/// Searches for a cheap cover: many outlines, a trial at refining the best of them, and a long refining of
/// the one that came out best. One thread.
FoundCover search_cover(const Phase1Coordinates& coordinates, const CoverSearchOptions& options);

/// True where the choice is a cover: the demands of every kind are met, or with inverses those of one of
/// every two opposite kinds.
bool is_cover(const CoverProblem& problem, CoverKind kind, const std::vector<bool>& chosen);

}  // namespace halfturn
