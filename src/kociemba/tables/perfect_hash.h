#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/pages.h"

namespace halfturn {

/// Gives each of many numbers that are known beforehand a place of its own, close together, so that tables
/// need not say whose an element is. Any other number gets the place of one of them. Two multiplications and
/// a read of two bytes for every fifth number. Immutable.
class PerfectHash {
 public:
  /// `numbers` must differ from each other.
  explicit PerfectHash(std::span<const std::uint32_t> numbers);

  /// How many places there are, a few more than numbers.
  std::size_t size() const { return size_; }
  std::uint32_t place_of(std::uint64_t number) const {
    const std::uint64_t hash = hash_of(number);
    return place(hash, displacement_[bucket(hash)]);
  }

 private:
  static std::uint64_t hash_of(std::uint64_t number) { return number * 0x9E3779B97F4A7C15U; }
  std::size_t bucket(std::uint64_t hash) const { return (hash >> 32) * displacement_.size() >> 32; }
  std::uint32_t place(std::uint64_t hash, std::uint64_t displacement) const {
    const std::uint64_t mixed = (hash ^ displacement * 0xD6E8FEB86659FD93U) * 0xA0761D6478BD642FU;
    return static_cast<std::uint32_t>((mixed >> 32) * size_ >> 32);
  }

  std::size_t size_;
  /// By bucket, of some numbers each: what separates their places from those of all others.
  std::vector<std::uint16_t, base::PageAllocator<std::uint16_t>> displacement_;
};

}  // namespace halfturn
