#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/solve/solve_list.h"
#include "cli/solve/solve_output.h"
#include "front/row_match.h"
#include "halfturn/notation.h"
#include "halfturn/position.h"
#include "halfturn/result.h"

namespace halfturn::cli {

/// Recognises the rows that an earlier run of `solve` has left: one line for each position, with its id, and
/// with moves that solve it. What the search says about them besides (probes, bounds) may be anything, since
/// a run with a time limit finds other solutions each time.
class WrittenSolutions {
 public:
  /// `solver` writes such rows, and must outlive this.
  WrittenSolutions(const SolutionStyle& style, const ListSolver& solver)
      : style_(style), writer_(style), solver_(solver) {}

  MatchedRow match(std::string_view text, const Scramble& scramble, const Result<Position>& position);

  /// Whether a row that was matched says that its target was missed.
  bool has_missed() const { return has_missed_; }

 private:
  /// What a row says.
  struct Row {
    std::optional<std::string> moves;  ///< nothing if there is no solution that is short enough
    bool target_met = true;
  };

  std::optional<Row> read_csv(std::string_view line, const RowLabel& label) const;
  std::optional<Row> read_json(std::string_view line, const RowLabel& label) const;
  std::optional<Row> read_text(std::string_view line, const RowLabel& label) const;
  std::optional<Moves> solution_in(const std::string& text) const;

  SolutionStyle style_;
  SolutionWriter writer_;
  const ListSolver& solver_;
  bool has_missed_ = false;
};

}  // namespace halfturn::cli
