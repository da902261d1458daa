#include "coset/level_search.h"

#include <algorithm>
#include <vector>

#include "base/parallel.h"

namespace halfturn {

namespace {

constexpr int kFirstMoves = 3;            // 3240 pieces
constexpr std::size_t kBatchPieces = 40;  // 81 batches, where it matters when the search ends

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

}  // namespace

LevelSearchResult search_level(const CosetSearchTables& tables, InstructionSet set,
                               const Cube& representative, std::uint8_t* bitmap, const LevelSearchWork& work,
                               const Run& run) {
  const int made = std::clamp(work.depth - ShortEndings::kLongest, 0, kFirstMoves);
  const std::vector<CosetRoot> roots = make_roots(tables.phase1.coordinates(), representative, made);
  const ShortEndings& endings = work.after_prepass ? tables.outside_endings : tables.all_endings;
  const int threads = run.threads > 0 ? run.threads : base::default_threads();
  std::vector<std::unique_ptr<CosetSearcher>> searchers;
  for (int i = 0; i < threads; ++i) searchers.push_back(make_coset_searcher(set, tables, endings, bitmap));

  LevelSearchResult result;
  // Without a limit there is nothing to check between batches.
  const bool limited = work.stop_at != ~std::uint64_t{0};
  const std::size_t batch = limited ? kBatchPieces : roots.size();
  for (std::size_t begin = 0; begin < roots.size() && result.complete; begin += batch) {
    const std::size_t count = std::min(batch, roots.size() - begin);
    const bool ran = base::parallel_for(threads, count, run.stop, [&](int worker, std::size_t i) {
      searchers[static_cast<std::size_t>(worker)]->search(roots[begin + i], work.depth - made);
      if (worker == 0)
        run.report({}, "search", static_cast<double>(begin + i) / static_cast<double>(roots.size()));
    });
    // Also after a stop: what has been found stays found, and the counts agree with the bits.
    base::parallel_for(threads, searchers.size(), {}, [&](int, std::size_t i) { searchers[i]->finish(); });
    result.probes = result.fresh = 0;
    for (const auto& searcher : searchers) {
      result.probes += searcher->probes;
      result.fresh += searcher->fresh;
    }
    const bool enough = work.reached_before + result.fresh >= work.stop_at && begin + batch < roots.size();
    result.complete = ran && !enough;
  }
  return result;
}

}  // namespace halfturn
