#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cli/shared/list_run.h"
#include "cli/shared/session.h"
#include "cli/solve/solve_output.h"
#include "halfturn/cube.h"
#include "halfturn/result.h"
#include "halfturn/run.h"

namespace halfturn::cli {

/// Positions of a list are read and solved in lots of this size, to bound memory.
inline constexpr std::size_t kSolvedAtOnce = 4096;

/// What a row is called: in text, by its id if the input gives one.
RowLabel label_of(const Scramble& scramble, const SolutionStyle& style);

/// What finds the solutions of a list and writes them as rows.
class ListSolver {
 public:
  /// Takes the row of the next cube; an Error of the kind stopped if a stop came before its end.
  using Done = std::function<void(const Result<std::string>& row)>;
  /// The label of the cube with this index.
  using Labels = std::function<RowLabel(std::size_t index)>;

  ListSolver() = default;
  virtual ~ListSolver() = default;
  ListSolver(const ListSolver&) = delete;
  ListSolver& operator=(const ListSolver&) = delete;

  /// Called once, when the first cubes have been read. `cubes`: how many there are, as far as is known.
  virtual Result<void> open(std::uint64_t cubes) = 0;
  /// Calls `done` in the order of the cubes, from any thread, never twice at once. After a stop, calls may be
  /// missing.
  virtual void solve(const std::vector<Cube>& cubes, const Labels& labels, const Run& run,
                     const Done& done) = 0;

  virtual std::string csv_header() const = 0;
  virtual std::string error_row(const RowLabel& label, const Error& error) const = 0;
  virtual bool tells_bounds() const = 0;  ///< in its rows, which may then also say that there is no solution

  // Of the cubes done so far.
  virtual std::uint64_t cubes() const = 0;
  virtual bool has_missed() const = 0;  ///< a cube has no solution that is short enough
  virtual std::string speed(double seconds) const = 0;
  /// Several lines for people; `errors`: how many positions could not be read.
  virtual std::string summary(double seconds, std::uint64_t errors) const = 0;
};

/// Solves each position of a list, in order, and sums up. One that cannot be read gives an error row.
void solve_list(Session& session, const ListRequest& request, const SolutionStyle& style, ListSolver& solver);

}  // namespace halfturn::cli
