#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "halfturn/cover.h"

/// Which edge classes look alike. Two of them do where one becomes the other when edges change places within
/// their slices: in any way, or only as some symmetries of squares do. Covers of whole groups are regular,
/// and there are few enough of them to search.
namespace halfturn {

struct ClassGroups {
  std::vector<std::uint16_t> group_of;  ///< by class
  std::size_t count = 0;
};

inline constexpr std::size_t kAnyOrderGroups = 1'331;
inline constexpr std::size_t kEvenSquareGroups = 5'454;

/// The four edges of a slice may stand in any order: only counts matter.
ClassGroups any_order_groups(const Phase1Coordinates& coordinates, const EdgeClasses& classes);

/// The four places of each slice form a square; the symmetries of the three squares may permute them, as long
/// as they come to an even permutation: a quarter turn of one square goes with one of another.
ClassGroups even_square_groups(const Phase1Coordinates& coordinates, const EdgeClasses& classes);

}  // namespace halfturn
