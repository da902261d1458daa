#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "halfturn/cube.h"
#include "halfturn/move.h"
#include "halfturn/symmetry.h"

namespace halfturn::stage {

/// The place and turn (flip or twist) of each piece. Laid out for byte shuffles: byte e is edge e, byte 16 +
/// c is corner c; each has the place in the low four bits and the turn above. The other bytes mean nothing.
struct alignas(32) PieceState {
  static constexpr std::size_t kCorners = 16;
  static constexpr int kTurnShift = 4;

  std::array<std::uint8_t, 32> byte{};

  static constexpr PieceState of(const Cube& cube) {
    PieceState state;
    for (int p = 0; p < kEdgeCount; ++p) {
      const auto [piece, flip] = cube.edge_at(p);
      state.byte[static_cast<std::size_t>(piece)] = pack(p, flip);
    }
    for (int p = 0; p < kCornerCount; ++p) {
      const auto [piece, twist] = cube.corner_at(p);
      state.byte[kCorners + static_cast<std::size_t>(piece)] = pack(p, twist);
    }
    return state;
  }

  static constexpr std::uint8_t pack(int place, int turn) {
    return static_cast<std::uint8_t>(place | turn << kTurnShift);
  }
  constexpr int place(std::size_t piece) const { return byte[piece] & 15; }
  constexpr int turn(std::size_t piece) const { return byte[piece] >> kTurnShift; }

  friend bool operator==(const PieceState&, const PieceState&) = default;
};

/// The modulus of each piece's turn (2 for edges, 3 for corners), in the units of its byte.
inline constexpr PieceState kTurnModulus = [] {
  PieceState modulus;
  for (std::size_t i = 0; i < 16; ++i) modulus.byte[i] = PieceState::pack(0, 2);
  for (std::size_t i = 16; i < 32; ++i) modulus.byte[i] = PieceState::pack(0, 3);
  return modulus;
}();

/// A move: what becomes of a piece in each place, whichever piece it is.
struct alignas(32) PlaceMap {
  /// By place, edges from 0 and corners from 16: the new place, and what is added to the turn.
  std::array<std::uint8_t, 32> to{};

  static constexpr PlaceMap of(Move move) {
    PlaceMap map;
    const Cube& cube = Cube::of(move);
    for (int p = 0; p < kEdgeCount; ++p) {
      const auto [from, flip] = cube.edge_at(p);
      map.to[static_cast<std::size_t>(from)] = PieceState::pack(p, flip);
    }
    for (int p = 0; p < kCornerCount; ++p) {
      const auto [from, twist] = cube.corner_at(p);
      map.to[PieceState::kCorners + static_cast<std::size_t>(from)] = PieceState::pack(p, twist);
    }
    return map;
  }
};

/// The maps of all moves, by the index of the move.
inline constexpr std::array<PlaceMap, kMoveCount> kMoveMaps = [] {
  std::array<PlaceMap, kMoveCount> all;
  for (Move move : kAllMoves) all[static_cast<std::size_t>(move.index())] = PlaceMap::of(move);
  return all;
}();

/// The number of bottom symmetries: eight symmetries of the cube (four turns, with and without a mirror),
/// each after one of four relabellings of the bottom layer.
inline constexpr int kBottomSymmetryCount = 32;

/// A symmetry of positions that keeps the bottom face at the bottom. First the pieces of the bottom layer are
/// renamed, as if that layer had been turned by some quarter turns before the scramble; then a symmetry of
/// the cube is applied. Moves map to moves, so a position is as far from a goal as their images are from each
/// other. The same struct also serves for views (view_frame.h), which move another face to the bottom.
struct alignas(32) BottomSymmetry {
  std::array<std::uint8_t, 32> place{};   ///< by place: the new place, and what is added to the turn
  std::array<std::uint8_t, 32> offset{};  ///< by piece, old name: what is added to the turn
  std::array<std::uint8_t, 32> source{};  ///< by piece, new name: the old name, within its half
  bool reflected = false;
  Symmetry symmetry;
};

/// Index into kBottomSymmetries of a quarter turn of the cube about U, without renaming.
inline constexpr int kQuarterTurn = 8;

/// Operations on states in plain C++: a move, and a symmetry.
struct PortableOps {
  static PieceState moved(const PieceState& state, const PlaceMap& map) {
    PieceState result;
    for (std::size_t i = 0; i < 32; ++i)
      result.byte[i] = reduced(map.to[(i & 16) + (state.byte[i] & 15)] + (state.byte[i] & 0xF0), i);
    return result;
  }

  static PieceState seen(const PieceState& state, const BottomSymmetry& bottom_symmetry) {
    PieceState turned;
    for (std::size_t i = 0; i < 32; ++i) {
      int turn = state.byte[i] & 0xF0;
      if (bottom_symmetry.reflected) turn = reduced(kTurnModulus.byte[i] - turn, i);
      const int once = reduced(bottom_symmetry.place[(i & 16) + (state.byte[i] & 15)] + turn, i);
      turned.byte[i] = reduced(once + bottom_symmetry.offset[i], i);
    }
    PieceState result;
    for (std::size_t i = 0; i < 32; ++i) result.byte[i] = turned.byte[(i & 16) + bottom_symmetry.source[i]];
    return result;
  }

 private:
  static std::uint8_t reduced(int value, std::size_t i) {
    return static_cast<std::uint8_t>(value >= kTurnModulus.byte[i] ? value - kTurnModulus.byte[i] : value);
  }
};

/// All bottom symmetries, by 4 * n + quarters, where n numbers the eight cube symmetries that keep D. The
/// first is the identity.
extern const std::array<BottomSymmetry, kBottomSymmetryCount> kBottomSymmetries;

}  // namespace halfturn::stage
