#include "kociemba/tables/near_entries.h"

namespace halfturn {

std::vector<std::uint32_t> positions_within(const Phase1Table& table, int distance) {
  const std::span<const std::uint32_t> entries = table.entries();
  std::vector<std::uint32_t> positions;
  for (std::size_t position = 0; position < entries.size(); ++position)
    if (Phase1Entry::distance(entries[position]) <= distance)
      positions.push_back(static_cast<std::uint32_t>(position));
  return positions;
}

NearEntries::NearEntries(const Phase1Table& table, std::span<const std::uint32_t> positions)
    : hash_(positions), entries_(hash_.size()) {
  for (std::uint32_t position : positions) entries_[place_of(position)] = table.entries()[position];
}

}  // namespace halfturn
