// GCC 12 takes the undefined register inside its own intrinsics for ours.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>

#include <bit>

#include "coset/prepass_kernel.h"

namespace halfturn {

#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,bmi,bmi2,popcnt")

namespace {

/// Permutes the bits of every byte: what the low four become, and what the high four do.
__m512i permute_bits(__m512i bytes, const std::array<std::array<std::uint8_t, 16>, 2>& nibble_bits) {
  const auto table = [&](std::size_t half) {
    return _mm512_broadcast_i32x4(_mm_load_si128(reinterpret_cast<const __m128i*>(nibble_bits[half].data())));
  };
  const __m512i low_nibbles = _mm512_set1_epi8(15);
  const __m512i low = _mm512_and_si512(bytes, low_nibbles);
  const __m512i high = _mm512_and_si512(_mm512_srli_epi16(bytes, 4), low_nibbles);
  return _mm512_or_si512(_mm512_shuffle_epi8(table(0), low), _mm512_shuffle_epi8(table(1), high));
}

std::uint64_t count_bits(__m512i bytes) {
  alignas(64) std::array<std::uint64_t, 8> words;
  _mm512_store_si512(words.data(), bytes);
  std::uint64_t count = 0;
  for (const std::uint64_t word : words) count += static_cast<std::uint64_t>(std::popcount(word));
  return count;
}

}  // namespace

/// For processors whose AVX-512 cannot shuffle bytes across a register (no VBMI): rows of four bytes are
/// moved by one shuffle, bytes within rows by a second, and bits by two look-ups of half a byte, as with
/// AVX2, in half as many registers.
std::uint64_t prepass_chunk_avx512bw(const PrepassTables& tables, const ChunkWork& work) {
  std::array<const std::array<BlockSource, kBlocks>*, kHMoveCount> sources;
  for (std::size_t m = 0; m < kHMoveCount; ++m) sources[m] = &tables.layout.block_sources(work.layering, m);
  const bool only_count = work.target == nullptr;
  const __m512i ones = _mm512_set1_epi64(-1);
  std::uint64_t count = 0;
  for (std::size_t block = 0; block < kBlocks; ++block) {
    const std::size_t at = block * kBlockBytes;
    __m512i sum[kPlanes];  // NOLINT(modernize-avoid-c-arrays): std::array drops the type's alignment
    for (std::size_t plane = 0; plane < kPlanes; ++plane)
      sum[plane] = _mm512_load_si512(work.self + plane * kPlaneBytes + at);
    const auto add = [&](std::size_t m) {
      const BlockSource source = (*sources[m])[block];
      const __m256i half_rows =
          _mm256_load_si256(reinterpret_cast<const __m256i*>(tables.row_shuffle[source.upper].data()));
      // The second half of the register is the second half of the block.
      const __m256i other = _mm256_add_epi32(half_rows, _mm256_set1_epi32(8));
      const bool swaps = PrepassTables::swaps_halves(m);
      const __m512i rows =
          _mm512_inserti64x4(_mm512_castsi256_si512(swaps ? other : half_rows), swaps ? half_rows : other, 1);
      const __m256i half_bytes =
          _mm256_load_si256(reinterpret_cast<const __m256i*>(tables.byte_shuffle[source.lower].data()));
      const __m512i bytes = _mm512_broadcast_i64x4(half_bytes);
      const std::uint8_t* from = work.from[m] + source.offset;
      for (std::size_t plane = 0; plane < kPlanes; ++plane) {
        const std::size_t plane_at =
            m < kTurnMoves ? plane * kPlaneBytes : tables.plane_offset[m - kTurnMoves][plane];
        __m512i moved = _mm512_load_si512(from + plane_at);
        moved = _mm512_shuffle_epi8(_mm512_permutexvar_epi32(rows, moved), bytes);
        if (m >= kTurnMoves) moved = permute_bits(moved, tables.nibble_bits[m - kTurnMoves][plane]);
        sum[plane] = _mm512_or_si512(sum[plane], moved);
      }
    };
    const auto is_full = [&] {
      const __m512i all = _mm512_and_si512(_mm512_and_si512(sum[0], sum[1]), sum[2]);
      return _mm512_cmpeq_epi64_mask(all, ones) == 0xFF;
    };
    constexpr std::uint64_t kAllBits = kPlanes * kBlockBytes * 8;
#pragma GCC unroll 3
    for (std::size_t m = 0; m < 3; ++m) add(m);
    if (only_count) {
      for (std::size_t plane = 0; plane < kPlanes; ++plane)
        _mm_prefetch(reinterpret_cast<const char*>(work.soon.back() + plane * kPlaneBytes + at), _MM_HINT_T1);
      if (is_full()) {
        count += kAllBits;
        continue;
      }
    }
#pragma GCC unroll 3
    for (std::size_t m = 3; m < kTurnMoves; ++m) add(m);
    if (only_count && is_full()) {
      count += kAllBits;
      continue;
    }
#pragma GCC unroll 4
    for (std::size_t m = kTurnMoves; m < kHMoveCount; ++m) add(m);
    for (std::size_t plane = 0; plane < kPlanes; ++plane) {
      count += count_bits(sum[plane]);
      if (only_count) continue;
      for (const std::uint8_t* soon : work.soon)
        _mm_prefetch(reinterpret_cast<const char*>(soon + plane * kPlaneBytes + at), _MM_HINT_T1);
      _mm512_stream_si512(reinterpret_cast<__m512i*>(work.target + plane * kPlaneBytes + at), sum[plane]);
    }
  }
  return count;
}

#pragma GCC pop_options

}  // namespace halfturn
