#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "halfturn/cube.h"
#include "halfturn/move.h"
#include "halfturn/symmetry.h"

namespace halfturn::stage {

/// Where each piece stands and how it is turned, piece by piece: what a stage asks about. Laid out for byte
/// shuffles: byte e is edge e, byte 16 + c is corner c, each its place in the low four bits and its turn
/// above. The bytes of no piece mean nothing.
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

/// How many ways a piece can be turned, in the units of its byte: the modulus of the turns.
inline constexpr PieceState kTurnModulus = [] {
  PieceState modulus;
  for (std::size_t i = 0; i < 16; ++i) modulus.byte[i] = PieceState::pack(0, 2);
  for (std::size_t i = 16; i < 32; ++i) modulus.byte[i] = PieceState::pack(0, 3);
  return modulus;
}();

/// A change of every piece's place and turn that does not depend on which piece it is: a move.
struct alignas(32) PlaceMap {
  /// Indexed by place, edges below and corners above: the new place, and what is added to the turn.
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

/// How many bottom symmetries there are: four turns and a mirror, each after one of four relabellings of the
/// bottom layer.
inline constexpr int kBottomSymmetryCount = 32;

/// A symmetry that keeps the bottom face at the bottom. First the pieces of the bottom layer are renamed, as
/// if that layer had been turned by some quarter turns before the scramble; then the whole cube is seen
/// through a symmetry of the cube. A goal's image is asked of the position's image; moves go to moves.
struct alignas(32) BottomSymmetry {
  std::array<std::uint8_t, 32> place{};   ///< by place: the new place, and what is added to the turn
  std::array<std::uint8_t, 32> offset{};  ///< by piece before: what is added to the turn
  std::array<std::uint8_t, 32> source{};  ///< by piece after: the piece before, counted within its half
  bool reflected = false;
  Symmetry symmetry;
};

/// The bottom symmetry in kBottomSymmetries that turns the cube by a quarter about U, without renaming.
inline constexpr int kQuarterTurn = 8;

/// The operations on states in plain C++.
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

/// All bottom symmetries: index 4 * n + quarters, where n counts the eight symmetries that keep D. The first
/// is the identity.
extern const std::array<BottomSymmetry, kBottomSymmetryCount> kBottomSymmetries;

}  // namespace halfturn::stage
