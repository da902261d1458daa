#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/instruction_set.h"
#include "halfturn/run.h"
#include "optimal/search.h"
#include "optimal/solutions.h"

namespace halfturn::optimal {

/// Searches whole depths of one cube's tree, with several threads. Keeps its buffers between depths.
class DepthSearch {
 public:
  DepthSearch(const SearchTables& tables, InstructionSet set, const Cube& cube, const Run& run);

  enum class Wanted {
    first,  ///< the first solution in a fixed order, then stop
    all,
  };
  struct Outcome {
    std::vector<Moves> solutions;  ///< in order; of `first`, at most one
    bool complete = false;         ///< not stopped: what was wanted is all there
  };
  /// All solutions of exactly `depth` moves, or the first. With `wanted` all, `on_solution` hears of each
  /// once.
  Outcome search(int depth, Wanted wanted, const std::function<void(const Moves&)>& on_solution);

  SearchCounts counts() const;

 private:
  struct Task {
    Node node;
    int moves_left;
  };
  std::vector<Task> tasks(int depth) const;
  /// Those that begin as `from` does, whose moves `symmetries` keep.
  void add_tasks(const Task& from, int made, const std::vector<Symmetry>& symmetries,
                 std::vector<Task>& tasks) const;

  SearchTables tables_;
  InstructionSet set_;
  Cube cube_;
  const Run& run_;
  std::vector<Symmetry> symmetries_;
  std::vector<std::unique_ptr<SubtreeSearch>> searches_;  // by worker
};

}  // namespace halfturn::optimal
