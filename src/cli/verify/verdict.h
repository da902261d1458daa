#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "cli/shared/session.h"
#include "halfturn/metric.h"
#include "halfturn/notation.h"
#include "halfturn/position.h"
#include "halfturn/result.h"

namespace halfturn::cli {

/// What a solution does to a scramble.
struct Verdict {
  bool solved = false;
  MoveCount count;
  std::string rotation;  ///< how the cube is held in the end

  int length(Metric metric) const { return metric == Metric::half ? count.half_turn : count.quarter_turn; }
};

/// `solution` may end in the number of its moves in brackets, as `solve` prints it. An empty one has no
/// moves.
Result<Verdict> judge(const Position& position, std::string_view solution);

/// "solved: 4 half-turn, 6 quarter-turn, 3 slice-turn metric"; with a metric only the length in it, "solved:
/// 6q". JSON has all of them, and with a metric the members `length` and `metric`.
std::string text_of(const Verdict& verdict, std::optional<Metric> metric);
nlohmann::ordered_json json_of(const Verdict& verdict, std::optional<Metric> metric);

/// Says which of the two texts an error is about.
Error about(const char* which, Error error);

/// A table with columns `scramble` and `solution` or `moves`: a verdict for each row.
void verify_table(Session& session, const std::string& name, std::optional<Metric> metric);

/// A list of scrambles and one of solutions: a verdict for each solution.
void verify_lists(Session& session, const std::string& scrambles, const std::string& solutions,
                  std::optional<Metric> metric);

}  // namespace halfturn::cli
