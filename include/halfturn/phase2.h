#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>

#include "halfturn/cube.h"
#include "halfturn/metric.h"
#include "halfturn/move.h"
#include "halfturn/result.h"
#include "halfturn/symmetry.h"
#include "halfturn/table_store.h"

/// Phase 2 of Kociemba's algorithm: the way home within H, by the ten moves that generate it.
namespace halfturn {

inline constexpr int kArrangementCount = 40320;  ///< 8!: of the corners, or of the edges outside the slice
inline constexpr int kCornerClasses = 2768;      ///< of corner arrangements under the 16 symmetries of H
inline constexpr int kHMoveCount = 10;
inline constexpr int kPhase2Diameter = 18;  ///< no position of H is farther from solved within H; half metric

/// A position in H. Solved exactly when all three are 0.
struct Phase2Position {
  std::uint16_t corners = 0;  ///< arrangement of the eight corners
  std::uint16_t edges = 0;    ///< arrangement of the eight edges of the U and D layers
  std::uint8_t slice = 0;     ///< order of the four edges between them, 0 .. 23

  constexpr bool solved() const { return corners == 0 && edges == 0 && slice == 0; }
  friend constexpr bool operator==(Phase2Position, Phase2Position) = default;
};

/// How the moves and symmetries of H act on positions. About 4.4 MB of tables, made in a few milliseconds;
/// immutable.
class Phase2Coordinates {
 public:
  /// The class of a corner arrangement, and a symmetry (0 .. 15) that takes it to the class's representative.
  struct CornerClass {
    std::uint16_t index = 0;
    std::uint8_t symmetry = 0;
  };

  static std::unique_ptr<const Phase2Coordinates> make();

  /// Nothing if the cube is not in H.
  std::optional<Phase2Position> position_of(const Cube& cube) const;

  /// `move` must be one of moves_of_h().
  Phase2Position after(Phase2Position position, Move move) const {
    const std::size_t m = h_index(move);
    return {corners_after_[position.corners][m], edges_after_[position.edges][m],
            slice_after_[position.slice][m]};
  }

  CornerClass corner_class(std::uint16_t corners) const { return corner_class_[corners]; }
  /// Whether an odd number of quarter turns leads to positions with these corners, see is_odd(Cube).
  bool is_odd(std::uint16_t corners) const { return odd_[corners]; }
  std::uint16_t representative(int corner_class) const {
    return representative_[static_cast<std::size_t>(corner_class)];
  }

  std::uint16_t corners_seen(std::size_t symmetry, std::uint16_t corners) const {
    return corners_seen_[symmetry][corners];
  }
  std::uint16_t edges_seen(std::size_t symmetry, std::uint16_t edges) const {
    return edges_seen_[symmetry][edges];
  }

  /// 0 .. 9 for U U2 U' R2 F2 D D2 D' L2 B2; meaningless for other moves.
  static constexpr std::size_t h_index(Move move) {
    constexpr std::array<std::uint8_t, kMoveCount> kIndex = [] {
      std::array<std::uint8_t, kMoveCount> result{};
      std::uint8_t next = 0;
      for (MoveMask left = moves_of_h(); !left.empty(); left = left.without_first())
        result[static_cast<std::size_t>(left.first().index())] = next++;
      return result;
    }();
    return kIndex[static_cast<std::size_t>(move.index())];
  }

 private:
  Phase2Coordinates();

  template <class T, std::size_t N>
  using AfterMove = std::array<std::array<T, kHMoveCount>, N>;
  using Seen = std::array<std::array<std::uint16_t, kArrangementCount>, kUdSymmetryCount>;

  AfterMove<std::uint16_t, kArrangementCount> corners_after_{};
  AfterMove<std::uint16_t, kArrangementCount> edges_after_{};
  AfterMove<std::uint8_t, 24> slice_after_{};
  std::array<CornerClass, kArrangementCount> corner_class_{};
  std::bitset<kArrangementCount> odd_;
  Seen corners_seen_{};
  Seen edges_seen_{};
  std::array<std::uint16_t, kCornerClasses> representative_{};
};

/// A lower bound for the number of moves of H that solve a position of H: the distance of the corners and the
/// outer edges, up to kLargestStored, ignoring the order of the slice.
///
/// 2768 x 40320 entries of four bits, one for each (corner class, edge arrangement), after a symmetry has
/// taken the corners to their class's representative. An entry holds the distance minus one (0 for distance 0
/// as well: the solved position is recognised without the table).
///
/// There is one for each metric. In the quarter metric the corners tell the parity of the distance, and an
/// entry holds half of it, rounded up, minus one: up to kLargestStored halves.
///
/// Immutable after open(); any number of threads may read.
class Phase2Table {
 public:
  static constexpr std::size_t kEntries = std::size_t{kCornerClasses} * kArrangementCount;
  /// Larger distances are stored as this one.
  static constexpr int kLargestStored = 16;
  static constexpr int kAnyLength = 99;  ///< longer than any solution, in either metric

  static TableKind kind(Metric metric = Metric::half);

  /// Opens the table in the store; builds it if it is missing or outdated.
  static Result<Phase2Table> open(const TableStore& store, Residency residency, const Run& run,
                                  Metric metric = Metric::half);

  Metric metric() const { return metric_; }
  const Phase2Coordinates& coordinates() const { return *coordinates_; }

  /// At most the true distance, and 0 only for the solved position. Costs one random memory read.
  int distance(Phase2Position position) const { return position.solved() ? 0 : stored(position); }

  /// For a distance() soon.
  void prefetch(Phase2Position position) const { __builtin_prefetch(&nibbles_[index(position) / 2]); }

  /// A shortest solution within H, in the table's metric, by iterative deepening. Nothing if there is none of
  /// at most `maximum`, or if `stop` was requested.
  std::optional<Moves> solve(Phase2Position position, int maximum = kAnyLength,
                             const std::stop_token& stop = {}) const;

 private:
  Phase2Table(Metric metric, TableData data, std::unique_ptr<const Phase2Coordinates> coordinates);

  std::size_t index(Phase2Position position) const {
    const Phase2Coordinates::CornerClass row = coordinates_->corner_class(position.corners);
    return std::size_t{row.index} * kArrangementCount +
           coordinates_->edges_seen(row.symmetry, position.edges);
  }
  int stored(Phase2Position position) const {
    const std::size_t at = index(position);
    const int entry = 1 + static_cast<int>(static_cast<unsigned>(nibbles_[at / 2]) >> (at % 2 * 4) & 15u);
    if (metric_ == Metric::half) return entry;
    return 2 * entry - (coordinates_->is_odd(position.corners) ? 1 : 0);
  }
  bool search(Phase2Position position, int togo, MoveMask allowed, Moves& moves,
              const std::stop_token& stop) const;

  Metric metric_;
  TableData data_;
  std::span<const std::byte> nibbles_;
  std::unique_ptr<const Phase2Coordinates> coordinates_;
};

}  // namespace halfturn
