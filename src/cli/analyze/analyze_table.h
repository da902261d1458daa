#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "halfturn/analyzer.h"
#include "halfturn/symmetry.h"

namespace halfturn::cli {

/// The answer to one scramble for people: stages down, colours across, the least of each row marked with *
/// and, where `bold` is asked for, in bold. `stages`: names, one for each row. A number that is not there is
/// a dash.
std::string analysis_table(const std::vector<std::string>& stages, std::span<const StageRow> rows,
                           ViewSet views, bool bold);

/// The ways to one cell.
struct CellSolutions {
  std::string stage;
  View view{};
  std::vector<StageSolution> solutions;
};

/// A heading for each cell and under it a line for each way: the rotation from how the cube is held after the
/// scramble
/// (`held`), the moves as they are then done, their number, and what they bring about.
std::string solutions_text(std::span<const CellSolutions> cells, Symmetry held);

/// The same as a JSON object: stage, then colour, then a list.
std::string solutions_json(std::span<const CellSolutions> cells, Symmetry held);

}  // namespace halfturn::cli
