#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/move.h"
#include "halfturn/phase1.h"
#include "halfturn/phase2.h"

namespace halfturn::optimal {

/// The exact number of moves that the corners of a position need by themselves.
///
/// 2768 x 2187 entries, one for each class of corner arrangements under the 16 symmetries of the U-D axis and
/// each twist. Made in a tenth of a second; immutable.
class CornerDistances {
 public:
  struct Corners {
    std::uint16_t arrangement = 0;
    std::uint16_t twist = 0;
    bool solved() const { return arrangement == 0 && twist == 0; }
  };

  /// With `quarter_turns`, a half turn counts two.
  static std::unique_ptr<const CornerDistances> make(bool quarter_turns);

  Corners corners_of(const Cube& cube) const;
  /// By place: the piece in the low four bits, its twist above.
  Corners corners_of(const std::array<std::uint8_t, kCornerCount>& placed) const;
  Corners after(Corners corners, Move move) const {
    const auto m = static_cast<std::size_t>(move.index());
    return {arrangement_after_[std::size_t{corners.arrangement} * kMoveCount + m],
            phase1_->after({corners.twist, 0, 0}, move).twist};
  }
  int distance(Corners corners) const { return distance_[index_of(corners)]; }

 private:
  CornerDistances();
  void search(bool quarter_turns);
  std::vector<std::uint16_t> make_twists_after() const;

  std::size_t index_of(Corners corners) const {
    const Phase2Coordinates::CornerClass reduced = phase2_->corner_class(corners.arrangement);
    const std::uint16_t twist =
        phase1_->seen_through({corners.twist, 0, 0}, Symmetry::from_index(reduced.symmetry)).twist;
    return std::size_t{reduced.index} * kTwistCount + twist;
  }

  std::unique_ptr<const Phase1Coordinates> phase1_;
  std::unique_ptr<const Phase2Coordinates> phase2_;
  std::vector<std::uint16_t> arrangement_after_;  // by arrangement and move
  std::vector<std::uint8_t> distance_;
};

}  // namespace halfturn::optimal
