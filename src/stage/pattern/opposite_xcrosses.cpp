#include "stage/pattern/opposite_xcrosses.h"

#include <algorithm>
#include <bit>
#include <memory>

#include "base/parallel.h"
#include "stage/pattern/view_frame.h"

namespace halfturn::stage {

namespace {

constexpr std::size_t kSliceEdge = 8;
constexpr std::size_t kEdgeCodes = 24;    // twice the place plus the flip
constexpr std::size_t kCornerCodes = 24;  // three times the place plus the twist
constexpr unsigned kTwelve = 0xFFF;

/// An edge of the slice in one of its four places, with a flip: twice the number of the place plus the flip.
constexpr std::size_t kOptions = 8;
/// Two edges of the slice in two of the four places: which order, and both flips.
constexpr std::size_t kTwoOptions = 8;
constexpr std::size_t kLanes =
    kTwoOptions * kTwoOptions;          // of all four, once it is known which two are where
constexpr std::size_t kPlacePairs = 6;  // of four places; number 5 - n has the two others
constexpr std::size_t kCornerPairs = 28;
constexpr std::size_t kCornerSets = 70;  // four of eight places; number 69 - n has the four others
constexpr std::size_t kSplitsOfFour = 6;

/// Numbers with the characters of the twist: how many there are, and their sum with 1, w and w * w for the
/// twists 0, 1 and 2, where w is a cube root of 1, written a + b w. The sum with the third character is its
/// conjugate.
enum Part : std::size_t { kCount, kPlain, kTimesRoot, kParts };
/// Those of permanents, that is, over all orders, and of determinants, with the sign of the order.
constexpr std::size_t kKinds = 2 * kParts;

using Number = std::uint16_t;  // with a sign; wraps on the way, but what comes out is between -1944 and 1944
using Lanes = std::array<Number, kLanes>;
using FewLanes = std::array<Number, kTwoOptions>;

/// By kind and pair of places of two corners.
struct alignas(64) PairTable {
  std::array<std::array<Lanes, kCornerPairs>, kKinds> of;
};

constexpr std::array<std::array<std::size_t, 2>, kPlacePairs> kTwoOfFour = {
    {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};
/// The sign of the order in which the two of a pair come first and then the others.
constexpr std::array<int, kPlacePairs> kSignOfTwo = {1, -1, 1, 1, -1, 1};

struct CornerSets {
  std::array<std::array<std::size_t, 2>, kCornerPairs> pair{};
  std::array<unsigned, kCornerSets> set{};
  /// By set: the pair numbers of kTwoOfFour, and of the others.
  std::array<std::array<std::array<std::size_t, 2>, kSplitsOfFour>, kCornerSets> halves{};
};
constexpr CornerSets kCorners = [] {
  CornerSets sets;
  std::array<std::array<std::size_t, 8>, 8> number{};
  std::size_t pairs = 0;
  for (std::size_t a = 0; a < 8; ++a)
    for (std::size_t b = a + 1; b < 8; ++b) {
      number[a][b] = pairs;
      sets.pair[pairs++] = {a, b};
    }
  std::size_t n = 0;
  for (unsigned bits = 0; bits < 256; ++bits) {
    if (std::popcount(bits) != 4) continue;
    std::array<std::size_t, 4> place{};
    std::size_t found = 0;
    for (std::size_t p = 0; p < 8; ++p)
      if ((bits >> p & 1) != 0) place[found++] = p;
    sets.set[n] = bits;
    for (std::size_t k = 0; k < kSplitsOfFour; ++k) {
      const auto [a, b] = kTwoOfFour[k];
      const auto [c, d] = kTwoOfFour[kSplitsOfFour - 1 - k];
      sets.halves[n][k] = {number[place[a]][place[b]], number[place[c]][place[d]]};
    }
    ++n;
  }
  return sets;
}();

constexpr std::array<std::array<std::size_t, 4>, 24> kOrdersOfFour = [] {
  std::array<std::array<std::size_t, 4>, 24> orders{};
  std::array<std::size_t, 4> order = {0, 1, 2, 3};
  for (auto& slot : orders) {
    slot = order;
    std::next_permutation(order.begin(), order.end());
  }
  return orders;
}();

std::vector<int> places_in(unsigned bits) {
  std::vector<int> places;
  for (; bits != 0; bits &= bits - 1) places.push_back(std::countr_zero(bits));
  return places;
}

/// Whether an odd number of two of them are out of order.
template <class Numbers>
bool is_odd(const Numbers& numbers) {
  bool odd = false;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    for (std::size_t k = i + 1; k < numbers.size(); ++k) odd ^= numbers[i] > numbers[k];
  return odd;
}

/// Whether pieces are in an odd order if those of the sets, one set after the other, are in the order of
/// their places.
bool is_odd_split(std::initializer_list<unsigned> sets) {
  std::vector<int> all;
  for (const unsigned set : sets)
    for (const int place : places_in(set)) all.push_back(place);
  return is_odd(all);
}

/// How the cube is turned so that a slot of the lower colour, or of the upper one, comes to slot 0 of the
/// table.
class ToFirstSlot {
 public:
  ToFirstSlot(bool upper, std::size_t slot) : upper_(upper) {
    const auto& source = symmetry_into(View::U).source;
    std::size_t below = slot;
    if (upper)
      below = static_cast<std::size_t>(
                  std::find(source.begin() + kSliceEdge, source.end(), kSliceEdge + slot) - source.begin()) -
              kSliceEdge;
    turn_ = &symmetry_from_first_slot(static_cast<int>((kSlotCount - below) % kSlotCount));
  }
  PieceState operator()(const PieceState& state) const {
    return PortableOps::seen(upper_ ? PortableOps::seen(state, symmetry_into(View::U)) : state, *turn_);
  }

 private:
  bool upper_;
  const BottomSymmetry* turn_;
};

std::size_t first_corner(bool upper) {
  return PieceState::kCorners + (upper ? 0 : 4);
}
std::size_t edge_code(const PieceState& state) {
  return 2 * static_cast<std::size_t>(state.place(kSliceEdge)) +
         static_cast<std::size_t>(state.turn(kSliceEdge));
}
std::size_t corner_code(const PieceState& state) {
  const std::size_t corner = first_corner(false);
  return 3 * static_cast<std::size_t>(state.place(corner)) + static_cast<std::size_t>(state.turn(corner));
}

/// What one colour takes beside a split.
struct Side {
  /// One arrangement of the cross.
  struct Cross {
    /// By slot, place and twist of its corner, and option of its edge.
    std::array<std::array<std::array<std::array<std::uint8_t, kOptions>, 3>, 8>, kSlotCount> distance;
    std::size_t odd_order = 0;
    std::size_t odd_flips = 0;

    bool all_far(std::size_t least) const {
      return std::ranges::all_of(distance, [&](const auto& slot) {
        return std::ranges::all_of(slot, [&](const auto& place) {
          return std::ranges::all_of(place, [&](const auto& options) {
            return std::ranges::all_of(options, [&](std::uint8_t d) { return d >= least; });
          });
        });
      });
    }
    /// Whether some slot is near, wherever its pieces are.
    bool one_near(std::size_t least) const {
      return std::ranges::any_of(distance, [&](const auto& slot) {
        return std::ranges::all_of(slot, [&](const auto& place) {
          return std::ranges::all_of(place, [&](const auto& options) {
            return std::ranges::all_of(options, [&](std::uint8_t d) { return d < least; });
          });
        });
      });
    }
  };
  std::vector<Cross> crosses;
};

/// By part, place of the corner and option of the edge.
using SlotNumbers = std::array<std::array<std::array<Number, kOptions>, 8>, kParts>;

template <class Distances>
SlotNumbers slot_numbers(const Distances& distance, std::size_t least) {
  SlotNumbers numbers;
  for (std::size_t q = 0; q < 8; ++q)
    for (std::size_t o = 0; o < kOptions; ++o) {
      const auto far = [&](std::size_t twist) {
        return static_cast<Number>(distance[q][twist][o] >= least ? 1 : 0);
      };
      // w * w is -1 - w.
      numbers[kCount][q][o] = static_cast<Number>(far(0) + far(1) + far(2));
      numbers[kPlain][q][o] = static_cast<Number>(far(0) - far(2));
      numbers[kTimesRoot][q][o] = static_cast<Number>(far(1) - far(2));
    }
  return numbers;
}

/// Which two slots a table is of: the options of the first two change with every eighth lane, those of the
/// others with every lane.
enum class Half { first, second };

/// Two slots with their edges in a pair of the four places, by the pair of places of their corners.
template <Half half>
void fill_pairs(const SlotNumbers& one, const SlotNumbers& other, std::size_t places, PairTable& table) {
  std::array<std::array<FewLanes, 8>, kParts> first;
  std::array<std::array<FewLanes, 8>, kParts> second;
  for (std::size_t part = 0; part < kParts; ++part)
    for (std::size_t q = 0; q < 8; ++q)
      for (std::size_t o = 0; o < kTwoOptions; ++o) {
        const std::size_t order = o >> 2;
        first[part][q][o] = one[part][q][2 * kTwoOfFour[places][order] + (o >> 1 & 1)];
        second[part][q][o] = other[part][q][2 * kTwoOfFour[places][1 - order] + (o & 1)];
      }
  for (std::size_t pair = 0; pair < kCornerPairs; ++pair) {
    const auto [u, v] = kCorners.pair[pair];
    std::array<FewLanes, kKinds> kinds;
    for (std::size_t o = 0; o < kTwoOptions; ++o) {
      const auto times = [&](std::size_t p, std::size_t q) {
        const int count = first[kCount][p][o] * second[kCount][q][o];
        const auto sign = [](Number number) { return static_cast<int>(static_cast<std::int16_t>(number)); };
        const int a = sign(first[kPlain][p][o]);
        const int b = sign(first[kTimesRoot][p][o]);
        const int c = sign(second[kPlain][q][o]);
        const int d = sign(second[kTimesRoot][q][o]);
        return std::array<int, kParts>{count, a * c - b * d, a * d + b * c - b * d};
      };
      const std::array<int, kParts> straight = times(u, v);
      const std::array<int, kParts> swapped = times(v, u);
      for (std::size_t part = 0; part < kParts; ++part) {
        kinds[part][o] = static_cast<Number>(straight[part] + swapped[part]);
        kinds[kParts + part][o] = static_cast<Number>(straight[part] - swapped[part]);
      }
    }
    for (std::size_t kind = 0; kind < kKinds; ++kind)
      for (std::size_t i = 0; i < kTwoOptions; ++i)
        for (std::size_t k = 0; k < kTwoOptions; ++k)
          table.of[kind][pair][kTwoOptions * i + k] = kinds[kind][half == Half::first ? i : k];
  }
}

/// By set of places of the four corners and kind.
using SetSums = std::array<std::array<Lanes, kKinds>, kCornerSets>;

void add_products(const PairTable& one, const PairTable& other, SetSums& sums) {
  for (std::size_t set = 0; set < kCornerSets; ++set)
    for (std::size_t half = 0; half < 2; ++half) {
      const bool with_sign = half != 0;
      const std::size_t kind = half * kParts;
      Lanes count = sums[set][kind + kCount];
      Lanes plain = sums[set][kind + kPlain];
      Lanes root = sums[set][kind + kTimesRoot];
      for (std::size_t k = 0; k < kSplitsOfFour; ++k) {
        const auto [s, t] = kCorners.halves[set][k];
        const Lanes& n = one.of[kind + kCount][s];
        const Lanes& a = one.of[kind + kPlain][s];
        const Lanes& b = one.of[kind + kTimesRoot][s];
        const Lanes& m = other.of[kind + kCount][t];
        const Lanes& c = other.of[kind + kPlain][t];
        const Lanes& d = other.of[kind + kTimesRoot][t];
        if (with_sign && kSignOfTwo[k] < 0) {
          for (std::size_t l = 0; l < kLanes; ++l) {
            count[l] = static_cast<Number>(count[l] - n[l] * m[l]);
            plain[l] = static_cast<Number>(plain[l] - (a[l] * c[l] - b[l] * d[l]));
            root[l] = static_cast<Number>(root[l] - (a[l] * d[l] + b[l] * (c[l] - d[l])));
          }
        } else {
          for (std::size_t l = 0; l < kLanes; ++l) {
            count[l] = static_cast<Number>(count[l] + n[l] * m[l]);
            plain[l] = static_cast<Number>(plain[l] + (a[l] * c[l] - b[l] * d[l]));
            root[l] = static_cast<Number>(root[l] + (a[l] * d[l] + b[l] * (c[l] - d[l])));
          }
        }
      }
      sums[set][kind + kCount] = count;
      sums[set][kind + kPlain] = plain;
      sums[set][kind + kTimesRoot] = root;
    }
}

/// The ways of one colour, added up over the arrangements of its cross: by parity of their flips, pair of
/// places of the first two edges of the slice, set of places of the corners, kind and lane.
struct Sums {
  using Wide = std::array<std::int32_t, kLanes>;
  std::array<std::array<std::array<std::array<Wide, kKinds>, kCornerSets>, kPlacePairs>, 2> of;
  bool any = false;

  void add(const Side& side, std::size_t least) {
    of = {};
    any = false;
    for (std::size_t odd_order = 0; odd_order < 2; ++odd_order)
      for (std::size_t odd_flips = 0; odd_flips < 2; ++odd_flips) {
        for (const Side::Cross& cross : side.crosses)
          if (cross.odd_order == odd_order && cross.odd_flips == odd_flips) add(cross, least);
        flush(odd_order, odd_flips);
      }
    add_all_far();
  }

 private:
  // 24 orders of four corners with 81 twists each. So many of them still have room in a Number with its sign.
  static constexpr std::int32_t kAllWays = 24 * 81;
  static constexpr std::size_t kMostPending = 32'767 / kAllWays;

  void add(const Side::Cross& cross, std::size_t least) {
    if (cross.one_near(least)) return;
    any = true;
    if (cross.all_far(least)) {
      ++all_far_[cross.odd_flips];
      return;
    }
    if (pending_ == kMostPending) flush(cross.odd_order, cross.odd_flips);
    ++pending_;
    std::array<SlotNumbers, kSlotCount> slots;
    for (std::size_t slot = 0; slot < kSlotCount; ++slot)
      slots[slot] = slot_numbers(cross.distance[slot], least);
    for (std::size_t places = 0; places < kPlacePairs; ++places) {
      fill_pairs<Half::first>(slots[0], slots[1], places, one_);
      fill_pairs<Half::second>(slots[2], slots[3], kPlacePairs - 1 - places, other_);
      add_products(one_, other_, few_[places]);
    }
  }

  void flush(std::size_t odd_order, std::size_t odd_flips) {
    if (pending_ == 0) return;
    for (std::size_t places = 0; places < kPlacePairs; ++places)
      for (std::size_t set = 0; set < kCornerSets; ++set)
        for (std::size_t kind = 0; kind < kKinds; ++kind) {
          const std::int32_t sign = kind >= kParts && odd_order != 0 ? -1 : 1;
          Wide& wide = of[odd_flips][places][set][kind];
          const Lanes& few = few_[places][set][kind];
          for (std::size_t l = 0; l < kLanes; ++l) wide[l] += sign * static_cast<std::int16_t>(few[l]);
        }
    few_ = {};
    pending_ = 0;
  }

  /// Where everything is allowed, all ways are counted, and the sums with a character are 0.
  void add_all_far() {
    for (std::size_t odd_flips = 0; odd_flips < 2; ++odd_flips)
      for (auto& by_set : of[odd_flips])
        for (auto& kinds : by_set)
          for (std::int32_t& count : kinds[kCount]) count += all_far_[odd_flips] * kAllWays;
    all_far_ = {};
  }

  std::array<std::int32_t, 2> all_far_{};  // crosses, by parity of their flips
  std::size_t pending_ = 0;
  std::array<SetSums, kPlacePairs> few_{};
  PairTable one_{};
  PairTable other_{};
};

/// `near`: as in OppositeXCrosses.
Side side_of(const std::vector<std::uint8_t>& near, const CrossNumbers& numbers,
             const OppositeXCrosses::Split& split, bool upper, const OppositeXCrosses::Chosen& chosen) {
  Side side;
  const std::vector<int> places = places_in(upper ? split.upper : split.lower);
  const std::vector<int> slice = places_in(kTwelve & ~split.lower & ~split.upper);
  const std::size_t first_edge = upper ? 0 : CrossNumbers::kFirstEdge;
  side.crosses.resize(chosen.size());
  for (std::size_t n = 0; n < chosen.size(); ++n) {
    Side::Cross& cross = side.crosses[n];
    const std::array<std::size_t, 4>& order = kOrdersOfFour[chosen[n] / 16];
    const std::size_t flips = chosen[n] % 16;
    cross.odd_order = is_odd(order) ? 1 : 0;
    cross.odd_flips = static_cast<std::size_t>(std::popcount(flips)) % 2;
    PieceState state;
    for (std::size_t i = 0; i < 4; ++i)
      state.byte[first_edge + i] = PieceState::pack(places[order[i]], static_cast<int>(flips >> i & 1));
    for (std::size_t slot = 0; slot < kSlotCount; ++slot) {
      const ToFirstSlot turned(upper, slot);
      const std::size_t number = numbers.of(turned(state));
      std::array<std::size_t, kOptions> edge{};
      for (std::size_t o = 0; o < kOptions; ++o) {
        PieceState placed;
        placed.byte[kSliceEdge + slot] = PieceState::pack(slice[o / 2], static_cast<int>(o % 2));
        edge[o] = edge_code(turned(placed));
      }
      for (std::size_t q = 0; q < 8; ++q)
        for (std::size_t twist = 0; twist < 3; ++twist) {
          PieceState placed;
          placed.byte[first_corner(upper) + slot] =
              PieceState::pack(static_cast<int>(q), static_cast<int>(twist));
          const std::size_t corner = corner_code(turned(placed));
          for (std::size_t o = 0; o < kOptions; ++o)
            cross.distance[slot][q][twist][o] = near[(number * kEdgeCodes + edge[o]) * kCornerCodes + corner];
        }
    }
  }
  return side;
}

}  // namespace

OppositeXCrosses::OppositeXCrosses(const PatternSpace& space, std::span<const std::byte> content) {
  near_.resize(numbers_.count() * kEdgeCodes * kCornerCodes);
  for (std::size_t number = 0; number < numbers_.count(); ++number) {
    PieceState state = numbers_.cross(number);
    unsigned taken = 0;
    for (std::size_t i = 0; i < 4; ++i) taken |= 1u << state.place(CrossNumbers::kFirstEdge + i);
    for (std::size_t edge = 0; edge < kEdgeCodes; ++edge) {
      if ((taken >> edge / 2 & 1) != 0) continue;
      state.byte[kSliceEdge] = PieceState::pack(static_cast<int>(edge / 2), static_cast<int>(edge % 2));
      for (std::size_t corner = 0; corner < kCornerCodes; ++corner) {
        state.byte[first_corner(false)] =
            PieceState::pack(static_cast<int>(corner / 3), static_cast<int>(corner % 3));
        const std::size_t entry = space.entry_of(state);
        near_[(number * kEdgeCodes + edge) * kCornerCodes + corner] =
            static_cast<std::uint8_t>(static_cast<unsigned>(content[entry / 2]) >> (4 * (entry % 2)) & 15u);
      }
    }
  }
  find_splits();
}

void OppositeXCrosses::find_splits() {
  const auto moved = [](unsigned places, const BottomSymmetry& symmetry) {
    unsigned image = 0;
    for (const int place : places_in(places))
      image |= 1u << (symmetry.place[static_cast<std::size_t>(place)] & 15);
    return image;
  };
  for (unsigned lower = 0; lower <= kTwelve; ++lower)
    for (unsigned upper = 0; upper <= kTwelve; ++upper) {
      if (std::popcount(lower) != 4 || std::popcount(upper) != 4 || (lower & upper) != 0) continue;
      std::vector<std::pair<unsigned, unsigned>> images;
      for (std::size_t n = 0; n < kBottomSymmetryCount; n += 4) {
        const unsigned below = moved(lower, kBottomSymmetries[n]);
        const unsigned above = moved(upper, kBottomSymmetries[n]);
        images.emplace_back(below, above);
        images.emplace_back(moved(above, symmetry_into(View::U)), moved(below, symmetry_into(View::U)));
      }
      std::sort(images.begin(), images.end());
      if (images.front() != std::pair(lower, upper)) continue;
      images.erase(std::unique(images.begin(), images.end()), images.end());
      splits_.push_back({lower, upper, images.size()});
    }
}

OppositeXCrosses::Chosen OppositeXCrosses::all_arrangements() {
  Chosen all(kArranged);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  return all;
}

int OppositeXCrosses::distance(const PieceState& pieces, bool upper, std::size_t slot) const {
  const PieceState turned = ToFirstSlot(upper, slot)(pieces);
  return near_[(numbers_.of(turned) * kEdgeCodes + edge_code(turned)) * kCornerCodes + corner_code(turned)];
}

AtLeast OppositeXCrosses::at_least(const Split& split, const Chosen& lower, const Chosen& upper) const {
  const Side below = side_of(near_, numbers_, split, false, lower);
  const Side above = side_of(near_, numbers_, split, true, upper);
  const bool odd_edges = is_odd_split({split.upper, split.lower, kTwelve & ~split.lower & ~split.upper});
  const auto ours = std::make_unique<Sums>();
  const auto theirs = std::make_unique<Sums>();
  AtLeast at_least{};
  for (std::size_t least = 0; least < kCounts; ++least) {
    ours->add(below, least);
    theirs->add(above, least);
    if (!ours->any || !theirs->any) break;
    std::int64_t sum = 0;
    for (std::size_t places = 0; places < kPlacePairs; ++places)
      for (std::size_t set = 0; set < kCornerSets; ++set) {
        const std::size_t rest = kCornerSets - 1 - set;
        const bool odd_corners = is_odd_split({kCorners.set[rest], kCorners.set[set]});
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
          const std::size_t first = lane / kTwoOptions;
          const std::size_t second = lane % kTwoOptions;
          const bool odd_slice = (kSignOfTwo[places] < 0) ^ ((first ^ second) >> 2 & 1);
          const std::int64_t sign = odd_edges ^ odd_corners ^ odd_slice ? -1 : 1;
          const auto odd_flips = static_cast<std::size_t>(std::popcount((first ^ second) & 3)) % 2;
          for (std::size_t flips = 0; flips < 2; ++flips) {
            const auto& one = ours->of[flips][places][set];
            const auto& other = theirs->of[flips ^ odd_flips][places][rest];
            // The sum over the three characters: the number where twists add up to 0, three times.
            const auto thrice = [&](std::size_t kind) {
              const auto at = [&](const auto& of, Part part) { return std::int64_t{of[kind + part][lane]}; };
              const std::int64_t a = at(one, kPlain);
              const std::int64_t b = at(one, kTimesRoot);
              const std::int64_t c = at(other, kPlain);
              const std::int64_t d = at(other, kTimesRoot);
              return at(one, kCount) * at(other, kCount) + 2 * a * c - b * d - a * d - b * c;
            };
            sum += thrice(0) + sign * thrice(kParts);
          }
        }
      }
    at_least[least] = static_cast<std::uint64_t>(sum / 6);  // two characters of the order, three of the twist
  }
  return at_least;
}

std::optional<std::array<PositionCount, kCounts>> opposite_xcrosses(const PatternSpace& space,
                                                                    std::span<const std::byte> content,
                                                                    const CountRecord& record,
                                                                    const Run& run) {
  const OppositeXCrosses counter(space, content);
  const OppositeXCrosses::Chosen all = OppositeXCrosses::all_arrangements();
  const std::vector<OppositeXCrosses::Split>& splits = counter.splits();
  return add_up(splits.size(), "slots of two colours", record, run, [&](std::size_t i) {
    AtLeast found = counter.at_least(splits[i], all, all);
    for (std::uint64_t& count : found) count *= splits[i].alike;
    return found;
  });
}

}  // namespace halfturn::stage
