#include "optimal/nearness_build.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>

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
  const std::unique_ptr<const CosetSpace> space = CosetSpace::make();
  Result<CosetLevels> levels =
      CosetLevels::make(*space, {.half_turns = !quarter, .parities = layout.by_parity ? 2U : 1U});
  if (!levels) return levels.error();
  const int last = layout.useless_from() - 1;
  const LevelProgress progress(run, name, last);
  const auto is_limit = [&](int level) { return level >= layout.first_limit; };
  const auto count = [&](std::size_t parity) {
    base::parallel_for(run.threads, kCornerLabelClasses, {}, [&](int, std::size_t row) {
      count_limit(layout, row, parity, levels->within(parity).row(row), content);
    });
  };
  while (levels->level() < last - 1) {
    if (Result<void> done = levels->advance(run, progress.of_level(levels->level() + 1)); !done) return done;
    if (!is_limit(levels->level())) continue;
    if (quarter)
      count(static_cast<std::size_t>(levels->level() % 2));
    else
      for (std::size_t parity = 0; parity < (layout.by_parity ? 2U : 1U); ++parity) count(parity);
  }
  return levels->finish(run, progress.of_level(last),
                        [&](std::size_t parity, std::size_t row, std::span<const std::uint64_t> words) {
                          count_limit(layout, row, parity, words, content);
                        });
}

}  // namespace halfturn::optimal
