#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace halfturn::cli {

/// How far a batch is.
struct BatchProgress {
  std::uint64_t rows = 0;          ///< done in all
  std::uint64_t rows_before = 0;   ///< of these, by an earlier run
  double seconds = 0;              ///< of this run
  std::optional<double> fraction;  ///< of the input, where its length is known
  double fraction_before = 0;      ///< of this, by an earlier run
};

/// "[=====     ]  50 % 1,234 rows, 56.7/s, 22 s left"; without a known length, "1,234 rows, 56.7/s".
std::string progress_text(const BatchProgress& progress);

}  // namespace halfturn::cli
