#include "optimal/corner_distances.h"

#include <algorithm>
#include <limits>

#include "kociemba/tables/arrangement.h"

namespace halfturn::optimal {

namespace {
constexpr std::uint8_t kUnknown = std::numeric_limits<std::uint8_t>::max();
constexpr std::size_t kNoMove = kMoveCount;
}  // namespace

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

/// Breadth first, level by level over the whole table: from what the last level reached, or, once less than
/// that is left, from what is left. Bound by reads of six megabytes in no order, some 40 million of them.
void CornerDistances::search(bool quarter_turns) {
  distance_.assign(std::size_t{kCornerClasses} * kTwistCount, kUnknown);
  const std::vector<std::uint16_t> twists_after = make_twists_after();
  struct Link {
    std::uint8_t* row;            // of the neighbour
    const std::uint16_t* twists;  // of the neighbour, by this twist
  };
  std::vector<std::vector<Link>> links(kCornerClasses);
  // A class of arrangements may keep its representative under several symmetries; a twist and its images
  // under these are equivalent, and all of them are set.
  std::vector<std::vector<const std::uint16_t*>> images(kCornerClasses);
  for (std::size_t row = 0; row < kCornerClasses; ++row) {
    const std::uint16_t arrangement = phase2_->representative(static_cast<int>(row));
    for (Move move : kAllMoves) {
      if (quarter_turns && move.quarters() == 2) continue;
      const auto m = static_cast<std::size_t>(move.index());
      const auto [target, symmetry] =
          phase2_->corner_class(arrangement_after_[std::size_t{arrangement} * kMoveCount + m]);
      links[row].push_back({&distance_[std::size_t{target} * kTwistCount],
                            &twists_after[(m * kUdSymmetryCount + symmetry) * kTwistCount]});
    }
    for (std::size_t s = 0; s < kUdSymmetryCount; ++s)
      if (phase2_->corners_seen(s, arrangement) == arrangement)
        images[row].push_back(&twists_after[(kNoMove * kUdSymmetryCount + s) * kTwistCount]);
  }

  distance_[index_of({})] = 0;
  std::size_t left = distance_.size() - 1;
  std::size_t reached = 1;
  for (std::uint8_t level = 0; left > 0; ++level) {
    const std::size_t before = left;
    const bool from_reached = reached < left;
    const auto next = static_cast<std::uint8_t>(level + 1);
    for (std::size_t row = 0; row < kCornerClasses; ++row) {
      std::uint8_t* distances = &distance_[row * kTwistCount];
      if (from_reached) {
        for (std::size_t twist = 0; twist < kTwistCount; ++twist) {
          if (distances[twist] != level) continue;
          for (const Link& link : links[row]) {
            const std::uint16_t neighbour = link.twists[twist];
            if (link.row[neighbour] != kUnknown) continue;
            const auto target = static_cast<std::size_t>(link.row - distance_.data()) / kTwistCount;
            for (const std::uint16_t* image : images[target])
              if (std::uint8_t& distance = link.row[image[neighbour]]; distance == kUnknown) {
                distance = next;
                --left;
              }
          }
        }
      } else {
        for (std::size_t twist = 0; twist < kTwistCount; ++twist) {
          if (distances[twist] != kUnknown) continue;
          const auto is_near = [&](const Link& link) { return link.row[link.twists[twist]] == level; };
          if (std::ranges::none_of(links[row], is_near)) continue;
          distances[twist] = next;
          --left;
        }
      }
    }
    reached = before - left;
  }
}

/// Each twist after each move and seen through each symmetry: by move (at last kNoMove), symmetry and twist.
std::vector<std::uint16_t> CornerDistances::make_twists_after() const {
  std::vector<std::uint16_t> twists;
  twists.reserve(std::size_t{kMoveCount + 1} * kUdSymmetryCount * kTwistCount);
  for (std::size_t m = 0; m <= kNoMove; ++m)
    for (std::size_t s = 0; s < kUdSymmetryCount; ++s)
      for (std::uint16_t twist = 0; twist < kTwistCount; ++twist) {
        Phase1Coset position = {twist, 0, 0};
        if (m < kNoMove) position = phase1_->after(position, kAllMoves[m]);
        twists.push_back(phase1_->seen_through(position, Symmetry::from_index(static_cast<int>(s))).twist);
      }
  return twists;
}

}  // namespace halfturn::optimal
