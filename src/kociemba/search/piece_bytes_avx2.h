// The operations on PieceBytes for AVX2 and BMI2. Include it inside a namespace of its own, in a file
// compiled for that target, after <immintrin.h>, <cstring> and piece_bytes.h.

struct Bytes {
  static PieceBytes compose(const PieceBytes& first, const PieceBytes& then) {
    PieceBytes result;
    const __m256i a = _mm256_load_si256(reinterpret_cast<const __m256i*>(first.byte.data()));
    const __m256i b = _mm256_load_si256(reinterpret_cast<const __m256i*>(then.byte.data()));
    _mm256_store_si256(reinterpret_cast<__m256i*>(result.byte.data()), _mm256_shuffle_epi8(a, b));
    return result;
  }
  static PieceBytes compose(const PieceBytes& first, const PackedPieces& then) {
    static_assert(sizeof(PackedPieces) == 16,
                  "the last four bytes are read, and what comes of them is unused");
    const __m128i nibbles = _mm_set1_epi8(15);
    const __m128i packed = _mm_load_si128(reinterpret_cast<const __m128i*>(&then));
    const __m128i low = _mm_and_si128(packed, nibbles);
    const __m128i high = _mm_and_si128(_mm_srli_epi16(packed, 4), nibbles);
    const __m256i b = _mm256_set_m128i(_mm_unpackhi_epi8(low, high), _mm_unpacklo_epi8(low, high));
    const __m256i a = _mm256_load_si256(reinterpret_cast<const __m256i*>(first.byte.data()));
    PieceBytes result;
    _mm256_store_si256(reinterpret_cast<__m256i*>(result.byte.data()), _mm256_shuffle_epi8(a, b));
    return result;
  }
  static std::size_t key_of_eight(const PieceBytes& pieces, std::size_t begin) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &pieces.byte[begin], sizeof bits);
    return _pext_u64(bits, 0x0707070707070707U);
  }
  static std::size_t slice_key(const PieceBytes& pieces) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &pieces.byte[8], sizeof bits);
    return _pext_u32(bits, 0x03030303U);
  }
};
