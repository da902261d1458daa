#include <algorithm>
#include <bit>

#include "coset/prepass_kernel.h"

namespace halfturn {

PrepassTables::PrepassTables(const BitmapLayout& bitmap_layout) : layout(bitmap_layout) {
  for (std::size_t upper = 0; upper < 8; ++upper) {
    for (std::size_t row = 0; row < 8; ++row)
      row_shuffle[upper][row] = layout.shuffle(upper, 0)[4 * row] / 4u;
    for (std::size_t i = 0; i < kHalfBytes; ++i)
      byte_shuffle[upper][i] = static_cast<std::uint8_t>(i % 16 / 4 * 4 + layout.shuffle(0, upper)[i] % 4u);
    for (std::size_t lower = 0; lower < 8; ++lower)
      for (std::size_t i = 0; i < kBlockBytes; ++i) {
        const std::size_t half = i / kHalfBytes * kHalfBytes;
        const std::uint8_t from = layout.shuffle(upper, lower)[i % kHalfBytes];
        block_shuffle[0][upper * 8 + lower][i] = static_cast<std::uint8_t>(from + half);
        block_shuffle[1][upper * 8 + lower][i] = static_cast<std::uint8_t>(from + (kHalfBytes - half));
      }
  }
  for (std::size_t x = 0; x < bit_matrix.size(); ++x) {
    for (std::size_t plane = 0; plane < kPlanes; ++plane) {
      const BitmapLayout::PlaneSource& source = layout.plane_source(plane, kTurnMoves + x);
      plane_offset[x][plane] = static_cast<std::uint16_t>(source.plane * kPlaneBytes);
      std::uint64_t matrix = 0;  // row for result bit i: byte 7 - i
      for (std::size_t i = 0; i < 8; ++i) matrix |= std::uint64_t{1} << (8 * (7 - i) + source.bit[i]);
      bit_matrix[x][plane] = matrix;
      for (unsigned byte = 0; byte < 256; ++byte) {
        unsigned permuted = 0;
        for (std::size_t i = 0; i < 8; ++i) permuted |= (byte >> source.bit[i] & 1u) << i;
        byte_bits[x][plane][byte] = static_cast<std::uint8_t>(permuted);
      }
      for (std::size_t nibble = 0; nibble < 16; ++nibble) {
        nibble_bits[x][plane][0][nibble] = byte_bits[x][plane][nibble];
        nibble_bits[x][plane][1][nibble] = byte_bits[x][plane][nibble << 4];
      }
    }
  }
}

/// Byte by byte, as layout.h describes it: a check of the other kernels.
std::uint64_t prepass_chunk_portable(const PrepassTables& tables, const ChunkWork& work) {
  std::array<std::uint8_t, kChunkBytes> result;
  std::copy_n(work.self, kChunkBytes, result.begin());
  for (std::size_t m = 0; m < kHMoveCount; ++m) {
    const auto& sources = tables.layout.block_sources(work.layering, m);
    for (std::size_t block = 0; block < kBlocks; ++block) {
      const BlockSource source = sources[block];
      const auto& shuffle =
          tables.block_shuffle[PrepassTables::swaps_halves(m) ? 1 : 0][source.upper * 8u + source.lower];
      for (std::size_t plane = 0; plane < kPlanes; ++plane) {
        std::uint8_t* out = &result[plane * kPlaneBytes + block * kBlockBytes];
        if (m < kTurnMoves) {
          const std::uint8_t* in = work.from[m] + plane * kPlaneBytes + source.offset;
          for (std::size_t i = 0; i < kBlockBytes; ++i) out[i] |= in[shuffle[i]];
        } else {
          const std::uint8_t* in = work.from[m] + tables.plane_offset[m - kTurnMoves][plane] + source.offset;
          const auto& bits = tables.byte_bits[m - kTurnMoves][plane];
          for (std::size_t i = 0; i < kBlockBytes; ++i) out[i] |= bits[in[shuffle[i]]];
        }
      }
    }
  }
  std::uint64_t count = 0;
  for (std::uint8_t byte : result) count += static_cast<std::uint64_t>(std::popcount(byte));
  if (work.target != nullptr) std::ranges::copy(result, work.target);
  return count;
}

PrepassKernel prepass_kernel_for(InstructionSet set) {
  switch (set) {
    case InstructionSet::avx512:
      return prepass_chunk_avx512;
    case InstructionSet::avx512bw:
      return prepass_chunk_avx512bw;
    case InstructionSet::avx2:
      return prepass_chunk_avx2;
    case InstructionSet::portable:
      break;
  }
  return prepass_chunk_portable;
}

}  // namespace halfturn
