#include "coset/prepass.h"

#include <algorithm>
#include <atomic>
#include <bit>

#include "base/parallel.h"
#include "coset/family_order.h"

namespace halfturn {

Prepass::Prepass(const BitmapLayout& layout, InstructionSet set)
    : layout_(layout), tables_(layout), kernel_(prepass_kernel_for(set)), order_(family_order(layout)) {}

template <class Done>
void Prepass::run_part(std::size_t part, const std::uint8_t* from, std::uint8_t* to, const Done& done) const {
  const std::size_t family = order_[part / kFamilyParts];
  const std::size_t first_round = part % kFamilyParts * kPartRounds;
  const auto chunk = [](std::size_t page, std::size_t layering) {
    return page * kPageBytes + layering * kChunkBytes;
  };
  // The chunk that is worked on at a step, and where its sources beyond the family are.
  struct Step {
    std::size_t page, layering;
    std::array<std::size_t, kHMoveCount - kTurnMoves> beyond;
  };
  const auto step_at = [&](std::size_t step) {
    Step result;
    const std::size_t turns = step % kFamilyPages;
    result.page = family * kFamilyPages + turns;
    result.layering = layout_.layering_in_family(first_round + step / kFamilyPages, turns);
    for (std::size_t x = 0; x < result.beyond.size(); ++x)
      result.beyond[x] = chunk(layout_.page_after(result.page, kTurnMoves + x),
                               layout_.layering_after(result.layering, kTurnMoves + x));
    return result;
  };
  constexpr std::size_t kSteps = kPartRounds * kFamilyPages;
  constexpr std::size_t kAhead = 2;
  std::array<Step, kAhead + 1> window;
  for (std::size_t i = 0; i < kAhead; ++i) window[i] = step_at(i);
  for (std::size_t i = 0; i < kSteps; ++i) {
    const std::size_t ahead = i + kAhead < kSteps ? i + kAhead : kSteps - 1;
    Step& next = window[(i + kAhead) % window.size()];
    next = step_at(ahead);
    const Step& now = window[i % window.size()];
    ChunkWork work;
    work.layering = now.layering;
    work.self = from + chunk(now.page, now.layering);
    for (std::size_t m = 0; m < kTurnMoves; ++m)
      work.from[m] = from + chunk(layout_.page_after(now.page, m), layout_.layering_after(now.layering, m));
    for (std::size_t x = 0; x < now.beyond.size(); ++x) {
      work.from[kTurnMoves + x] = from + now.beyond[x];
      work.soon[x] = from + next.beyond[x];
    }
    // The family's own chunks of the next round.
    const std::size_t round = std::min(first_round + i / kFamilyPages + 1, kLayerings - 1);
    work.soon.back() = from + chunk(now.page, layout_.layering_in_family(round, i % kFamilyPages));
    work.target = to == nullptr ? nullptr : to + (work.self - from);
    done(work, kernel_(tables_, work));
  }
#if defined(__x86_64__)
  __builtin_ia32_sfence();  // the kernels write around the caches, and other threads will read it
#endif
}

std::optional<std::uint64_t> Prepass::run(const std::uint8_t* from, std::uint8_t* to, const Run& run) const {
  const int threads = run.threads > 0 ? run.threads : base::default_threads();
  struct alignas(64) Counter {
    std::uint64_t bits = 0;
  };
  std::vector<Counter> counters(static_cast<std::size_t>(threads));
  const bool finished = base::parallel_for(threads, kParts, run.stop, [&](int worker, std::size_t part) {
    run_part(part, from, to, [&](const ChunkWork&, std::uint64_t count) {
      counters[static_cast<std::size_t>(worker)].bits += count;
    });
    if (worker == 0) run.report({}, "prepass", static_cast<double>(part) / kParts);
  });
  if (!finished) return std::nullopt;
  std::uint64_t count = 0;
  for (const Counter& counter : counters) count += counter.bits;
  return count;
}

std::optional<Prepass::Missing> Prepass::missing_after(const std::uint8_t* from, std::size_t most,
                                                       const Run& run) const {
  constexpr std::uint64_t kChunkBits = kChunkBytes * 8;
  std::vector<Missing> by_part(kParts);
  std::atomic<std::uint64_t> listed{0};
  const bool finished = base::parallel_for(run.threads, kParts, run.stop, [&](int worker, std::size_t part) {
    Missing& missing = by_part[part];
    run_part(part, from, nullptr, [&](const ChunkWork& work, std::uint64_t count) {
      if (count == kChunkBits) return;
      missing.count += kChunkBits - count;
      if (listed.fetch_add(kChunkBits - count, std::memory_order_relaxed) > most) return;
      // Rare: make the chunk after all, to see which bits.
      alignas(64) std::array<std::uint8_t, kChunkBytes> chunk;
      ChunkWork again = work;
      again.target = chunk.data();
      kernel_(tables_, again);
      for (std::size_t i = 0; i < kChunkBytes; ++i)
        for (unsigned clear = ~chunk[i] & 255u; clear != 0; clear &= clear - 1)
          missing.places.push_back(
              {static_cast<std::uint32_t>(work.self - from) + static_cast<std::uint32_t>(i),
               static_cast<std::uint8_t>(std::countr_zero(clear))});
    });
    if (worker == 0) run.report({}, "prepass", static_cast<double>(part) / kParts);
  });
  if (!finished) return std::nullopt;
  Missing all;
  for (const Missing& missing : by_part) all.count += missing.count;
  if (all.count <= most)
    for (const Missing& missing : by_part)
      all.places.insert(all.places.end(), missing.places.begin(), missing.places.end());
  std::ranges::sort(all.places, {}, [](BitPlace place) { return place.byte * std::uint64_t{8} + place.bit; });
  return all;
}

}  // namespace halfturn
