#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "halfturn/table_store.h"

namespace halfturn {

/// The size of a file's header: one page, so that the content starts on a page boundary.
inline constexpr std::size_t kHeaderBytes = 4096;
using HeaderBytes = std::array<std::byte, kHeaderBytes>;

HeaderBytes encode_header(const TableKind& kind, std::uint64_t content_hash);

/// What the header and length of a file that should hold `kind` say about it.
struct HeaderVerdict {
  TableState state = TableState::damaged;
  const char* reason = "";         ///< if the state is not ready
  std::uint64_t content_hash = 0;  ///< if it is
};

/// `bytes` may be shorter than a header, `file_bytes` is the length of the whole file.
HeaderVerdict judge_header(std::span<const std::byte> bytes, std::uint64_t file_bytes, const TableKind& kind);

/// The checksum of content (XXH3, 64 bits). Some 30 GB a second: a table is hashed on its way to memory, and
/// the copy should hardly notice.
std::uint64_t hash_of(std::span<const std::byte> content);

/// The same, of content that is added piece by piece.
class ContentHash {
 public:
  ContentHash();
  ~ContentHash();
  ContentHash(const ContentHash&) = delete;
  ContentHash& operator=(const ContentHash&) = delete;
  void add(std::span<const std::byte> piece);
  std::uint64_t value() const;

 private:
  void* state_;
};

}  // namespace halfturn
