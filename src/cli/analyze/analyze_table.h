#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "halfturn/analyzer.h"
#include "halfturn/symmetry.h"

namespace halfturn::cli {

/// The answer for one scramble as a table: a line for each stage, a column for each colour. The least number
/// of a line is marked with * and, if `bold`, in bold; a number that was not computed is a dash. `stages`:
/// the names of the rows.
std::string analysis_table(const std::vector<std::string>& stages, std::span<const StageRow> rows,
                           ViewSet views, bool bold);

/// The solutions of one cell.
struct CellSolutions {
  std::string stage;
  View view{};
  std::vector<StageSolution> solutions;
};

/// A heading for each cell and a line for each of its solutions: the rotation to start with, from how the
/// cube is held after the scramble (`held`), the moves as seen after it, their number, and what they reach.
std::string solutions_text(std::span<const CellSolutions> cells, Symmetry held);

/// The same as a JSON object: by stage, then by colour, a list of solutions.
std::string solutions_json(std::span<const CellSolutions> cells, Symmetry held);

/// A row of CSV for each solution, that each begin with `id`, a finished field.
std::string solutions_csv(const std::string& id, std::span<const CellSolutions> cells, Symmetry held);
inline constexpr const char* kSolutionsHeader = "id,stage,colour,length,rotation,moves,reached\n";

}  // namespace halfturn::cli
