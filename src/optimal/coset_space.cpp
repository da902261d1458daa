#include "optimal/coset_space.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace halfturn::optimal {

namespace {

constexpr std::uint32_t kUnseen = ~std::uint32_t{0};

/// A rotation for each permutation of the axes, the identity first. Rotations with the same permutation
/// rename the labels alike.
struct AxisRenamings {
  std::array<Symmetry, kAxisRenamings> rotation{};
  std::array<bool, kAxisRenamings> odd{};

  constexpr AxisRenamings() {
    std::size_t found = 0;
    std::array<bool, 9> seen{};
    for (int s = 0; s < kSymmetryCount; ++s) {
      const Symmetry symmetry = Symmetry::from_index(s);
      if (symmetry.is_reflection()) continue;
      const auto u = static_cast<std::size_t>(axis_of(symmetry(Face::U)));
      const auto r = static_cast<std::size_t>(axis_of(symmetry(Face::R)));
      const auto f = static_cast<std::size_t>(axis_of(symmetry(Face::F)));
      bool& known = seen[3 * u + r];
      if (known) continue;
      known = true;
      rotation[found] = symmetry;
      odd[found] = ((u > r) + (u > f) + (r > f)) % 2 != 0;
      ++found;
    }
  }
};
constexpr AxisRenamings kRenamings;

/// What a symmetry makes of the label of a piece, whichever place it is in.
struct Relabelling {
  std::array<std::uint8_t, 2> tetrad{};
  std::array<std::uint8_t, 2> twist{};  // to subtract
  std::array<std::uint8_t, 3> slice{};
  std::array<std::uint8_t, 3> flip{};

  constexpr Relabelling() = default;
  constexpr explicit Relabelling(Symmetry symmetry) {
    const detail::SymmetryAction& action = detail::action_of(symmetry);
    for (std::size_t c = 0; c < kCornerCount; ++c) {
      tetrad[tetrad_of_corner(c)] = static_cast<std::uint8_t>(tetrad_of_corner(action.corner_place[c]));
      twist[tetrad_of_corner(c)] = action.corner_offset[c];
    }
    for (std::size_t e = 0; e < kEdgeCount; ++e) {
      slice[slice_of_edge(e)] = static_cast<std::uint8_t>(slice_of_edge(action.edge_place[e]));
      flip[slice_of_edge(e)] = action.edge_offset[e];
    }
  }
};

/// By the index of the symmetry.
constexpr std::array<Relabelling, kSymmetryCount> kRelabellings = [] {
  std::array<Relabelling, kSymmetryCount> all{};
  for (std::size_t s = 0; s < all.size(); ++s)
    all[s] = Relabelling(Symmetry::from_index(static_cast<int>(s)));
  return all;
}();

const Relabelling& relabelling(Symmetry symmetry) {
  return kRelabellings[static_cast<std::size_t>(symmetry.index())];
}

Symmetry symmetry_of(std::size_t frame) {
  return Symmetry::from_index(static_cast<int>(frame % kSymmetryCount));
}

Places bit(std::size_t place) {
  return static_cast<Places>(1u << place);
}

std::uint32_t twist_number(const CornerLabels& labels) {
  std::uint32_t number = 0;
  for (std::size_t p = kCornerCount - 1; p-- > 0;) number = 3 * number + labels.twist[p];
  return number;
}

unsigned tetrad_places(const CornerLabels& labels) {
  unsigned places = 0;
  for (std::size_t p = 0; p < kCornerCount; ++p) places |= unsigned{labels.tetrad[p]} << p;
  return places;
}

/// By corner: its member. By tetrad and member: the corner.
constexpr std::array<std::uint8_t, kCornerCount> kMember = [] {
  std::array<std::uint8_t, kCornerCount> member{};
  for (std::size_t c = 0; c < kCornerCount; ++c) member[c] = static_cast<std::uint8_t>(member_of_corner(c));
  return member;
}();
constexpr std::array<std::array<std::uint8_t, kCornerCount / 2>, 2> kCornerOf = [] {
  std::array<std::array<std::uint8_t, kCornerCount / 2>, 2> corner{};
  for (std::size_t c = 0; c < kCornerCount; ++c)
    corner[tetrad_of_corner(c)][member_of_corner(c)] = static_cast<std::uint8_t>(c);
  return corner;
}();

/// The members at the places of tetrad 0, then of tetrad 1.
std::array<unsigned, kCornerCount> members_by_tetrad(const CornerLabels& labels) {
  std::array<unsigned, kCornerCount> members{};
  std::array<std::size_t, 2> next = {0, kCornerCount / 2};
  for (std::size_t p = 0; p < kCornerCount; ++p) members[next[labels.tetrad[p]]++] = labels.member[p];
  return members;
}

}  // namespace

std::unique_ptr<const CosetSpace> CosetSpace::make(CornerDetail detail) {
  return std::unique_ptr<const CosetSpace>(new CosetSpace(detail));
}

CosetSpace::CosetSpace(CornerDetail detail) : detail_(detail) {
  number_orders();
  number_arrangements();
  make_frames();
  make_classes();
}

EdgeLabels CosetSpace::edge_labels(const Cube& cube) {
  EdgeLabels labels;
  for (std::size_t p = 0; p < kEdgeCount; ++p) {
    const auto [piece, flip] = cube.edge_at(static_cast<int>(p));
    labels.slice[slice_of_edge(static_cast<std::size_t>(piece))] |= bit(p);
    if (flip != 0) labels.flipped |= bit(p);
  }
  return labels;
}

CornerLabels CosetSpace::corner_labels(const Cube& cube) const {
  CornerLabels labels;
  for (std::size_t p = 0; p < kCornerCount; ++p) {
    const auto [piece, twist] = cube.corner_at(static_cast<int>(p));
    labels.tetrad[p] = static_cast<std::uint8_t>(tetrad_of_corner(static_cast<std::size_t>(piece)));
    labels.member[p] = kMember[static_cast<std::size_t>(piece)];
    labels.twist[p] = static_cast<std::uint8_t>(twist);
  }
  return in_one_order(labels);
}

/// Orders are numbered by the differences of members: of the 36 pairs of differences in both tetrads, six are
/// taken to each other by half turns at a time.
void CosetSpace::number_orders() {
  if (detail_ == CornerDetail::tetrad) {
    members_of_order_.push_back({});
    return;
  }
  kernel_.with_order = true;
  kernel_.order_begin.fill(0);
  std::array<bool, 256> known{};
  std::array<unsigned, 4> first = {0, 1, 2, 3};
  do {
    const std::array<unsigned, kCornerCount> members = {first[0], first[1], first[2], first[3], 0, 1, 2, 3};
    if (known[order_key(members)]) continue;
    // Half turns do the same linear map to the differences of both.
    std::array<unsigned, 4> map = {0, 1, 2, 3};
    do {
      if ((map[1] ^ map[2]) != map[3] || map[0] != 0) continue;
      std::array<unsigned, kCornerCount> image{};
      std::ranges::transform(members, image.begin(), [&](unsigned member) { return map[member]; });
      known[order_key(image)] = true;
      kernel_.order_begin[order_key(image)] = static_cast<std::uint16_t>(members_of_order_.size() * kTwists);
    } while (std::ranges::next_permutation(map).found);
    members_of_order_.push_back(members);
  } while (std::ranges::next_permutation(first).found);
  assert(members_of_order_.size() == kCornerOrders);
  for (unsigned places = 0; places < 256; ++places) {
    if (std::popcount(places) != kCornerCount / 2) continue;
    std::array<std::size_t, 2> next = {0, kCornerCount / 2};
    for (std::size_t p = 0; p < kCornerCount; ++p)
      kernel_.tetrad_places[places].place[next[places >> p & 1]++] = static_cast<std::uint8_t>(p);
  }
}

std::uint32_t CosetSpace::order_of(const CornerLabels& labels) const {
  return static_cast<std::uint32_t>(kernel_.order_begin[order_key(members_by_tetrad(labels))] / kTwists);
}

CornerLabels CosetSpace::in_one_order(CornerLabels labels) const {
  const std::array<unsigned, kCornerCount>& members =
      members_of_order_[detail_ == CornerDetail::tetrad ? 0 : order_of(labels)];
  std::array<std::size_t, 2> next = {0, kCornerCount / 2};
  for (std::size_t p = 0; p < kCornerCount; ++p)
    labels.member[p] = static_cast<std::uint8_t>(members[next[labels.tetrad[p]]++]);
  return labels;
}

std::size_t CosetSpace::corner_index(const CornerLabels& labels) const {
  const std::size_t order = detail_ == CornerDetail::tetrad ? 0 : order_of(labels);
  return kernel_.split_begin[tetrad_places(labels)] + order * kTwists + twist_number(labels);
}

EdgeLabels CosetSpace::after(const EdgeLabels& labels, Move move) {
  EdgeLabels result;
  for (std::size_t p = 0; p < kEdgeCount; ++p) {
    const auto [from, flip] = Cube::of(move).edge_at(static_cast<int>(p));
    for (std::size_t s = 0; s < 3; ++s)
      if ((labels.slice[s] >> from & 1) != 0) result.slice[s] |= bit(p);
    if ((labels.flipped >> from & 1) != flip) result.flipped |= bit(p);
  }
  return result;
}

CornerLabels CosetSpace::after(const CornerLabels& labels, Move move) const {
  CornerLabels result;
  for (std::size_t p = 0; p < kCornerCount; ++p) {
    const auto [from, twist] = Cube::of(move).corner_at(static_cast<int>(p));
    const auto q = static_cast<std::size_t>(from);
    result.tetrad[p] = labels.tetrad[q];
    result.member[p] = labels.member[q];
    result.twist[p] = static_cast<std::uint8_t>((labels.twist[q] + twist) % 3);
  }
  return in_one_order(result);
}

EdgeLabels CosetSpace::through(const EdgeLabels& labels, std::size_t frame) const {
  const EdgeFrame& act = kernel_.frame[frame];
  EdgeLabels result;
  for (std::size_t p = 0; p < kEdgeCount; ++p) {
    const std::size_t from = act.source[p];
    std::size_t slice = 0;
    while ((labels.slice[slice] >> from & 1) == 0) ++slice;
    const unsigned label = act.relabel[slice] ^ (labels.flipped >> from & 1u) << 4 ^ act.flip[p];
    result.slice[label & 3] |= bit(p);
    if (label >> 4 != 0) result.flipped |= bit(p);
  }
  return result;
}

CornerLabels CosetSpace::through(const CornerLabels& labels, std::size_t frame) const {
  const Symmetry rotation = kRenamings.rotation[frame / kSymmetryCount];
  const Relabelling& rename = relabelling(rotation);
  const Symmetry symmetry = symmetry_of(frame);
  const Relabelling& seen = relabelling(symmetry);
  const detail::SymmetryAction& action = detail::action_of(symmetry);
  CornerLabels result;
  for (std::size_t p = 0; p < kCornerCount; ++p) {
    const std::size_t renamed = rename.tetrad[labels.tetrad[p]];
    const int twist = (labels.twist[p] + 3 - rename.twist[labels.tetrad[p]]) % 3;
    const int lies_on = action.corner_offset[p] + (symmetry.is_reflection() ? 3 - twist : twist);
    const std::size_t to = action.corner_place[p];
    const std::size_t piece = kCornerOf[labels.tetrad[p]][labels.member[p]];
    const std::size_t seen_piece = action.corner_place[detail::action_of(rotation).corner_place[piece]];
    result.tetrad[to] = seen.tetrad[renamed];
    result.member[to] = kMember[seen_piece];
    result.twist[to] = static_cast<std::uint8_t>((lies_on + 3 - seen.twist[renamed]) % 3);
  }
  return in_one_order(result);
}

unsigned CosetSpace::packed(Places chosen, Places left_out) {
  unsigned result = 0;
  unsigned next = 0;
  for (std::size_t p = 0; p < kEdgeCount; ++p) {
    if ((left_out >> p & 1) != 0) continue;
    result |= (chosen >> p & 1u) << next++;
  }
  return result;
}

void CosetSpace::number_arrangements() {
  std::uint16_t four = 0;
  for (unsigned places = 0; places < 4096; ++places)
    if (std::popcount(places) == 4)
      kernel_.rank_of_four[places] = static_cast<std::uint16_t>(kTetradSplits * four++);
  std::uint8_t eight = 0;
  for (unsigned chosen = 0; chosen < 256; ++chosen) {
    if (std::popcount(chosen) != 4) continue;
    kernel_.split_begin[chosen] = static_cast<std::uint32_t>(eight * members_of_order_.size() * kTwists);
    kernel_.order_of_eight[chosen] = eight++;
  }
  arrangement_.resize(kEdgeArrangements);
  for (unsigned second = 0; second < 4096; ++second) {
    if (std::popcount(second) != 4) continue;
    for (unsigned first = 0; first < 4096; ++first) {
      if (std::popcount(first) != 4 || (first & second) != 0) continue;
      EdgeLabels labels;
      labels.slice = {static_cast<Places>(kAllPlaces ^ first ^ second), static_cast<Places>(first),
                      static_cast<Places>(second)};
      arrangement_[arrangement_of(labels)] = labels;
    }
  }
}

std::uint32_t CosetSpace::flip_of(const EdgeLabels& labels) const {
  const auto& [zero, one, two] = labels.slice;
  Places flipped = labels.flipped;
  if ((flipped & lowest(zero)) != 0) flipped ^= zero | two;
  if ((flipped & lowest(one)) != 0) flipped ^= one | two;
  return packed(flipped, lowest(zero) | lowest(one) | lowest(two));
}

EdgeLabels CosetSpace::labels_of(std::uint32_t arrangement, std::uint32_t flip) const {
  EdgeLabels labels = arrangement_[arrangement];
  const Places firsts = lowest(labels.slice[0]) | lowest(labels.slice[1]) | lowest(labels.slice[2]);
  for (std::size_t p = 0, next = 0; p < kEdgeCount; ++p) {
    if ((firsts >> p & 1) != 0) continue;
    if ((flip >> next++ & 1) != 0) labels.flipped |= bit(p);
  }
  // The number of flipped edges is even.
  if (std::popcount(labels.flipped) % 2 != 0) labels.flipped |= lowest(labels.slice[2]);
  return labels;
}

void CosetSpace::make_frames() {
  for (std::size_t frame = 0; frame < kFrames; ++frame) {
    const std::size_t renaming = frame / kSymmetryCount;
    const Relabelling& rename = relabelling(kRenamings.rotation[renaming]);
    const Relabelling& seen = relabelling(symmetry_of(frame));
    const detail::SymmetryAction& action = detail::action_of(symmetry_of(frame));
    EdgeFrame& act = kernel_.frame[frame];
    for (std::size_t i = 0; i < 16; ++i) act.source[i] = static_cast<std::uint8_t>(i);
    for (std::size_t s = 0; s < 3; ++s) {
      const std::size_t renamed = rename.slice[s];
      const unsigned flip =
          rename.flip[s] ^ static_cast<unsigned>(kRenamings.odd[renaming]) ^ seen.flip[renamed];
      act.relabel[s] = static_cast<std::uint8_t>(seen.slice[renamed] | flip << 4);
    }
    for (std::size_t p = 0; p < kEdgeCount; ++p) {
      act.source[action.edge_place[p]] = static_cast<std::uint8_t>(p);
      act.flip[action.edge_place[p]] = static_cast<std::uint8_t>(action.edge_offset[p] << 4);
    }
  }
  constexpr std::array<Move, 3> kQuarters = {Move{Face::U, 1}, Move{Face::R, 1}, Move{Face::F, 1}};
  for (std::size_t before = 0; before < 4; ++before) {
    const Cube cube = before == 0 ? Cube() : Cube::of(kQuarters[before - 1]);
    PlacedPieces& labels = kernel_.before[before];
    for (int e = 0; e < kEdgeCount; ++e) {
      const auto [piece, flip] = cube.edge_at(e);
      labels.byte[static_cast<std::size_t>(e)] =
          PlacedPieces::pack(static_cast<int>(slice_of_edge(static_cast<std::size_t>(piece))), flip);
    }
    for (int c = 0; c < kCornerCount; ++c) {
      const auto [piece, twist] = cube.corner_at(c);
      labels.byte[PlacedPieces::kCorners + static_cast<std::size_t>(c)] =
          PlacedPieces::pack(static_cast<int>(tetrad_of_corner(static_cast<std::size_t>(piece)) |
                                              member_of_corner(static_cast<std::size_t>(piece)) << 1),
                             twist);
    }
  }
}

void CosetSpace::make_classes() {
  // The frame that undoes each frame, found on labels that no frame keeps.
  const Cube generic = Cube::of({Face::U, 1}) * Cube::of({Face::R, 1}) * Cube::of({Face::F, 1}) *
                       Cube::of({Face::U, 3}) * Cube::of({Face::L, 1}) * Cube::of({Face::B, 2}) *
                       Cube::of({Face::D, 1}) * Cube::of({Face::R, 3});
  const CornerLabels corners = corner_labels(generic);
  const EdgeLabels edges = edge_labels(generic);
  const auto same_edges = [&](const EdgeLabels& a, const EdgeLabels& b) {
    return a.slice == b.slice && flip_of(a) == flip_of(b);
  };
  std::array<std::uint16_t, kFrames> undo{};
  for (std::size_t frame = 0; frame < kFrames; ++frame) {
    const CornerLabels seen_corners = through(corners, frame);
    const EdgeLabels seen_edges = through(edges, frame);
    for (std::size_t back = 0; back < kFrames; ++back) {
      if (through(seen_corners, back) != corners || !same_edges(through(seen_edges, back), edges)) continue;
      undo[frame] = static_cast<std::uint16_t>(back);
      break;
    }
  }

  std::vector<std::uint32_t>& table = kernel_.class_and_frame;
  table.assign(kTetradSplits * members_of_order_.size() * kTwists, kUnseen);
  for (unsigned places = 0; places < 256; ++places) {
    if (std::popcount(places) != 4) continue;
    for (std::uint32_t index = 0; index < members_of_order_.size() * kTwists; ++index) {
      if (table[kernel_.split_begin[places] + index] != kUnseen) continue;
      CornerLabels labels;
      unsigned sum = 0;
      std::array<std::size_t, 2> next = {0, kCornerCount / 2};
      for (std::size_t p = 0, rest = index % kTwists; p < kCornerCount; ++p, rest /= 3) {
        labels.tetrad[p] = static_cast<std::uint8_t>(places >> p & 1);
        labels.member[p] =
            static_cast<std::uint8_t>(members_of_order_[index / kTwists][next[labels.tetrad[p]]++]);
        labels.twist[p] = static_cast<std::uint8_t>(p + 1 < kCornerCount ? rest % 3 : (3 - sum % 3) % 3);
        sum += labels.twist[p];
      }
      const auto number = static_cast<std::uint32_t>(representative_.size());
      representative_.push_back(labels);
      std::vector<std::uint16_t>& stabilizer = stabilizer_.emplace_back();
      for (std::size_t frame = 0; frame < kFrames; ++frame) {
        const CornerLabels image = through(labels, frame);
        if (image == labels) stabilizer.push_back(static_cast<std::uint16_t>(frame));
        std::uint32_t& entry = table[corner_index(image)];
        if (entry == kUnseen) entry = number | static_cast<std::uint32_t>(undo[frame]) << kFrameShift;
      }
    }
  }
  assert(representative_.size() == corner_label_classes(detail_));
}

std::uint32_t CosetSpace::class_and_frame(const CornerLabels& labels) const {
  return kernel_.class_and_frame[corner_index(labels)];
}

CosetIndex CosetSpace::index_of(const Cube& cube) const {
  const std::uint32_t corners = class_and_frame(corner_labels(cube));
  const EdgeLabels edges = through(edge_labels(cube), corners >> kFrameShift);
  const std::uint32_t row = corners % (1u << kFrameShift);
  return {static_cast<std::uint32_t>(row * kEdgeArrangements + arrangement_of(edges)), flip_of(edges)};
}

}  // namespace halfturn::optimal
