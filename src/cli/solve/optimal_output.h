#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/solve/solve_output.h"
#include "halfturn/optimal.h"

/// How the results of shortest solutions are written: as SolutionWriter writes, with what is proved besides.
namespace halfturn::cli {

/// "18 moves", "1 quarter turn".
std::string counted_moves(int length, Metric metric);

/// "no solution of 16 moves or fewer".
std::string none_within(int length, Metric metric);

/// A bound and the best found: "at least 18 moves; best found 19".
std::string what_is_known(const OptimalResult& result, Metric metric);

class OptimalWriter {
 public:
  /// `all_orders`: each solution in every order of its turns of opposite faces.
  OptimalWriter(SolutionStyle style, bool all_orders)
      : style_(std::move(style)), rows_(style_), all_orders_(all_orders) {}

  /// The first line of a CSV file.
  std::string csv_header() const;

  /// A row for each solution, or one that says that there is none; in JSON one row for the cube.
  std::string row(const RowLabel& label, const OptimalResult& result) const;
  std::string error_row(const RowLabel& label, const Error& error) const;

  /// Rows for one of all solutions, as it is found; `shortest`: the length of the shortest. In JSON an object
  /// with the moves and their length for each.
  std::string found_rows(const Moves& solution, int shortest) const;
  /// In JSON, what follows them: the row of the cube as `summary`, without solutions.
  std::string summary_row(const OptimalResult& result) const;

  /// How many solutions a result stands for, in all orders if so.
  std::uint64_t count(const OptimalResult& result) const;

 private:
  std::vector<Moves> written_out(const Moves& solution) const;
  std::string line_of(const RowLabel& label, const Moves& moves, int lower_bound, bool target_met,
                      std::uint64_t probes) const;
  nlohmann::ordered_json json_of(const RowLabel& label, const OptimalResult& result,
                                 bool with_solutions) const;
  std::string json_line(const nlohmann::ordered_json& row) const;

  SolutionStyle style_;
  SolutionWriter rows_;
  bool all_orders_;
};

/// The totals of a batch.
struct OptimalSummary {
  Metric metric = Metric::half;
  std::optional<int> max_moves;  ///< the target
  std::uint64_t cubes = 0;
  std::uint64_t none = 0;  ///< cubes without a solution that is short enough
  std::uint64_t total_length = 0;
  std::map<int, std::uint64_t> lengths;

  void add(const OptimalResult& result);
  /// Several lines for people; `errors`: how many positions could not be read.
  std::string text(double seconds, std::uint64_t errors) const;
};

}  // namespace halfturn::cli
