#include "api/paths/answers.h"

#include <fmt/format.h>

#include <array>

#include "api/refusal.h"
#include "base/text.h"
#include "halfturn/geometry.h"

namespace halfturn::api {

using Json = nlohmann::ordered_json;

namespace {

// By their homes in the order of geometry.h, named as people do.
constexpr std::array<std::string_view, kEdgeCount> kEdgeNames = {"UR", "UF", "UL", "UB", "DR", "DF",
                                                                 "DL", "DB", "FR", "FL", "BL", "BR"};
constexpr std::array<std::string_view, kCornerCount> kCornerNames = {"UFR", "ULF", "UBL", "URB",
                                                                     "DRF", "DFL", "DLB", "DBR"};

}  // namespace

Json lengths_json(const StageRow& row) {
  Json json = Json::object();
  for (const View view : kAllViews)
    json[std::string(1, colour_of(view))] = row[view] == kNotComputed ? Json(nullptr) : Json(row[view]);
  return json;
}

Json stage_solution_json(const StageSolution& solution, View view) {
  // The solution names pieces by where they belong as the cube is held; here they are named with white up.
  const detail::SymmetryAction& held = detail::action_of(symmetry_of(view));
  Json edges = Json::array();
  for (std::size_t piece = 0; piece < kEdgeCount; ++piece)
    if ((solution.edges >> held.edge_place[piece] & 1u) != 0) edges.push_back(kEdgeNames[piece]);
  Json corners = Json::array();
  for (std::size_t piece = 0; piece < kCornerCount; ++piece)
    if ((solution.corners >> held.corner_place[piece] & 1u) != 0) corners.push_back(kCornerNames[piece]);
  return {{"moves", format_moves(solution.moves)},
          {"length", solution.moves.size()},
          {"reached", solution.reached},
          {"pieces", {{"edges", edges}, {"corners", corners}}}};
}

View view_named(const std::string& colour) {
  if (colour.size() == 1)
    for (const View view : kAllViews)
      if (colour_of(view) == colour.front()) return view;
  throw Refusal{400,
                {ErrorKind::bad_input, fmt::format("there is no colour {}", base::quoted(colour)),
                 "one of W Y O R G B"}};
}

}  // namespace halfturn::api
