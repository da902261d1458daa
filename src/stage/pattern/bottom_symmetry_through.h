#pragma once

#include <array>
#include <cstdint>

#include "stage/pattern/piece_state.h"

/// Construction of bottom symmetries.
namespace halfturn::stage {

constexpr std::array<std::uint8_t, 32> each_to_itself() {
  std::array<std::uint8_t, 32> map{};
  for (std::size_t i = 0; i < map.size(); ++i) map[i] = static_cast<std::uint8_t>(i & 15);
  return map;
}

/// The new name of each piece if the bottom layer is turned first; a piece is named after its home.
constexpr std::array<std::uint8_t, 32> renamed_by(int quarters) {
  std::array<std::uint8_t, 32> name = each_to_itself();
  if (quarters == 0) return name;
  const PieceState turned = PieceState::of(Cube::of(Move{Face::D, quarters}));
  for (std::size_t e = 0; e < kEdgeCount; ++e) name[e] = static_cast<std::uint8_t>(turned.place(e));
  for (std::size_t c = 16; c < 16 + kCornerCount; ++c) name[c] = static_cast<std::uint8_t>(turned.place(c));
  return name;
}

/// The given cube symmetry, applied after renaming the pieces of the bottom layer as if that had been turned
/// by `quarters` quarter turns. For views also a symmetry that moves the bottom.
constexpr BottomSymmetry bottom_symmetry_through(Symmetry symmetry, int quarters = 0) {
  BottomSymmetry bottom_symmetry;
  bottom_symmetry.symmetry = symmetry;
  bottom_symmetry.reflected = bottom_symmetry.symmetry.is_reflection();
  bottom_symmetry.source = each_to_itself();
  const detail::SymmetryAction& action = detail::action_of(bottom_symmetry.symmetry);
  const std::array<std::uint8_t, 32> name = renamed_by(quarters);
  for (std::size_t e = 0; e < kEdgeCount; ++e) {
    bottom_symmetry.place[e] = PieceState::pack(action.edge_place[e], action.edge_offset[e]);
    bottom_symmetry.offset[e] = PieceState::pack(0, action.edge_offset[name[e]]);
    bottom_symmetry.source[action.edge_place[name[e]]] = static_cast<std::uint8_t>(e);
  }
  for (std::size_t c = 0; c < kCornerCount; ++c) {
    const std::size_t named = name[16 + c];
    bottom_symmetry.place[16 + c] = PieceState::pack(action.corner_place[c], action.corner_offset[c]);
    bottom_symmetry.offset[16 + c] = PieceState::pack(0, (3 - action.corner_offset[named]) % 3);
    bottom_symmetry.source[16 + action.corner_place[named]] = static_cast<std::uint8_t>(c);
  }
  return bottom_symmetry;
}

}  // namespace halfturn::stage
