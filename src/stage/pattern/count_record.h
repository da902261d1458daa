#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "halfturn/distribution.h"
#include "stage/pattern/pattern_build.h"

namespace halfturn::stage {

/// How far a count has come that is made in parts.
struct CountSoFar {
  explicit CountSoFar(std::size_t parts) : parts_done(parts) {}

  std::vector<bool> parts_done;
  std::array<PositionCount, kCounts> at_least{};  ///< over those parts, by distance
};

/// Where a long count is kept, so that one that was stopped or killed goes on instead of beginning anew.
class CountRecord {
 public:
  CountRecord() = default;  ///< nowhere: nothing is kept
  /// `identity` tells what is counted, and from which table: a record of anything else is passed over.
  CountRecord(std::filesystem::path file, std::uint64_t identity)
      : file_(std::move(file)), identity_(identity) {}

  /// None without a sound record of this count.
  std::optional<CountSoFar> read(std::size_t parts) const;
  /// Returns whether it could be written.
  bool write(const CountSoFar& count) const;
  bool exists() const;
  void remove() const;

 private:
  std::filesystem::path file_;
  std::uint64_t identity_ = 0;
};

}  // namespace halfturn::stage
