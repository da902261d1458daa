#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/pages.h"
#include "halfturn/move.h"
#include "halfturn/result.h"
#include "halfturn/run.h"
#include "optimal/coset_space.h"
#include "optimal/pull_row.h"
#include "optimal/row_map.h"

namespace halfturn::optimal {

inline constexpr std::size_t kRowWords = kEdgeArrangements * kLineWords;

/// One bit for each coset: whether it lies within some number of moves. All equivalent indices of a coset
/// have the same bit. 1.4 GB, with the order of corners 8 GB.
class CosetBits {
 public:
  static std::optional<CosetBits> make(std::size_t rows);

  std::span<const std::uint64_t> row(std::size_t row) const { return {words() + row * kRowWords, kRowWords}; }
  std::span<std::uint64_t> row(std::size_t row) { return {words() + row * kRowWords, kRowWords}; }
  bool has(std::uint64_t entry) const { return (words()[entry / 64] >> entry % 64 & 1) != 0; }
  void prefetch(std::uint64_t entry) const { __builtin_prefetch(words() + entry / 64, 1); }
  /// Safe for several threads at once. Returns whether the bit was not set before.
  bool add(std::uint64_t entry);

 private:
  explicit CosetBits(base::PageBuffer memory) : memory_(std::move(memory)) {}
  const std::uint64_t* words() const {
    return reinterpret_cast<const std::uint64_t*>(memory_.bytes().data());
  }
  std::uint64_t* words() { return reinterpret_cast<std::uint64_t*>(memory_.bytes().data()); }

  base::PageBuffer memory_;
};

/// Breadth-first search over all cosets, level by level.
///
/// With `parities` 2, even and odd positions of a coset count as two, each with its own plane of bits. With
/// quarter turns alone, a plane then holds the distances of its parity only.
class CosetLevels {
 public:
  struct Options {
    bool half_turns = true;    ///< as moves; else quarter turns alone
    std::size_t parities = 1;  ///< must be 2 if half_turns is false
    PullRow pull = pull_row_for(fastest_instruction_set());
  };

  /// Solved alone, level 0. An Error if there is no memory.
  static Result<CosetLevels> make(const CosetSpace& space, const Options& options);

  int level() const { return level_; }
  /// What lies within level() moves. With quarter turns alone, a plane of the other parity than level() holds
  /// what lies within level() - 1.
  const CosetBits& within(std::size_t parity) const { return planes_[parity]; }

  /// One level more. False if stopped. Memory for further planes is needed from the level on where most
  /// cosets are new.
  Result<void> advance(const Run& run, const std::function<void(double)>& progress);

  using TakeRow =
      std::function<void(std::size_t parity, std::size_t row, std::span<const std::uint64_t> words)>;
  /// The last level, handed over row by row, which needs less memory: calls `take` from any thread, once for
  /// each row (with quarter turns: of the parity of the new level).
  Result<void> finish(const Run& run, const std::function<void(double)>& progress, const TakeRow& take);

 private:
  CosetLevels(const CosetSpace& space, const Options& options)
      : space_(&space), options_(options), maps_(space) {}

  std::vector<Move> moves() const;
  std::size_t parity_after(std::uint64_t entry_and_parity, Move move) const;
  std::uint64_t after(const RowMap& map, const EdgeLabels& labels) const;
  Result<void> push(const Run& run, const std::function<void(double)>& progress);
  Result<void> pull(const Run& run, const std::function<void(double)>& progress, const TakeRow& take);
  void pull_row(std::size_t parity, std::size_t row, std::span<std::uint64_t> into) const;
  bool is_sparse() const;
  bool is_of_level(std::size_t parity, int level) const {
    return options_.half_turns || parity == static_cast<std::size_t>(level) % 2;
  }

  const CosetSpace* space_;
  Options options_;
  RowMaps maps_;
  int level_ = 0;
  std::vector<CosetBits> planes_;  // by parity
  std::vector<std::uint64_t>
      frontier_;  // entries of the last level, with the parity above; while they are few
};

}  // namespace halfturn::optimal
