#include <immintrin.h>

#include <bit>

#include "coset/prepass_kernel.h"

namespace halfturn {

#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt")

namespace {

__m256i load(const std::uint8_t* from) {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
}

/// Permutes the bits of every byte: what the low four become, and what the high four do.
__m256i permute_bits(__m256i bytes, const std::array<std::array<std::uint8_t, 16>, 2>& nibble_bits) {
  const auto table = [&](std::size_t half) {
    return _mm256_broadcastsi128_si256(
        _mm_load_si128(reinterpret_cast<const __m128i*>(nibble_bits[half].data())));
  };
  const __m256i low_nibbles = _mm256_set1_epi8(15);
  const __m256i low = _mm256_and_si256(bytes, low_nibbles);
  const __m256i high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), low_nibbles);
  return _mm256_or_si256(_mm256_shuffle_epi8(table(0), low), _mm256_shuffle_epi8(table(1), high));
}

std::uint64_t count_bits(__m256i bytes) {
  std::uint64_t count = 0;
  for (long long word : {_mm256_extract_epi64(bytes, 0), _mm256_extract_epi64(bytes, 1),
                         _mm256_extract_epi64(bytes, 2), _mm256_extract_epi64(bytes, 3)})
    count += static_cast<std::uint64_t>(std::popcount(static_cast<std::uint64_t>(word)));
  return count;
}

}  // namespace

/// The same in halves of 32 bytes: rows are moved by one shuffle, bytes within rows by a second.
std::uint64_t prepass_chunk_avx2(const PrepassTables& tables, const ChunkWork& work) {
  const bool only_count = work.target == nullptr;
  std::uint64_t count = 0;
  for (std::size_t block = 0; block < kBlocks; ++block) {
    __m256i sum[kPlanes][2];  // NOLINT(modernize-avoid-c-arrays): std::array drops the type's alignment
    const std::size_t at = block * kBlockBytes;
    for (std::size_t plane = 0; plane < kPlanes; ++plane)
      for (std::size_t half = 0; half < 2; ++half)
        sum[plane][half] = load(work.self + plane * kPlaneBytes + at + half * kHalfBytes);
    const auto add = [&](std::size_t m) {
      const BlockSource source = tables.layout.block_sources(work.layering, m)[block];
      const __m256i rows =
          _mm256_load_si256(reinterpret_cast<const __m256i*>(tables.row_shuffle[source.upper].data()));
      const __m256i bytes = load(tables.byte_shuffle[source.lower].data());
      const std::size_t swap = PrepassTables::swaps_halves(m) ? 1 : 0;
      for (std::size_t plane = 0; plane < kPlanes; ++plane) {
        const std::size_t plane_at =
            m < kTurnMoves ? plane * kPlaneBytes : tables.plane_offset[m - kTurnMoves][plane];
        const std::uint8_t* from = work.from[m] + plane_at + source.offset;
        for (std::size_t half = 0; half < 2; ++half) {
          __m256i moved = load(from + (half ^ swap) * kHalfBytes);
          moved = _mm256_shuffle_epi8(_mm256_permutevar8x32_epi32(moved, rows), bytes);
          if (m >= kTurnMoves) moved = permute_bits(moved, tables.nibble_bits[m - kTurnMoves][plane]);
          sum[plane][half] = _mm256_or_si256(sum[plane][half], moved);
        }
      }
    };
    const auto is_full = [&] {
      const __m256i first = _mm256_and_si256(_mm256_and_si256(sum[0][0], sum[1][0]), sum[2][0]);
      const __m256i second = _mm256_and_si256(_mm256_and_si256(sum[0][1], sum[1][1]), sum[2][1]);
      return _mm256_testc_si256(_mm256_and_si256(first, second), _mm256_set1_epi8(-1)) != 0;
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
      for (std::size_t half = 0; half < 2; ++half) {
        count += count_bits(sum[plane][half]);
        if (only_count) continue;
        _mm256_stream_si256(
            reinterpret_cast<__m256i*>(work.target + plane * kPlaneBytes + at + half * kHalfBytes),
            sum[plane][half]);
      }
      if (only_count) continue;
      for (const std::uint8_t* soon : work.soon)
        _mm_prefetch(reinterpret_cast<const char*>(soon + plane * kPlaneBytes + at), _MM_HINT_T1);
    }
  }
  return count;
}

#pragma GCC pop_options

}  // namespace halfturn
