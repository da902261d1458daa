#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "halfturn/geometry.h"
#include "halfturn/move.h"

namespace halfturn {

inline constexpr int kSymmetryCount = 48;
/// Symmetries 0 .. 15 keep the U-D axis, and so the group H.
inline constexpr int kUdSymmetryCount = 16;

/// Where each face goes.
using FaceMap = std::array<Face, kFaceCount>;

/// One of the 48 symmetries of a cube's shape: 24 rotations and 24 reflections.
///
/// A symmetry takes faces, places, pieces and moves to others; `a * b` means first a, then b.
/// index = 16 * a + 8 * b + 2 * c + d: first `a` thirds of a turn about the corner URF (U to R to F), then
/// `b` half turns about F, then `c` quarter turns about U (as the move U goes), then, if d is 1, the
/// mirror that swaps R and L.
class Symmetry {
 public:
  constexpr Symmetry() = default;  ///< the identity
  static constexpr Symmetry from_index(int index) {
    Symmetry symmetry;
    symmetry.index_ = static_cast<std::uint8_t>(index);
    return symmetry;
  }
  /// The symmetry that takes U, R and F to the three given faces, which must lie on three different axes.
  static constexpr Symmetry from_images(Face of_u, Face of_r, Face of_f);

  /// The whole-cube rotations x, y, z: as R, U and F turn.
  static constexpr Symmetry x() { return from_images(Face::B, Face::R, Face::U); }
  static constexpr Symmetry y() { return from_images(Face::U, Face::F, Face::L); }
  static constexpr Symmetry z() { return from_images(Face::R, Face::D, Face::F); }

  constexpr int index() const { return index_; }
  constexpr bool is_reflection() const { return (index_ & 1) != 0; }

  constexpr Face operator()(Face face) const;
  constexpr Move operator()(Move move) const;
  constexpr MoveMask operator()(MoveMask mask) const;

  constexpr Symmetry inverse() const;
  friend constexpr Symmetry operator*(Symmetry first, Symmetry then);
  friend constexpr bool operator==(Symmetry, Symmetry) = default;

 private:
  std::uint8_t index_ = 0;
};

namespace detail {

/// What one symmetry does. `corner_offset[p]`: the first sticker of corner place p goes to the sticker with
/// this number at place `corner_place[p]`; the others follow, backwards in a reflection. Edges likewise.
struct SymmetryAction {
  FaceMap face{};
  std::array<std::uint8_t, kCornerCount> corner_place{};
  std::array<std::uint8_t, kCornerCount> corner_offset{};
  std::array<std::uint8_t, kEdgeCount> edge_place{};
  std::array<std::uint8_t, kEdgeCount> edge_offset{};
};

constexpr Face image(const FaceMap& map, Face face) {
  return map[static_cast<std::size_t>(face)];
}

constexpr FaceMap then(const FaceMap& first, const FaceMap& second) {
  FaceMap result{};
  for (std::size_t i = 0; i < first.size(); ++i) result[i] = image(second, first[i]);
  return result;
}

template <std::size_t N>
constexpr unsigned face_set(const std::array<Face, N>& faces) {
  unsigned set = 0;
  for (Face face : faces) set |= 1u << static_cast<unsigned>(face);
  return set;
}

/// Finds the place that has exactly these faces, and which of its stickers lies on faces[0].
template <std::size_t N, std::size_t Places>
constexpr void locate(const std::array<std::array<Face, N>, Places>& places, const std::array<Face, N>& faces,
                      std::uint8_t& place, std::uint8_t& offset) {
  for (std::size_t q = 0; q < Places; ++q) {
    if (face_set(places[q]) != face_set(faces)) continue;
    place = static_cast<std::uint8_t>(q);
    for (std::size_t k = 0; k < N; ++k)
      if (places[q][k] == faces[0]) offset = static_cast<std::uint8_t>(k);
  }
}

constexpr SymmetryAction action_of(const FaceMap& map) {
  SymmetryAction action;
  action.face = map;
  for (std::size_t p = 0; p < kCornerCount; ++p) {
    std::array<Face, 3> faces{};
    for (std::size_t k = 0; k < 3; ++k) faces[k] = image(map, kCornerFaces[p][k]);
    locate(kCornerFaces, faces, action.corner_place[p], action.corner_offset[p]);
  }
  for (std::size_t p = 0; p < kEdgeCount; ++p) {
    std::array<Face, 2> faces{};
    for (std::size_t k = 0; k < 2; ++k) faces[k] = image(map, kEdgeFaces[p][k]);
    locate(kEdgeFaces, faces, action.edge_place[p], action.edge_offset[p]);
  }
  return action;
}

struct SymmetryTables {
  std::array<SymmetryAction, kSymmetryCount> action{};
  std::array<std::uint8_t, 216> from_images{};  // by the images of U, R and F as digits in base six

  static constexpr std::size_t key(Face u, Face r, Face f) {
    return 36 * static_cast<std::size_t>(u) + 6 * static_cast<std::size_t>(r) + static_cast<std::size_t>(f);
  }
  static constexpr std::size_t key(const FaceMap& map) { return key(map[0], map[1], map[2]); }

  constexpr SymmetryTables() {
    using enum Face;
    constexpr FaceMap kUrfThird = {R, F, U, L, B, D};
    constexpr FaceMap kFHalf = {D, L, F, U, R, B};
    constexpr FaceMap kUQuarter = {U, F, L, D, B, R};
    constexpr FaceMap kMirror = {U, L, F, D, R, B};
    for (std::size_t s = 0; s < kSymmetryCount; ++s) {
      FaceMap map = {U, R, F, D, L, B};
      for (std::size_t i = 0; i < s / 16; ++i) map = then(map, kUrfThird);
      if ((s / 8) % 2 == 1) map = then(map, kFHalf);
      for (std::size_t i = 0; i < (s / 2) % 4; ++i) map = then(map, kUQuarter);
      if (s % 2 == 1) map = then(map, kMirror);
      action[s] = action_of(map);
      from_images[key(map)] = static_cast<std::uint8_t>(s);
    }
  }
};

inline constexpr SymmetryTables kSymmetryTables;

constexpr const SymmetryAction& action_of(Symmetry symmetry) {
  return kSymmetryTables.action[static_cast<std::size_t>(symmetry.index())];
}

}  // namespace detail

constexpr Symmetry Symmetry::from_images(Face of_u, Face of_r, Face of_f) {
  return from_index(detail::kSymmetryTables.from_images[detail::SymmetryTables::key(of_u, of_r, of_f)]);
}

constexpr Face Symmetry::operator()(Face face) const {
  return detail::image(detail::action_of(*this).face, face);
}

constexpr Move Symmetry::operator()(Move move) const {
  return {(*this)(move.face()), is_reflection() ? 4 - move.quarters() : move.quarters()};
}

constexpr MoveMask Symmetry::operator()(MoveMask mask) const {
  MoveMask result;
  for (; !mask.empty(); mask = mask.without_first()) result = result | MoveMask::of((*this)(mask.first()));
  return result;
}

constexpr Symmetry Symmetry::inverse() const {
  FaceMap back{};
  for (int f = 0; f < kFaceCount; ++f)
    back[static_cast<std::size_t>((*this)(static_cast<Face>(f)))] = static_cast<Face>(f);
  return from_images(back[0], back[1], back[2]);
}

constexpr Symmetry operator*(Symmetry first, Symmetry then) {
  return Symmetry::from_images(then(first(Face::U)), then(first(Face::R)), then(first(Face::F)));
}

/// The rotation about the corner URF that brings an axis (0: U-D, 1: R-L, 2: F-B) to the U-D axis.
constexpr Symmetry axis_to_ud(int axis) {
  constexpr Symmetry kThird = Symmetry::from_images(Face::R, Face::F, Face::U);
  Symmetry symmetry;
  while (axis_of(symmetry(static_cast<Face>(axis))) != 0) symmetry = symmetry * kThird;
  return symmetry;
}

}  // namespace halfturn
