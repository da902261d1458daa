#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/shared/given_positions.h"
#include "cli/shared/row_output.h"
#include "cli/shared/session.h"
#include "cli/shared/terminal.h"
#include "front/analyze_rows.h"
#include "front/shard.h"
#include "halfturn/analyzer.h"
#include "halfturn/comfort.h"
#include "halfturn/position.h"
#include "halfturn/result.h"

namespace halfturn::cli {

/// What `halfturn analyze` was asked for.
struct AnalyzeJob {
  Session& session;
  std::vector<Stage> stages;
  std::vector<std::string> names;  ///< of the stages
  ViewSet views = ViewSet::all();
  RowKind format = RowKind::csv;
  TableSize tables = TableSize::best;
  std::size_t solutions = 0;  ///< to print for each cell; 0: none
  bool chain = false;         ///< print a way through all stages for each colour
  std::optional<FaceSet> prefer;
  std::string output;  ///< path of a file; empty: stdout
  IfThere if_there = IfThere::refuse;
  std::vector<std::string> events;
  std::vector<std::string> keep;  ///< columns of the input that rows carry
  std::optional<Shard> shard;     ///< this part of a list alone
  std::string done_file;          ///< to be written once all rows of a list are; empty: none

  bool has_details() const { return solutions > 0 || chain; }
  AnalyzeRequest request() const { return {.stages = stages, .views = views}; }
  Run run(const std::stop_token& stop) const {
    return {.threads = session.threads(), .stop = stop, .progress = {}};
  }
  Result<Analyzer> open_analyzer(Residency residency) const;
};

/// Analyzes one scramble and writes the answer.
void analyze_one(const AnalyzeJob& job, const std::string& text, const Position& position);

/// Writes a row for each scramble of a list.
void analyze_many(const AnalyzeJob& job, const GivenPositions& given);

/// Answers each line of stdin as it comes, in JSON.
void serve_analyses(const AnalyzeJob& job);

}  // namespace halfturn::cli
