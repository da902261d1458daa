#include "campaign/level_code.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "campaign/sqlite.h"

namespace halfturn {

namespace {

enum Flag : unsigned {
  kOtherDepth = 1,
  kProbes = 2,
  kFresh = 4,
  kTotal = 8,
  kTotalIsSum = 16,
  kExact = 32,
  kSearch = 64,
  kPrepass = 128
};

constexpr double kTicksInASecond = 10'000;
/// No level takes a thousand years.
constexpr std::uint64_t kMostTicks = std::uint64_t{1} << 48;

void append(std::string& bytes, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes.push_back(static_cast<char>(number | 0x80));
  bytes.push_back(static_cast<char>(number));
}

std::uint64_t ticks(double seconds) {
  if (!(seconds > 0)) return 0;
  return static_cast<std::uint64_t>(
      std::min(std::round(seconds * kTicksInASecond), static_cast<double>(kMostTicks)));
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  bool done() const { return at_ == bytes_.size(); }
  unsigned byte() {
    if (done()) fail("they end early");
    return static_cast<unsigned char>(bytes_[at_++]);
  }
  std::uint64_t number(const char* what, std::uint64_t most) {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const unsigned next = byte();
      if (shift > 63) fail(fmt::format("{} is too large", what));
      value |= std::uint64_t{next & 0x7F} << shift;
      if (next < 0x80) break;
    }
    if (value > most) fail(fmt::format("{} is {} and should be a number from 0 to {}", what, value, most));
    return value;
  }
  [[noreturn]] static void fail(const std::string& why) {
    throw sql::Failure(SQLITE_CORRUPT, fmt::format("levels: {}", why));
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace

std::string encoded_levels(const std::vector<CosetLevel>& levels) {
  std::string bytes;
  if (levels.empty()) return bytes;
  int expected = levels.front().depth;
  bytes.push_back(static_cast<char>(expected));
  std::uint64_t before = 0;  // the last total that is known
  for (const CosetLevel& level : levels) {
    const std::uint64_t sum = before + level.fresh.value_or(0);
    unsigned flags = (level.depth != expected ? kOtherDepth : 0U) | (level.probes != 0 ? kProbes : 0U) |
                     (level.fresh ? kFresh : 0U) | (level.exact ? kExact : 0U);
    if (level.total) flags |= *level.total == sum ? kTotalIsSum : kTotal;
    const std::uint64_t search = ticks(level.search_seconds);
    const std::uint64_t prepass = ticks(level.prepass_seconds);
    flags |= (search != 0 ? kSearch : 0U) | (prepass != 0 ? kPrepass : 0U);
    bytes.push_back(static_cast<char>(flags));
    if ((flags & kOtherDepth) != 0) bytes.push_back(static_cast<char>(level.depth));
    if ((flags & kProbes) != 0) append(bytes, level.probes);
    if ((flags & kFresh) != 0) append(bytes, *level.fresh);
    if ((flags & kTotal) != 0) append(bytes, *level.total - sum);
    if (search != 0) append(bytes, search);
    if (prepass != 0) append(bytes, prepass);
    if (level.total) before = *level.total;
    expected = level.depth + 1;
  }
  return bytes;
}

void decode_levels(std::string_view bytes, std::vector<CosetLevel>& levels) {
  levels.clear();
  if (bytes.empty()) return;
  Reader reader(bytes);
  auto expected = static_cast<int>(reader.byte());
  std::uint64_t before = 0;
  while (!reader.done()) {
    if (levels.size() > static_cast<std::size_t>(kDeepestCosetLevel)) Reader::fail("there are too many");
    const unsigned flags = reader.byte();
    CosetLevel& level = levels.emplace_back();
    level.depth = (flags & kOtherDepth) != 0 ? static_cast<int>(reader.byte()) : expected;
    if (level.depth > kDeepestCosetLevel)
      Reader::fail(
          fmt::format("depth is {} and should be a number from 0 to {}", level.depth, kDeepestCosetLevel));
    if ((flags & kProbes) != 0) level.probes = reader.number("probes", sql::Statement::kMostNatural);
    if ((flags & kFresh) != 0) level.fresh = reader.number("fresh", kCosetPositions);
    const std::uint64_t sum = before + level.fresh.value_or(0);
    if ((flags & kTotal) != 0) {
      // What is less than the sum has gone around zero, and comes back here.
      level.total = sum + reader.number("total", ~std::uint64_t{0});
    } else if ((flags & kTotalIsSum) != 0) {
      level.total = sum;
    }
    if (level.total && *level.total > kCosetPositions)
      Reader::fail(
          fmt::format("total is {} and should be a number from 0 to {}", *level.total, kCosetPositions));
    level.exact = (flags & kExact) != 0;
    const auto seconds = [&] {
      return static_cast<double>(reader.number("time", kMostTicks)) / kTicksInASecond;
    };
    if ((flags & kSearch) != 0) level.search_seconds = seconds();
    if ((flags & kPrepass) != 0) level.prepass_seconds = seconds();
    if (level.total) before = *level.total;
    expected = level.depth + 1;
  }
}

}  // namespace halfturn
