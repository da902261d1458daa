#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "coset/layout.h"
#include "halfturn/instruction_set.h"

namespace halfturn {

/// The layout's shuffles in the form that each kernel needs. Immutable.
struct PrepassTables {
  explicit PrepassTables(const BitmapLayout& layout);

  /// A quarter turn swaps even and odd corner arrangements, and with them the halves of a block.
  static constexpr bool swaps_halves(std::size_t m) { return m < kTurnMoves && m % 3 != 1; }

  const BitmapLayout& layout;
  /// Byte i of a block comes from byte block_shuffle[swaps][upper * 8 + lower][i] of its source.
  alignas(64) std::array<std::array<std::array<std::uint8_t, kBlockBytes>, 64>, 2> block_shuffle;
  /// For AVX2 and AVX-512 BW: rows of four bytes, then bytes within rows.
  alignas(32) std::array<std::array<std::uint32_t, 8>, 8> row_shuffle;
  alignas(32) std::array<std::array<std::uint8_t, 32>, 8> byte_shuffle;
  /// By move, from kTurnMoves on, and plane: how the bits of a byte are permuted. As an 8x8 bit matrix for
  /// the affine instruction; as tables by the byte's low and high four bits; as a table by the whole byte.
  std::array<std::array<std::uint64_t, kPlanes>, kHMoveCount - kTurnMoves> bit_matrix;
  alignas(16) std::array<std::array<std::array<std::array<std::uint8_t, 16>, 2>, kPlanes>,
                         kHMoveCount - kTurnMoves> nibble_bits;
  std::array<std::array<std::array<std::uint8_t, 256>, kPlanes>, kHMoveCount - kTurnMoves> byte_bits;
  std::array<std::array<std::uint16_t, kPlanes>, kHMoveCount - kTurnMoves> plane_offset;
};

/// The work on one chunk: the new chunk is the old one, united with what its ten neighbours contribute.
struct ChunkWork {
  std::size_t layering = 0;
  const std::uint8_t* self = nullptr;
  std::array<const std::uint8_t*, kHMoveCount> from{};  // by kPrepassMoves
  std::uint8_t* target = nullptr;                       // null: count only
  /// Chunks to prefetch: one for each move from kTurnMoves on, and one of the family's own. Never null.
  std::array<const std::uint8_t*, kHMoveCount - kTurnMoves + 1> soon{};
};

/// Returns the number of bits set in the new chunk.
using PrepassKernel = std::uint64_t (*)(const PrepassTables& tables, const ChunkWork& work);

std::uint64_t prepass_chunk_portable(const PrepassTables& tables, const ChunkWork& work);
std::uint64_t prepass_chunk_avx2(const PrepassTables& tables, const ChunkWork& work);
std::uint64_t prepass_chunk_avx512(const PrepassTables& tables, const ChunkWork& work);
std::uint64_t prepass_chunk_avx512bw(const PrepassTables& tables, const ChunkWork& work);

PrepassKernel prepass_kernel_for(InstructionSet set);

}  // namespace halfturn
