#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "halfturn/comfort.h"
#include "halfturn/cube.h"
#include "halfturn/metric.h"
#include "halfturn/move.h"

namespace halfturn::api {

/// What one request for solutions of a whole cube asks for.
struct SolveWish {
  Cube cube;
  Metric metric = Metric::half;
  std::optional<int> max_moves;
  std::optional<std::chrono::milliseconds> time;
  int solutions = 1;
  std::optional<FaceSet> prefer;
  bool optimal = false;

  /// Whether it is a matter of a millisecond.
  bool is_quick() const {
    return !optimal && !time && metric == Metric::half && solutions <= 3 &&
           max_moves.value_or(0) >= diameter(Metric::half);
  }
};

/// {"moves": .., "length": ..}
nlohmann::ordered_json moves_json(const Moves& moves, Metric metric);
/// A list of these, the most comfortable of each length first if the wish says so.
nlohmann::ordered_json whole_solutions_json(std::vector<Moves> solutions, const SolveWish& wish);
const char* metric_name(Metric metric);

}  // namespace halfturn::api
