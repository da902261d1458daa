#include "front/shard.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "base/text.h"

namespace halfturn {

namespace {

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, failure] = std::from_chars(text.data(), end, number);
  if (text.empty() || stopped != end || failure != std::errc()) return std::nullopt;
  return number;
}

Error no_shard(const std::string& text, const std::string& why) {
  return {ErrorKind::bad_input, fmt::format("--shard: {}: {}", base::quoted(text), why), {}};
}

}  // namespace

RowRange Shard::rows_of(std::uint64_t total) const {
  // floor(part * total / count), without a product that is too large.
  const auto begin_of = [&](std::uint64_t part) {
    return total / count * part + total % count * part / count;
  };
  return {begin_of(index), begin_of(index + 1)};
}

std::string Shard::name() const {
  return fmt::format("{}/{}", index, count);
}

Result<std::optional<Shard>> chosen_shard(const std::string& text) {
  if (text.empty()) return std::optional<Shard>();
  const std::size_t slash = text.find('/');
  const std::optional<std::uint64_t> index = number_in(std::string_view(text).substr(0, slash));
  const std::optional<std::uint64_t> count =
      slash == std::string::npos ? std::nullopt : number_in(std::string_view(text).substr(slash + 1));
  if (!index || !count)
    return no_shard(text, "a shard is two numbers K/N; of eight there are the shards 0/8 to 7/8");
  if (*count == 0) return no_shard(text, "there is at least one shard, 0/1");
  if (*count > kMostShards)
    return no_shard(text, fmt::format("there are at most {} shards", base::grouped(kMostShards)));
  if (*index >= *count)
    return no_shard(
        text, *count == 1 ? "there is the shard 0/1 alone"
                          : fmt::format("there are the shards 0/{} to {}/{}", *count, *count - 1, *count));
  return std::optional(Shard{*index, *count});
}

}  // namespace halfturn
