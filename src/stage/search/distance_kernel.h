// Distances from tables, for any instruction set. Included inside a namespace that has a Reader.

/// The distance that an entry means for a position with a neighbour at distance `near`.
inline int distance_from_code(const TableReader& reader, unsigned code, int near) {
  if (reader.packing == Packing::nibbles) return static_cast<int>(code);
  // Neighbours differ by at most one: modulo 3 the difference is 0, 1, or 2 for -1.
  constexpr std::array<std::int8_t, 5> kDifference = {1, -1, 0, 1, -1};  // by code - near % 3 + 2
  return near + kDifference[code + 2 - static_cast<unsigned>(near) % 3];
}

inline const std::byte* address(const TableReader& reader, std::uint64_t entry) {
  return reader.content + (reader.packing == Packing::nibbles ? entry / 2 : entry / 5);
}

inline unsigned code_at(const TableReader& reader, std::uint64_t entry) {
  const auto byte = static_cast<unsigned>(*address(reader, entry));
  return reader.packing == Packing::nibbles ? byte >> (4 * (entry % 2)) & 15u : kDigit[entry % 5][byte];
}

/// The distance of a position. In a table modulo 3, found by walking down to the goal.
inline int walk_down(const TableReader& reader, const PieceState& start) {
  PieceState state = start;
  unsigned code = code_at(reader, Reader::entry(state, reader));
  if (reader.packing == Packing::nibbles) return static_cast<int>(code);
  for (int steps = 0; steps < kMostDistance; ++steps) {
    if (code == 0 && reader.space->is_goal(Reader::entry(state, reader))) return steps;
    const unsigned closer = (code + 2) % 3;
    bool comes_closer = false;
    for (const PlaceMap& map : kMoveMaps) {
      const PieceState next = Reader::moved(state, map);
      const unsigned next_code = code_at(reader, Reader::entry(next, reader));
      if (next_code != closer) continue;
      state = next;
      code = next_code;
      comes_closer = true;
      break;
    }
    if (!comes_closer) break;
  }
  throw_damaged(reader.space->pattern().name);
}
