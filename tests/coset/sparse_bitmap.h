#pragma once

#include <sys/mman.h>

#include <cstdint>

#include "coset/layout.h"

namespace halfturn {

/// Memory for a whole bitmap of a coset that takes up only as much as is written to. A whole one would be 2.4
/// GB, and a sanitizer keeps four times as much about it.
class SparseBitmap {
 public:
  SparseBitmap()
      : bytes_(::mmap(nullptr, kBitmapBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    ::madvise(bytes_, kBitmapBytes, MADV_NOHUGEPAGE);
  }
  SparseBitmap(const SparseBitmap&) = delete;
  SparseBitmap& operator=(const SparseBitmap&) = delete;
  ~SparseBitmap() { ::munmap(bytes_, kBitmapBytes); }
  std::uint8_t* bytes() { return static_cast<std::uint8_t*>(bytes_); }

 private:
  void* bytes_;
};

}  // namespace halfturn
