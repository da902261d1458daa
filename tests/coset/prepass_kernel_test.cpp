#include "coset/prepass_kernel.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <memory>
#include <vector>

#include "base/pages.h"
#include "halfturn/random.h"

namespace halfturn {
namespace {

/// A chunk, the ten chunks that the moves lead to, and room for the result.
class PrepassKernelTest : public testing::Test {
 protected:
  static constexpr std::size_t kChunks = kHMoveCount + 2;

  PrepassKernelTest()
      : layout_(BitmapLayout::make()),
        tables_(std::make_unique<const PrepassTables>(*layout_)),
        memory_(*base::PageBuffer::allocate(kChunks * kChunkBytes)) {}

  std::uint8_t* chunk(std::size_t i) {
    return reinterpret_cast<std::uint8_t*>(memory_.bytes().data()) + i * kChunkBytes;
  }
  std::uint8_t* result() { return chunk(kChunks - 1); }

  /// Fills the sources with bits of which `of_256` in 256 are set.
  void fill(RandomCubes& random, unsigned of_256) {
    for (std::size_t i = 0; i < (kChunks - 1) * kChunkBytes; ++i) {
      unsigned byte = 0;
      for (unsigned bit = 0; bit < 8; ++bit) byte |= (random.below(256) < of_256 ? 1u : 0u) << bit;
      *(chunk(0) + i) = static_cast<std::uint8_t>(byte);
    }
  }

  ChunkWork work(std::size_t layering, bool write) {
    ChunkWork work;
    work.layering = layering;
    work.self = chunk(0);
    for (std::size_t m = 0; m < kHMoveCount; ++m) work.from[m] = chunk(1 + m);
    work.soon.fill(chunk(0));
    work.target = write ? result() : nullptr;
    return work;
  }

  std::unique_ptr<const BitmapLayout> layout_;
  std::unique_ptr<const PrepassTables> tables_;
  base::PageBuffer memory_;
};

TEST_F(PrepassKernelTest, PortableDoesWhatMovesDo) {
  const auto coordinates = Phase2Coordinates::make();
  RandomCubes random(3);
  for (int round = 0; round < 12; ++round) {
    const std::size_t page = random.below(kPages);
    const std::size_t layering = random.below(kLayerings);
    fill(random, 20);
    const std::uint64_t count = prepass_chunk_portable(*tables_, work(layering, true));
    std::uint64_t expected_count = 0;
    for (std::size_t i = 0; i < kChunkBytes; ++i) {
      for (std::uint8_t bit = 0; bit < 8; ++bit) {
        const BitPlace place = {static_cast<std::uint32_t>(page * kPageBytes + layering * kChunkBytes + i),
                                bit};
        const Phase2Position position = layout_->position_at(place);
        bool expected = (chunk(0)[i] >> bit & 1) != 0;
        for (std::size_t m = 0; m < kHMoveCount; ++m) {
          const BitPlace there = layout_->place_of(coordinates->after(position, kPrepassMoves[m]));
          ASSERT_EQ(there.byte / kPageBytes, layout_->page_after(page, m));
          ASSERT_EQ(there.byte % kPageBytes / kChunkBytes, layout_->layering_after(layering, m));
          expected = expected || (chunk(1 + m)[there.byte % kChunkBytes] >> there.bit & 1) != 0;
        }
        ASSERT_EQ((result()[i] >> bit & 1) != 0, expected);
        expected_count += expected ? 1 : 0;
      }
    }
    EXPECT_EQ(count, expected_count);
  }
}

TEST_F(PrepassKernelTest, AllInstructionSetsAgreeBitForBit) {
  RandomCubes random(4);
  std::vector<std::uint8_t> expected(kChunkBytes);
  int compared = 0;
  for (std::size_t layering = 0; layering < kLayerings; ++layering) {
    for (const unsigned density : {1u, 20u, 128u, 250u, 256u}) {
      fill(random, density);
      const std::uint64_t count = prepass_chunk_portable(*tables_, work(layering, true));
      std::memcpy(expected.data(), result(), kChunkBytes);
      for (InstructionSet set : {InstructionSet::avx2, InstructionSet::avx512bw, InstructionSet::avx512}) {
        if (!supported(set)) continue;
        std::memset(result(), 0x55, kChunkBytes);
        ASSERT_EQ(prepass_kernel_for(set)(*tables_, work(layering, true)), count);
        ASSERT_EQ(std::memcmp(result(), expected.data(), kChunkBytes), 0);
        ASSERT_EQ(prepass_kernel_for(set)(*tables_, work(layering, false)), count);
        ++compared;
      }
    }
  }
  if (compared == 0) GTEST_SKIP() << "this processor has neither AVX2 nor AVX-512";
}

}  // namespace
}  // namespace halfturn
