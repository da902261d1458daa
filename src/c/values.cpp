#include "c/values.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

namespace halfturn::c {

halfturn_cube cube_to_c(const Cube& cube) {
  halfturn_cube result{};
  const auto byte_of = [](PlacedPiece placed) {
    return static_cast<std::uint8_t>(placed.piece | placed.turn << 4);
  };
  for (int p = 0; p < kCornerCount; ++p) result.corners[p] = byte_of(cube.corner_at(p));
  for (int p = 0; p < kEdgeCount; ++p) result.edges[p] = byte_of(cube.edge_at(p));
  return result;
}

namespace {

Cube checked_cube(const halfturn_cube& cube, std::uint64_t index) {
  const auto placed = [](std::uint8_t byte) { return PlacedPiece{byte & 15, byte >> 4}; };
  PlacedCorners corners;
  PlacedEdges edges;
  std::ranges::transform(cube.corners, corners.begin(), placed);
  std::ranges::transform(cube.edges, edges.begin(), placed);
  Result<Cube> result = Cube::from_pieces(corners, edges);
  if (!result) throw failure_of(result.error(), index);
  return *result;
}

}  // namespace

Cube cube_from_c(const halfturn_cube* cube, const char* name) {
  return checked_cube(*not_null(cube, name), 0);
}

std::vector<Cube> cubes_from_c(const halfturn_cube* cubes, std::size_t count) {
  array_of(cubes, count, "cubes");
  std::vector<Cube> result;
  result.reserve(count);
  for (std::size_t i = 0; i < count; ++i) result.push_back(checked_cube(cubes[i], i));
  return result;
}

Moves moves_from_c(const halfturn_move* moves, std::size_t count) {
  array_of(moves, count, "moves");
  Moves result;
  result.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (moves[i] >= kMoveCount)
      throw bad_argument(fmt::format("move number {} is {}", i, moves[i]),
                         "moves are 0 to 17: U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'", i);
    result.push_back(Move::from_index(moves[i]));
  }
  return result;
}

void moves_to_c(const Moves& moves, halfturn_move* to) {
  std::ranges::transform(moves, to, [](const Move move) { return static_cast<halfturn_move>(move.index()); });
}

Symmetry rotation_from_c(int orientation) {
  if (orientation < 0 || orientation >= kSymmetryCount || Symmetry::from_index(orientation).is_reflection())
    throw bad_argument(fmt::format("no rotation has the number {}", orientation),
                       "give 0, or what halfturn_parse() gave");
  return Symmetry::from_index(orientation);
}

namespace {

/// One of the values of an enumeration that begins with 0.
int choice_from_c(int value, int count, const char* type) {
  if (value < 0 || value >= count)
    throw bad_argument(fmt::format("{} is no {}", value, type), fmt::format("0 to {} are", count - 1));
  return value;
}

}  // namespace

Metric metric_from_c(int metric) {
  return choice_from_c(metric, 2, "halfturn_metric") == HALFTURN_HALF_TURNS ? Metric::half : Metric::quarter;
}

Residency residency_from_c(int residency) {
  return choice_from_c(residency, 2, "halfturn_residency") == HALFTURN_MAPPED ? Residency::mapped
                                                                              : Residency::resident;
}

View view_from_c(int colour) {
  return static_cast<View>(choice_from_c(colour, HALFTURN_COLOURS, "halfturn_colour"));
}

SlotSet slots_from_c(std::uint32_t slots) {
  if (slots > kEverySlot)
    throw bad_argument(fmt::format("{} is no set of slots", slots),
                       "a sum of HALFTURN_SLOT_FR 1, FL 2, BL 4, BR 8; 0 for any slot");
  return slots == 0 ? kEverySlot : slots;
}

Stage stage_from_c(const char* name, std::uint64_t index) {
  const std::optional<Stage> stage = stage_of_name(not_null(name, "the name of a stage"));
  if (stage) return *stage;
  std::string names;
  for (const Stage each : all_stages()) names += fmt::format("{}{}", names.empty() ? "" : ", ", each.name());
  throw bad_argument(fmt::format("there is no stage '{}'", name), "the stages are: " + names, index);
}

TableStore store_from_c(const char* folder) {
  if (folder == nullptr) return TableStore(value_or_fail(default_table_folder()));
  if (*folder == 0)
    throw bad_argument("the name of the folder of tables is empty", "give NULL for the default folder");
  return TableStore(folder);
}

int number_from_c(int given, int least, int most, int otherwise, const char* name) {
  if (given == 0) return otherwise;
  if (given < least || given > most)
    throw bad_argument(fmt::format("{} is {}", name, given),
                       fmt::format("{} to {} are possible, and 0 for the default", least, most));
  return given;
}

void refuse_reserved(bool is_zero, const char* type) {
  if (!is_zero)
    throw bad_argument(fmt::format("the reserved member of {} is not 0", type),
                       "set the structure to zero before its members");
}

}  // namespace halfturn::c
