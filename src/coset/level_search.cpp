#include "coset/level_search.h"

#include <algorithm>
#include <vector>

#include "base/parallel.h"

namespace halfturn {

namespace {

constexpr int kFirstMoves = 3;            // 3240 pieces
constexpr std::size_t kBatchPieces = 40;  // the least between two checks whether the search may end

std::vector<CosetRoot> make_roots(const Phase1Coordinates& coordinates, const Cube& representative,
                                  int moves) {
  struct Started {
    Cube cube;
    MoveMask next;
  };
  std::vector<Started> started = {{representative, MoveMask::all()}};
  for (int i = 0; i < moves; ++i) {
    std::vector<Started> longer;
    for (const Started& start : started)
      for (MoveMask next = start.next; !next.empty(); next = next.without_first())
        longer.push_back({start.cube.after(next.first()), moves_after(next.first())});
    started = std::move(longer);
  }
  // Neighbours in the tree reach neighbours in the coset; taken in turn from all over it, the pieces of a
  // search that ends early reach positions from all over the coset.
  constexpr std::size_t kStride = 1009;  // a prime that divides no number of pieces
  std::vector<CosetRoot> roots;
  roots.reserve(started.size());
  for (std::size_t i = 0; i < started.size(); ++i) {
    const Started& start = started[i * kStride % started.size()];
    roots.push_back({PieceBytes::of(start.cube), coordinates.coset_of(start.cube), start.next});
  }
  return roots;
}

/// How many pieces to search before it is checked whether that was enough. Threads wait for each other at
/// every check, so there are few while the end is far: as many pieces as should bring four fifths of what is
/// missing. It depends on what was found alone, and so not on the number of threads.
std::size_t next_batch(const LevelSearchWork& work, std::uint64_t probes, std::size_t done) {
  if (work.stop_at == ~std::uint64_t{0}) return ~std::size_t{0};
  const std::uint64_t known = work.reached_before + probes;
  if (done == 0 || known >= work.stop_at) return kBatchPieces;
  const double pieces = 0.8 * static_cast<double>(work.stop_at - known) * static_cast<double>(done) /
                        static_cast<double>(std::max<std::uint64_t>(probes, 1));
  constexpr double kMost = 1e6;
  return std::max(kBatchPieces, static_cast<std::size_t>(std::min(pieces, kMost)));
}

}  // namespace

LevelSearchResult search_level(const CosetSearchTables& tables, InstructionSet set,
                               const Cube& representative, std::uint8_t* bitmap, PendingBits& pending,
                               const LevelSearchWork& work, const Run& run) {
  const int made = std::clamp(work.depth - CosetEndings::kLongest, 0, kFirstMoves);
  const std::vector<CosetRoot> roots = make_roots(tables.phase1.coordinates(), representative, made);
  const CosetEndings& endings = work.after_prepass ? tables.outside_endings : tables.all_endings;
  const int threads = run.threads > 0 ? run.threads : base::default_threads();
  std::vector<std::unique_ptr<CosetSearcher>> searchers;
  pending.begin(bitmap);
  for (int i = 0; i < threads; ++i)
    searchers.push_back(make_coset_searcher(set, tables, endings, pending.lists(i)));

  LevelSearchResult result;
  std::size_t done = 0;
  while (done < roots.size() && result.complete) {
    const std::size_t count = std::min(next_batch(work, result.probes, done), roots.size() - done);
    const bool ran = base::parallel_for(threads, count, run.stop, [&](int worker, std::size_t i) {
      searchers[static_cast<std::size_t>(worker)]->search(roots[done + i], work.depth - made);
      if (worker == 0)
        run.report({}, "search", static_cast<double>(done + i) / static_cast<double>(roots.size()));
    });
    // Also after a stop: what has been found stays found, and the counts agree with the bits.
    base::parallel_for(threads, searchers.size(), {}, [&](int, std::size_t i) { searchers[i]->finish(); });
    done += count;
    result.probes = 0;
    for (const auto& searcher : searchers) result.probes += searcher->probes;
    // No more bits can be fresh than were found: before that many are, or the end, they need not be set.
    const bool last = !ran || done == roots.size();
    if (!last && work.reached_before + result.probes < work.stop_at) continue;
    result.fresh = pending.set_all(threads);
    const bool enough = work.reached_before + result.fresh >= work.stop_at && done < roots.size();
    result.complete = ran && !enough;
  }
  return result;
}

}  // namespace halfturn
