// Finds table entries with AVX2 and BMI2: see TableReader. Included inside a namespace, by files that have
// selected this target.

struct Reader {
  static __m256i load(const void* from) { return _mm256_load_si256(static_cast<const __m256i*>(from)); }
  static PieceState stored(__m256i value) {
    PieceState state;
    _mm256_store_si256(reinterpret_cast<__m256i*>(state.byte.data()), value);
    return state;
  }
  /// Subtracts the modulus from turns that are too large. For the others the subtraction wraps around to
  /// something larger, so the minimum leaves them unchanged.
  static __m256i reduced(__m256i value, __m256i modulus) {
    return _mm256_min_epu8(value, _mm256_sub_epi8(value, modulus));
  }

  static PieceState moved(const PieceState& state, const PlaceMap& map) {
    const __m256i value = load(state.byte.data());
    const __m256i turn = _mm256_and_si256(value, _mm256_set1_epi8(static_cast<char>(0xF0)));
    const __m256i sum = _mm256_add_epi8(_mm256_shuffle_epi8(load(map.to.data()), value), turn);
    return stored(reduced(sum, load(kTurnModulus.byte.data())));
  }

  static __m256i seen(__m256i value, const BottomSymmetry& bottom_symmetry) {
    const __m256i modulus = load(kTurnModulus.byte.data());
    __m256i turn = _mm256_and_si256(value, _mm256_set1_epi8(static_cast<char>(0xF0)));
    if (bottom_symmetry.reflected) turn = reduced(_mm256_sub_epi8(modulus, turn), modulus);
    const __m256i once = reduced(
        _mm256_add_epi8(_mm256_shuffle_epi8(load(bottom_symmetry.place.data()), value), turn), modulus);
    const __m256i twice = reduced(_mm256_add_epi8(once, load(bottom_symmetry.offset.data())), modulus);
    return _mm256_shuffle_epi8(twice, load(bottom_symmetry.source.data()));
  }

  static std::uint64_t eight_bytes(const PieceState& state, std::size_t first) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, &state.byte[first], sizeof bytes);
    return bytes;
  }

  /// Bound by compute, some fifty instructions; `rows` stays in the second-level cache.
  static std::uint64_t entry(const PieceState& state, const TableReader& reader) {
    const PatternSpace::RowOf found = reader.rows[_pext_u64(eight_bytes(state, 4), reader.row_nibbles)];
    const __m256i value = seen(load(state.byte.data()), kBottomSymmetries[found.bottom_symmetry]);
    const PieceState image = stored(value);
    const unsigned flips = static_cast<unsigned>(_mm256_movemask_epi8(_mm256_slli_epi16(value, 3)));
    const unsigned taken = reader.row_places[found.row];
    const std::uint64_t others =
        _pext_u64(static_cast<std::uint64_t>(_mm_extract_epi64(relative_places(value, taken), 0)),
                  reader.other_nibbles);
    std::uint64_t block = reader.other_ranks[others];
    if (reader.oriented) {
      unsigned all = taken;
      for (PieceMask left = reader.other_edges; left != 0; left &= left - 1)
        all |= 1u << image.place(static_cast<std::size_t>(std::countr_zero(left)));
      block = block << reader.free_flip_bits | free_flips(value, all, reader.free_flip_bits);
    }
    const std::uint64_t corners = eight_bytes(image, 16);
    const std::uint64_t entry =
        block * reader.corner_count +
        std::uint64_t{reader.corner_ranks[_pext_u64(corners, reader.corner_nibbles)]} * reader.twist_count +
        kTwistRank[_pext_u64(corners, reader.corner_twists)];
    return found.row * reader.row_stride +
           (entry << reader.flip_bits | _pext_u32(flips, reader.tracked_edges));
  }

 private:
  /// The places of edges 4 .. 11, counted among the free places.
  static __m128i relative_places(__m256i value, unsigned taken) {
    const __m128i edges = _mm_srli_si128(_mm256_castsi256_si128(value), 4);
    const __m128i relative = _mm_load_si128(reinterpret_cast<const __m128i*>(kFreeRank[taken].data()));
    return _mm_shuffle_epi8(relative, _mm_and_si128(edges, _mm_set1_epi8(15)));
  }

  /// The flips of the edges in free places, by place, without the last.
  static std::uint64_t free_flips(__m256i value, unsigned taken, unsigned bits) {
    const __m128i edges = _mm256_castsi256_si128(value);
    const __m128i is_edge = _mm_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0);
    const __m128i flipped = _mm_and_si128(_mm_cmpgt_epi8(edges, _mm_set1_epi8(15)), is_edge);
    const __m128i place = _mm_and_si128(edges, _mm_set1_epi8(15));
    const __m128i low = _mm_shuffle_epi8(
        _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, static_cast<char>(128), 0, 0, 0, 0, 0, 0, 0, 0), place);
    const __m128i high =
        _mm_shuffle_epi8(_mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 0, 0, 0, 0), place);
    const __m128i zero = _mm_setzero_si128();
    const __m128i sum_low = _mm_sad_epu8(_mm_and_si128(low, flipped), zero);
    const __m128i sum_high = _mm_sad_epu8(_mm_and_si128(high, flipped), zero);
    const auto by_place =
        static_cast<unsigned>(_mm_cvtsi128_si32(sum_low) + _mm_extract_epi16(sum_low, 4) +
                              ((_mm_cvtsi128_si32(sum_high) + _mm_extract_epi16(sum_high, 4)) << 8));
    return _bzhi_u32(_pext_u32(by_place, ~taken & 0xFFFu), bits);
  }
};
