#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "halfturn/cover.h"

/// Which edge classes look alike. Two of them do where one becomes the other when edges change places within
/// their slices: in any way, or only as the symmetries of a square do. Covers of whole groups are regular,
/// and there are few enough of them to search.
namespace halfturn {

struct ClassGroups {
  std::vector<std::uint16_t> group_of;  ///< by class
  std::size_t count = 0;
};

inline constexpr std::size_t kAnyOrderGroups = 1'331;
inline constexpr std::size_t kSquareGroups = 5'209;

/// The four edges of a slice may stand in any order: only counts matter.
ClassGroups any_order_groups(const Phase1Coordinates& coordinates, const EdgeClasses& classes);

/// The four places of each slice form a square; its eight symmetries may permute them.
ClassGroups square_groups(const Phase1Coordinates& coordinates, const EdgeClasses& classes);

}  // namespace halfturn
