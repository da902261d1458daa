#include "halfturn/metric.h"

#include <fmt/core.h>

#include "base/text.h"
#include "cube/pieces.h"

namespace halfturn {

bool is_odd(const Cube& cube) {
  // The corners alone tell: a quarter turn cycles four of them, and corners and edges always agree.
  PlacedCorners corners;
  for (int p = 0; p < kCornerCount; ++p) corners[static_cast<std::size_t>(p)] = cube.corner_at(p);
  return detail::takes_odd_swaps(corners);
}

std::string_view name_of(Metric metric) {
  return metric == Metric::half ? "half" : "quarter";
}

std::string_view unit_of(Metric metric) {
  return metric == Metric::half ? "f" : "q";
}

Result<Metric> parse_metric(std::string_view name) {
  for (const Metric metric : kAllMetrics)
    if (name == name_of(metric)) return metric;
  return Error{ErrorKind::bad_input, fmt::format("there is no metric {}", base::quoted(name)),
               "the metrics are half and quarter"};
}

}  // namespace halfturn
