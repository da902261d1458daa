#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/metric.h"
#include "halfturn/symmetry.h"

/// The cosets of the optimal solver in the plainest way: from whole cubes, the moves that generate the group
/// and all that it does to labels. Knows nothing of the numbering that it judges.
namespace halfturn::slow_cosets {

/// What is told of a corner: its tetrad, or which one it is.
enum class Corners { tetrads, all };

/// By place: tetrad (or number) and twist of the corner, then slice and flip of the edge.
using Labels = std::array<std::uint8_t, kCornerCount + kEdgeCount>;

/// 0 for URF and for the corners that share one face with it.
inline unsigned tetrad_of(std::size_t corner) {
  int shared = 0;
  for (Face a : kCornerFaces[0])
    for (Face b : kCornerFaces[corner]) shared += a == b ? 1 : 0;
  return shared == 3 || shared == 1 ? 0 : 1;
}

/// The axis that the edge lies across.
inline unsigned slice_of(std::size_t edge) {
  unsigned axis = 0;
  while (axis_of(kEdgeFaces[edge][0]) == static_cast<int>(axis) ||
         axis_of(kEdgeFaces[edge][1]) == static_cast<int>(axis))
    ++axis;
  return axis;
}

inline unsigned corner_name(std::size_t corner, Corners corners) {
  return corners == Corners::tetrads ? tetrad_of(corner) : static_cast<unsigned>(corner);
}

inline Labels labels_of(const Cube& cube, Corners corners = Corners::tetrads) {
  Labels labels{};
  for (std::size_t p = 0; p < kCornerCount; ++p) {
    const auto [piece, twist] = cube.corner_at(static_cast<int>(p));
    labels[p] = static_cast<std::uint8_t>(3 * corner_name(static_cast<std::size_t>(piece), corners) +
                                          static_cast<unsigned>(twist));
  }
  for (std::size_t p = 0; p < kEdgeCount; ++p) {
    const auto [piece, flip] = cube.edge_at(static_cast<int>(p));
    labels[kCornerCount + p] = static_cast<std::uint8_t>(2 * slice_of(static_cast<std::size_t>(piece)) +
                                                         static_cast<unsigned>(flip));
  }
  return labels;
}

/// What a position of the group does to the labels of whatever comes after it.
struct Renaming {
  std::array<std::uint8_t, 3 * kCornerCount> corner{};  // by label
  std::array<std::uint8_t, 6> edge{};
  friend auto operator<=>(const Renaming&, const Renaming&) = default;

  /// Throws if the position is not of the group: pieces with the same label must get the same label.
  static Renaming of(const Cube& cube, Corners corners) {
    const Labels at = labels_of(cube, corners);
    constexpr std::uint8_t kNone = 99;
    Renaming renaming;
    renaming.corner.fill(kNone);
    renaming.edge.fill(kNone);
    const auto set = [](std::uint8_t& entry, unsigned label) {
      if (entry != kNone && entry != label) throw std::logic_error("does not keep tetrads and slices");
      entry = static_cast<std::uint8_t>(label);
    };
    for (std::size_t p = 0; p < kCornerCount; ++p)
      for (unsigned twist = 0; twist < 3; ++twist)
        set(renaming.corner[3 * corner_name(p, corners) + twist], at[p] / 3U * 3 + (at[p] + twist) % 3);
    for (std::size_t p = 0; p < kEdgeCount; ++p)
      for (unsigned flip = 0; flip < 2; ++flip)
        set(renaming.edge[2 * slice_of(p) + flip], at[kCornerCount + p] ^ flip);
    return renaming;
  }
};

/// U D', R L', F B' and the half turns.
inline std::vector<Cube> generators() {
  std::vector<Cube> all;
  for (Face face : {Face::U, Face::R, Face::F}) {
    all.push_back(Cube::of({face, 1}) * Cube::of({opposite(face), 3}));
    all.push_back(Cube::of({face, 2}));
    all.push_back(Cube::of({opposite(face), 2}));
  }
  return all;
}

/// All renamings by the group. With all corners told apart, they are moved only as the generators do.
inline std::vector<Renaming> all_renamings(Corners corners = Corners::tetrads) {
  std::set<Renaming> seen = {Renaming::of(Cube(), corners)};
  std::vector<Cube> found = {Cube()};
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const Cube& generator : generators()) {
      const Cube next = found[i] * generator;
      if (seen.insert(Renaming::of(next, corners)).second) found.push_back(next);
    }
  }
  return {seen.begin(), seen.end()};
}

class SlowCosets {
 public:
  explicit SlowCosets(Corners corners = Corners::tetrads) : corners_(corners) {
    const std::vector<Renaming> all = all_renamings(corners);
    for (std::size_t label = 0; label < least_for_.size(); ++label) {
      std::uint8_t least = 0xFF;
      for (const Renaming& renaming : all) least = std::min(least, renaming.corner[label]);
      for (const Renaming& renaming : all)
        if (renaming.corner[label] == least) least_for_[label].push_back(renaming);
    }
  }

  /// The least labels of all that are equivalent.
  Labels canonical(const Cube& cube) const {
    Labels least{};
    least.fill(0xFF);
    for (int s = 0; s < kSymmetryCount; ++s) {
      const Labels labels = labels_of(cube.seen_through(Symmetry::from_index(s)), corners_);
      // No other renaming makes the first label as small.
      for (const Renaming& renaming : least_for_[labels[0]]) {
        Labels renamed{};
        for (std::size_t p = 0; p < kCornerCount; ++p) renamed[p] = renaming.corner[labels[p]];
        for (std::size_t p = kCornerCount; p < labels.size(); ++p) renamed[p] = renaming.edge[labels[p]];
        least = std::min(least, renamed);
      }
    }
    return least;
  }

  /// By depth: a cube of each class of cosets that is new there. With `by_parity`, even and odd positions of
  /// a coset count as two.
  std::vector<std::vector<Cube>> levels(int last, Metric metric, bool by_parity) const {
    std::set<std::pair<Labels, bool>> seen;
    std::vector<std::vector<Cube>> levels(1);
    const auto add = [&](const Cube& cube) {
      if (seen.emplace(canonical(cube), by_parity && is_odd(cube)).second) levels.back().push_back(cube);
    };
    add(Cube());
    for (int depth = 1; depth <= last; ++depth) {
      const std::vector<Cube> from = levels.back();
      levels.emplace_back();
      for (const Cube& cube : from)
        for (MoveMask left = moves_of_cost_one(metric); !left.empty(); left = left.without_first())
          add(cube.after(left.first()));
    }
    return levels;
  }

 private:
  Corners corners_;
  std::array<std::vector<Renaming>, 3 * kCornerCount> least_for_;  // by label of a corner
};

}  // namespace halfturn::slow_cosets
