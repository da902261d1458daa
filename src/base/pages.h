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

/// Whole pages of 2 MiB, if the system grants them; throws std::bad_alloc if there is no memory.
void* allocate_pages(std::size_t size);
void free_pages(void* memory);

/// The memory of a std::vector on 2 MiB pages, for tables of some megabytes that are read at random.
template <class T>
class PageAllocator {
 public:
  using value_type = T;

  PageAllocator() = default;
  template <class U>
  PageAllocator(const PageAllocator<U>&) {}  // NOLINT(google-explicit-constructor): as std::vector needs it

  T* allocate(std::size_t count) { return static_cast<T*>(allocate_pages(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t /*count*/) { free_pages(memory); }
  friend bool operator==(PageAllocator, PageAllocator) { return true; }
};

}  // namespace halfturn::base
