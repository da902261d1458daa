#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace halfturn {

/// Whether, with `positions` reached, the next level is faster with a prepass, which spares the search the
/// sequences that end in a move of H: half of them or more. A prepass takes half a second, the next level has
/// some 14 sequences for each position so far, and each takes some 40 ns (two threads of the machine in
/// bench/README.md).
constexpr bool prepass_pays(std::uint64_t positions) {
  return positions > 2'500'000;
}

/// How many positions must be reached at each level so that prepasses alone do the rest of a proof, except
/// for some thousand positions. For these the two-phase solver then takes about as long as the additional
/// search that would avoid them.
///
/// Measured on the four cosets in docs/coset.md. A prepass multiplies few positions by up to 8, but its
/// positions lie closer together than those of a search, so each level needs less than 8 times the one
/// before.
class ProofPlan {
 public:
  /// `factor`: multiplies these numbers, after an attempt that left too many positions.
  explicit constexpr ProofPlan(int bound, std::uint64_t factor = 1) : bound_(bound), factor_(factor) {}

  constexpr std::uint64_t enough_at(int depth) const {
    constexpr std::array<std::uint64_t, 7> kEnough = {6'000'000'000, 1'200'000'000, 205'000'000, 38'000'000,
                                                      6'200'000,     1'100'000,     150'000};
    const int levels_left = bound_ - depth;
    if (levels_left < 2) return ~std::uint64_t{0};
    const auto i = static_cast<std::size_t>(levels_left - 2);
    return factor_ * (i < kEnough.size() ? kEnough[i] : kEnough.back());
  }

 private:
  int bound_;
  std::uint64_t factor_;
};

}  // namespace halfturn
