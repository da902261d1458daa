#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "halfturn/result.h"

namespace halfturn {

/// Rows of a list by their numbers, from 0: first, .. end - 1.
struct RowRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

/// One of several parts of a list, for several machines: the outputs of all parts, one behind the other, are
/// the output of the list.
struct Shard {
  std::uint64_t index = 0;  ///< 0 .. count - 1
  std::uint64_t count = 1;  ///< at most kMostShards

  /// The rows of this part: as many as those of any other, or one more or less.
  RowRange rows_of(std::uint64_t total) const;
  /// A header stands before the rows of the first part alone.
  bool has_header() const { return index == 0; }
  std::string name() const;  ///< "2/8"
};

inline constexpr std::uint64_t kMostShards = 1'000'000'000;

/// The shard that --shard names, as K/N; none for an empty text. An Error says what would be right.
Result<std::optional<Shard>> chosen_shard(const std::string& text);

}  // namespace halfturn
