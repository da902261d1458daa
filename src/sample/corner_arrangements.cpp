#include "sample/corner_arrangements.h"

#include <bit>

namespace halfturn::stage {

namespace {

/// A placement of the next corner: how it changes the sum of twists and the parity.
struct Step {
  unsigned place;
  unsigned twist;

  explicit Step(int placement)
      : place(static_cast<unsigned>(placement) / 3), twist(static_cast<unsigned>(placement) % 3) {}

  /// 1 if an odd number of earlier corners are in later places.
  unsigned swaps(unsigned taken) const { return static_cast<unsigned>(std::popcount(taken >> place)) % 2; }
  unsigned after(unsigned sum_and_parity, unsigned taken) const {
    return 2 * ((sum_and_parity / 2 + twist) % 3) + (sum_and_parity % 2 ^ swaps(taken));
  }
};

}  // namespace

CornerArrangements::CornerArrangements(const std::array<PlacementSet, kCornerCount>& allowed, bool odd)
    : allowed_(allowed), odd_(odd) {
  ways_[0][0] = 1;
  for (unsigned taken = 0; taken < kAllPlaces; ++taken) {
    const std::array<std::uint64_t, 6>& here = ways_[taken];
    if (here == std::array<std::uint64_t, 6>{}) continue;
    for (PlacementSet left = allowed_[static_cast<std::size_t>(std::popcount(taken))]; left != 0;
         left &= left - 1) {
      const Step step(std::countr_zero(left));
      if ((taken >> step.place & 1u) != 0) continue;
      std::array<std::uint64_t, 6>& there = ways_[taken | 1u << step.place];
      for (unsigned s = 0; s < here.size(); ++s) there[step.after(s, taken)] += here[s];
    }
  }
}

void CornerArrangements::place(std::uint64_t number, PieceState& state) const {
  unsigned taken = kAllPlaces;
  unsigned sum_and_parity = odd_ ? 1 : 0;
  // From the last corner to the first: each placement accounts for all arrangements of the corners before it.
  for (std::size_t corner = kCornerCount; corner-- > 0;) {
    for (PlacementSet left = allowed_[corner]; left != 0; left &= left - 1) {
      const Step step(std::countr_zero(left));
      if ((taken >> step.place & 1u) == 0) continue;
      const unsigned before = taken & ~(1u << step.place);
      const unsigned sum_before = (sum_and_parity / 2 + 3 - step.twist) % 3;
      const unsigned parity_before = sum_and_parity % 2 ^ step.swaps(before);
      const std::uint64_t ways = ways_[before][2 * sum_before + parity_before];
      if (number < ways) {
        state.byte[PieceState::kCorners + corner] =
            PieceState::pack(static_cast<int>(step.place), static_cast<int>(step.twist));
        taken = before;
        sum_and_parity = 2 * sum_before + parity_before;
        break;
      }
      number -= ways;
    }
  }
}

}  // namespace halfturn::stage
