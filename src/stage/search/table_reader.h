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

/// No goal is farther away: a search that goes on has read a damaged table.
inline constexpr int kMostDistance = 20;

/// A goal is searched with at most this many table readers.
inline constexpr std::size_t kMostReaders = 24;

/// What is thrown where a table says what is not possible. An exception, so that the hot loops have no error
/// to hand on; it never leaves the library: whatever is public asks for_caller().
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

/// What work that reads tables comes to; an Error (damaged) where one of them said what is not possible.
template <class Work>
auto for_caller(const Work& work) -> typename ResultOf<decltype(work())>::type {
  try {
    return work();
  } catch (const DamagedTable& damaged) {
    return damaged.error;
  }
}

/// Everything that it takes to read a pattern's table for a position looked at in a certain way, flat and
/// ready for the hot loop. Refers to a PatternTable, which must outlive it.
struct TableReader {
  const PatternSpace* space = nullptr;
  const std::byte* content = nullptr;
  const PatternSpace::RowOf* rows = nullptr;  ///< by the places of the row edges before any bottom symmetry
  const std::uint16_t* row_places = nullptr;
  const std::uint16_t* other_ranks = nullptr;
  const std::uint16_t* corner_ranks = nullptr;
  std::uint64_t row_stride = 0;
  std::uint32_t corner_count = 1;
  std::uint32_t twist_count = 1;
  PieceMask row_edges = 0;  ///< the row edges as they are called before any bottom symmetry
  PieceMask other_edges = 0;
  PieceMask tracked_edges = 0;
  std::uint64_t row_nibbles =
      0;  ///< in bytes 4 .. 11 of a state before any bottom symmetry: the places of the row edges
  std::uint64_t other_nibbles = 0;   ///< in bytes 4 .. 11 after: the places of the other edges
  std::uint64_t corner_nibbles = 0;  ///< in bytes 16 .. 23: the places of the corners
  std::uint64_t corner_twists = 0;
  std::uint8_t flip_bits = 0;
  std::uint8_t free_flip_bits = 0;
  bool oriented = false;
  Packing packing = Packing::modulo_three;
};

/// The digits of a byte that holds five remainders by 3.
inline constexpr std::array<std::array<std::uint8_t, 256>, 5> kDigit = [] {
  std::array<std::array<std::uint8_t, 256>, 5> digit{};
  for (unsigned byte = 0; byte < 256; ++byte)
    for (unsigned i = 0, left = byte; i < 5; ++i, left /= 3)
      digit[i][byte] = static_cast<std::uint8_t>(left % 3);
  return digit;
}();

/// For a set of places: the rank of each place among those that are not in the set.
using FreeRanks = std::array<std::array<std::uint8_t, 16>, 4096>;
alignas(16) extern const FreeRanks kFreeRank;

/// The index of three turns of up to four corners, from two bits each.
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
