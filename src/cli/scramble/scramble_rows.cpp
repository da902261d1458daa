#include "cli/scramble/scramble_rows.h"

#include <fmt/core.h>

#include <string>
#include <utility>

#include "front/json.h"
#include "front/stage_ways.h"
#include "halfturn/position.h"

namespace halfturn::cli {

namespace {

/// {"cross": {"W": 4}}: the lengths that the conditions depend on.
nlohmann::ordered_json lengths_of(const ConditionalCube& cube, const StagesOfConditions& stages) {
  nlohmann::ordered_json lengths = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < stages.size(); ++i) {
    nlohmann::ordered_json& row = lengths[name_of(stages[i].first)];
    for (const View view : kAllViews)
      if (const int length = cube.rows[i][view]; length != kNotComputed)
        row[std::string(1, colour_of(view))] = length;
  }
  return lengths;
}

/// The same as columns, which are there in every row, whether they were computed or not; without a cube, as
/// if none were.
void add_columns(const ConditionalCube* cube, const StagesOfConditions& stages, nlohmann::ordered_json& row) {
  for (std::size_t i = 0; i < stages.size(); ++i)
    for (const View view : stages[i].second) {
      nlohmann::ordered_json& cell = row[fmt::format("{}_{}", name_of(stages[i].first), suffix_of(view))];
      const int length = cube != nullptr ? cube->rows[i][view] : kNotComputed;
      if (length != kNotComputed) cell = length;
    }
}

}  // namespace

/// What every format has; CSV begins with a number.
nlohmann::ordered_json ScrambleRows::row_of(const Cube& cube, const Moves& scramble) {
  nlohmann::ordered_json row;
  if (session_.csv()) row["id"] = ++count_;
  row["scramble"] = format_moves(scramble, notation_);
  row["length"] = length(scramble, metric_);
  row["facelets"] = format_facelets(cube);
  return row;
}

/// With what every row ends in.
void ScrambleRows::print(nlohmann::ordered_json row) {
  row["metric"] = name_of(metric_);
  rows_.add(row);
}

void ScrambleRows::begin(const StagesOfConditions& stages, bool with_solutions) {
  // A row of solutions has columns of its own.
  if (!session_.csv() || with_solutions) return;
  nlohmann::ordered_json row = row_of(Cube(), {});
  count_ = 0;
  add_columns(nullptr, stages, row);
  row["metric"] = name_of(metric_);
  rows_.begin(row);
}

void ScrambleRows::add(const Cube& cube, const Moves& scramble) {
  if (session_.format() == Format::table) return fmt::print("{}\n", format_moves(scramble, notation_));
  print(row_of(cube, scramble));
}

void ScrambleRows::add(const ConditionalCube& cube, const StagesOfConditions& stages, const Moves& scramble) {
  if (session_.format() == Format::table) return add(cube.cube, scramble);
  nlohmann::ordered_json row = row_of(cube.cube, scramble);
  if (session_.csv())
    add_columns(&cube, stages, row);
  else
    row["stages"] = lengths_of(cube, stages);
  print(std::move(row));
}

void ScrambleRows::add(const ConditionalCube& cube, const StagesOfConditions& stages, const Moves& scramble,
                       const std::vector<CellSolutions>& solutions) {
  if (session_.format() == Format::table)
    return fmt::print("{}\n{}\n", format_moves(scramble, notation_), solutions_text(solutions, {}));
  nlohmann::ordered_json row = row_of(cube.cube, scramble);
  if (session_.json()) {
    row["stages"] = lengths_of(cube, stages);
    row["solutions"] = nlohmann::ordered_json::parse(solutions_json(solutions, {}));
    return print(std::move(row));
  }
  for (const CellSolutions& cell : solutions)
    for (const StageSolution& solution : cell.solutions)
      rows_.add({{"id", row["id"]},
                 {"scramble", row["scramble"]},
                 {"stage", cell.stage},
                 {"colour", std::string(1, colour_of(cell.view))},
                 {"length", solution.moves.size()},
                 {"rotation", rotation_to(cell.view, {})},
                 {"moves", format_moves(solution.moves)},
                 {"reached", solution.reached}});
}

}  // namespace halfturn::cli
