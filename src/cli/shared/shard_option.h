#pragma once

#include <cstdint>
#include <string>

#include "halfturn/result.h"

namespace halfturn::cli {

/// One of `count` parts of some work, counted from 0.
struct ShardOption {
  std::uint64_t index = 0;
  std::uint64_t count = 1;
};

/// "K/N".
Result<ShardOption> shard_in(const std::string& text);

}  // namespace halfturn::cli
