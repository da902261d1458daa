// The candidate set in which all slots of several views are far.

#include "sample/candidate_sets.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sample/far_corners.h"
#include "stage/pattern/goals.h"
#include "stage/pattern/view_frame.h"

namespace halfturn::stage {

namespace {

constexpr std::uint64_t kCornerArrangements = 44'089'920;  // for given edges

/// One slot of one view, turned so that it is slot 0: its pieces in the scrambled cube, and their images.
struct SlotFrame {
  struct Piece {
    std::size_t name = 0;                      // in the scrambled cube, as an index of a PieceState
    std::array<std::uint8_t, 64> byte_seen{};  // by its byte there
  };
  std::array<Piece, 5> edges;  // of the cross, and of the slot
  Piece corner;
  const FarCorners* far = nullptr;
  // Translates a set of placements back to the scrambled cube, eight placements at a time.
  std::array<std::array<PlacementSet, 256>, 3> placements_back{};

  SlotFrame(View view, int slot) {
    const auto turned = [&](const PieceState& state) {
      return PortableOps::seen(PortableOps::seen(state, symmetry_into(view)),
                               symmetry_from_first_slot((kSlotCount - slot) % kSlotCount));
    };
    PieceState home;
    for (std::size_t i = 0; i < home.byte.size(); ++i) home.byte[i] = static_cast<std::uint8_t>(i & 15);
    const auto follow = [&](std::size_t seen_as, std::size_t first, int places, int turns) {
      Piece piece;
      // A piece's image does not depend on the other pieces, so all can be tried at once.
      for (int place = 0; place < places; ++place)
        for (int turn = 0; turn < turns; ++turn) {
          PieceState everywhere;
          everywhere.byte.fill(PieceState::pack(place, turn));
          piece.byte_seen[PieceState::pack(place, turn)] = turned(everywhere).byte[seen_as];
        }
      const int place_seen = turned(home).place(seen_as);
      for (int place = 0; place < places; ++place)
        if ((piece.byte_seen[static_cast<std::size_t>(place)] & 15) == place_seen)
          piece.name = first + static_cast<std::size_t>(place);
      return piece;
    };
    for (std::size_t e = 0; e < edges.size(); ++e) edges[e] = follow(kFirstCrossEdge + e, 0, kEdgeCount, 2);
    corner = follow(kFirstSlotCorner, PieceState::kCorners, kCornerCount, 3);
    for (int place = 0; place < kCornerCount; ++place)
      for (int twist = 0; twist < 3; ++twist) {
        const std::uint8_t byte = PieceState::pack(place, twist);
        const std::size_t seen_as = placement_of(corner.byte_seen[byte]);
        for (std::size_t set = 0; set < 256; ++set)
          if ((set >> seen_as % 8 & 1u) != 0)
            placements_back[seen_as / 8][set] |= PlacementSet{1} << placement_of(byte);
      }
  }

  /// The bytes of the cross edges and the slot's edge as seen.
  std::array<std::uint8_t, 5> edges_seen(const PieceState& state) const {
    std::array<std::uint8_t, 5> bytes;
    for (std::size_t e = 0; e < bytes.size(); ++e) bytes[e] = edges[e].byte_seen[state.byte[edges[e].name]];
    return bytes;
  }

  PlacementSet far_placements(const PieceState& state) const {
    const PlacementSet seen = far->at(edges_seen(state));
    return placements_back[0][seen & 255u] | placements_back[1][seen >> 8 & 255u] |
           placements_back[2][seen >> 16];
  }
};

bool edges_are_odd(const PieceState& state) {
  bool odd = false;
  unsigned before = 0;
  for (std::size_t e = 0; e < kEdgeCount; ++e) {
    const auto place = static_cast<unsigned>(state.place(e));
    odd = odd != (std::popcount(before >> place) % 2 == 1);
    before |= 1u << place;
  }
  return odd;
}

class FarEverywhere : public CandidateSet {
 public:
  FarEverywhere(const NibbleTable& crosses, const NibbleTable& slots,
                const std::array<ViewLengths, kViewCount>& views) {
    for (const ViewLengths& view : views) {
      const int least = std::countr_zero(view.xcross);
      if (least == 0) continue;
      std::unique_ptr<FarCorners>& far = far_[{least, view.cross}];
      if (!far) far = std::make_unique<FarCorners>(crosses, view.cross, slots, least);
      for (int slot = 0; slot < kSlotCount; ++slot) frames_.emplace_back(view.view, slot).far = far.get();
    }
    for (std::size_t first = 0; first < frames_.size(); first += kSlotCount)
      crosses_.push_back(frames_[first]);
    // The slots of one corner together: a corner without any placement ends the test early.
    std::ranges::stable_sort(frames_, {}, [](const SlotFrame& frame) { return frame.corner.name; });
    take_samples();
  }

  /// Draws each arrangement of the edges with a probability proportional to its number of corner
  /// arrangements.
  void draw(Draw& draw, std::vector<PieceState>& drawn) const override {
    PieceState state;
    complete(state, 0, draw);  // only the edges are used
    const std::optional<CornerArrangements> ways = corner_arrangements(state);
    if (!ways) return;
    std::uint64_t times = ways->count() / unit_;
    if (draw.below_large(unit_) < ways->count() % unit_) ++times;
    for (; times > 0; --times) {
      ways->place(draw.below_large(ways->count()), state);
      drawn.push_back(state);
    }
  }
  /// Edges with w ways to place the corners are drawn w / unit_ times, then one of the w ways is chosen.
  std::uint64_t draws_per_position() const override {
    constexpr std::uint64_t kEdgeArrangements = std::uint64_t{479'001'600} * 2'048;
    return number_of_draws(unit_, kEdgeArrangements);
  }
  double share() const override { return share_; }
  std::string method() const override {
    return "all arrangements of the edges, each by how many ways it leaves the corners";
  }

 private:
  std::optional<CornerArrangements> corner_arrangements(const PieceState& state) const {
    for (const SlotFrame& frame : crosses_)
      if (!frame.far->any(frame.edges_seen(state))) return std::nullopt;
    std::array<PlacementSet, kCornerCount> allowed;
    allowed.fill(kAnyPlacement);
    for (const SlotFrame& frame : frames_) {
      PlacementSet& of_corner = allowed[frame.corner.name - PieceState::kCorners];
      of_corner &= frame.far_placements(state);
      if (of_corner == 0) return std::nullopt;
    }
    std::optional<CornerArrangements> ways(std::in_place, allowed, edges_are_odd(state));
    if (ways->count() == 0) ways.reset();
    return ways;
  }

  /// Estimates the share, and finds a unit that few arrangements of the edges exceed.
  void take_samples() {
    constexpr std::uint64_t kSeed = 0;
    constexpr std::uint64_t kSamples = 1 << 17;
    constexpr std::uint64_t kMargin = 16;
    double sum = 0;
    for (std::uint64_t i = 0; i < kSamples; ++i) {
      Draw draw(kSeed, i);
      PieceState state;
      complete(state, 0, draw);
      const std::optional<CornerArrangements> ways = corner_arrangements(state);
      if (!ways) continue;
      sum += static_cast<double>(ways->count());
      unit_ = std::max(unit_, kMargin * ways->count());
    }
    unit_ = std::min(unit_, kCornerArrangements);
    share_ = sum / static_cast<double>(kSamples) / static_cast<double>(kCornerArrangements);
  }

  std::map<std::pair<int, LengthSet>, std::unique_ptr<FarCorners>> far_;  // by what is asked
  std::vector<SlotFrame> crosses_;                                        // a frame for each view
  std::vector<SlotFrame> frames_;                                         // all
  // An arrangement of the edges with this many corner arrangements is always kept. One with more may appear
  // several times in one draw.
  std::uint64_t unit_ = 1;
  double share_ = 0;
};

}  // namespace

std::unique_ptr<CandidateSet> far_everywhere(const NibbleTable& crosses, const NibbleTable& slots,
                                             const std::array<ViewLengths, kViewCount>& views) {
  auto set = std::make_unique<FarEverywhere>(crosses, slots, views);
  if (set->share() == 0) return nullptr;
  return set;
}

}  // namespace halfturn::stage
