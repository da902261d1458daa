#include "coset/pending_bits.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

#include "base/parallel.h"

namespace halfturn {

namespace {

constexpr std::size_t kMemory = std::size_t{256} << 20;
constexpr std::size_t kLine = 64 / sizeof(std::uint32_t);  // elements of a list in a cache line

/// How many bits a list holds. An odd number of cache lines, so that the ends of lists that grow alike do not
/// all meet in the same few sets of a cache.
std::size_t capacity_for(int threads) {
  const std::size_t fits = kMemory / (static_cast<std::size_t>(threads) * kRegions * sizeof(std::uint32_t));
  return (std::max<std::size_t>(fits / kLine, 2) - 1) / 2 * 2 * kLine + kLine;
}

/// Sets bits in a region of the bitmap; returns how many were not set. Bound by the fetch of a line for each.
std::uint64_t set_bits(std::uint64_t* words, const std::uint32_t* bits, std::size_t count) {
  constexpr std::size_t kAhead = 32;
  std::uint64_t fresh = 0;
  for (std::size_t i = 0; i < count; ++i) {
    __builtin_prefetch(&words[bits[std::min(i + kAhead, count - 1)] / 64], 1);
    std::uint64_t& word = words[bits[i] / 64];
    const std::uint64_t mask = std::uint64_t{1} << (bits[i] % 64);
    fresh += (word & mask) == 0 ? 1u : 0u;
    word |= mask;
  }
  return fresh;
}

}  // namespace

Result<void> PendingBits::reserve(int threads) {
  if (threads <= static_cast<int>(lists_.size())) return {};
  const std::size_t capacity = capacity_for(threads);
  const std::size_t each = capacity * kRegions;
  memory_ = {};
  lists_.clear();
  std::optional<base::PageBuffer> memory =
      base::PageBuffer::allocate(each * sizeof(std::uint32_t) * static_cast<std::size_t>(threads));
  if (!memory)
    return Error{ErrorKind::machine,
                 fmt::format("cannot get {} MB of memory for a coset's search: {}", kMemory >> 20,
                             std::strerror(errno)),
                 "end other programs"};
  memory_ = std::move(*memory);
  // All pages are there from now on: no search waits for one.
  std::memset(memory_.bytes().data(), 0, memory_.bytes().size());
  lists_.resize(static_cast<std::size_t>(threads));
  auto* bits = reinterpret_cast<std::uint32_t*>(memory_.bytes().data());
  for (Lists& lists : lists_) {
    lists.owner_ = this;
    lists.bits_ = bits;
    lists.capacity_ = capacity;
    bits += each;
  }
  return {};
}

void PendingBits::begin(std::uint8_t* bitmap) {
  bitmap_ = bitmap;
  fresh_ = 0;
  for (Lists& lists : lists_) lists.fresh_ = 0;
}

std::uint64_t PendingBits::set(Lists& lists, std::size_t region) {
  while (taken_[region].exchange(true, std::memory_order_acquire)) std::this_thread::yield();
  const std::uint64_t fresh = set_bits(reinterpret_cast<std::uint64_t*>(bitmap_ + region * kRegionBytes),
                                       lists.bits_ + region * lists.capacity_, lists.count_[region]);
  lists.count_[region] = 0;
  taken_[region].store(false, std::memory_order_release);
  return fresh;
}

std::uint64_t PendingBits::set_all(int threads) {
  struct alignas(64) Counter {
    std::uint64_t fresh = 0;
  };
  std::vector<Counter> counters(static_cast<std::size_t>(threads));
  base::parallel_for(threads, kRegions, {}, [&](int worker, std::size_t region) {
    for (Lists& lists : lists_) counters[static_cast<std::size_t>(worker)].fresh += set(lists, region);
  });
  for (const Counter& counter : counters) fresh_ += counter.fresh;
  for (Lists& lists : lists_) fresh_ += std::exchange(lists.fresh_, 0);
  return fresh_;
}

}  // namespace halfturn
