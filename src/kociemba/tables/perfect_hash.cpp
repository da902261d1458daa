#include "kociemba/tables/perfect_hash.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace halfturn {

namespace {

constexpr std::size_t kBucketNumbers = 5;  // on average
constexpr std::size_t kMostInBucket = 40;
constexpr double kTaken = 0.85;  // of the places; with more, finding those of the last numbers takes long

}  // namespace

PerfectHash::PerfectHash(std::span<const std::uint32_t> numbers)
    : size_(static_cast<std::size_t>(static_cast<double>(numbers.size()) / kTaken) + 1),
      displacement_(numbers.size() / kBucketNumbers + 1) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(numbers.size());
  for (std::uint32_t number : numbers) hashes.push_back(hash_of(number));
  std::ranges::sort(hashes);  // and so by bucket
  std::array<std::vector<std::span<const std::uint64_t>>, kMostInBucket> buckets_by_size;
  for (std::size_t begin = 0; begin < hashes.size();) {
    std::size_t end = begin + 1;
    while (end < hashes.size() && bucket(hashes[end]) == bucket(hashes[begin])) ++end;
    buckets_by_size.at(end - begin).push_back(std::span(hashes).subspan(begin, end - begin));
    begin = end;
  }
  // The largest first, while most places are free.
  std::vector<bool> taken(size_);
  std::array<std::uint32_t, kMostInBucket> places{};
  for (std::size_t count = kMostInBucket; count-- > 1;)
    for (const std::span<const std::uint64_t> members : buckets_by_size[count]) {
      const auto fits = [&](std::uint64_t displacement) {
        for (std::size_t i = 0; i < count; ++i) {
          places[i] = place(members[i], displacement);
          if (taken[places[i]] ||
              std::find(places.begin(), places.begin() + i, places[i]) != places.begin() + i)
            return false;
        }
        return true;
      };
      std::uint32_t displacement = 0;
      while (!fits(displacement))
        if (++displacement > 0xFFFF) throw std::logic_error("these numbers have no perfect hash");
      displacement_[bucket(members[0])] = static_cast<std::uint16_t>(displacement);
      for (std::size_t i = 0; i < count; ++i) taken[places[i]] = true;
    }
}

}  // namespace halfturn
