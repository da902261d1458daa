#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace halfturn {

/// Whether, with `positions` reached, the next level is faster with a prepass, which spares the search the
/// sequences that end in a move of H: half of them. A prepass takes a third of a second, the next level has
/// some 15 sequences for each position so far, and each takes some 27 ns, or 36 where only half of them are
/// wanted (two threads of the machine in bench/README.md).
constexpr bool prepass_pays(std::uint64_t positions) {
  return positions > 2'200'000;
}

/// How many positions must be reached at a level so that prepasses alone do the rest of a proof, except for
/// some hundred or thousand positions, which the two-phase solver takes one by one: as many as make the
/// expected time least. docs/coset.md says how these numbers were found.
class ProofPlan {
 public:
  /// `factor`: multiplies these numbers, after an attempt that left too many positions.
  explicit constexpr ProofPlan(int bound, std::uint64_t factor = 1) : bound_(bound), factor_(factor) {}

  /// For a level without a prepass, by search alone.
  constexpr std::uint64_t enough_by_search(int depth) const {
    constexpr std::array<std::uint64_t, kLevels> kEnough = {
        6'000'000'000, 1'450'000'000, 231'000'000, 45'000'000, 7'900'000, 1'400'000, 190'000};
    return at_level(depth, kEnough);
  }

  /// For a level where a prepass has reached `positions`. What a search adds to them is worth more, because
  /// it lies farther from what was there.
  constexpr std::uint64_t enough_after_prepass(int depth, std::uint64_t positions) const {
    constexpr std::array<std::uint64_t, kLevels> kEnough = {
        6'000'000'000, 1'450'000'000, 231'000'000, 63'000'000, 12'000'000, 2'300'000, 400'000};
    constexpr std::array<std::uint64_t, kLevels> kWorthOfSearched = {1, 2, 2, 3, 3, 3, 3};
    const std::uint64_t enough = at_level(depth, kEnough);
    if (positions >= enough || enough == kNever) return enough;
    return positions + (enough - positions) / at_level_plain(depth, kWorthOfSearched);
  }

 private:
  static constexpr std::size_t kLevels = 7;  // from two levels before the bound backwards
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  constexpr std::uint64_t at_level(int depth, const std::array<std::uint64_t, kLevels>& numbers) const {
    return bound_ - depth < 2 ? kNever : factor_ * at_level_plain(depth, numbers);
  }
  constexpr std::uint64_t at_level_plain(int depth, const std::array<std::uint64_t, kLevels>& numbers) const {
    const auto i = static_cast<std::size_t>(bound_ - depth - 2);
    return i < kLevels ? numbers[i] : numbers.back();
  }

  int bound_;
  std::uint64_t factor_;
};

}  // namespace halfturn
