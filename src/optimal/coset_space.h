#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/symmetry.h"
#include "optimal/placed_pieces.h"

/// The cosets by which the optimal solver judges how far a position is at least from solved.
///
/// The corners form two tetrads (corners of one tetrad never share an edge of the cube); the edges form three
/// slices. The group S consists of the positions that U D', R L', F B' and the half turns reach, and of all
/// that follow from these by exchanging pieces within their tetrad or slice. So S renames tetrads and slices
/// as the rotations of the whole cube do, and may flip whole slices: an even number of them along with an
/// even permutation of the axes, an odd number with an odd one. All 48 symmetries keep S.
///
/// A coset of S is told by labels: for each corner place the tetrad and the twist of its piece, for each edge
/// place the slice and the flip, all up to the renaming by S. docs/optimal.md proves what is needed.
///
/// A smaller group, of one sixth, exchanges corners within their tetrads only as half turns do. Its labels
/// say a little more about the corners, and all else is the same.
namespace halfturn::optimal {

inline constexpr std::size_t kTwists = 2187;      ///< 3^7 ways to twist the corners
inline constexpr std::size_t kTetradSplits = 70;  ///< ways to share eight places among two tetrads
inline constexpr std::size_t kCornerOrders = 6;   ///< orders within both tetrads, up to what half turns do

/// What is known of a corner: its tetrad alone, or also the order of the corners within their tetrads, up to
/// what half turns do.
enum class CornerDetail : std::uint8_t { tetrad, order };

/// Classes of labelled corners, under all renamings and symmetries.
constexpr std::size_t corner_label_classes(CornerDetail detail) {
  return detail == CornerDetail::tetrad ? 630 : 3614;
}
inline constexpr std::size_t kCornerLabelClasses = corner_label_classes(CornerDetail::tetrad);
inline constexpr std::size_t kEdgeArrangements = 34650;  ///< ways to share twelve places among three slices
inline constexpr std::size_t kFlipClasses = 512;  ///< ways to flip the edges, up to flips of two whole slices
/// Entries of one class of corners.
inline constexpr std::size_t kRowEntries = kEdgeArrangements * kFlipClasses;

inline constexpr std::size_t kAxisRenamings = 6;
/// A frame: a renaming by S (one of six permutations of the axes), then one of the 48 symmetries.
inline constexpr std::size_t kFrames = kAxisRenamings * kSymmetryCount;

/// A set of edge places, as bits.
using Places = std::uint16_t;
inline constexpr Places kAllPlaces = 0xFFF;

/// The labels of the edges: which places hold an edge of each slice, and which hold a flipped one. Slice s
/// lies between the two faces of axis s.
struct EdgeLabels {
  std::array<Places, 3> slice{};
  Places flipped = 0;
  friend bool operator==(const EdgeLabels&, const EdgeLabels&) = default;
};

/// The labels of the corners: the tetrad and twist at each place. With their order, also which of the four of
/// its tetrad it is; of the orders that half turns take to each other, one stands for all.
struct CornerLabels {
  std::array<std::uint8_t, kCornerCount> tetrad{};
  std::array<std::uint8_t, kCornerCount> member{};
  std::array<std::uint8_t, kCornerCount> twist{};
  friend bool operator==(const CornerLabels&, const CornerLabels&) = default;
};

/// A coset as it is numbered: a line (class of corners, arrangement of slices) of 512 flips.
struct CosetIndex {
  std::uint32_t line = 0;
  std::uint32_t flip = 0;
  std::uint64_t entry() const { return std::uint64_t{line} * kFlipClasses + flip; }
  friend bool operator==(const CosetIndex&, const CosetIndex&) = default;
};

/// How a frame acts on the labels of edges, as byte shuffles.
struct alignas(16) EdgeFrame {
  std::array<std::uint8_t, 16> relabel{};  ///< by slice: the new slice, and 16 if the edge is flipped
  std::array<std::uint8_t, 16> source{};   ///< by new place: the old place
  std::array<std::uint8_t, 16> flip{};     ///< by new place: 16 if it flips
};

/// What comes before a position: nothing, or a clockwise quarter turn of U, R or F. Since S holds the half
/// turns, U D' and so on, all quarter turns about one axis lead to the same coset.
enum class Before : std::uint8_t { nothing, u, r, f };

/// Numbers the cosets. About 2 MB of tables, made in some ten milliseconds (with the order of corners 5 MB,
/// in some tenths of a second); immutable.
class CosetSpace {
 public:
  static std::unique_ptr<const CosetSpace> make(CornerDetail detail = CornerDetail::tetrad);

  std::size_t rows() const { return representative_.size(); }

  /// The slow and plain way, for tests and for few positions: one of the coset's equivalent indices, the same
  /// one as the kernels give.
  CosetIndex index_of(const Cube& cube) const;

  static EdgeLabels edge_labels(const Cube& cube);
  CornerLabels corner_labels(const Cube& cube) const;

  /// Labels after a move, and as they look through a frame.
  static EdgeLabels after(const EdgeLabels& labels, Move move);
  CornerLabels after(const CornerLabels& labels, Move move) const;
  EdgeLabels through(const EdgeLabels& labels, std::size_t frame) const;
  CornerLabels through(const CornerLabels& labels, std::size_t frame) const;

  std::uint32_t arrangement_of(const EdgeLabels& labels) const {
    return rank_of_four_[labels.slice[2]] + order_of_eight_[packed(labels.slice[1], labels.slice[2])];
  }
  std::uint32_t flip_of(const EdgeLabels& labels) const;
  std::uint64_t entry_of(std::size_t corner_class, const EdgeLabels& labels) const {
    return (corner_class * kEdgeArrangements + arrangement_of(labels)) * kFlipClasses + flip_of(labels);
  }
  /// The labels with this number. Of the equivalent flips, the one where the first edges of slices 0 and 1
  /// are not flipped.
  EdgeLabels labels_of(std::uint32_t arrangement, std::uint32_t flip) const;

  const CornerLabels& representative(std::size_t corner_class) const { return representative_[corner_class]; }
  /// The frames that keep the representative of a class, the identity first. Indices that differ by one of
  /// these are equivalent: the same coset up to symmetry.
  const std::vector<std::uint16_t>& stabilizer(std::size_t corner_class) const {
    return stabilizer_[corner_class];
  }

  /// By tetrad split, order and twist: the class in the low 12 bits, above it the frame that leads to the
  /// representative.
  static constexpr int kFrameShift = 12;
  std::uint32_t class_and_frame(const CornerLabels& labels) const;

  /// What the kernels read.
  struct KernelTables {
    /// By Before: labels by piece. A corner has its tetrad in bit 0, its member in bits 1 and 2.
    std::array<PlacedPieces, 4> before{};
    std::array<std::uint32_t, 256> split_begin{};  ///< by the places of tetrad 1: begin in class_and_frame
    std::vector<std::uint32_t> class_and_frame;    ///< by split, order and twist
    bool with_order = false;
    /// For the order: by the places of tetrad 1, the places of tetrad 0, then those of tetrad 1.
    struct alignas(16) TetradPlaces {
      std::array<std::uint8_t, 16> place{};
    };
    std::array<TetradPlaces, 256> tetrad_places{};
    std::array<std::uint16_t, 256> order_begin{};  ///< by order_key(): what it adds to split_begin
    std::array<EdgeFrame, kFrames> frame{};
    std::array<std::uint16_t, 4096> rank_of_four{};  ///< by the places of slice 2: 70 times its rank
    std::array<std::uint8_t, 256> order_of_eight{};  ///< by which of the other eight belong to slice 1
  };
  const KernelTables& kernel_tables() const { return kernel_; }

  /// What the order depends on, from the members at the places of tetrad 0, then of tetrad 1. Members are
  /// vectors of two bits; an exchange within a tetrad is an affine map of them, and half turns do the same to
  /// the differences of both tetrads.
  static constexpr unsigned order_key(const std::array<unsigned, kCornerCount>& members) {
    return (members[0] ^ members[1]) | (members[1] ^ members[2]) << 2 | (members[4] ^ members[5]) << 4 |
           (members[5] ^ members[6]) << 6;
  }

 private:
  explicit CosetSpace(CornerDetail detail);
  void number_orders();
  std::uint32_t order_of(const CornerLabels& labels) const;
  /// Of the orders that half turns take to each other, the one that stands for all.
  CornerLabels in_one_order(CornerLabels labels) const;
  std::size_t corner_index(const CornerLabels& labels) const;
  void number_arrangements();
  void make_frames();
  void make_classes();

  /// The bits of `chosen` at the places outside `left_out`, moved together.
  static unsigned packed(Places chosen, Places left_out);

  KernelTables kernel_;
  std::array<std::uint16_t, 4096>& rank_of_four_ = kernel_.rank_of_four;
  std::array<std::uint8_t, 256>& order_of_eight_ = kernel_.order_of_eight;
  CornerDetail detail_;
  /// By order: the members, at the places of tetrad 0, then of tetrad 1.
  std::vector<std::array<unsigned, kCornerCount>> members_of_order_;
  std::vector<CornerLabels> representative_;
  std::vector<std::vector<std::uint16_t>> stabilizer_;
  std::vector<EdgeLabels> arrangement_;
};

/// The lowest place of a set, as a set.
constexpr Places lowest(Places places) {
  return static_cast<Places>(places & -places);
}

/// A cube's edge e lies in the slice between the two faces of this axis.
constexpr std::size_t slice_of_edge(std::size_t edge) {
  return static_cast<std::size_t>(3 - axis_of(kEdgeFaces[edge][0]) - axis_of(kEdgeFaces[edge][1]));
}

/// 0 for the corner URF and those diagonally opposite to it on a face, 1 for the others.
constexpr std::size_t tetrad_of_corner(std::size_t corner) {
  std::size_t odd = 0;
  for (Face face : kCornerFaces[corner]) odd ^= static_cast<std::size_t>(static_cast<int>(face) >= 3);
  return odd;
}

/// Which of the four corners of its tetrad it is. Corners are vectors of three bits, one an axis; those of
/// tetrad 0 have an even number of ones and are told by the first two bits; those of tetrad 1 by those of the
/// corner opposite to them.
constexpr unsigned member_of_corner(std::size_t corner) {
  unsigned bits = 0;
  for (Face face : kCornerFaces[corner])
    if (axis_of(face) < 2 && static_cast<int>(face) >= 3) bits |= 1U << axis_of(face);
  return tetrad_of_corner(corner) == 0 ? bits : bits ^ 3U;
}

}  // namespace halfturn::optimal
