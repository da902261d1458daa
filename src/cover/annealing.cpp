#include "cover/annealing.h"

#include <bit>

namespace halfturn {

namespace {

constexpr std::uint64_t kStages = 2000;
constexpr int kFraction = 10;  // binary digits of a temperature behind the point

/// -ln((i + 1/2) / 65536) * 65536, digit by digit: squaring a number doubles its logarithm.
std::int32_t minus_log(std::uint32_t i) {
  const std::uint64_t odd = 2 * std::uint64_t{i} + 1;  // of 2^17
  const auto whole = static_cast<int>(std::bit_width(odd)) - 1;
  std::uint64_t mantissa = odd << (31 - whole);  // from 1 to 2, with 31 digits behind the point
  auto log2 = static_cast<std::uint64_t>(whole);
  for (int digit = 0; digit < 24; ++digit) {
    mantissa = mantissa * mantissa >> 31;
    const std::uint64_t carry = mantissa >> 32;
    mantissa >>= carry;
    log2 = 2 * log2 + carry;
  }
  constexpr std::uint64_t kLn2 = 744261118;  // times 2^30
  const std::uint64_t below = (std::uint64_t{17} << 24) - log2;
  return static_cast<std::int32_t>((below * kLn2) >> (24 + 30 - 16));
}

/// All of them; made once, because some searches are short.
const std::vector<std::int32_t>& minus_logs(std::uint32_t count) {
  static const std::vector<std::int32_t> logs = [count] {
    std::vector<std::int32_t> made(count);
    for (std::uint32_t i = 0; i < count; ++i) made[i] = minus_log(i);
    return made;
  }();
  return logs;
}

/// The factor for each stage that takes `first` to `last` at the last stage; times 2^32.
std::uint64_t factor(std::uint64_t first, std::uint64_t last) {
  std::uint64_t low = 0;
  std::uint64_t high = std::uint64_t{1} << 32;
  while (high - low > 1) {
    const std::uint64_t middle = (low + high) / 2;
    std::uint64_t value = first;
    for (std::uint64_t i = 1; i < kStages; ++i) value = value * middle >> 32;
    (value < last ? low : high) = middle;
  }
  return high;
}

}  // namespace

Chance::Chance(std::uint64_t seed) : counter_(seed), minus_log_(minus_logs(kScale)) {}

bool for_each_stage(const AnnealingSchedule& schedule, const Run& run,
                    const std::function<void(std::uint64_t, AnnealingStage)>& work) {
  auto temperature = static_cast<std::uint64_t>(schedule.first.temperature) << kFraction;
  const std::uint64_t less =
      factor(temperature, static_cast<std::uint64_t>(schedule.last.temperature) << kFraction);
  const std::int64_t penalty_change = schedule.last.penalty - schedule.first.penalty;
  for (std::uint64_t i = 0; i < kStages; ++i, temperature = temperature * less >> 32) {
    const AnnealingStage stage = {static_cast<std::int64_t>(temperature >> kFraction),
                                  schedule.first.penalty + penalty_change * static_cast<std::int64_t>(i) /
                                                               static_cast<std::int64_t>(kStages - 1)};
    work(schedule.steps * (i + 1) / kStages - schedule.steps * i / kStages, stage);
    run.report({}, {}, static_cast<double>(i + 1) / static_cast<double>(kStages));
    if (run.stop.stop_requested()) return false;
  }
  return true;
}

}  // namespace halfturn
