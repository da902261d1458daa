#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "halfturn/result.h"
#include "stage/pattern/pattern_space.h"
#include "stage/pattern/piece_state.h"

namespace halfturn::stage {

/// No goal is farther away: a search that goes beyond this has read a damaged table.
inline constexpr int kMostDistance = 20;

/// The most table readers for one goal.
inline constexpr std::size_t kMostReaders = 24;

/// Thrown when a table contains something impossible. An exception, so that the hot loops need not pass
/// errors on. It never leaves the library: public functions use for_caller().
struct DamagedTable {
  Error error;
};
[[noreturn]] void throw_damaged(const std::string& table);

template <class T>
struct ResultOf {
  using type = Result<T>;
};
template <class T>
struct ResultOf<Result<T>> {
  using type = Result<T>;
};

/// The result of `work`; an Error (damaged) if it threw a DamagedTable.
template <class Work>
auto for_caller(const Work& work) -> typename ResultOf<decltype(work())>::type {
  try {
    return work();
  } catch (const DamagedTable& damaged) {
    return damaged.error;
  }
}

/// All that is needed to read a pattern's table through a given bottom symmetry, flat for the hot loop.
/// Refers to the pattern's space, the table's content and rows of the BoundPlanner, which must outlive it.
struct TableReader {
  const PatternSpace* space = nullptr;
  const std::byte* content = nullptr;
  const PatternSpace::RowOf* rows = nullptr;  ///< by the places of row_edges; includes the reader's symmetry
  const std::uint16_t* row_places = nullptr;
  const std::uint16_t* other_ranks = nullptr;
  const std::uint16_t* corner_ranks = nullptr;
  std::uint64_t row_stride = 0;
  std::uint32_t corner_count = 1;
  std::uint32_t twist_count = 1;
  PieceMask row_edges = 0;  ///< by their names before any bottom symmetry
  PieceMask other_edges = 0;
  PieceMask tracked_edges = 0;
  /// Masks for the places of the row edges (in bytes 4 .. 11 before any bottom symmetry), of the other edges
  /// (the same bytes, after it) and of the corners (bytes 16 .. 23, after it).
  std::uint64_t row_nibbles = 0;
  std::uint64_t other_nibbles = 0;
  std::uint64_t corner_nibbles = 0;
  std::uint64_t corner_twists = 0;
  std::uint8_t flip_bits = 0;
  std::uint8_t free_flip_bits = 0;
  bool oriented = false;
  Packing packing = Packing::modulo_three;
};

/// The five base-3 digits of a byte.
inline constexpr std::array<std::array<std::uint8_t, 256>, 5> kDigit = [] {
  std::array<std::array<std::uint8_t, 256>, 5> digit{};
  for (unsigned byte = 0; byte < 256; ++byte)
    for (unsigned i = 0, left = byte; i < 5; ++i, left /= 3)
      digit[i][byte] = static_cast<std::uint8_t>(left % 3);
  return digit;
}();

/// By set of places: the rank of each place among the places not in the set.
using FreeRanks = std::array<std::array<std::uint8_t, 16>, 4096>;
alignas(16) extern const FreeRanks kFreeRank;

/// The number of the twists of up to four corners, by their twists in two bits each.
inline constexpr std::array<std::uint8_t, 256> kTwistRank = [] {
  std::array<std::uint8_t, 256> rank{};
  for (unsigned key = 0; key < 256; ++key) {
    unsigned value = 0;
    for (int i = 3; i >= 0; --i) value = 3 * value + (key >> (2 * i) & 3u);
    rank[key] = static_cast<std::uint8_t>(value);
  }
  return rank;
}();

}  // namespace halfturn::stage
