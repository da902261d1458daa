#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "halfturn/move.h"

namespace halfturn {

/// The best few different solutions so far, shortest first; of equal lengths, the earlier found first.
class SolutionSet {
 public:
  SolutionSet(std::size_t wanted, int longest) : wanted_(wanted), longest_(longest) {}

  /// The longest solution that would still be taken.
  int limit() const {
    return full() ? std::min(longest_, static_cast<int>(solutions_.back().size()) - 1) : longest_;
  }
  /// Whether there are as many as wanted, all of at most `length` moves.
  bool all_within(int length) const { return full() && static_cast<int>(solutions_.back().size()) <= length; }
  bool full() const { return solutions_.size() >= wanted_; }
  bool empty() const { return solutions_.empty(); }
  const std::vector<Moves>& solutions() const { return solutions_; }

  /// Takes a solution that is short enough and new. Returns whether it did.
  bool add(const Moves& moves) {
    if (static_cast<int>(moves.size()) > limit() || std::ranges::find(solutions_, moves) != solutions_.end())
      return false;
    if (full()) solutions_.pop_back();
    const auto longer = std::ranges::upper_bound(solutions_, moves.size(), {}, &Moves::size);
    solutions_.insert(longer, moves);
    return true;
  }

 private:
  std::size_t wanted_;
  int longest_;
  std::vector<Moves> solutions_;
};

}  // namespace halfturn
