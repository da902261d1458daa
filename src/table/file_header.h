#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "halfturn/table_store.h"

namespace halfturn {

/// The first page of a table file; the content follows it, so that it starts on a page of its own.
inline constexpr std::size_t kHeaderBytes = 4096;
using HeaderBytes = std::array<std::byte, kHeaderBytes>;

HeaderBytes encode_header(const TableKind& kind, std::uint64_t content_hash);

/// What a header says about a file that should hold `kind`.
struct HeaderVerdict {
  TableState state = TableState::damaged;
  const char* reason = "";         ///< where the state is not ready
  std::uint64_t content_hash = 0;  ///< where it is
};

/// `bytes` may be shorter than a header, `file_bytes` is the length of the whole file.
HeaderVerdict judge_header(std::span<const std::byte> bytes, std::uint64_t file_bytes, const TableKind& kind);

/// Checksum of content, fed piece by piece.
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
