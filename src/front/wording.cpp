#include "front/wording.h"

#include <fmt/core.h>

#include <cmath>

#include "base/text.h"

namespace halfturn {

std::string duration(double seconds) {
  constexpr double kMinute = 60;
  constexpr double kHour = 3600;
  constexpr double kDay = 86'400;
  constexpr double kYear = 365.25 * kDay;
  const auto parts = [&](double large, const char* name, double small, const char* small_name) {
    const auto in_small = std::llround(seconds / small);
    const auto each = std::llround(large / small);
    return fmt::format("{} {} {} {}", in_small / each, name, in_small % each, small_name);
  };
  if (seconds < kMinute) return fmt::format("{:.{}f} s", seconds, seconds < 1 ? 3 : 1);
  if (seconds < kHour) return parts(kMinute, "min", 1, "s");
  if (seconds < kDay) return parts(kHour, "h", kMinute, "min");
  if (seconds < kYear) return parts(kDay, "d", kHour, "h");
  return fmt::format("{:.1f} years", seconds / kYear);
}

std::string counted(std::uint64_t count, const char* what) {
  return fmt::format("{} {}{}", base::grouped(count), what, count == 1 ? "" : "s");
}

std::string time_left(double seconds, double share) {
  constexpr double kLeastSeconds = 2;  // before that, a guess would jump about
  if (seconds < kLeastSeconds || share <= 0 || share > 1) return "";
  const double left = seconds * (1 - share) / share;
  return left < 60 ? fmt::format(", {:.0f} s left", left) : fmt::format(", {} left", duration(left));
}

}  // namespace halfturn
