#include "base/pages.h"

#include <sys/mman.h>

#include <cstdint>
#include <new>
#include <utility>

namespace halfturn::base {

namespace {
constexpr std::size_t kHugePage = std::size_t{2} << 20;
}

PageBuffer::PageBuffer(PageBuffer&& other) noexcept {
  *this = std::move(other);
}

PageBuffer& PageBuffer::operator=(PageBuffer&& other) noexcept {
  if (this == &other) return *this;
  release();
  data_ = std::exchange(other.data_, nullptr);
  size_ = std::exchange(other.size_, 0);
  mapping_ = std::exchange(other.mapping_, nullptr);
  mapping_size_ = std::exchange(other.mapping_size_, 0);
  return *this;
}

PageBuffer::~PageBuffer() {
  release();
}

void PageBuffer::release() {
  if (mapping_ != nullptr) ::munmap(mapping_, mapping_size_);
  mapping_ = nullptr;
}

std::optional<PageBuffer> PageBuffer::allocate(std::size_t size) {
  PageBuffer buffer;
  buffer.mapping_size_ = (size + kHugePage - 1) / kHugePage * kHugePage + kHugePage;
  void* mapping =
      ::mmap(nullptr, buffer.mapping_size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED) return std::nullopt;
  buffer.mapping_ = mapping;
  const auto start = reinterpret_cast<std::uintptr_t>(mapping);
  const std::uintptr_t aligned = (start + kHugePage - 1) / kHugePage * kHugePage;
  buffer.data_ = static_cast<std::byte*>(mapping) + (aligned - start);
  buffer.size_ = size;
  // Only advice: if it is refused, the memory is on small pages.
  ::madvise(buffer.data_, buffer.mapping_size_ - (aligned - start), MADV_HUGEPAGE);
  return buffer;
}

void* allocate_pages(std::size_t size) {
  const std::size_t whole = (size + kHugePage - 1) / kHugePage * kHugePage;
  void* memory = ::operator new (whole, std::align_val_t{kHugePage});
  ::madvise(memory, whole, MADV_HUGEPAGE);  // only advice
  return memory;
}

void free_pages(void* memory) {
  ::operator delete (memory, std::align_val_t{kHugePage});
}

}  // namespace halfturn::base
