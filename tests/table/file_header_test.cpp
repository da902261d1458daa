#include "table/file_header.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "made_up_table.h"

namespace halfturn::testing {
namespace {

std::uint64_t hash_in_pieces(std::span<const std::byte> bytes, std::size_t piece) {
  ContentHash hash;
  for (std::size_t at = 0; at < bytes.size(); at += piece)
    hash.add(bytes.subspan(at, std::min(piece, bytes.size() - at)));
  return hash.value();
}

TEST(ContentHash, DoesNotDependOnHowTheContentIsCut) {
  const std::vector<std::byte> content = made_up_content(made_up_kind("toy", 10'007));
  const std::uint64_t whole = hash_in_pieces(content, content.size());
  for (const std::size_t piece : {1u, 2u, 7u, 63u, 64u, 65u, 240u, 256u, 1000u, 4096u, 10'006u})
    EXPECT_EQ(hash_in_pieces(content, piece), whole) << piece;
}

TEST(ContentHash, IsXxh3OfTheContent) {
  // Files on disk depend on it: another function would make all of them damaged.
  const std::string text = "halfturn";
  EXPECT_EQ(hash_in_pieces(std::as_bytes(std::span(text)), 3), 0x498f5fe88b693889u);
}

TEST(ContentHash, SeesEveryBit) {
  std::vector<std::byte> content = made_up_content(made_up_kind("toy", 300));
  const std::uint64_t whole = hash_in_pieces(content, content.size());
  for (std::byte& byte : content) {
    for (int bit = 0; bit < 8; ++bit) {
      byte ^= std::byte{1} << bit;
      EXPECT_NE(hash_in_pieces(content, content.size()), whole);
      byte ^= std::byte{1} << bit;
    }
  }
}

TEST(FileHeader, IsReadAsItWasWritten) {
  const TableKind kind = made_up_kind();
  const HeaderBytes header = encode_header(kind, 0x0123456789abcdef);
  const HeaderVerdict verdict = judge_header(header, kHeaderBytes + kind.content_bytes(), kind);
  EXPECT_EQ(verdict.state, TableState::ready);
  EXPECT_EQ(verdict.content_hash, 0x0123456789abcdefu);
  EXPECT_EQ(std::memcmp(header.data(), "HALFTURN", 8), 0);
}

TEST(FileHeader, CutAnywhereIsNeverReady) {
  const TableKind kind = made_up_kind();
  const HeaderBytes header = encode_header(kind, 1);
  for (std::size_t length = 0; length < kHeaderBytes; ++length) {
    const HeaderVerdict verdict = judge_header(std::span(header).first(length), length, kind);
    // Shorter than its magic word it cannot be told from somebody else's file; empty it is nobody's.
    const TableState expected = length > 0 && length < 8 ? TableState::foreign : TableState::damaged;
    EXPECT_EQ(verdict.state, expected) << length;
  }
}

}  // namespace
}  // namespace halfturn::testing
