#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/pages.h"
#include "coset/layout.h"
#include "halfturn/result.h"

namespace halfturn {

/// A part of the bitmap: 64 pages, 7.7 MB. There are so few that the ends of their lists fit into a
/// first-level cache.
inline constexpr std::size_t kRegionBytes = 64 * kPageBytes;
inline constexpr std::size_t kRegions = kBitmapBytes / kRegionBytes;
static_assert(kRegions * kRegionBytes == kBitmapBytes);

/// A bit of the bitmap, by its region.
struct RegionBit {
  std::uint16_t region = 0;
  std::uint32_t bit = 0;  ///< within the region
};

/// Bits of a bitmap that are still to be set, in a list for each region.
///
/// A search reaches bits in an order that has nothing to do with their places. Set at once, each would be a
/// wait for memory and, with several threads, an atomic operation. So they are listed by region (a write of
/// four bytes to a line in the second-level cache), and later each region is done by one thread, with plain
/// writes whose lines are prefetched.
///
/// The memory, some 256 MB whatever the number of threads, is taken once and kept.
class PendingBits {
 public:
  /// Takes the memory for lists of so many threads. An Error where there is too little.
  Result<void> reserve(int threads);

  /// The lists of one thread. A list that is full is set at once.
  class Lists {
   public:
    void add(RegionBit place) {
      std::uint32_t& count = count_[place.region];
      bits_[place.region * capacity_ + count] = place.bit;
      if (++count == capacity_) fresh_ += owner_->set(*this, place.region);
    }

   private:
    friend class PendingBits;
    PendingBits* owner_ = nullptr;
    std::uint32_t* bits_ = nullptr;
    std::size_t capacity_ = 0;
    std::array<std::uint32_t, kRegions> count_{};
    std::uint64_t fresh_ = 0;  // bits that were not set before, of the lists that were full
  };

  /// The lists of thread number `i`. The bits go to `bitmap`, of kBitmapBytes, which must stay until
  /// set_all().
  Lists& lists(int i) { return lists_[static_cast<std::size_t>(i)]; }
  void begin(std::uint8_t* bitmap);

  /// Sets all bits in all lists. Returns how many of the bits since begin() were not set before.
  std::uint64_t set_all(int threads);

 private:
  std::uint64_t set(Lists& lists, std::size_t region);

  std::vector<Lists> lists_;
  std::uint64_t fresh_ = 0;
  base::PageBuffer memory_;
  std::uint8_t* bitmap_ = nullptr;
  std::array<std::atomic<bool>, kRegions> taken_{};  // a thread is setting bits of this region
};

}  // namespace halfturn
