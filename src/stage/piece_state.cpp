#include "stage/piece_state.h"

#include <numeric>

namespace halfturn::stage {

namespace {

/// The eight symmetries that keep D: four turns about the U-D axis, with and without the mirror.
constexpr Symmetry keeping_bottom(int number) {
  int seen = 0;
  for (int s = 0; s < kSymmetryCount; ++s) {
    const Symmetry symmetry = Symmetry::from_index(s);
    if (symmetry(Face::D) != Face::D) continue;
    if (seen++ == number) return symmetry;
  }
  return {};
}

constexpr std::array<std::uint8_t, 32> each_to_itself() {
  std::array<std::uint8_t, 32> map{};
  for (std::size_t i = 0; i < map.size(); ++i) map[i] = static_cast<std::uint8_t>(i & 15);
  return map;
}

/// A piece is named after its home: what a piece is called once the bottom layer has been turned first.
constexpr std::array<std::uint8_t, 32> renamed_by(int quarters) {
  std::array<std::uint8_t, 32> name = each_to_itself();
  if (quarters == 0) return name;
  const PieceState turned = PieceState::of(Cube::of(Move{Face::D, quarters}));
  for (std::size_t e = 0; e < kEdgeCount; ++e) name[e] = static_cast<std::uint8_t>(turned.place(e));
  for (std::size_t c = 16; c < 16 + kCornerCount; ++c) name[c] = static_cast<std::uint8_t>(turned.place(c));
  return name;
}

constexpr Look look_of(int index) {
  Look look;
  look.symmetry = keeping_bottom(index / 4);
  look.reflected = look.symmetry.is_reflection();
  look.source = each_to_itself();
  const detail::SymmetryAction& action = detail::action_of(look.symmetry);
  const std::array<std::uint8_t, 32> name = renamed_by(index % 4);
  for (std::size_t e = 0; e < kEdgeCount; ++e) {
    look.place[e] = PieceState::pack(action.edge_place[e], action.edge_offset[e]);
    look.offset[e] = PieceState::pack(0, action.edge_offset[name[e]]);
    look.source[action.edge_place[name[e]]] = static_cast<std::uint8_t>(e);
  }
  for (std::size_t c = 0; c < kCornerCount; ++c) {
    const std::size_t named = name[16 + c];
    look.place[16 + c] = PieceState::pack(action.corner_place[c], action.corner_offset[c]);
    look.offset[16 + c] = PieceState::pack(0, (3 - action.corner_offset[named]) % 3);
    look.source[16 + action.corner_place[named]] = static_cast<std::uint8_t>(c);
  }
  return look;
}

}  // namespace

constinit const std::array<Look, kLookCount> kLooks = [] {
  std::array<Look, kLookCount> all;
  for (int i = 0; i < kLookCount; ++i) all[static_cast<std::size_t>(i)] = look_of(i);
  return all;
}();

}  // namespace halfturn::stage
