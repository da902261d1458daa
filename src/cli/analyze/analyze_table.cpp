#include "cli/analyze/analyze_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/csv.h"
#include "front/json.h"
#include "front/stage_ways.h"
#include "halfturn/notation.h"

namespace halfturn::cli {

namespace {

std::string_view letter_of_bottom(View view) {
  constexpr std::array<std::string_view, kFaceCount> kLetters = {"U", "R", "F", "D", "L", "B"};
  return kLetters[static_cast<std::size_t>(bottom_of(view))];
}

std::uint8_t least_of(const StageRow& row, ViewSet views) {
  std::uint8_t least = kNotComputed;  // which is more than any number
  for (const View view : views) least = std::min(least, row[view]);
  return least;
}

}  // namespace

std::string analysis_table(const std::vector<std::string>& stages, std::span<const StageRow> rows,
                           ViewSet views, bool bold) {
  std::size_t width = std::string_view("bottom").size();
  for (const std::string& stage : stages) width = std::max(width, stage.size());
  std::string text = fmt::format("{:<{}}", "bottom", width);
  for (const View view : views) text += fmt::format("  {} ({})", colour_of(view), letter_of_bottom(view));
  text += "  best\n";
  for (std::size_t s = 0; s < rows.size(); ++s) {
    const std::uint8_t best = least_of(rows[s], views);
    text += fmt::format("{:<{}}", stages[s], width);
    for (const View view : views) {
      const std::uint8_t value = rows[s][view];
      const bool marked = value == best && best != kNotComputed;
      const std::string cell =
          fmt::format("{:>3}{}", value == kNotComputed ? "-" : std::to_string(value), marked ? '*' : ' ');
      text += marked && bold ? fmt::format("\x1b[1m{}\x1b[0m", cell) : cell;
      text += "   ";
    }
    text += fmt::format("{:>6}\n", best == kNotComputed ? "-" : std::to_string(best));
  }
  return text;
}

std::string solutions_text(std::span<const CellSolutions> cells, Symmetry held) {
  std::string text;
  for (const CellSolutions& cell : cells) {
    text += fmt::format("\n{}, {} at the bottom\n", cell.stage, colour_of(cell.view));
    for (const StageSolution& solution : cell.solutions) {
      text += "  ";
      for (const std::string& part : {rotation_to(cell.view, held), format_moves(solution.moves)})
        if (!part.empty()) text += part + ' ';
      text += fmt::format("({})", solution.moves.size());
      if (!solution.reached.empty()) text += "   " + solution.reached;
      text += '\n';
    }
  }
  return text;
}

std::string solutions_json(std::span<const CellSolutions> cells, Symmetry held) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const CellSolutions& cell : cells) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const StageSolution& solution : cell.solutions)
      list.push_back({{"rotation", rotation_to(cell.view, held)},
                      {"moves", format_moves(solution.moves)},
                      {"length", solution.moves.size()},
                      {"reached", solution.reached}});
    json[cell.stage][std::string(1, colour_of(cell.view))] = std::move(list);
  }
  return json_text(json);
}

std::string solutions_csv(const std::string& id, std::span<const CellSolutions> cells, Symmetry held) {
  std::string text;
  for (const CellSolutions& cell : cells)
    for (const StageSolution& solution : cell.solutions)
      text += fmt::format("{},{},{},{},{},{},{}\n", id, cell.stage, colour_of(cell.view),
                          solution.moves.size(), rotation_to(cell.view, held), format_moves(solution.moves),
                          csv_field(solution.reached));
  return text;
}

}  // namespace halfturn::cli
