#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace halfturn {

/// The six faces, in the order that facelet strings use. Opposite faces are three apart.
enum class Face : std::uint8_t { U, R, F, D, L, B };

inline constexpr int kFaceCount = 6;
inline constexpr int kMoveCount = 18;

constexpr Face opposite(Face face) {
  return static_cast<Face>((static_cast<int>(face) + 3) % kFaceCount);
}

/// 0 for U and D, 1 for R and L, 2 for F and B.
constexpr int axis_of(Face face) {
  return static_cast<int>(face) % 3;
}

/// One turn of one face by one, two or three quarters clockwise.
class Move {
 public:
  constexpr Move() = default;  ///< U

  /// `quarters` is taken modulo four and must not be a multiple of four.
  constexpr Move(Face face, int quarters)
      : index_(static_cast<std::uint8_t>(3 * static_cast<int>(face) + ((quarters % 4 + 4) % 4) - 1)) {}

  /// `index` in 0 .. 17: U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'.
  static constexpr Move from_index(int index) {
    Move move;
    move.index_ = static_cast<std::uint8_t>(index);
    return move;
  }

  constexpr int index() const { return index_; }
  constexpr Face face() const { return static_cast<Face>(index_ / 3); }
  constexpr int quarters() const { return index_ % 3 + 1; }
  constexpr Move inverse() const { return {face(), 4 - quarters()}; }

  friend constexpr bool operator==(Move, Move) = default;

 private:
  std::uint8_t index_ = 0;
};

using Moves = std::vector<Move>;

/// All 18 moves, in the order of their index.
inline constexpr std::array<Move, kMoveCount> kAllMoves = [] {
  std::array<Move, kMoveCount> all;
  for (int i = 0; i < kMoveCount; ++i) all[static_cast<std::size_t>(i)] = Move::from_index(i);
  return all;
}();

/// A set of moves, one bit for each move index.
class MoveMask {
 public:
  constexpr MoveMask() = default;
  explicit constexpr MoveMask(std::uint32_t bits) : bits_(bits) {}

  static constexpr MoveMask none() { return MoveMask{0}; }
  static constexpr MoveMask all() { return MoveMask{(1u << kMoveCount) - 1}; }
  static constexpr MoveMask of(Move move) { return MoveMask{1u << move.index()}; }
  static constexpr MoveMask of_face(Face face) { return MoveMask{7u << (3 * static_cast<int>(face))}; }

  constexpr std::uint32_t bits() const { return bits_; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return std::popcount(bits_); }
  constexpr bool has(Move move) const { return (bits_ >> move.index() & 1u) != 0; }

  /// The move with the lowest index. The mask must not be empty.
  constexpr Move first() const { return Move::from_index(std::countr_zero(bits_)); }
  constexpr MoveMask without_first() const { return MoveMask{bits_ & (bits_ - 1)}; }

  friend constexpr MoveMask operator|(MoveMask a, MoveMask b) { return MoveMask{a.bits_ | b.bits_}; }
  friend constexpr MoveMask operator&(MoveMask a, MoveMask b) { return MoveMask{a.bits_ & b.bits_}; }
  friend constexpr MoveMask operator-(MoveMask a, MoveMask b) { return MoveMask{a.bits_ & ~b.bits_}; }
  friend constexpr bool operator==(MoveMask, MoveMask) = default;

 private:
  std::uint32_t bits_ = 0;
};

/// The ten moves of the group H: any turn of U and D, half turns of the other faces.
constexpr MoveMask moves_of_h() {
  MoveMask mask = MoveMask::of_face(Face::U) | MoveMask::of_face(Face::D);
  for (Face face : {Face::R, Face::F, Face::L, Face::B}) mask = mask | MoveMask::of(Move{face, 2});
  return mask;
}

/// The moves worth trying after `last`: not the same face again, and opposite faces, whose turns commute,
/// only in the order U before D, R before L, F before B. Every position keeps at least one shortest sequence.
constexpr MoveMask moves_after(Move last) {
  MoveMask mask = MoveMask::all() - MoveMask::of_face(last.face());
  if (static_cast<int>(last.face()) >= 3) mask = mask - MoveMask::of_face(opposite(last.face()));
  return mask;
}

}  // namespace halfturn
