#include "sample/candidates.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "sample/candidate_sets.h"

namespace halfturn::stage {

namespace {

/// A list is only worth making if it leaves out most positions.
constexpr double kWorthListing = 0.25;
constexpr double kWorthListingSlots = 0.02;  // above this, listing takes a second or more

class WholeCube : public DrawnOneByOne {
 public:
  bool draw_one(Draw& draw, PieceState& state) const override { return complete(state, 0, draw); }
  std::uint64_t draws_per_position() const override { return kTooManyDraws; }
  double share() const override { return 1; }
  std::string method() const override { return "all positions"; }
};

/// Collects sets, and keeps the smallest.
class Choice {
 public:
  void offer(std::unique_ptr<CandidateSet> set) {
    if (set && set->share() < kWorthListing && (!best_ || set->share() < best_->share()))
      best_ = std::move(set);
  }
  std::unique_ptr<CandidateSet> taken() { return best_ ? std::move(best_) : whole_cube(); }

 private:
  std::unique_ptr<CandidateSet> best_;
};

using LengthsByView = std::array<ViewLengths, kViewCount>;

/// Calls `function` once for each two opposite views.
template <class Function>
void for_each_axis(const LengthsByView& views, Function function) {
  for (std::size_t a = 0; a < views.size(); ++a)
    for (std::size_t b = a + 1; b < views.size(); ++b)
      if (bottom_of(views[a].view) == opposite(bottom_of(views[b].view))) function(views[a], views[b]);
}

void offer_crosses(Choice& choice, const NibbleTable& crosses, const LengthsByView& views) {
  const std::uint64_t all = crosses.count(~0u);
  const auto restricted = [&](const ViewLengths& view) { return crosses.count(view.cross) < all; };
  for (const ViewLengths& view : views)
    if (restricted(view)) choice.offer(one_cross(crosses, view.view, view.cross));
  for_each_axis(views, [&](const ViewLengths& a, const ViewLengths& b) {
    if (restricted(a) && restricted(b)) choice.offer(two_crosses(crosses, a.view, a.cross, b.view, b.cross));
  });
}

void offer_slots(Choice& choice, const NibbleTable& crosses, const std::shared_ptr<const NibbleTable>& slots,
                 const LengthsByView& views, int threads) {
  std::array<FarStates, kViewCount> far;
  for (std::size_t v = 0; v < views.size(); ++v) {
    const ViewLengths& view = views[v];
    // A position may be in the list because of any of its four slots.
    const double most = 4 * static_cast<double>(slots->count(view.xcross)) / kSlotPositions;
    if (most < kWorthListingSlots) choice.offer(some_slot(crosses, slots, view));
    const auto before = std::ranges::find_if(
        views.begin(), views.begin() + static_cast<std::ptrdiff_t>(v),
        [&](const ViewLengths& other) { return other.cross == view.cross && other.xcross == view.xcross; });
    far[v] = before != views.begin() + static_cast<std::ptrdiff_t>(v)
                 ? far[static_cast<std::size_t>(before - views.begin())]
                 : far_states(crosses, *slots, view.cross, view.xcross);
  }
  for_each_axis(views, [&](const ViewLengths& a, const ViewLengths& b) {
    const FarStates& ours = far[static_cast<std::size_t>(a.view)];
    const FarStates& theirs = far[static_cast<std::size_t>(b.view)];
    if (ours && theirs) choice.offer(all_slots_of_both(ours, a.view, theirs, b.view, threads));
  });
  // For fewer views the lists do, or it is easy enough without.
  constexpr int kFarFrom = 9;
  constexpr int kManyViews = 4;
  const auto is_far = [](const ViewLengths& view) { return std::countr_zero(view.xcross) >= kFarFrom; };
  if (std::ranges::count_if(views, is_far) >= kManyViews)
    choice.offer(far_everywhere(crosses, *slots, views));
  for (const ViewLengths& view : views)
    if (const FarStates& states = far[static_cast<std::size_t>(view.view)])
      choice.offer(all_slots(states, view.view));
}

}  // namespace

std::unique_ptr<CandidateSet> whole_cube() {
  return std::make_unique<WholeCube>();
}

Result<std::unique_ptr<CandidateSet>> choose_candidates(const TableStore& store,
                                                        const AllowedLengths& allowed, const Run& run) {
  const Stage cross = *stage_of_name("cross");
  const Stage xcross = *stage_of_name("xcross");
  LengthsByView views;
  bool cross_restricted = false;
  bool xcross_restricted = false;
  for (std::size_t v = 0; v < views.size(); ++v) {
    const View view = kAllViews[v];
    views[v] = {view, allowed.lengths(cross, view), allowed.lengths(xcross, view)};
    const auto any_below = [](int most) { return (LengthSet{2} << most) - 1; };
    cross_restricted = cross_restricted || views[v].cross != any_below(cross.most_moves());
    // Lengths that the cross alone rules out do not count.
    xcross_restricted =
        xcross_restricted || (views[v].xcross | ((LengthSet{1} << std::countr_zero(views[v].cross)) - 1)) !=
                                 any_below(xcross.most_moves());
  }
  Choice choice;
  if (!cross_restricted && !xcross_restricted) return choice.taken();
  Result<NibbleTable> crosses = NibbleTable::open(store, cross_goal(), run);
  if (!crosses) return crosses.error();
  offer_crosses(choice, *crosses, views);
  if (!xcross_restricted) return choice.taken();
  if (run.stop.stop_requested()) return Error{ErrorKind::stopped, "stopped", {}};
  Result<NibbleTable> slots = NibbleTable::open(store, first_slot_goal(), run);
  if (!slots) return slots.error();
  offer_slots(choice, *crosses, std::make_shared<const NibbleTable>(std::move(*slots)), views, run.threads);
  if (run.stop.stop_requested()) return Error{ErrorKind::stopped, "stopped", {}};
  return choice.taken();
}

}  // namespace halfturn::stage
