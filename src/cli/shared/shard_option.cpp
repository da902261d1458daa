#include "cli/shared/shard_option.h"

#include <fmt/core.h>

#include <charconv>
#include <system_error>

namespace halfturn::cli {

Result<ShardOption> shard_in(const std::string& text) {
  const auto wrong = [&](std::string what) {
    return Error{ErrorKind::bad_input, fmt::format("--shard: '{}' {}", text, what),
                 "K/N means the shard K of N, counted from 0, as in 0/8 to 7/8"};
  };
  ShardOption shard;
  const char* end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, shard.index);
  if (index.ec != std::errc() || index.ptr == end || *index.ptr != '/') return wrong("is not a shard");
  const auto count = std::from_chars(index.ptr + 1, end, shard.count);
  if (count.ec != std::errc() || count.ptr != end) return wrong("is not a shard");
  if (shard.count == 0) return wrong("is a shard of none");
  if (shard.index >= shard.count)
    return wrong(
        fmt::format("is not there: the last of {} is {}/{}", shard.count, shard.count - 1, shard.count));
  return shard;
}

}  // namespace halfturn::cli
