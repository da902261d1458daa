// The index of a coset for AVX2 and BMI2. Include it inside a namespace of its own, in a file compiled for
// that target, after <immintrin.h> and coset_space.h. Some 55 instructions; bound by their number, and by one
// read of a table of 600 kB.

struct Pieces {
  using Loaded = __m256i;
  static Loaded load(const PlacedPieces& pieces) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(pieces.byte.data()));
  }
  static __m128i load(const std::array<std::uint8_t, 16>& bytes) {
    return _mm_load_si128(reinterpret_cast<const __m128i*>(bytes.data()));
  }

  static Loaded product(__m256i first, __m256i then) {
    const __m256i low = _mm256_set1_epi8(0x0F);
    const __m256i turns = _mm256_set1_epi8(0x30);
    const __m256i sum = _mm256_add_epi8(_mm256_shuffle_epi8(first, _mm256_and_si256(then, low)),
                                        _mm256_and_si256(then, turns));
    // Less the modulus, 2 for edges and 3 for corners, where that is not negative.
    const __m256i modulus =
        _mm256_setr_epi64x(0x2020202020202020, 0x2020202020202020, 0x3030303030303030, 0x3030303030303030);
    return _mm256_min_epu8(sum, _mm256_sub_epi8(sum, modulus));
  }
  static void store(Loaded pieces, PlacedPieces& to) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(to.byte.data()), pieces);
  }

  /// All bits if there is any, else none.
  static unsigned all_if(unsigned bits) { return static_cast<unsigned>(static_cast<int>(0U - bits) >> 31); }

  /// The twists as digits in base three.
  static std::uint16_t twist(__m128i corners) {
    // Still times sixteen.
    const __m128i pairs = _mm_maddubs_epi16(_mm_and_si128(corners, _mm_set1_epi8(0x30)),
                                            _mm_setr_epi8(1, 3, 1, 3, 1, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    const auto halves = static_cast<std::uint64_t>(
        _mm_cvtsi128_si64(_mm_madd_epi16(pairs, _mm_setr_epi16(1, 9, 81, 729, 0, 0, 0, 0))));
    return static_cast<std::uint16_t>(((halves + (halves >> 32)) & 0xFFFFFFFFU) >> PlacedPieces::kTurnShift);
  }

  static std::uint32_t order_begin(const CosetSpace::KernelTables& tables, __m128i corners, unsigned split) {
    const auto by_tetrad = static_cast<std::uint64_t>(
        _mm_cvtsi128_si64(_mm_shuffle_epi8(corners, load(tables.tetrad_places[split].place))));
    // Bits 1 and 2 of the first two differences in each tetrad, as order_key() has them.
    return tables.order_begin[_pext_u64(by_tetrad ^ by_tetrad >> 8, 0x0000060600000606)];
  }

  /// A coset on the way to its index: what is left once the class of its corners is on its way from memory.
  struct Query {
    __m128i edges;
    const std::uint32_t* class_and_frame;
  };

  /// Begins to look for the coset of a position, with a quarter turn or nothing before it.
  static Query query(const CosetSpace::KernelTables& tables, __m256i pieces, Before before) {
    const __m256i labels = product(load(tables.before[static_cast<std::size_t>(before)]), pieces);
    const __m128i corners = _mm256_extracti128_si256(labels, 1);
    const auto split = static_cast<unsigned>(_mm_movemask_epi8(_mm_slli_epi16(corners, 7))) & 0xFFU;
    const std::uint32_t* entry =
        tables.class_and_frame.data() +
        (tables.split_begin[split] + (tables.with_order ? order_begin(tables, corners, split) : 0U) +
         twist(corners));
    __builtin_prefetch(entry);
    return {_mm256_castsi256_si128(labels), entry};
  }

  /// What phase 1 looks at.
  static Phase1Coset h_coset(const Phase1Coordinates& coordinates, __m256i pieces) {
    const __m128i edges = _mm256_castsi256_si128(pieces);
    const auto places = [](__m128i bits) { return static_cast<unsigned>(_mm_movemask_epi8(bits)) & 0xFFFU; };
    return coordinates.coset_of(twist(_mm256_extracti128_si256(pieces, 1)), places(_mm_slli_epi16(edges, 3)),
                                places(_mm_slli_epi16(edges, 4)));
  }

  static CosetIndex coset(const CosetSpace::KernelTables& tables, const Query& query) {
    const std::uint32_t class_and_frame = *query.class_and_frame;
    const EdgeFrame& frame = tables.frame[class_and_frame >> CosetSpace::kFrameShift];
    const __m128i relabelled = _mm_xor_si128(_mm_shuffle_epi8(load(frame.relabel), query.edges),
                                             _mm_and_si128(query.edges, _mm_set1_epi8(0x10)));
    const __m128i seen = _mm_xor_si128(_mm_shuffle_epi8(relabelled, load(frame.source)), load(frame.flip));
    const auto places = [](__m128i bits) { return static_cast<unsigned>(_mm_movemask_epi8(bits)) & 0xFFFU; };
    const unsigned two = places(_mm_slli_epi16(seen, 6));
    const unsigned one = places(_mm_slli_epi16(seen, 7));
    unsigned flipped = places(_mm_slli_epi16(seen, 3));
    const unsigned zero = 0xFFFU ^ one ^ two;
    const unsigned first_zero = _blsi_u32(zero);
    const unsigned first_one = _blsi_u32(one);
    // Without a branch, which would be guessed wrong half of the time.
    flipped ^= all_if(flipped & first_zero) & (zero | two);
    flipped ^= all_if(flipped & first_one) & (one | two);
    const unsigned flip = _pext_u32(flipped, 0xFFFU ^ first_zero ^ first_one ^ _blsi_u32(two));
    const std::uint32_t arrangement =
        tables.rank_of_four[two] + tables.order_of_eight[_pext_u32(one, 0xFFFU ^ two)];
    const std::uint32_t row = class_and_frame % (1U << CosetSpace::kFrameShift);
    return {static_cast<std::uint32_t>(row * kEdgeArrangements + arrangement), flip};
  }
};
