#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace halfturn::stage {

/// Operations on sets of flip combinations, one bit for each combination, in words of `Word`: exchanging two
/// flips, or inverting one. Each is a swap of bits at fixed distances, for a whole array of sets at once.
template <class Word>
class FlipShuffle {
 public:
  static constexpr int kWordFlips = std::countr_zero(8 * sizeof(Word));  // the flips within one word

  /// Exchanges flips i and j in each set. A set has `words` consecutive words.
  static void exchange(std::span<Word> sets, std::size_t words, int i, int j) {
    if (i > j) std::swap(i, j);
    if (j < kWordFlips) {
      const int distance = (1 << j) - (1 << i);
      const Word mask = static_cast<Word>(with_flip(i) & ~with_flip(j));
      for (Word& word : sets) {
        const Word moving = static_cast<Word>((word ^ (word >> distance)) & mask);
        word = static_cast<Word>(word ^ moving ^ static_cast<Word>(moving << distance));
      }
    } else if (i < kWordFlips) {
      const int distance = 1 << i;
      const Word mask = static_cast<Word>(~with_flip(i));
      for_pairs(sets, words, j, [&](Word& clear, Word& set) {
        const Word moving = static_cast<Word>(((clear >> distance) ^ set) & mask);
        set = static_cast<Word>(set ^ moving);
        clear = static_cast<Word>(clear ^ static_cast<Word>(moving << distance));
      });
    } else {
      for (std::size_t first = 0; first < sets.size(); first += words)
        for (std::size_t w = 0; w < words; ++w) {
          const std::size_t bit_i = w >> (i - kWordFlips) & 1;
          const std::size_t bit_j = w >> (j - kWordFlips) & 1;
          if (bit_i == 1 && bit_j == 0)
            std::swap(sets[first + w], sets[first + w - (std::size_t{1} << (i - kWordFlips)) +
                                            (std::size_t{1} << (j - kWordFlips))]);
        }
    }
  }

  /// Inverts flip i in each set.
  static void turn_over(std::span<Word> sets, std::size_t words, int i) {
    if (i < kWordFlips) {
      const int distance = 1 << i;
      const Word mask = static_cast<Word>(~with_flip(i));
      for (Word& word : sets)
        word = static_cast<Word>(((word >> distance) & mask) | static_cast<Word>((word & mask) << distance));
    } else {
      for_pairs(sets, words, i, [](Word& clear, Word& set) { std::swap(clear, set); });
    }
  }

  /// The same, only for the sets whose element of `turned` has bit i.
  static void turn_over_where(std::span<Word> sets, std::size_t words, int i,
                              std::span<const std::uint32_t> turned) {
    const auto all_or_none = [&](std::size_t set) {
      return static_cast<Word>(Word{0} - static_cast<Word>(turned[set] >> i & 1u));
    };
    if (i < kWordFlips) {
      const int distance = 1 << i;
      const Word mask = static_cast<Word>(~with_flip(i));
      const auto turn = [&](Word& word, Word where) {
        const Word over =
            static_cast<Word>(((word >> distance) & mask) | static_cast<Word>((word & mask) << distance));
        word = static_cast<Word>(word ^ ((word ^ over) & where));
      };
      if (words == 1) {
        for (std::size_t set = 0; set < sets.size(); ++set) turn(sets[set], all_or_none(set));
      } else {
        for (std::size_t set = 0; set < turned.size(); ++set)
          for (std::size_t w = 0; w < words; ++w) turn(sets[set * words + w], all_or_none(set));
      }
    } else {
      const std::size_t step = std::size_t{1} << (i - kWordFlips);
      for (std::size_t set = 0; set < turned.size(); ++set)
        for (std::size_t w = 0; w < words; ++w) {
          if ((w & step) != 0) continue;
          Word& clear = sets[set * words + w];
          Word& other = sets[set * words + w + step];
          const Word change = static_cast<Word>((clear ^ other) & all_or_none(set));
          clear = static_cast<Word>(clear ^ change);
          other = static_cast<Word>(other ^ change);
        }
    }
  }

 private:
  /// The bits of a word whose index has flip i.
  static constexpr Word with_flip(int i) {
    Word mask = 0;
    for (int bit = 0; bit < 1 << kWordFlips; ++bit)
      if ((bit >> i & 1) != 0) mask = static_cast<Word>(mask | static_cast<Word>(Word{1} << bit));
    return mask;
  }

  /// Calls `visit` for each two words of a set that differ in flip j alone. j must be at least kWordFlips.
  template <class Visit>
  static void for_pairs(std::span<Word> sets, std::size_t words, int j, Visit visit) {
    const std::size_t step = std::size_t{1} << (j - kWordFlips);
    for (std::size_t first = 0; first < sets.size(); first += words)
      for (std::size_t w = 0; w < words; ++w)
        if ((w & step) == 0) visit(sets[first + w], sets[first + w + step]);
  }
};

/// The exchanges, in order, after which set[f] is what set[g] was, where g has bit to[i] for each bit i of f.
inline std::vector<std::pair<int, int>> exchanges_for(std::span<const int> to) {
  std::vector<int> at(to.size());
  for (std::size_t i = 0; i < to.size(); ++i) at[i] = static_cast<int>(i);
  std::vector<std::pair<int, int>> steps;
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (at[i] == to[i]) continue;
    for (std::size_t other = 0; other < to.size(); ++other)
      if (at[other] == to[i]) at[other] = at[i];
    steps.emplace_back(at[i], to[i]);
    at[i] = to[i];
  }
  return {steps.rbegin(), steps.rend()};
}

}  // namespace halfturn::stage
