#include "kociemba/tables/compact_phase1.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/pages.h"
#include "base/parallel.h"
#include "kociemba/tables/phase1_rows.h"

namespace halfturn {

namespace {

constexpr std::array<std::uint8_t, 5> kPowerOfThree = {1, 3, 9, 27, 81};

constexpr std::size_t kBlocks = std::size_t{kTwistClasses} * kSliceCount;
constexpr std::size_t kBlockWords = kFlipCount / 64;

/// Five bits from a place of a block's bits on, as the digits of a byte that are one.
unsigned ones_from(const std::uint64_t* words, std::size_t place) {
  constexpr std::array<std::uint8_t, 32> kValue = [] {
    std::array<std::uint8_t, 32> value{};
    for (unsigned bits = 0; bits < value.size(); ++bits)
      for (std::size_t d = 0; d < 5; ++d)
        if ((bits >> d & 1u) != 0) value[bits] = static_cast<std::uint8_t>(value[bits] + kPowerOfThree[d]);
    return value;
  }();
  const std::size_t word = place / 64;
  const std::size_t shift = place % 64;
  std::uint64_t bits = words[word] >> shift;
  if (shift > 59 && word + 1 < kBlockWords) bits |= words[word + 1] << (64 - shift);
  return kValue[bits & 31];
}

/// The search marks 64 entries at once in two bitmaps, of the remainders one and two; these are then packed.
/// To put each entry in its place as it is found would take longer than to find it.
Result<void> build_compact_phase1(Metric metric, std::span<std::byte> content, const Run& run) {
  const std::unique_ptr<const Phase1Coordinates> coordinates = Phase1Coordinates::make();
  const std::vector<Phase1RowMap> maps = phase1_row_maps(*coordinates);
  const std::string name = CompactPhase1Table::kind(metric).name;
  std::array<std::optional<base::PageBuffer>, 2> bitmaps;
  std::array<std::uint64_t*, 2> words{};
  for (std::size_t i = 0; i < bitmaps.size(); ++i) {
    bitmaps[i] = base::PageBuffer::allocate(kBlocks * kBlockWords * sizeof(std::uint64_t));
    if (!bitmaps[i]) return Phase1RowSearch::no_memory(name);
    words[i] = reinterpret_cast<std::uint64_t*>(bitmaps[i]->bytes().data());
  }
  const Result<void> searched = Phase1RowSearch::search(
      phase1_links(*coordinates, maps, moves_of_cost_one(metric)), name, run,
      [&](std::size_t row, std::size_t word, std::uint64_t entries, int distance) {
        if (distance % 3 == 0) return;
        words[static_cast<std::size_t>(distance % 3 - 1)][row * kSliceCount * kBlockWords + word] |= entries;
      });
  if (!searched) return searched;
  base::parallel_for(run.threads, kBlocks, {}, [&](int, std::size_t block) {
    std::byte* bytes = content.data() + block * CompactPhase1Table::kBlockBytes;
    for (std::size_t i = 0; i < CompactPhase1Table::kBlockBytes; ++i)
      bytes[i] = static_cast<std::byte>(ones_from(words[0] + block * kBlockWords, 5 * i) +
                                        2 * ones_from(words[1] + block * kBlockWords, 5 * i));
  });
  return {};
}

}  // namespace

const CompactPhase1Table::Digits CompactPhase1Table::kDigit = [] {
  Digits digits{};
  for (std::size_t d = 0; d < digits.size(); ++d)
    for (std::size_t byte = 0; byte < 256; ++byte)
      digits[d][byte] = static_cast<std::uint8_t>(byte / kPowerOfThree[d] % 3);
  return digits;
}();

TableKind CompactPhase1Table::kind(Metric metric) {
  const bool half = metric == Metric::half;
  return {
      .name = half ? "phase1-compact" : "phase1-compact-quarter",
      .purpose = half ? "phase 1 where memory is small: the distance to H modulo three"
                      : "the same as phase1-compact, in quarter turns",
      .version = 1,
      .entries = kBytes,
      .bits_per_entry = 8,
      .build = [metric](std::span<std::byte> content,
                        const Run& run) { return build_compact_phase1(metric, content, run); },
  };
}

Result<CompactPhase1Table> CompactPhase1Table::open(const TableStore& store, Residency residency,
                                                    const Run& run, Metric metric) {
  Result<TableData> data = store.open_or_build(kind(metric), residency, run);
  if (!data) return data.error();
  return CompactPhase1Table(metric, std::move(*data));
}

CompactPhase1Table::CompactPhase1Table(Metric metric, TableData data)
    : metric_(metric),
      turns_(moves_of_cost_one(metric)),
      data_(std::move(data)),
      bytes_(reinterpret_cast<const std::uint8_t*>(data_.bytes().data())),
      coordinates_(Phase1Coordinates::make()) {}

/// `remainder`: that of a coset outside H.
Move CompactPhase1Table::first_closer(Phase1Coset coset, int remainder) const {
  const int wanted = (remainder + 2) % 3;
  MoveMask left = turns_;
  while (this->remainder(coordinates_->after(coset, left.first())) != wanted) left = left.without_first();
  return left.first();
}

int CompactPhase1Table::distance(Phase1Coset coset) const {
  int steps = 0;
  for (int at = remainder(coset); !coset.in_h(); at = (at + 2) % 3, ++steps)
    coset = coordinates_->after(coset, first_closer(coset, at));
  return steps;
}

Moves CompactPhase1Table::solve(Phase1Coset coset) const {
  Moves moves;
  for (int at = remainder(coset); !coset.in_h(); at = (at + 2) % 3) {
    moves.push_back(first_closer(coset, at));
    coset = coordinates_->after(coset, moves.back());
  }
  return moves;
}

MoveMask CompactPhase1Table::moves(Phase1Coset coset, int distance, int togo) const {
  MoveMask result;
  for (MoveMask left = turns_; !left.empty(); left = left.without_first())
    if (distance_after(distance, remainder(coordinates_->after(coset, left.first()))) < togo)
      result = result | MoveMask::of(left.first());
  return result;
}

}  // namespace halfturn
