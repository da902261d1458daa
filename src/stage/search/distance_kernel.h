// What tables say of a position, for any target: included inside a namespace that has a Reader.

/// What an entry of a table says of a position whose neighbour has distance `near`.
inline int distance_from_code(const Lookup& lookup, unsigned code, int near) {
  if (lookup.packing == Packing::nibbles) return static_cast<int>(code);
  // Neighbours differ by one at most: the difference modulo 3 is 0, 1, or 2 for one less.
  constexpr std::array<std::int8_t, 5> kDifference = {1, -1, 0, 1, -1};  // of code - near % 3, from -2 on
  return near + kDifference[code + 2 - static_cast<unsigned>(near) % 3];
}

inline const std::byte* address(const Lookup& lookup, std::uint64_t entry) {
  return lookup.content + (lookup.packing == Packing::nibbles ? entry / 2 : entry / 5);
}

inline unsigned code_at(const Lookup& lookup, std::uint64_t entry) {
  const auto byte = static_cast<unsigned>(*address(lookup, entry));
  return lookup.packing == Packing::nibbles ? byte >> (4 * (entry % 2)) & 15u : kDigit[entry % 5][byte];
}

/// Follows the table down to its goal.
inline int walk_down(const Lookup& lookup, const PieceState& start) {
  PieceState state = start;
  unsigned code = code_at(lookup, Reader::entry(state, lookup));
  if (lookup.packing == Packing::nibbles) return static_cast<int>(code);
  for (int steps = 0; steps < kMostDistance; ++steps) {
    if (code == 0 && lookup.space->is_goal(Reader::entry(state, lookup))) return steps;
    const unsigned closer = (code + 2) % 3;
    bool comes_closer = false;
    for (const PlaceMap& map : kMoveMaps) {
      const PieceState next = Reader::moved(state, map);
      const unsigned next_code = code_at(lookup, Reader::entry(next, lookup));
      if (next_code != closer) continue;
      state = next;
      code = next_code;
      comes_closer = true;
      break;
    }
    if (!comes_closer) break;
  }
  throw_damaged(lookup.space->pattern().name);
}
