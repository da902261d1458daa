#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace halfturn::base {

/// Zeroed memory, on 2 MiB pages if the system grants them: random reads of a large table then cause far
/// fewer TLB misses. Movable, not copyable. Any thread may use the bytes; the buffer itself is not locked.
class PageBuffer {
 public:
  PageBuffer() = default;
  PageBuffer(PageBuffer&& other) noexcept;
  PageBuffer& operator=(PageBuffer&& other) noexcept;
  PageBuffer(const PageBuffer&) = delete;
  PageBuffer& operator=(const PageBuffer&) = delete;
  ~PageBuffer();

  /// Nothing if the system refuses; errno then says why.
  static std::optional<PageBuffer> allocate(std::size_t size);

  std::span<std::byte> bytes() { return {data_, size_}; }
  std::span<const std::byte> bytes() const { return {data_, size_}; }

 private:
  void release();

  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  void* mapping_ = nullptr;  // the whole mapping; data_ is its first 2 MiB boundary
  std::size_t mapping_size_ = 0;
};

}  // namespace halfturn::base
