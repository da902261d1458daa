// The body of PullRow. Include it inside a namespace of its own, after <array>, <bit> and pull_row.h.
//
// Bound by computing: some 10 ns to find the line that a move leads to, 15 ns to set up the map of its flips
// where the line is not empty, 2 ns for each of its bits. The lines read lie in one row of 2.2 MB, which
// stays in the cache.

/// How the flips of a line come from those of the line before a move: the flip with number f comes from
/// low[f % 64] ^ high[f / 64].
struct FlipsBack {
  using Sixteen [[gnu::vector_size(32)]] = std::uint16_t;
  std::array<Sixteen, 4> low;
  std::array<std::uint16_t, 8> high;

  FlipsBack(const RowMap& map, const FlipNumbers& from, const FlipPlaces& to) {
    const std::uint16_t last = from.single[map.source[to.last]];
    const auto column = [&](std::size_t bit) {
      return static_cast<std::uint16_t>(from.single[map.source[to.of_bit[bit]]] ^ last);
    };
    constexpr std::uint16_t kF = 0xFFFF;
    constexpr Sixteen kOdd = {0, kF, 0, kF, 0, kF, 0, kF, 0, kF, 0, kF, 0, kF, 0, kF};
    constexpr Sixteen kPairs = {0, 0, kF, kF, 0, 0, kF, kF, 0, 0, kF, kF, 0, 0, kF, kF};
    constexpr Sixteen kFours = {0, 0, 0, 0, kF, kF, kF, kF, 0, 0, 0, 0, kF, kF, kF, kF};
    constexpr Sixteen kEights = {0, 0, 0, 0, 0, 0, 0, 0, kF, kF, kF, kF, kF, kF, kF, kF};
    low[0] = (((Sixteen{} + column(0)) & kOdd) ^ ((Sixteen{} + column(1)) & kPairs)) ^
             (((Sixteen{} + column(2)) & kFours) ^ ((Sixteen{} + column(3)) & kEights));
    low[1] = low[0] ^ (Sixteen{} + column(4));
    low[2] = low[0] ^ (Sixteen{} + column(5));
    low[3] = low[1] ^ (Sixteen{} + column(5));
    std::uint16_t constant = map.flips_odd_slices ? from.whole_slice : 0;
    for (std::size_t i = 0; i < map.flipping_count; ++i) constant ^= from.single[map.flipping[i]];
    const std::array<std::uint16_t, 3> top = {column(6), column(7), column(8)};
    for (std::size_t i = 0; i < high.size(); ++i)
      high[i] = static_cast<std::uint16_t>(constant ^ (i % 2 != 0 ? top[0] : 0) ^
                                           (i / 2 % 2 != 0 ? top[1] : 0) ^ (i / 4 != 0 ? top[2] : 0));
  }
};

inline void pull_row(const RowMaps& maps, const RowMap& map, const std::uint64_t* source,
                     std::uint64_t* into) {
  // The arrangements that share slice 2 stand together.
  constexpr std::size_t kTogether = 70;
  constexpr int kAlways = 4;
  std::array<std::uint32_t, kTogether> target;
  // Brought into the cache in order, which memory does several times faster than in the order of use.
  for (std::size_t line = 0; line < kEdgeArrangements; ++line)
    __builtin_prefetch(source + line * kLineWords, 0, 2);
  for (std::size_t begin = 0; begin < kEdgeArrangements; begin += kTogether) {
    const std::uint32_t shared = map.constant + map.second(maps.second_slice(begin));
    for (std::size_t i = 0; i < kTogether; ++i) {
      target[i] = maps.arrangement_of_ternary(shared + map.first(maps.first_slice(begin + i)));
      __builtin_prefetch(source + target[i] * kLineWords);
      __builtin_prefetch(&maps.places(target[i]));
    }
    for (std::size_t i = 0; i < kTogether; ++i) {
      const std::uint64_t* line = source + target[i] * kLineWords;
      std::uint64_t any = 0;
      for (std::size_t w = 0; w < kLineWords; ++w) any |= line[w];
      if (any == 0) continue;
      std::uint64_t* to = into + (begin + i) * kLineWords;
      std::uint64_t full = to[0];
      for (std::size_t w = 1; w < kLineWords; ++w) full &= to[w];
      if (full == ~std::uint64_t{0}) continue;
      const FlipsBack back(map, maps.numbers(begin + i), maps.places(target[i]));
      const auto* low = reinterpret_cast<const std::uint16_t*>(back.low.data());
      for (std::size_t w = 0; w < kLineWords; ++w) {
        const unsigned high = back.high[w];
        std::uint64_t bits = line[w];
        if (bits == 0) continue;
        const auto take = [&] {
          const unsigned f = low[std::countr_zero(bits)] ^ high;
          to[f / 64] |= std::uint64_t{1} << f % 64;
        };
        // The number of bits cannot be predicted, and a wrong guess costs more than some bits: the first few
        // times always run, at the end with the last bit again.
        for (int time = 0; time < kAlways; ++time) {
          take();
          const std::uint64_t rest = bits & (bits - 1);
          bits = rest != 0 ? rest : bits;
        }
        for (; bits != 0; bits &= bits - 1) take();
      }
    }
  }
}
