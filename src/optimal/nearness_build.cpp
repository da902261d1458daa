#include "optimal/nearness_build.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/memory.h"
#include "base/parallel.h"
#include "optimal/coset_levels.h"

namespace halfturn::optimal {

namespace {

/// The bits at even positions, moved together.
constexpr std::uint64_t even_bits(std::uint64_t bits) {
  bits &= 0x5555555555555555;
  bits = (bits | bits >> 1) & 0x3333333333333333;
  bits = (bits | bits >> 2) & 0x0F0F0F0F0F0F0F0F;
  bits = (bits | bits >> 4) & 0x00FF00FF00FF00FF;
  bits = (bits | bits >> 8) & 0x0000FFFF0000FFFF;
  return (bits | bits >> 16) & 0x00000000FFFFFFFF;
}

/// The low 32 bits, moved to the even positions.
constexpr std::uint64_t at_even_positions(std::uint64_t bits) {
  bits &= 0x00000000FFFFFFFF;
  bits = (bits | bits << 16) & 0x0000FFFF0000FFFF;
  bits = (bits | bits << 8) & 0x00FF00FF00FF00FF;
  bits = (bits | bits << 4) & 0x0F0F0F0F0F0F0F0F;
  bits = (bits | bits << 2) & 0x3333333333333333;
  return (bits | bits << 1) & 0x5555555555555555;
}

/// Adds two-bit numbers that stand side by side; none of them overflows.
void add(std::byte* to, std::uint64_t numbers, std::size_t bytes) {
  std::uint64_t sum = 0;
  std::memcpy(&sum, to, bytes);
  sum += numbers;
  std::memcpy(to, &sum, bytes);
}

/// The bits of one plane in little memory, as long as few are set: for each line how many, and which.
class SparseBits {
 public:
  SparseBits(const CosetBits& plane, std::size_t rows, int threads) : rows_(rows) {
    base::parallel_for(threads, rows, {}, [&](int, std::size_t row) {
      const std::span<const std::uint64_t> words = plane.row(row);
      std::vector<std::uint16_t>& flips = rows_[row];
      for (std::size_t begin = 0; begin < words.size(); begin += kLineWords) {
        const std::size_t count_at = flips.size();
        flips.push_back(0);
        for (std::size_t w = 0; w < kLineWords; ++w)
          for (std::uint64_t bits = words[begin + w]; bits != 0; bits &= bits - 1)
            flips.push_back(
                static_cast<std::uint16_t>(w * 64 + static_cast<unsigned>(std::countr_zero(bits))));
        flips[count_at] = static_cast<std::uint16_t>(flips.size() - count_at - 1);
      }
      flips.shrink_to_fit();
    });
  }

  void restore(std::size_t row, std::span<std::uint64_t> words) const {
    std::ranges::fill(words, 0);
    auto next = rows_[row].begin();
    for (std::size_t begin = 0; begin < words.size(); begin += kLineWords)
      for (std::size_t left = *next++; left > 0; --left, ++next)
        words[begin + *next / 64] |= std::uint64_t{1} << *next % 64;
  }

 private:
  std::vector<std::vector<std::uint16_t>> rows_;
};

/// Reports how far the levels have got, each weighing about as much as it takes.
class LevelProgress {
 public:
  LevelProgress(const Run& run, std::string_view name, int last) : run_(run), name_(name), last_(last) {}
  std::function<void(double)> of_level(int level) const {
    return [this, level](double fraction) {
      // Each level takes about twice as long as the one before.
      const double begin = level == 1 ? 0 : std::exp2(level - 1 - last_);
      const double end = std::exp2(level - last_);
      run_.report(name_, "distances", begin + fraction * (end - begin));
    };
  }

 private:
  const Run& run_;
  std::string_view name_;
  int last_;
};

/// So few cosets are this near that hardly any memory of the planes is used.
constexpr int kLastSparseLevel = 5;

/// Two planes are there at once, then one and the content.
std::optional<Error> lack_of_memory(std::uint64_t planes, std::uint64_t content) {
  const std::uint64_t needed = planes + std::max(planes, content);
  const std::optional<std::uint64_t> memory = base::available_memory();
  if (!memory || needed <= *memory) return std::nullopt;
  return Error{ErrorKind::machine,
               fmt::format("building the table takes {:.1f} GB of memory, and {:.1f} GB are free",
                           static_cast<double>(needed) / 1e9, static_cast<double>(*memory) / 1e9),
               "close other programs, or build a smaller table"};
}

}  // namespace

void count_limit(const TableLayout& layout, std::size_t row, std::size_t parity,
                 std::span<const std::uint64_t> within, std::span<std::byte> content) {
  const std::size_t line_entries = kFlipClasses >> layout.fold;
  const std::size_t word_entries = std::size_t{64} >> layout.fold;
  // As many entries as are counted at once: a word of content, or a line if that is less.
  const std::size_t together = std::min<std::size_t>(line_entries, 32);
  for (std::size_t a = 0; a < kEdgeArrangements; ++a) {
    const std::span<const std::uint64_t> words = within.subspan(a * kLineWords, kLineWords);
    // Nearly all lines are empty at the limits of a few moves.
    if (std::ranges::all_of(words, [](std::uint64_t bits) { return bits == 0; })) continue;
    const auto line = static_cast<std::uint32_t>(row * kEdgeArrangements + a);
    std::byte* to = content.data() + layout.entry({line, 0}, static_cast<unsigned>(parity)) / 4;
    std::uint64_t waiting = 0;
    std::size_t count = 0;
    for (std::uint64_t bits : words) {
      for (int i = 0; i < layout.fold; ++i) bits = even_bits(bits | bits >> 1);
      waiting |= bits << count;
      for (count += word_entries; count >= together; count -= together) {
        add(to, at_even_positions(waiting), together / 4);
        to += together / 4;
        waiting >>= together;
      }
    }
  }
}

Result<void> build_nearness(const TableLayout& layout, std::string_view name, std::span<std::byte> content,
                            const Run& run) {
  const bool quarter = layout.metric == Metric::quarter;
  const std::size_t parities = layout.by_parity ? 2 : 1;
  const std::unique_ptr<const CosetSpace> space = CosetSpace::make(layout.corners);
  const int last = layout.useless_from() - 1;
  const std::uint64_t planes = space->rows() * kRowEntries / 8 * parities;
  if (std::optional<Error> error = lack_of_memory(planes, content.size()); error && last > kLastSparseLevel)
    return *error;
  Result<CosetLevels> levels = CosetLevels::make(*space, {.half_turns = !quarter, .parities = parities});
  if (!levels) return levels.error();
  const LevelProgress progress(run, name, last);

  // The content is touched only once the last planes are there, so that there is room for both.
  struct Waiting {
    std::size_t parity;
    SparseBits bits;
  };
  std::vector<Waiting> waiting;
  const auto is_counted = [&](std::size_t parity, int level) {
    return level >= layout.first_limit && (!quarter || parity == static_cast<std::size_t>(level) % 2);
  };
  while (levels->level() < last - 1) {
    if (Result<void> done = levels->advance(run, progress.of_level(levels->level() + 1)); !done) return done;
    for (std::size_t parity = 0; parity < parities && levels->level() < last - 1; ++parity)
      if (is_counted(parity, levels->level()))
        waiting.push_back({parity, SparseBits(levels->within(parity), space->rows(), run.threads)});
  }
  for (const Waiting& limit : waiting) {
    base::parallel_for(run.threads, space->rows(), {}, [&](int, std::size_t row) {
      std::vector<std::uint64_t> words(kRowWords);
      limit.bits.restore(row, words);
      count_limit(layout, row, limit.parity, words, content);
    });
  }
  waiting.clear();
  for (std::size_t parity = 0; parity < parities; ++parity) {
    if (!is_counted(parity, last - 1)) continue;
    base::parallel_for(run.threads, space->rows(), {}, [&](int, std::size_t row) {
      count_limit(layout, row, parity, levels->within(parity).row(row), content);
    });
  }
  return levels->finish(run, progress.of_level(last),
                        [&](std::size_t parity, std::size_t row, std::span<const std::uint64_t> words) {
                          count_limit(layout, row, parity, words, content);
                        });
}

}  // namespace halfturn::optimal
