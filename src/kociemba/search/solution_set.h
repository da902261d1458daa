#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/metric.h"
#include "halfturn/move.h"

namespace halfturn {

/// The best few different solutions so far, shortest first; of equal lengths, the earlier found first.
class SolutionSet {
 public:
  /// For solutions of `cube`, which all have the same parity in the quarter metric.
  SolutionSet(std::size_t wanted, int longest, const Cube& cube, Metric metric)
      : wanted_(wanted), longest_(longest), metric_(metric), odd_(is_odd(cube)) {}

  /// The longest solution that would still be taken. In the quarter metric it has the parity of the cube.
  int limit() const {
    const int most = full() ? std::min(longest_, length_of(solutions_.back()) - 1) : longest_;
    return metric_ == Metric::quarter && (most % 2 != 0) != odd_ ? most - 1 : most;
  }
  /// Whether there are as many as wanted, all of at most this length.
  bool all_within(int most) const { return full() && length_of(solutions_.back()) <= most; }
  bool full() const { return solutions_.size() >= wanted_; }
  bool empty() const { return solutions_.empty(); }
  const std::vector<Moves>& solutions() const { return solutions_; }

  /// Takes a solution that is short enough and new. Returns whether it did.
  bool add(const Moves& moves) {
    if (length_of(moves) > limit() || std::ranges::find(solutions_, moves) != solutions_.end()) return false;
    if (full()) solutions_.pop_back();
    const auto longer = std::ranges::upper_bound(solutions_, length_of(moves), {},
                                                 [this](const Moves& other) { return length_of(other); });
    solutions_.insert(longer, moves);
    return true;
  }

 private:
  int length_of(const Moves& moves) const { return length(moves, metric_); }

  std::size_t wanted_;
  int longest_;
  Metric metric_;
  bool odd_;
  std::vector<Moves> solutions_;
};

}  // namespace halfturn
