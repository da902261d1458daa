// Finds table entries in plain C++: see TableReader. Included inside a namespace.

struct Reader {
  static PieceState moved(const PieceState& state, const PlaceMap& map) {
    return PortableOps::moved(state, map);
  }

  static std::uint64_t entry(const PieceState& state, const TableReader& reader) {
    std::size_t row_key = 0;
    int shift = 0;
    for (PieceMask left = reader.row_edges; left != 0; left &= left - 1, shift += 4)
      row_key |= static_cast<std::size_t>(state.place(static_cast<std::size_t>(std::countr_zero(left))))
                 << shift;
    const PatternSpace::RowOf found = reader.rows[row_key];
    return reader.space->entry_in_row(PortableOps::seen(state, kBottomSymmetries[found.bottom_symmetry]),
                                      found.row);
  }
};
