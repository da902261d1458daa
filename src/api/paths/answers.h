#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "halfturn/analyzer.h"
#include "halfturn/notation.h"
#include "halfturn/position.h"

/// Pieces of answers that several functions of the API give.
namespace halfturn::api {

/// By colour; null where it was not computed.
nlohmann::ordered_json lengths_json(const StageRow& row);

/// {"moves": .., "length": .., "reached": .., "pieces": {"edges": [..], "corners": [..]}}
nlohmann::ordered_json stage_solution_json(const StageSolution& solution, View view);

/// By their numbers, as the cube is held.
inline constexpr std::array<std::string_view, kSlotCount> kSlotNames = {"FR", "FL", "BL", "BR"};

/// The view with this colour at the bottom: "W". Refuses anything else.
View view_named(const std::string& colour);

}  // namespace halfturn::api
