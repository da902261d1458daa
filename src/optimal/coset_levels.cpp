#include "optimal/coset_levels.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>

#include "base/memory.h"
#include "base/parallel.h"

namespace halfturn::optimal {

namespace {

/// From this many new cosets on, whole rows are cheaper than single cosets: a row costs about 50 ns a line
/// and move, a coset about 60 ns a move.
constexpr std::size_t kMostSingles = 1'000'000;

/// The parity stands above the entry in a frontier.
constexpr int kParityShift = 40;

Error no_memory() {
  return {.kind = ErrorKind::machine,
          .message = "not enough memory to build the table",
          .hint = "close other programs, or build a smaller table"};
}

Error stopped() {
  return {.kind = ErrorKind::stopped, .message = "stopped while building the table", .hint = {}};
}

}  // namespace

std::optional<CosetBits> CosetBits::make(std::size_t rows) {
  std::optional<base::PageBuffer> memory = base::PageBuffer::allocate(rows * kRowEntries / 8);
  if (!memory) return std::nullopt;
  return CosetBits(std::move(*memory));
}

bool CosetBits::add(std::uint64_t entry) {
  const std::uint64_t bit = std::uint64_t{1} << entry % 64;
  return (std::atomic_ref(words()[entry / 64]).fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
}

Result<CosetLevels> CosetLevels::make(const CosetSpace& space, const Options& options) {
  CosetLevels levels(space, options);
  for (std::size_t parity = 0; parity < options.parities; ++parity) {
    std::optional<CosetBits> plane = CosetBits::make(space.rows());
    if (!plane) return no_memory();
    levels.planes_.push_back(std::move(*plane));
  }
  const std::uint64_t solved = space.index_of(Cube()).entry();
  const std::size_t row = solved / kRowEntries;
  const auto line = static_cast<std::uint32_t>(solved / kFlipClasses % kEdgeArrangements);
  const EdgeLabels labels = space.labels_of(line, solved % kFlipClasses);
  for (std::uint16_t frame : space.stabilizer(row)) {
    const std::uint64_t entry = space.entry_of(row, space.through(labels, frame));
    if (levels.planes_[0].add(entry)) levels.frontier_.push_back(entry);
  }
  return levels;
}

std::vector<Move> CosetLevels::moves() const {
  std::vector<Move> moves;
  for (Move move : kAllMoves)
    if (options_.half_turns || move.quarters() != 2) moves.push_back(move);
  return moves;
}

Result<void> CosetLevels::advance(const Run& run, const std::function<void(double)>& progress) {
  if (is_sparse()) return push(run, progress);
  return pull(run, progress, {});
}

Result<void> CosetLevels::finish(const Run& run, const std::function<void(double)>& progress,
                                 const TakeRow& take) {
  if (!is_sparse()) return pull(run, progress, take);
  if (Result<void> done = push(run, progress); !done) return done;
  for (std::size_t parity = 0; parity < options_.parities; ++parity) {
    if (!is_of_level(parity, level_)) continue;
    const bool all_done = base::parallel_for(
        run.threads, space_->rows(), run.stop,
        [&](int, std::size_t row) { take(parity, row, std::as_const(planes_[parity]).row(row)); });
    if (!all_done) return stopped();
  }
  return {};
}

bool CosetLevels::is_sparse() const {
  return !frontier_.empty() && frontier_.size() <= kMostSingles;
}

std::size_t CosetLevels::parity_after(std::uint64_t entry_and_parity, Move move) const {
  if (options_.parities == 1) return 0;
  return (entry_and_parity >> kParityShift) ^ (move.quarters() != 2 ? 1u : 0u);
}

/// The entry that a map leads to.
std::uint64_t CosetLevels::after(const RowMap& map, const EdgeLabels& labels) const {
  const std::uint32_t arrangement =
      maps_.arrangement_of_ternary(map.constant + map.first(labels.slice[1]) + map.second(labels.slice[2]));
  Places flipped = labels.flipped;
  for (std::size_t i = 0; i < map.flipping_count; ++i) flipped ^= static_cast<Places>(1u << map.flipping[i]);
  const FlipNumbers& numbers = maps_.numbers(arrangement);
  unsigned flip = map.flips_odd_slices ? numbers.whole_slice : 0;
  for (std::size_t p = 0; p < kEdgeCount; ++p)
    flip ^= (flipped >> map.source[p] & 1) != 0 ? numbers.single[p] : 0u;
  return (map.row * kEdgeArrangements + arrangement) * kFlipClasses + flip;
}

/// From each coset of the last level, to all that a move leads to.
Result<void> CosetLevels::push(const Run& run, const std::function<void(double)>& progress) {
  constexpr std::size_t kChunk = 4096;
  const std::size_t chunks = (frontier_.size() + kChunk - 1) / kChunk;
  const std::vector<Move> all = moves();
  const std::size_t threads =
      static_cast<std::size_t>(run.threads > 0 ? run.threads : base::default_threads());
  std::vector<std::vector<std::uint64_t>> found(threads);
  std::atomic<std::size_t> done{0};
  const auto from = [&](std::uint64_t entry_and_parity, std::vector<std::uint64_t>& news) {
    const std::uint64_t entry = entry_and_parity % (std::uint64_t{1} << kParityShift);
    const std::size_t row = entry / kRowEntries;
    const auto arrangement = static_cast<std::uint32_t>(entry / kFlipClasses % kEdgeArrangements);
    const EdgeLabels labels = space_->labels_of(arrangement, entry % kFlipClasses);
    // All of them are on their way from memory before the first is needed.
    std::array<std::uint64_t, kMoveCount> next;
    for (std::size_t m = 0; m < all.size(); ++m) {
      next[m] = after(maps_.map(row, all[m]), labels);
      planes_[parity_after(entry_and_parity, all[m])].prefetch(next[m]);
    }
    for (std::size_t m = 0; m < all.size(); ++m) {
      const std::size_t parity = parity_after(entry_and_parity, all[m]);
      const auto add = [&](std::uint64_t found_entry) {
        if (planes_[parity].add(found_entry))
          news.push_back(found_entry | std::uint64_t{parity} << kParityShift);
      };
      add(next[m]);
      const std::size_t to = maps_.map(row, all[m]).row;
      if (space_->stabilizer(to).size() == 1) continue;
      const EdgeLabels moved = space_->labels_of(
          static_cast<std::uint32_t>(next[m] / kFlipClasses % kEdgeArrangements), next[m] % kFlipClasses);
      for (std::uint16_t frame : space_->stabilizer(to))
        add(space_->entry_of(to, space_->through(moved, frame)));
    }
  };
  const bool all_done = base::parallel_for(run.threads, chunks, run.stop, [&](int worker, std::size_t chunk) {
    const std::size_t end = std::min(frontier_.size(), (chunk + 1) * kChunk);
    for (std::size_t i = chunk * kChunk; i < end; ++i)
      from(frontier_[i], found[static_cast<std::size_t>(worker)]);
    const std::size_t finished = ++done;
    if (worker == 0) progress(static_cast<double>(finished) / static_cast<double>(chunks));
  });
  if (!all_done) return stopped();
  frontier_.clear();
  for (std::vector<std::uint64_t>& part : found) {
    frontier_.insert(frontier_.end(), part.begin(), part.end());
    part = {};
  }
  ++level_;
  return {};
}

/// Each row from the rows around it. Needs no images of cosets under symmetries: whatever index a neighbour
/// has, it says the same.
Result<void> CosetLevels::pull(const Run& run, const std::function<void(double)>& progress,
                               const TakeRow& take) {
  frontier_ = {};
  std::vector<CosetBits> next;
  // With quarter turns alone, sources and targets are different planes.
  const bool in_place = !options_.half_turns;
  if (!take && !in_place) {
    for (std::size_t parity = 0; parity < options_.parities; ++parity) {
      std::optional<CosetBits> plane = CosetBits::make(space_->rows());
      if (!plane) return no_memory();
      next.push_back(std::move(*plane));
    }
  }
  const std::size_t threads =
      static_cast<std::size_t>(run.threads > 0 ? run.threads : base::default_threads());
  std::vector<std::vector<std::uint64_t>> scratch(take ? threads : 0);
  for (std::vector<std::uint64_t>& row : scratch) row.resize(kRowWords);
  std::vector<std::size_t> parities;
  for (std::size_t parity = 0; parity < options_.parities; ++parity)
    if (is_of_level(parity, level_ + 1)) parities.push_back(parity);

  std::atomic<std::size_t> done{0};
  const std::size_t jobs = space_->rows() * parities.size();
  const bool all_done = base::parallel_for(run.threads, jobs, run.stop, [&](int worker, std::size_t job) {
    const std::size_t row = job / parities.size();
    const std::size_t parity = parities[job % parities.size()];
    std::span<std::uint64_t> into = take       ? std::span(scratch[static_cast<std::size_t>(worker)])
                                    : in_place ? planes_[parity].row(row)
                                               : next[parity].row(row);
    const std::span<const std::uint64_t> before = std::as_const(planes_[parity]).row(row);
    if (into.data() != before.data()) std::ranges::copy(before, into.begin());
    pull_row(parity, row, into);
    if (take) take(parity, row, into);
    const std::size_t finished = ++done;
    if (worker == 0) progress(static_cast<double>(finished) / static_cast<double>(jobs));
  });
  if (!all_done) return stopped();
  if (!next.empty()) planes_ = std::move(next);
  ++level_;
  return {};
}

void CosetLevels::pull_row(std::size_t parity, std::size_t row, std::span<std::uint64_t> into) const {
  for (Move move : moves()) {
    const RowMap& map = maps_.map(row, move);
    const std::size_t from_parity = options_.parities == 1 ? 0 : parity ^ std::size_t{map.changes_parity};
    options_.pull(maps_, map, planes_[from_parity].row(map.row).data(), into.data());
  }
}

}  // namespace halfturn::optimal
