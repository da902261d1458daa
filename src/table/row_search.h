#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/pages.h"
#include "base/parallel.h"
#include "halfturn/result.h"
#include "halfturn/table_store.h"

namespace halfturn {

/// Breadth-first search over a table that is reduced by the symmetries of one of its coordinates.
///
/// A *row* holds all entries of one class of that coordinate; it consists of *blocks*. A move, followed by
/// the symmetry that brings the class back to its representative, takes a whole row to one row, each block to
/// one block, and the entries within it by a fixed rule. So the search goes block by block, and its random
/// accesses stay within one block's bits, in the first-level cache. Each row is written by one thread and
/// read by all; nothing is locked.
///
/// The moves must include their inverses at the same cost (pulling follows moves backwards), and no entry may
/// be farther away than 254. A move costs one or two: an entry at distance d is one that a move of cost one
/// reaches from d - 1, or a move of cost two from d - 2.
///
/// `Space` gives the sizes (kRows, kBlocks, kBlockEntries: a multiple of 64) and the type `Map` of the rules:
/// for a map m, `m.block(b)` is the target of block b, `m.within(b)` a callable that gives the target of an
/// entry within it.
template <class Space>
class RowSearch {
 public:
  using Map = typename Space::Map;

  /// One way from a row to another. The map must outlive the search.
  struct Link {
    std::size_t row;
    const Map* map;
    std::size_t cost = 1;
  };

  /// The two directions differ. `out[r]`: for each move, one link to the row that it leads to. `in[r]`: every
  /// link that ends in r. If several symmetries bring a class back to its representative, there is a link for
  /// each, because the row then holds several images of each position, and all must be reached.
  struct Links {
    std::vector<std::vector<Link>> out{Space::kRows};
    std::vector<std::vector<Link>> in{Space::kRows};
  };

  static constexpr std::size_t kRowEntries = Space::kBlocks * Space::kBlockEntries;
  static constexpr std::size_t kEntries = Space::kRows * kRowEntries;
  static constexpr std::uint8_t kUnreached = 255;

  /// The distance of each entry from entry 0 of row 0, one byte each; kUnreached if it cannot be reached.
  static Result<base::PageBuffer> distances(const Links& links, std::string_view table, const Run& run);

  /// The same without keeping them: calls `record(row, word, entries, distance)` for each entry that can be
  /// reached, once, level by level, up to 64 at a time: bit i of `entries` is entry 64 * word + i of the row.
  /// Those of one row come from one thread at a time, those of different rows from several at once.
  template <class Record>
  static Result<void> search(const Links& links, std::string_view table, const Run& run,
                             const Record& record);

  static Error no_memory(std::string_view table) {
    return {ErrorKind::machine, "not enough memory to build the table " + std::string(table),
            "close other programs or use a machine with more memory"};
  }

 private:
  static_assert(Space::kBlockEntries % 64 == 0);
  static constexpr std::size_t kBlockWords = Space::kBlockEntries / 64;
  static constexpr std::size_t kRowWords = Space::kBlocks * kBlockWords;
  static constexpr std::size_t kMostCost = 2;

  static bool has_cost_two(const Links& links) {
    return std::ranges::any_of(links.out, [](const std::vector<Link>& ways) {
      return std::ranges::any_of(ways, [](const Link& way) { return way.cost == 2; });
    });
  }

  /// One bit for each entry, and for each block whether any is set.
  class EntrySet {
   public:
    static std::optional<EntrySet> allocate() {
      std::optional<base::PageBuffer> memory =
          base::PageBuffer::allocate(Space::kRows * kRowWords * sizeof(std::uint64_t));
      if (!memory) return std::nullopt;
      return EntrySet(std::move(*memory));
    }
    std::uint64_t* row(std::size_t r) { return words_ + r * kRowWords; }
    const std::uint64_t* row(std::size_t r) const { return words_ + r * kRowWords; }
    std::uint8_t* occupied(std::size_t r) { return occupied_.data() + r * Space::kBlocks; }
    const std::uint8_t* occupied(std::size_t r) const { return occupied_.data() + r * Space::kBlocks; }

   private:
    explicit EntrySet(base::PageBuffer memory)
        : memory_(std::move(memory)),
          words_(reinterpret_cast<std::uint64_t*>(memory_.bytes().data())),
          occupied_(Space::kRows * Space::kBlocks) {}
    base::PageBuffer memory_;
    std::uint64_t* words_;
    std::vector<std::uint8_t> occupied_;
  };

  /// The entries from which the next ones are reached: by moves of cost one, and of cost two.
  using Frontiers = std::array<const EntrySet*, kMostCost>;

  /// Marks what the entries of the frontiers reach in one row. Compute-bound: a few cycles for each bit and
  /// link.
  static void push_into(const Frontiers& frontiers, const std::vector<Link>& ways_in,
                        std::uint64_t* reached) {
    std::memset(reached, 0, kRowWords * sizeof(std::uint64_t));
    for (const Link& way : ways_in) {
      const EntrySet& frontier = *frontiers[way.cost - 1];
      const std::uint8_t* occupied = frontier.occupied(way.row);
      for (std::size_t b = 0; b < Space::kBlocks; ++b) {
        if (occupied[b] == 0) continue;
        const std::uint64_t* from = frontier.row(way.row) + b * kBlockWords;
        std::uint64_t* to = reached + way.map->block(b) * kBlockWords;
        const auto target_of = way.map->within(b);
        for (std::size_t w = 0; w < kBlockWords; ++w) {
          for (std::uint64_t bits = from[w]; bits != 0; bits &= bits - 1) {
            const std::size_t target = target_of(64 * w + static_cast<std::size_t>(std::countr_zero(bits)));
            to[target / 64] |= std::uint64_t{1} << target % 64;
          }
        }
      }
    }
  }

  /// Marks the unvisited entries of one row that have a neighbour in a frontier. Compute-bound: every
  /// unvisited entry tries one move after another until one hits, about two cycles each.
  static void pull_into(const Frontiers& frontiers, const std::vector<Link>& ways_out,
                        const std::uint64_t* visited, std::uint64_t* reached) {
    std::array<std::uint16_t, Space::kBlockEntries> open{};
    for (std::size_t b = 0; b < Space::kBlocks; ++b, visited += kBlockWords, reached += kBlockWords) {
      std::size_t count = 0;
      for (std::size_t w = 0; w < kBlockWords; ++w)
        for (std::uint64_t bits = ~visited[w]; bits != 0; bits &= bits - 1)
          open[count++] =
              static_cast<std::uint16_t>(64 * w + static_cast<std::size_t>(std::countr_zero(bits)));
      for (const Link& way : ways_out) {
        const EntrySet& frontier = *frontiers[way.cost - 1];
        const std::uint64_t* neighbours = frontier.row(way.row) + way.map->block(b) * kBlockWords;
        const auto target_of = way.map->within(b);
        std::size_t left = 0;
        for (std::size_t i = 0; i < count; ++i) {
          const std::size_t entry = open[i];
          const std::size_t target = target_of(entry);
          const std::uint64_t hit = neighbours[target / 64] >> target % 64 & 1;
          open[left] = static_cast<std::uint16_t>(entry);
          left += hit ^ 1;
        }
        count = left;
      }
      // To mark each hit where it happens would make it wait for the last one in the same word.
      for (std::size_t w = 0; w < kBlockWords; ++w) reached[w] = ~visited[w];
      for (std::size_t i = 0; i < count; ++i) reached[open[i] / 64] &= ~(std::uint64_t{1} << open[i] % 64);
    }
  }

  /// Leaves in `reached` only entries not visited before, and hands them to `record(word, entries)`. Returns
  /// how many there are.
  template <class Record>
  static std::uint64_t settle(std::uint64_t* reached, std::uint8_t* occupied, std::uint64_t* visited,
                              const Record& record) {
    std::uint64_t total = 0;
    for (std::size_t b = 0; b < Space::kBlocks; ++b) {
      std::uint64_t any = 0;
      for (std::size_t w = b * kBlockWords; w < (b + 1) * kBlockWords; ++w) {
        const std::uint64_t fresh = reached[w] & ~visited[w];
        reached[w] = fresh;
        visited[w] |= fresh;
        any |= fresh;
        total += static_cast<std::uint64_t>(std::popcount(fresh));
        if (fresh != 0) record(w, fresh);
      }
      occupied[b] = any != 0 ? 1 : 0;
    }
    return total;
  }
};

template <class Space>
Result<base::PageBuffer> RowSearch<Space>::distances(const Links& links, std::string_view table,
                                                     const Run& run) {
  std::optional<base::PageBuffer> memory = base::PageBuffer::allocate(kEntries);
  if (!memory) return no_memory(table);
  auto* distance = reinterpret_cast<std::uint8_t*>(memory->bytes().data());
  // In parallel: the first touch of fresh memory is slow.
  base::parallel_for(run.threads, Space::kRows, {}, [&](int, std::size_t r) {
    std::memset(distance + r * kRowEntries, kUnreached, kRowEntries);
  });
  const Result<void> searched = search(
      links, table, run, [distance](std::size_t row, std::size_t word, std::uint64_t entries, int depth) {
        std::uint8_t* first = distance + row * kRowEntries + 64 * word;
        for (; entries != 0; entries &= entries - 1)
          first[std::countr_zero(entries)] = static_cast<std::uint8_t>(depth);
      });
  if (!searched) return searched.error();
  return std::move(*memory);
}

template <class Space>
template <class Record>
Result<void> RowSearch<Space>::search(const Links& links, std::string_view table, const Run& run,
                                      const Record& record) {
  std::optional<EntrySet> visited = EntrySet::allocate();
  std::optional<EntrySet> frontier = EntrySet::allocate();
  std::optional<EntrySet> reached = EntrySet::allocate();
  const bool two_frontiers = has_cost_two(links);
  std::optional<EntrySet> previous = two_frontiers ? EntrySet::allocate() : std::nullopt;
  if (!visited || !frontier || !reached || (two_frontiers && !previous)) return no_memory(table);

  visited->row(0)[0] = 1;
  frontier->row(0)[0] = 1;
  frontier->occupied(0)[0] = 1;
  record(0, 0, 1, 0);
  std::uint64_t frontier_size = 1;
  std::uint64_t previous_size = 0;  // of the frontier before, as long as moves can reach something from it
  std::uint64_t unvisited = kEntries - 1;
  for (int depth = 1; unvisited > 0 && frontier_size + previous_size > 0; ++depth) {
    // A frontier entry that pushes tries all its moves; an unvisited one that pulls stops at its first hit,
    // after about a third of the moves where most unvisited entries have one.
    const bool push = 3 * (frontier_size + previous_size) < unvisited;
    const Frontiers frontiers = {&*frontier, two_frontiers ? &*previous : nullptr};
    std::atomic<std::uint64_t> fresh{0};
    const bool all = base::parallel_for(run.threads, Space::kRows, run.stop, [&](int worker, std::size_t r) {
      if (worker == 0)
        run.report(table, "distances",
                   1 - static_cast<double>(unvisited - fresh.load()) / static_cast<double>(kEntries));
      if (push)
        push_into(frontiers, links.in[r], reached->row(r));
      else
        pull_into(frontiers, links.out[r], visited->row(r), reached->row(r));
      fresh += settle(reached->row(r), reached->occupied(r), visited->row(r),
                      [&](std::size_t word, std::uint64_t entries) { record(r, word, entries, depth); });
    });
    if (!all) return Error{ErrorKind::stopped, "stopped while building the table " + std::string(table), {}};
    if (two_frontiers) {
      std::swap(previous, frontier);
      previous_size = frontier_size;
    }
    std::swap(frontier, reached);
    frontier_size = fresh;
    unvisited -= frontier_size;
  }
  return {};
}

}  // namespace halfturn
