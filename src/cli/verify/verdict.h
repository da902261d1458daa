#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "cli/shared/session.h"
#include "halfturn/notation.h"
#include "halfturn/position.h"
#include "halfturn/result.h"

namespace halfturn::cli {

/// What a solution does to a scramble.
struct Verdict {
  bool solved = false;
  MoveCount count;
  std::string rotation;  ///< how the cube is held in the end
};

/// `solution` may end in the number of its moves in brackets, as `solve` prints it. An empty one has no
/// moves.
Result<Verdict> judge(const Position& position, std::string_view solution);

/// "solved: 4 half-turn, 6 quarter-turn, 3 slice-turn metric".
std::string text_of(const Verdict& verdict);
nlohmann::ordered_json json_of(const Verdict& verdict);

/// Says which of the two texts an error is about.
Error about(const char* which, Error error);

/// A table with columns `scramble` and `solution` or `moves`: a verdict for each row.
void verify_table(Session& session, const std::string& name);

/// A list of scrambles and one of solutions: a verdict for each solution.
void verify_lists(Session& session, const std::string& scrambles, const std::string& solutions);

}  // namespace halfturn::cli
