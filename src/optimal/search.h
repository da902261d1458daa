#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "halfturn/instruction_set.h"
#include "halfturn/metric.h"
#include "halfturn/move.h"
#include "optimal/placed_pieces.h"
#include "optimal/search_tables.h"

namespace halfturn::optimal {

/// The moves that led to a node, in the order in which they were made, each on the position or on its
/// inverse.
class Path {
 public:
  static constexpr int kLongest = 31;

  struct Step {
    Move move;
    bool on_inverse;
  };
  int size() const { return static_cast<int>(words_[0] & 31); }
  void add(Move move, bool on_inverse) {
    const auto at = static_cast<unsigned>(size() + 1) * 6;
    const std::uint64_t step = static_cast<std::uint64_t>(move.index()) * 2 + (on_inverse ? 1 : 0);
    words_[at / 64] |= step << at % 64;
    if (at % 64 > 58) words_[at / 64 + 1] |= step >> (64 - at % 64);
    ++words_[0];
  }
  Step operator[](int i) const {
    const auto at = static_cast<unsigned>(i + 1) * 6;
    std::uint64_t step = words_[at / 64] >> at % 64;
    if (at % 64 > 58) step |= words_[at / 64 + 1] << (64 - at % 64);
    return {Move::from_index(static_cast<int>(step % 64 / 2)), step % 2 != 0};
  }
  /// First the moves on the position, then those on the inverse, backwards and inverted.
  Moves solution() const;

 private:
  std::array<std::uint64_t, 3> words_{};  // six bits each: first the number of steps, then the steps
};

/// Which moves may follow on one side, so that every sequence is tried in one order only.
///
/// Of turns of opposite faces, U, R and F come first. In the quarter metric, a half turn is made by two
/// clockwise quarter turns.
class Follow {
 public:
  static constexpr std::size_t kStates = 1 + 2 * kMoveCount;
  using State = std::uint8_t;  // 0: at the beginning; else the last move and whether it was the second

  explicit constexpr Follow(Metric metric) {
    const MoveMask unit = moves_of_cost_one(metric);
    allowed_[0] = unit;
    for (Move last : kAllMoves) {
      for (unsigned second = 0; second < 2; ++second) {
        const std::size_t state = 1 + 2 * static_cast<std::size_t>(last.index()) + second;
        allowed_[state] = moves_after(last) & unit;
        if (metric == Metric::quarter && second == 0 && last.quarters() == 1)
          allowed_[state] = allowed_[state] | MoveMask::of(last);
      }
    }
  }
  constexpr MoveMask allowed(State state) const { return allowed_[state]; }
  static constexpr State after(State state, Move move) {
    const unsigned first = 1 + 2 * static_cast<unsigned>(move.index());
    return static_cast<State>(state == first ? first + 1 : first);
  }
  /// The axis of the last move; 3 at the beginning.
  static constexpr std::size_t axis(State state) {
    return state == 0 ? 3 : static_cast<std::size_t>(axis_of(Move::from_index((state - 1) / 2).face()));
  }

 private:
  std::array<MoveMask, kStates> allowed_{};
};

/// A position on the way to solved, and its inverse.
///
/// A solution of a position, backwards and inverted, is one of its inverse. So the search may make the next
/// move of the solution (on the position) or the last one (on the inverse). `ahead` is the one on which it
/// goes on, `behind` the other.
struct alignas(32) Node {
  static constexpr Nearness kUnknown = 0xFF;

  PlacedPieces ahead;
  PlacedPieces behind;
  Path path;
  Follow::State last_ahead = 0;
  Follow::State last_behind = 0;
  Nearness near_ahead = kUnknown;
  Nearness near_behind = kUnknown;
  /// The nearness of the coset of `behind` with one more quarter turn before it, about the axis of the last
  /// move ahead.
  Nearness near_turned = kUnknown;
  std::uint8_t parity = 0;  // of the permutation
  bool ahead_is_inverse = false;

  void forget_cosets() { near_ahead = near_behind = near_turned = kUnknown; }
  void swap_sides() {
    std::swap(ahead, behind);
    std::swap(last_ahead, last_behind);
    std::swap(near_ahead, near_behind);
    near_turned = kUnknown;
    ahead_is_inverse = !ahead_is_inverse;
  }
};

/// Who hears of solutions, and may end the search.
class SearchSink {
 public:
  virtual ~SearchSink() = default;
  virtual void found(const Moves& solution) = 0;
  /// Asked now and then.
  virtual bool stop() = 0;
};

struct SearchCounts {
  std::uint64_t reads = 0;    ///< of the table of nearness
  std::uint64_t nodes = 0;    ///< positions whose moves were tried, with help of the table
  std::uint64_t endings = 0;  ///< positions that were left to the distances of the corners
};

/// Finds all solutions of exactly `moves` moves that continue a node, up to the order of turns of opposite
/// faces. One object for each thread; it keeps its buffers.
class SubtreeSearch {
 public:
  virtual ~SubtreeSearch() = default;
  virtual void run(const Node& node, int moves, SearchSink& sink) = 0;
  virtual const SearchCounts& counts() const = 0;
};

std::unique_ptr<SubtreeSearch> make_search_portable(const SearchTables& tables);
std::unique_ptr<SubtreeSearch> make_search_avx2(const SearchTables& tables);
std::unique_ptr<SubtreeSearch> make_search(InstructionSet set, const SearchTables& tables);

/// The node of a whole cube.
Node root_of(const Cube& cube);

/// The node after a move on `ahead`. What was known about the cosets is forgotten.
Node after(const Node& node, Move move);

}  // namespace halfturn::optimal
