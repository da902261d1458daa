#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "halfturn/cube.h"
#include "halfturn/metric.h"
#include "halfturn/move.h"
#include "halfturn/result.h"
#include "halfturn/symmetry.h"
#include "halfturn/table_store.h"

/// Phase 1 of Kociemba's algorithm: the way into H, the group that U, D, R2, F2, L2, B2 generate.
namespace halfturn {

inline constexpr int kTwistCount = 2187;    ///< 3^7 ways to twist the corners
inline constexpr int kFlipCount = 2048;     ///< 2^11 ways to flip the edges
inline constexpr int kSliceCount = 495;     ///< 12 choose 4 places for the edges of the slice
inline constexpr int kTwistClasses = 168;   ///< classes of twists under the 16 symmetries of the U-D axis
inline constexpr int kPhase1Diameter = 12;  ///< no coset is farther from H in the half metric (quarter: 13)

/// A coset of H, which is all that phase 1 looks at. A position is in H exactly when all three are 0.
struct Phase1Coset {
  std::uint16_t twist = 0;  ///< digit p in base 3: twist of the corner at place p (places 0 .. 6)
  std::uint16_t flip = 0;   ///< bit p: flip of the edge at place p (places 0 .. 10)
  std::uint16_t slice = 0;  ///< which places hold the four edges of the slice

  constexpr bool in_h() const { return twist == 0 && flip == 0 && slice == 0; }
  friend constexpr bool operator==(Phase1Coset, Phase1Coset) = default;
};

/// How moves and symmetries act on cosets. About 490 kB of tables, made in about a millisecond; immutable.
class Phase1Coordinates {
 public:
  /// A twist's class, and a symmetry (0 .. 15) that takes the twist to the class's representative.
  struct TwistClass {
    std::uint8_t index = 0;
    std::uint8_t symmetry = 0;
  };

  static std::unique_ptr<const Phase1Coordinates> make();

  Phase1Coset coset_of(const Cube& cube) const;
  /// The same from parts: the flips of all twelve places, and the places that hold slice edges, as bits.
  Phase1Coset coset_of(std::uint16_t twist, unsigned flips, unsigned slice_places) const {
    return {twist, static_cast<std::uint16_t>(flips % kFlipCount), slice_of_places_[slice_places]};
  }

  Phase1Coset after(Phase1Coset coset, Move move) const {
    const auto m = static_cast<std::size_t>(move.index());
    return {twist_after_[coset.twist][m], flip_after_[coset.flip][m], slice_after_[coset.slice][m]};
  }

  /// The coset seen through a symmetry that keeps the U-D axis: that of cube.seen_through(symmetry).
  Phase1Coset seen_through(Phase1Coset coset, Symmetry symmetry) const {
    const auto s = static_cast<std::size_t>(symmetry.index());
    return {twist_seen_[s][coset.twist], flip_seen(s, coset.flip, coset.slice), slice_seen(s, coset.slice)};
  }

  TwistClass twist_class(std::uint16_t twist) const { return twist_class_[twist]; }
  /// The smallest twist of a class.
  std::uint16_t representative(int twist_class) const {
    return representative_[static_cast<std::size_t>(twist_class)];
  }

  std::uint16_t slice_seen(std::size_t symmetry, std::uint16_t slice) const {
    return static_cast<std::uint16_t>(slice_and_change_[symmetry][slice] / kFlipCount);
  }

  /// Flips seen through a symmetry. The flip of a slice edge is told by the F and B faces, which a quarter
  /// turn about U exchanges with R and L. So it changes the flip at every place that either holds a slice
  /// edge or is in the slice, but not both.
  std::uint16_t flip_seen(std::size_t symmetry, std::uint16_t flip, std::uint16_t slice) const {
    return static_cast<std::uint16_t>(flip_moved_[symmetry][flip] ^
                                      slice_and_change_[symmetry][slice] % kFlipCount);
  }

  /// The index of the coset's entry in a table of (twist class, slice, flip), and the symmetry under which it
  /// is stored.
  struct ReducedIndex {
    std::size_t position;
    std::size_t symmetry;
  };
  ReducedIndex reduced_index(Phase1Coset coset) const {
    const std::uint32_t row = row_and_symmetry_[coset.twist];
    const std::size_t symmetry = row % kUdSymmetryCount;
    const std::size_t begin = std::size_t{row / kUdSymmetryCount} * kFlipCount;
    return {(begin + slice_and_change_[symmetry][coset.slice]) ^ flip_moved_[symmetry][coset.flip], symmetry};
  }

 private:
  Phase1Coordinates();

  // A row of moves fills one cache line; the last 14 of its 32 elements are unused.
  template <std::size_t N>
  using AfterMove = std::array<std::array<std::uint16_t, 32>, N>;

  alignas(64) AfterMove<kTwistCount> twist_after_{};
  alignas(64) AfterMove<kFlipCount> flip_after_{};
  alignas(64) AfterMove<kSliceCount> slice_after_{};
  std::array<TwistClass, kTwistCount> twist_class_{};
  std::array<std::array<std::uint16_t, kTwistCount>, kUdSymmetryCount> twist_seen_{};
  std::array<std::array<std::uint16_t, kFlipCount>, kUdSymmetryCount> flip_moved_{};
  // The slice seen through a symmetry, times kFlipCount, plus the flips that this changes: one read for both.
  std::array<std::array<std::uint32_t, 512>, kUdSymmetryCount> slice_and_change_{};
  // The first slice of the row of a twist's class, counted from the start of the table, times 16, plus the
  // symmetry that takes the twist to its representative.
  std::array<std::uint32_t, kTwistCount> row_and_symmetry_{};
  std::array<std::uint16_t, kTwistClasses> representative_{};
  std::array<std::uint16_t, 4096> slice_of_places_{};  // by the set of places as bits
};

/// The layout of an entry of the phase-1 table: the distance in bits 0 .. 3, one bit for each of the six
/// faces in 4 .. 9, one for each of the 18 moves in 10 .. 27, in index order.
class Phase1Entry {
 public:
  static constexpr int kDistanceBits = 4;
  static constexpr int kNamedShift = kDistanceBits + kFaceCount;

  static constexpr int distance(std::uint32_t entry) { return static_cast<int>(entry & 15); }
  /// Bit f: some turn of face f leads closer.
  static constexpr std::uint32_t faces_with_closer(std::uint32_t entry) {
    return entry >> kDistanceBits & 63;
  }
  /// One bit for each of the 18 moves. On a face with a turn that leads closer: the turns that do (the others
  /// keep the distance). On any other face: the turns that keep the distance (the others lead away). In the
  /// quarter metric half turns have no bit, and where one turn leads closer the other may lead away.
  static constexpr std::uint32_t named(std::uint32_t entry) { return entry >> kNamedShift; }
};

/// Turns an entry into the mask of moves worth trying, undoing the symmetry under which it is stored. 66 kB
/// of tables; immutable.
class Phase1MaskDecoder {
 public:
  Phase1MaskDecoder();

  /// The moves that lead closer; with `keeping`, also those that keep the distance.
  MoveMask decode(std::uint32_t entry, std::size_t symmetry, bool keeping) const {
    const std::uint32_t faces = all_turns_[Phase1Entry::faces_with_closer(entry)];
    const std::uint32_t named = Phase1Entry::named(entry);
    const std::uint32_t mask =
        (named & faces) | ((named | faces) & (0u - static_cast<std::uint32_t>(keeping)));
    return MoveMask{seen_back_[symmetry][0][mask & 511] | seen_back_[symmetry][1][mask >> 9]};
  }

 private:
  std::array<std::uint32_t, 64> all_turns_{};  // of each set of faces
  // Masks of U, R, F and of D, L, B, seen through the inverse of each symmetry.
  std::array<std::array<std::array<std::uint32_t, 512>, 2>, kUdSymmetryCount> seen_back_{};
};

/// The exact distance of every phase-1 coset to H, and which moves lead closer.
///
/// 170,311,680 entries of 4 bytes, one for each (twist class, slice, flip), after one of 16 symmetries has
/// taken the twist to its class's representative. Phase1Entry describes an entry.
///
/// There is one for each metric. That of the quarter metric counts quarter turns and knows of them alone: a
/// half turn is two of them.
///
/// Immutable after open(); any number of threads may read.
class Phase1Table {
 public:
  static constexpr std::size_t kRowEntries = std::size_t{kSliceCount} * kFlipCount;
  static constexpr std::size_t kEntries = kTwistClasses * kRowEntries;

  static TableKind kind(Metric metric = Metric::half);

  /// Opens the table in the store; builds it if it is missing or outdated.
  static Result<Phase1Table> open(const TableStore& store, Residency residency, const Run& run,
                                  Metric metric = Metric::half);

  Metric metric() const { return metric_; }
  const Phase1Coordinates& coordinates() const { return *coordinates_; }

  /// The least number of moves from the coset into H. Costs one random memory read.
  int distance(Phase1Coset coset) const {
    return Phase1Entry::distance(entries_[coordinates_->reduced_index(coset).position]);
  }

  struct Answer {
    int distance = 0;
    MoveMask moves;
  };

  /// The distance, and the moves after which `togo - 1` moves can still reach H: none if `togo` is 0 or less
  /// than the distance. In the quarter metric these are quarter turns, and there may be some among them after
  /// which `togo` are needed.
  Answer distance_and_moves(Phase1Coset coset, int togo) const {
    const auto [position, symmetry] = coordinates_->reduced_index(coset);
    const std::uint32_t entry = entries_[position];
    return {Phase1Entry::distance(entry), moves_of(entry, symmetry, togo) & turns_};
  }

  /// The same in two steps, for searches with many reads in flight: prefetch the entry of a reduced_index()
  /// now, read it later. With much to go the answer is all 18 moves, in the quarter metric too.
  void prefetch_at(std::size_t position) const { __builtin_prefetch(&entries_[position]); }
  int distance_at(std::size_t position) const { return Phase1Entry::distance(entries_[position]); }
  MoveMask moves_at(std::size_t position, std::size_t symmetry, int togo) const {
    return moves_of(entries_[position], symmetry, togo);
  }

  /// All entries, and the moves of one of them, for those who keep some of them elsewhere.
  std::span<const std::uint32_t> entries() const { return entries_; }
  MoveMask moves_of(std::uint32_t entry, std::size_t symmetry, int togo) const {
    const int slack = togo - Phase1Entry::distance(entry);
    const MoveMask near = decoder_->decode(entry, symmetry, slack != 0);
    // In a search the slack is unpredictable, so this is written without branches.
    const std::uint32_t everything = slack > 1 ? MoveMask::all().bits() : 0;
    return MoveMask{slack < 0 ? 0 : near.bits() | everything};
  }

  /// A shortest sequence into H: at each step the first move, by index, that leads closer.
  Moves solve(Phase1Coset coset) const;

 private:
  Phase1Table(Metric metric, TableData data, std::unique_ptr<const Phase1Coordinates> coordinates);

  Metric metric_;
  MoveMask turns_;  // those that count one
  TableData data_;
  std::span<const std::uint32_t> entries_;
  std::unique_ptr<const Phase1Coordinates> coordinates_;
  std::unique_ptr<const Phase1MaskDecoder> decoder_;
};

}  // namespace halfturn
