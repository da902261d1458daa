// Candidate sets by one slot with its cross.

#include "sample/candidate_sets.h"

#include <fmt/core.h>

#include <utility>

#include "base/text.h"
#include "stage/pattern/goals.h"
#include "stage/pattern/view_frame.h"

namespace halfturn::stage {

namespace {

/// A position may belong to the set because of k of its slots. It can then be drawn in k ways, so it is kept
/// with probability 1/k.
class SomeSlot : public DrawnOneByOne {
 public:
  SomeSlot(std::shared_ptr<const NibbleTable> slots, std::vector<SlotState> states, const ViewLengths& view)
      : slots_(std::move(slots)), states_(std::move(states)), lengths_(view.xcross), view_(view.view) {
    for (int slot = 0; slot < kSlotCount; ++slot)
      fixed_[static_cast<std::size_t>(slot)] =
          seen(kCrossEdges | slot_edges(1u << slot) | slot_corners(1u << slot), symmetry_back_from(view_));
  }

  bool draw_one(Draw& draw, PieceState& state) const override {
    const auto slot = draw.below(kSlotCount);
    const SlotState& chosen = states_[draw.below(static_cast<std::uint32_t>(states_.size()))];
    PieceState held;
    put_cross(held, chosen.cross());
    held.byte[kSlotEdge] = chosen.edge;
    held.byte[kSlotCorner] = chosen.corner;
    held = PortableOps::seen(held, symmetry_from_first_slot(static_cast<int>(slot)));
    state = PortableOps::seen(held, symmetry_back_from(view_));
    if (!complete(state, fixed_[slot], draw)) return false;
    const PieceState whole = PortableOps::seen(state, symmetry_into(view_));
    std::uint32_t ways = 0;
    for (int s = 0; s < kSlotCount; ++s) {
      const BottomSymmetry& to_first = symmetry_from_first_slot((kSlotCount - s) % kSlotCount);
      if ((lengths_ >> slots_->distance(PortableOps::seen(whole, to_first)) & 1u) != 0) ++ways;
    }
    return draw.below(ways) == 0;
  }
  /// A position with k such slots is drawn k times as often, and kept once in k times.
  std::uint64_t draws_per_position() const override {
    constexpr std::uint64_t kPositions =
        std::uint64_t{5'040} * 64 * 5'040 * 729 / 2;  // of a cross and a slot
    return number_of_draws(kSlotCount * states_.size(), kPositions);
  }
  double share() const override { return kSlotCount * static_cast<double>(states_.size()) / kSlotPositions; }
  std::string method() const override {
    return fmt::format("{} positions of the {} cross and a slot", base::grouped(states_.size()),
                       colour_of(view_));
  }

 private:
  static constexpr std::size_t kSlotEdge = 8;
  static constexpr std::size_t kSlotCorner = PieceState::kCorners + 4;

  std::shared_ptr<const NibbleTable> slots_;
  std::vector<SlotState> states_;
  LengthSet lengths_;
  View view_;
  std::array<PieceMask, kSlotCount> fixed_{};
};

}  // namespace

std::unique_ptr<CandidateSet> some_slot(const NibbleTable& crosses, std::shared_ptr<const NibbleTable> slots,
                                        const ViewLengths& view) {
  std::vector<SlotState> states = slot_states(*slots, view.xcross, crosses, view.cross);
  return std::make_unique<SomeSlot>(std::move(slots), std::move(states), view);
}

}  // namespace halfturn::stage
