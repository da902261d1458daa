// The index of a coset in plain C++. Include it inside a namespace of its own, after coset_space.h.

struct Pieces : PortablePieces {
  using Loaded = PlacedPieces;
  static const Loaded& load(const PlacedPieces& pieces) { return pieces; }
  static void store(const Loaded& pieces, PlacedPieces& to) { to = pieces; }

  /// A coset on the way to its index.
  struct Query {
    PlacedPieces labels;
  };

  /// Begins to look for the coset of a position, with a quarter turn or nothing before it.
  static Query query(const CosetSpace::KernelTables& tables, const PlacedPieces& pieces, Before before) {
    return {product(tables.before[static_cast<std::size_t>(before)], pieces)};
  }

  /// What phase 1 looks at.
  static Phase1Coset h_coset(const Phase1Coordinates& coordinates, const PlacedPieces& pieces) {
    std::uint16_t twist = 0;
    for (std::size_t p = kCornerCount - 1; p-- > 0;)
      twist = static_cast<std::uint16_t>(
          3 * twist + (pieces.byte[PlacedPieces::kCorners + p] >> PlacedPieces::kTurnShift));
    unsigned flips = 0;
    unsigned slice = 0;
    for (std::size_t p = 0; p < kEdgeCount; ++p) {
      flips |= unsigned{pieces.byte[p]} >> PlacedPieces::kTurnShift << p;
      slice |= (unsigned{pieces.byte[p]} >> 3 & 1U) << p;
    }
    return coordinates.coset_of(twist, flips, slice);
  }

  static CosetIndex coset(const CosetSpace::KernelTables& tables, const Query& query) {
    const PlacedPieces& labels = query.labels;
    std::size_t split = 0;
    std::uint32_t twist = 0;
    for (std::size_t p = kCornerCount; p-- > 0;) {
      const unsigned label = labels.byte[PlacedPieces::kCorners + p];
      split |= (label & 1u) << p;
      if (p + 1 < kCornerCount) twist = 3 * twist + (label >> PlacedPieces::kTurnShift);
    }
    std::uint32_t order = 0;
    if (tables.with_order) {
      std::array<unsigned, kCornerCount> members{};
      for (std::size_t i = 0; i < kCornerCount; ++i)
        members[i] = labels.byte[PlacedPieces::kCorners + tables.tetrad_places[split].place[i]] >> 1 & 3U;
      order = tables.order_begin[CosetSpace::order_key(members)];
    }
    const std::uint32_t corners = tables.class_and_frame[tables.split_begin[split] + order + twist];
    const EdgeFrame& frame = tables.frame[corners >> CosetSpace::kFrameShift];
    std::array<unsigned, 3> slice{};
    unsigned flipped = 0;
    for (std::size_t p = 0; p < kEdgeCount; ++p) {
      const unsigned label = labels.byte[frame.source[p]];
      const unsigned seen = frame.relabel[label & 3] ^ (label & 0x10) ^ frame.flip[p];
      slice[seen & 3] |= 1u << p;
      flipped |= (seen >> 4) << p;
    }
    const auto first = [](unsigned places) { return places & (0u - places); };
    const auto [zero, one, two] = slice;
    if ((flipped & first(zero)) != 0) flipped ^= zero | two;
    if ((flipped & first(one)) != 0) flipped ^= one | two;
    const std::uint32_t arrangement = tables.rank_of_four[two] + tables.order_of_eight[extract(one, ~two)];
    const auto row = corners % (1u << CosetSpace::kFrameShift);
    return {static_cast<std::uint32_t>(row * kEdgeArrangements + arrangement),
            extract(flipped, ~(first(zero) | first(one) | first(two)))};
  }

 private:
  /// The bits of a set of places that are in `mask`, moved together.
  static unsigned extract(unsigned places, unsigned mask) {
    unsigned result = 0;
    unsigned next = 0;
    for (std::size_t p = 0; p < kEdgeCount; ++p)
      if ((mask >> p & 1) != 0) result |= (places >> p & 1u) << next++;
    return result;
  }
};
