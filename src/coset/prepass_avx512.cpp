// GCC 12 takes the undefined register inside its own intrinsics for ours.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>

#include "coset/prepass_kernel.h"

namespace halfturn {

#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq,gfni")

/// Bound by memory: it moves 1,728 bytes out and some 8,600 in, most of them from the third-level cache or
/// beyond, against some 300 instructions for each of nine blocks. So it asks for the next chunk's sources
/// while it works on this one, and writes around the caches. Where nothing is to be written, most blocks are
/// full after the turns of U, and then nothing else is read.
std::uint64_t prepass_chunk_avx512(const PrepassTables& tables, const ChunkWork& work) {
  std::array<const std::array<BlockSource, kBlocks>*, kHMoveCount> sources;
  for (std::size_t m = 0; m < kHMoveCount; ++m) sources[m] = &tables.layout.block_sources(work.layering, m);
  const bool only_count = work.target == nullptr;
  const __m512i ones = _mm512_set1_epi64(-1);
  std::uint64_t full_blocks = 0;
  __m512i count = _mm512_setzero_si512();
  for (std::size_t block = 0; block < kBlocks; ++block) {
    const std::size_t at = block * kBlockBytes;
    __m512i sum[kPlanes];  // NOLINT(modernize-avoid-c-arrays): std::array drops the type's alignment
    for (std::size_t plane = 0; plane < kPlanes; ++plane)
      sum[plane] = _mm512_load_si512(work.self + plane * kPlaneBytes + at);
    const auto shuffle_of = [&](std::size_t m, BlockSource source) {
      return _mm512_load_si512(
          tables.block_shuffle[PrepassTables::swaps_halves(m) ? 1 : 0][source.upper * 8u + source.lower]
              .data());
    };
    const auto add_turns = [&](std::size_t first) {
#pragma GCC unroll 3
      for (std::size_t m = first; m < first + 3; ++m) {
        const BlockSource source = (*sources[m])[block];
        const __m512i shuffle = shuffle_of(m, source);
        const std::uint8_t* from = work.from[m] + source.offset;
        for (std::size_t plane = 0; plane < kPlanes; ++plane)
          sum[plane] = _mm512_or_si512(
              sum[plane], _mm512_permutexvar_epi8(shuffle, _mm512_load_si512(from + plane * kPlaneBytes)));
      }
    };
    const auto is_full = [&] {
      const __m512i all = _mm512_and_si512(_mm512_and_si512(sum[0], sum[1]), sum[2]);
      return _mm512_cmpeq_epi64_mask(all, ones) == 0xFF;
    };
    add_turns(0);
    if (only_count) {
      for (std::size_t plane = 0; plane < kPlanes; ++plane)
        _mm_prefetch(reinterpret_cast<const char*>(work.soon.back() + plane * kPlaneBytes + at), _MM_HINT_T1);
      if (is_full()) {
        ++full_blocks;
        continue;
      }
    }
    add_turns(3);
    if (only_count && is_full()) {
      ++full_blocks;
      continue;
    }
#pragma GCC unroll 4
    for (std::size_t x = 0; x < kHMoveCount - kTurnMoves; ++x) {
      const BlockSource source = (*sources[kTurnMoves + x])[block];
      const __m512i shuffle = shuffle_of(kTurnMoves + x, source);
      const std::uint8_t* from = work.from[kTurnMoves + x] + source.offset;
      for (std::size_t plane = 0; plane < kPlanes; ++plane) {
        const __m512i bytes =
            _mm512_permutexvar_epi8(shuffle, _mm512_load_si512(from + tables.plane_offset[x][plane]));
        const __m512i matrix = _mm512_set1_epi64(static_cast<long long>(tables.bit_matrix[x][plane]));
        sum[plane] = _mm512_or_si512(sum[plane], _mm512_gf2p8affine_epi64_epi8(bytes, matrix, 0));
      }
    }
    for (std::size_t plane = 0; plane < kPlanes; ++plane) {
      count = _mm512_add_epi64(count, _mm512_popcnt_epi64(sum[plane]));
      if (only_count) continue;
      for (const std::uint8_t* soon : work.soon)
        _mm_prefetch(reinterpret_cast<const char*>(soon + plane * kPlaneBytes + at), _MM_HINT_T1);
      _mm512_stream_si512(reinterpret_cast<__m512i*>(work.target + plane * kPlaneBytes + at), sum[plane]);
    }
  }
  return static_cast<std::uint64_t>(_mm512_reduce_add_epi64(count)) + full_blocks * kPlanes * kBlockBytes * 8;
}

#pragma GCC pop_options

}  // namespace halfturn
