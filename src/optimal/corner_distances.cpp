#include "optimal/corner_distances.h"

#include <algorithm>
#include <limits>

#include "kociemba/tables/arrangement.h"

namespace halfturn::optimal {

namespace {
constexpr std::uint8_t kUnknown = std::numeric_limits<std::uint8_t>::max();
}

std::unique_ptr<const CornerDistances> CornerDistances::make(bool quarter_turns) {
  std::unique_ptr<CornerDistances> distances(new CornerDistances);
  distances->search(quarter_turns);
  return distances;
}

CornerDistances::CornerDistances() : phase1_(Phase1Coordinates::make()), phase2_(Phase2Coordinates::make()) {
  arrangement_after_.resize(kArrangements * kMoveCount);
  for (std::size_t a = 0; a < kArrangements; ++a) {
    const EightPieces pieces = pieces_of(static_cast<std::uint16_t>(a));
    for (Move move : kAllMoves) {
      EightPieces moved{};
      for (std::size_t p = 0; p < moved.size(); ++p)
        moved[p] = pieces[static_cast<std::size_t>(Cube::of(move).corner_at(static_cast<int>(p)).piece)];
      arrangement_after_[a * kMoveCount + static_cast<std::size_t>(move.index())] = arrangement_of(moved);
    }
  }
}

CornerDistances::Corners CornerDistances::corners_of(const Cube& cube) const {
  std::array<std::uint8_t, kCornerCount> placed{};
  for (std::size_t p = 0; p < placed.size(); ++p) {
    const auto [piece, twist] = cube.corner_at(static_cast<int>(p));
    placed[p] = static_cast<std::uint8_t>(piece | twist << 4);
  }
  return corners_of(placed);
}

CornerDistances::Corners CornerDistances::corners_of(
    const std::array<std::uint8_t, kCornerCount>& placed) const {
  EightPieces pieces{};
  std::uint16_t twist = 0;
  for (std::size_t p = kCornerCount; p-- > 0;) {
    pieces[p] = placed[p] & 15;
    if (p + 1 < kCornerCount) twist = static_cast<std::uint16_t>(3 * twist + (placed[p] >> 4));
  }
  return {arrangement_of(pieces), twist};
}

/// Breadth first, level by level over the whole table: few levels, six million entries.
void CornerDistances::search(bool quarter_turns) {
  distance_.assign(std::size_t{kCornerClasses} * kTwistCount, kUnknown);
  // A class of arrangements may keep its representative under several symmetries; a twist and its images
  // under these are equivalent, and all of them are set.
  std::vector<std::vector<Symmetry>> keeping(kCornerClasses);
  for (int row = 0; row < kCornerClasses; ++row)
    for (std::size_t s = 0; s < kUdSymmetryCount; ++s)
      if (phase2_->corners_seen(s, phase2_->representative(row)) == phase2_->representative(row))
        keeping[static_cast<std::size_t>(row)].push_back(Symmetry::from_index(static_cast<int>(s)));
  const auto set = [&](std::size_t index, int level) {
    if (distance_[index] != kUnknown) return;
    const std::size_t row = index / kTwistCount;
    const auto twist = static_cast<std::uint16_t>(index % kTwistCount);
    for (Symmetry symmetry : keeping[row])
      distance_[row * kTwistCount + phase1_->seen_through({twist, 0, 0}, symmetry).twist] =
          static_cast<std::uint8_t>(level);
  };
  set(index_of({}), 0);
  for (int level = 0; std::ranges::find(distance_, kUnknown) != distance_.end(); ++level) {
    for (std::size_t index = 0; index < distance_.size(); ++index) {
      if (distance_[index] != level) continue;
      const Corners corners = {phase2_->representative(static_cast<int>(index / kTwistCount)),
                               static_cast<std::uint16_t>(index % kTwistCount)};
      for (Move move : kAllMoves)
        if (!quarter_turns || move.quarters() != 2) set(index_of(after(corners, move)), level + 1);
    }
  }
}

}  // namespace halfturn::optimal
