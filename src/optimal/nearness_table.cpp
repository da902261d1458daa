#include "optimal/nearness_table.h"

#include "optimal/nearness_build.h"

namespace halfturn::optimal {

TableKind NearnessTable::kind() const {
  const std::string what =
      layout.metric == Metric::half ? "shortest solutions" : "shortest solutions in quarter turns";
  return {
      .name = name,
      .purpose = what + (for_last_moves ? ": the last moves, with each of the others" : "; larger is faster"),
      .version = 1,
      .entries = layout.entries(),
      .bits_per_entry = 2,
      .build = [*this](std::span<std::byte> content,
                       const Run& run) { return build_nearness(layout, name, content, run); },
  };
}

std::vector<NearnessTable> nearness_tables(Metric metric) {
  if (metric == Metric::half)
    return {
        {"optimal-700m", {.metric = metric, .fold = 2, .by_parity = false, .first_limit = 9}},
        {"optimal-1400m", {.metric = metric, .fold = 1, .by_parity = false, .first_limit = 9}},
        {"optimal-2800m", {.metric = metric, .fold = 0, .by_parity = false, .first_limit = 9}},
        {"optimal-5600m", {.metric = metric, .fold = 0, .by_parity = true, .first_limit = 9}},
        // The order of corners tells even from odd, too.
        {"optimal-8000m",
         {.metric = metric,
          .fold = 1,
          .by_parity = false,
          .first_limit = 10,
          .corners = CornerDetail::order}},
    };
  // In the quarter metric the parity always counts.
  return {
      {"optimal-quarter-700m", {.metric = metric, .fold = 3, .by_parity = true, .first_limit = 8}},
      {"optimal-quarter-2800m", {.metric = metric, .fold = 1, .by_parity = true, .first_limit = 8}},
  };
}

NearnessTable last_moves_table(Metric metric) {
  if (metric == Metric::half)
    return {"optimal-last-moves", {.metric = metric, .fold = 5, .by_parity = false, .first_limit = 6}, true};
  return {
      "optimal-quarter-last-moves", {.metric = metric, .fold = 6, .by_parity = true, .first_limit = 2}, true};
}

}  // namespace halfturn::optimal
