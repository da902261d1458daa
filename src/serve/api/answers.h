#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "halfturn/analyzer.h"
#include "halfturn/notation.h"
#include "halfturn/position.h"

/// Pieces of answers that several functions of the API give.
namespace halfturn::serve {

/// By colour; null where it was not computed.
nlohmann::ordered_json lengths_json(const StageRow& row);

/// {"moves": .., "length": .., "reached": .., "pieces": {"edges": [..], "corners": [..]}}
nlohmann::ordered_json stage_solution_json(const StageSolution& solution, View view);

/// The view with this colour at the bottom: "W". Refuses anything else.
View view_named(const std::string& colour);

}  // namespace halfturn::serve
