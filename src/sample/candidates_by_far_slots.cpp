// Candidate sets in which all slots of a view, or of two opposite views, are far.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/parallel.h"
#include "base/text.h"
#include "sample/candidate_sets.h"
#include "stage/pattern/goals.h"
#include "stage/pattern/view_frame.h"

namespace halfturn::stage {

namespace {

constexpr double kF2lPositions = 12.0 * 11 * 10 * 9 * 8 * 7 * 6 * 5 * 256 * 8 * 7 * 6 * 5 * 81;
constexpr double kAllPositions = 43'252'003'274'489'856'000.0;
constexpr std::size_t kMostSlotStates = 200'000;
constexpr std::size_t kMostFarStates = 20'000'000;
constexpr unsigned kAllEdgePlaces = 0xFFF;
constexpr unsigned kAllCornerPlaces = 0xFF;
constexpr PieceMask kEveryPiece = 0xFF'0FFF;

/// The pair of one slot beside a cross.
struct FarPair {
  std::uint32_t cross = 0;
  std::uint8_t edge = 0;
  std::uint8_t corner = 0;
  auto operator<=>(const FarPair&) const =
      default;  // NOLINT(modernize-use-nullptr): sees a 0 that is not there
};

/// Chooses a pair for each slot in turn, no two pieces in one place.
class FarLister {
 public:
  explicit FarLister(std::vector<FarState>& out) : out_(out) {}

  bool list(std::uint32_t cross, const std::array<std::span<const FarPair>, kSlotCount>& pairs) {
    state_.cross = cross;
    return choose(0, pairs, 0, 0);
  }

 private:
  bool choose(std::size_t slot, const std::array<std::span<const FarPair>, kSlotCount>& pairs, unsigned edges,
              unsigned corners) {
    if (slot == kSlotCount) {
      out_.push_back(state_);
      return out_.size() <= kMostFarStates;
    }
    for (const FarPair& pair : pairs[slot]) {
      const unsigned edge = 1u << (pair.edge & 15);
      const unsigned corner = 1u << (pair.corner & 15);
      if ((edges & edge) != 0 || (corners & corner) != 0) continue;
      state_.edges[slot] = pair.edge;
      state_.corners[slot] = pair.corner;
      if (!choose(slot + 1, pairs, edges | edge, corners | corner)) return false;
    }
    return true;
  }

  std::vector<FarState>& out_;
  FarState state_;
};

PieceState unpacked(const FarState& far) {
  PieceState state;
  put_cross(state, far.cross);
  for (std::size_t s = 0; s < kSlotCount; ++s) {
    state.byte[kFirstSlotEdge + s] = far.edges[s];
    state.byte[kFirstSlotCorner + s] = far.corners[s];
  }
  return state;
}

class AllSlots : public DrawnOneByOne {
 public:
  AllSlots(FarStates states, View view)
      : states_(std::move(states)),
        view_(view),
        fixed_(seen(kCrossEdges | slot_edges(15) | slot_corners(15), symmetry_back_from(view))) {}

  bool draw_one(Draw& draw, PieceState& state) const override {
    const FarState& far = (*states_)[draw.below(static_cast<std::uint32_t>(states_->size()))];
    state = PortableOps::seen(unpacked(far), symmetry_back_from(view_));
    return complete(state, fixed_, draw);
  }
  std::uint64_t draws_per_position() const override {
    constexpr std::uint64_t kPositions = std::uint64_t{24} * 8 * 24 * 27 / 2;  // of a cross and all slots
    return number_of_draws(states_->size(), kPositions);
  }
  double share() const override { return static_cast<double>(states_->size()) / kF2lPositions; }
  std::string method() const override {
    return fmt::format("{} positions of the {} cross and its slots", base::grouped(states_->size()),
                       colour_of(view_));
  }

 private:
  FarStates states_;
  View view_;
  PieceMask fixed_;
};

/// A state of a view, keyed by what must match a state of the opposite view: the middle edges, the places of
/// the cross and the corners, and the sums of flips and twists.
struct Keyed {
  std::uint64_t key = 0;
  std::uint32_t index = 0;
  auto operator<=>(const Keyed&) const =
      default;  // NOLINT(modernize-use-nullptr): sees a 0 that is not there
};

/// The places that some pieces take, and the sum of their turns.
struct Taken {
  unsigned places = 0;
  unsigned turns = 0;
};

Taken taken_by(const PieceState& state, PieceMask pieces) {
  Taken taken;
  for (; pieces != 0; pieces &= pieces - 1) {
    const auto piece = static_cast<std::size_t>(std::countr_zero(pieces));
    taken.places |= 1u << state.place(piece);
    taken.turns += static_cast<unsigned>(state.turn(piece));
  }
  return taken;
}

/// The states of a view, as in the scrambled cube, sorted by key. For the second of two opposite views, the
/// key is that of the first view's states that it can be combined with.
std::vector<Keyed> sorted_by_key(const std::vector<FarState>& states, View view, bool second, int threads) {
  constexpr std::size_t kBlock = 1 << 16;
  const BottomSymmetry& bottom_symmetry = symmetry_back_from(view);
  const PieceMask middle = seen(slot_edges(15), bottom_symmetry);
  const PieceMask cross = seen(kCrossEdges, bottom_symmetry);
  const PieceMask corners = seen(kBottomCorners, bottom_symmetry);
  std::vector<Keyed> keyed(states.size());
  base::parallel_for(threads, (states.size() + kBlock - 1) / kBlock, {}, [&](int, std::size_t block) {
    const std::size_t end = std::min(states.size(), (block + 1) * kBlock);
    for (std::size_t i = block * kBlock; i < end; ++i) {
      const PieceState state = PortableOps::seen(unpacked(states[i]), bottom_symmetry);
      std::uint64_t key = 0;
      for (PieceMask left = middle; left != 0; left &= left - 1)
        key = key << 5 | state.byte[static_cast<std::size_t>(std::countr_zero(left))];
      const Taken between = taken_by(state, middle);
      Taken edges = taken_by(state, cross);
      Taken below = taken_by(state, corners);
      if (second) {
        edges = {kAllEdgePlaces & ~between.places & ~edges.places, edges.turns};
        below = {kAllCornerPlaces & ~below.places,
                 2 * below.turns};  // so that both add up to a multiple of 3
      } else {
        edges.turns += between.turns;
      }
      key = key << 12 | edges.places;
      key = key << 8 | below.places;
      key = key << 3 | edges.turns % 2 << 2 | below.turns % 3;
      keyed[i] = {key, static_cast<std::uint32_t>(i)};
    }
  });
  std::ranges::sort(keyed);
  return keyed;
}

/// All pairs of states with equal keys, in groups. Half of them are no position, because their permutation is
/// odd.
class BothSlots : public DrawnOneByOne {
 public:
  BothSlots(FarStates ours, View first, FarStates theirs, View second, int threads)
      : ours_(std::move(ours)),
        theirs_(std::move(theirs)),
        views_{first, second},
        second_pieces_(seen(kCrossEdges | kBottomCorners, symmetry_back_from(second))) {
    const std::vector<Keyed> first_keyed = sorted_by_key(*ours_, first, false, threads);
    const std::vector<Keyed> second_keyed = sorted_by_key(*theirs_, second, true, threads);
    auto other = second_keyed.begin();
    for (auto own = first_keyed.begin(); own != first_keyed.end();) {
      const std::uint64_t key = own->key;
      while (other != second_keyed.end() && other->key < key) ++other;
      Group group{.first = static_cast<std::uint32_t>(first_.size()),
                  .second = static_cast<std::uint32_t>(second_.size())};
      const bool matches = other != second_keyed.end() && other->key == key;
      for (; own != first_keyed.end() && own->key == key; ++own)
        if (matches) first_.push_back(own->index);
      if (!matches) continue;
      for (; other != second_keyed.end() && other->key == key; ++other) second_.push_back(other->index);
      group.second_count = static_cast<std::uint32_t>(second_.size()) - group.second;
      total_ += (std::uint64_t{first_.size()} - group.first) * group.second_count;
      group.end = total_;
      groups_.push_back(group);
    }
  }

  bool draw_one(Draw& draw, PieceState& state) const override {
    const std::uint64_t number = draw.below_large(total_);
    const Group& group = *std::ranges::upper_bound(groups_, number, {}, &Group::end);
    const std::uint64_t within = group.end - 1 - number;
    const FarState& own = (*ours_)[first_[group.first + within / group.second_count]];
    const FarState& other = (*theirs_)[second_[group.second + within % group.second_count]];
    state = PortableOps::seen(unpacked(own), symmetry_back_from(views_[0]));
    const PieceState added = PortableOps::seen(unpacked(other), symmetry_back_from(views_[1]));
    for (std::size_t i = 0; i < state.byte.size(); ++i)
      if ((second_pieces_ >> i & 1u) != 0) state.byte[i] = added.byte[i];
    // Every piece has its place; this only checks that the position can be reached by moves.
    return complete(state, kEveryPiece, draw);
  }
  std::uint64_t draws_per_position() const override { return total_; }
  double share() const override { return static_cast<double>(total_) / kAllPositions; }
  std::string method() const override {
    return fmt::format("{} joint positions of the {} and {} crosses and their slots", base::grouped(total_),
                       colour_of(views_[0]), colour_of(views_[1]));
  }

 private:
  struct Group {
    std::uint64_t end = 0;    // of its numbers; they begin where the group before ends
    std::uint32_t first = 0;  // where its states begin, in either list
    std::uint32_t second = 0;
    std::uint32_t second_count = 0;
  };

  FarStates ours_;
  FarStates theirs_;
  std::array<View, 2> views_;
  PieceMask second_pieces_;
  std::vector<std::uint32_t> first_;  // those with a partner, by group
  std::vector<std::uint32_t> second_;
  std::vector<Group> groups_;
  std::uint64_t total_ = 0;
};

}  // namespace

FarStates far_states(const NibbleTable& crosses, const NibbleTable& slots, LengthSet cross_lengths,
                     LengthSet xcross_lengths) {
  // Only the least length counts here: positions beyond the greatest are rejected later.
  const LengthSet far = ~LengthSet{0} << std::countr_zero(xcross_lengths);
  if (slots.count(far) > kMostSlotStates) return nullptr;
  std::array<std::vector<FarPair>, kSlotCount> pairs;
  for_each_state(slots.space(), slots.content(), far, [&](const PieceState& state, int) {
    if ((cross_lengths >> crosses.distance(state) & 1u) == 0) return;
    for (int slot = 0; slot < kSlotCount; ++slot) {
      const SlotState turned = SlotState::of(PortableOps::seen(state, symmetry_from_first_slot(slot)), slot);
      pairs[static_cast<std::size_t>(slot)].push_back({turned.cross(), turned.edge, turned.corner});
    }
  });
  for (std::vector<FarPair>& of_slot : pairs) std::ranges::sort(of_slot);
  std::vector<FarState> states;
  FarLister lister(states);
  for (auto begin = pairs[0].begin(); begin != pairs[0].end();) {
    const std::uint32_t cross = begin->cross;
    std::array<std::span<const FarPair>, kSlotCount> of_cross;
    for (std::size_t s = 0; s < kSlotCount; ++s) {
      const auto first = std::ranges::lower_bound(pairs[s], cross, {}, &FarPair::cross);
      const auto end = std::ranges::upper_bound(pairs[s], cross, {}, &FarPair::cross);
      of_cross[s] = std::span<const FarPair>(pairs[s]).subspan(
          static_cast<std::size_t>(first - pairs[s].begin()), static_cast<std::size_t>(end - first));
    }
    if (!lister.list(cross, of_cross)) return nullptr;
    begin += static_cast<std::ptrdiff_t>(of_cross[0].size());
  }
  return std::make_shared<const std::vector<FarState>>(std::move(states));
}

std::unique_ptr<CandidateSet> all_slots(FarStates states, View view) {
  return std::make_unique<AllSlots>(std::move(states), view);
}

std::unique_ptr<CandidateSet> all_slots_of_both(FarStates first_states, View first, FarStates second_states,
                                                View second, int threads) {
  return std::make_unique<BothSlots>(std::move(first_states), first, std::move(second_states), second,
                                     threads);
}

}  // namespace halfturn::stage
