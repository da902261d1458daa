#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "coset/prepass_kernel.h"
#include "halfturn/run.h"

namespace halfturn {

/// Extends every position of a bitmap by the ten moves of H. Immutable; any number of threads may use it.
/// Reports progress without a task: the caller knows what the prepass is part of.
class Prepass {
 public:
  Prepass(const BitmapLayout& layout, InstructionSet set);

  /// Makes `to` hold every position that is in `from` or one move of H away from it, and returns their
  /// number. Both are bitmaps of kBitmapBytes on 64-byte boundaries. None where a stop was requested; the
  /// content of `to` is then undefined.
  std::optional<std::uint64_t> run(const std::uint8_t* from, std::uint8_t* to, const Run& run) const;

  struct Missing {
    std::uint64_t count = 0;
    std::vector<BitPlace> places;  ///< in ascending order; empty if there are more than asked for
  };
  /// What would still be missing after another prepass. Writes no bitmap, so it costs a fraction of run()
  /// where little is missing. Lists the places if there are at most `most`. None where a stop was requested.
  std::optional<Missing> missing_after(const std::uint8_t* from, std::size_t most, const Run& run) const;

 private:
  /// A family is shared by the threads: together they read less than two families at once would.
  static constexpr std::size_t kFamilyParts = 2;
  static constexpr std::size_t kPartRounds = kLayerings / kFamilyParts;
  static constexpr std::size_t kParts = kFamilies * kFamilyParts;

  /// Works on one part of a family of pages and calls `done(work, count)` for each chunk.
  template <class Done>
  void run_part(std::size_t part, const std::uint8_t* from, std::uint8_t* to, const Done& done) const;

  const BitmapLayout& layout_;
  PrepassTables tables_;
  PrepassKernel kernel_;
  std::vector<std::uint16_t> order_;  // of the families
};

}  // namespace halfturn
