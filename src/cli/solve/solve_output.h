#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "halfturn/notation.h"
#include "halfturn/result.h"
#include "halfturn/solve.h"

namespace halfturn::cli {

enum class OutputFormat { text, json, csv };

/// How solutions are written.
struct SolutionStyle {
  OutputFormat format = OutputFormat::text;
  Notation notation = Notation::wca;
  bool inverse = false;          ///< the scramble rather than the solution
  std::optional<int> max_moves;  ///< the target that a row may miss
};

/// Writes one row a cube.
class SolutionWriter {
 public:
  explicit SolutionWriter(SolutionStyle style) : style_(style) {}

  /// The line that a CSV file begins with.
  static std::string csv_header() { return "id,length,moves,target_met,probes,error"; }

  /// `id` may be empty; a row for each solution where there are several.
  std::string row(const std::string& id, const SolveResult& result) const;
  std::string error_row(const std::string& id, const Error& error) const;
  /// One solution alone, "R U F (3)".
  std::string moves_and_count(const Moves& moves) const;

 private:
  std::string written(const Moves& moves) const;

  SolutionStyle style_;
};

/// What a batch came to.
struct SolveSummary {
  std::uint64_t cubes = 0;
  std::uint64_t errors = 0;
  std::uint64_t missed = 0;
  std::uint64_t moves = 0;
  std::uint64_t probes = 0;
  std::map<std::size_t, std::uint64_t> lengths;

  void add(const SolveResult& result);
  /// Some lines for people.
  std::string text(double seconds) const;
};

}  // namespace halfturn::cli
