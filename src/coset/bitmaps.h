#pragma once

#include <cstdint>
#include <utility>

#include "base/pages.h"
#include "halfturn/result.h"
#include "halfturn/run.h"

namespace halfturn {

/// One or two bitmaps of a coset, on large pages, kept from coset to coset.
class Bitmaps {
 public:
  /// Allocates `count` bitmaps, unless they are there. First checks that enough memory is available.
  Result<void> reserve(int count, const Run& run);

  std::uint8_t* current() { return bytes(current_); }
  std::uint8_t* other() { return bytes(other_); }
  void swap() { std::swap(current_, other_); }
  /// Clears the current bitmap.
  void clear(int threads);

 private:
  static std::uint8_t* bytes(base::PageBuffer& buffer) {
    return reinterpret_cast<std::uint8_t*>(buffer.bytes().data());
  }

  base::PageBuffer current_;
  base::PageBuffer other_;
};

}  // namespace halfturn
