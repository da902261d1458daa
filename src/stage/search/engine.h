#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "halfturn/analyzer.h"
#include "stage/pattern/goals.h"
#include "stage/search/search_kernel.h"
#include "stage/search/table_set.h"

namespace halfturn::stage {

/// One goal of a stage, with what its search needs.
struct PlannedGoal {
  const StageGoal* definition = nullptr;
  std::vector<int> numbers;                 ///< its table readers, as numbers in the planner
  std::vector<const TableReader*> readers;  ///< the same readers
  std::vector<std::size_t> weaker;          ///< goals of earlier stages that this goal implies
};

/// The goals of one stage, a range of Engine::goals. Empty if the stage was not given to open().
struct PlannedStage {
  std::size_t first = 0;
  std::size_t end = 0;
};

/// The inside of an Analyzer.
struct Engine {
  explicit Engine(const std::vector<Pattern>& patterns) : tables(patterns) {}

  TableSet tables;
  SearchKernel kernel{};
  std::vector<PlannedGoal> goals;
  std::vector<PlannedStage> stages;  // by the index of the stage
  mutable std::atomic<std::uint64_t> nodes{0};
  mutable std::atomic<std::uint64_t> reads{0};

  void add(const SearchWork& work) const {
    nodes += work.nodes;
    reads += work.reads;
  }
};

/// OpenGoal::with_orientation of a goal.
inline PieceMask pieces_with_orientation(const Goal& goal) {
  return goal.oriented_axis != 0 && goal.ends.size() == 1 ? goal.pieces : 0;
}

/// The result of a search for the nearest goal.
struct Nearest {
  bool found = false;
  int length = 0;  ///< of the shortest solution; if none was found, the least length not ruled out
};

/// Iterative deepening over several goals at once: for each length below `end`, all goals that may be reached
/// in it. Raises `least` of each goal as lengths are ruled out. If stopped, nothing is found and the length
/// is below `end`.
Nearest nearest_goal(const SearchKernel& kernel, const PieceState& state, std::span<OpenGoal> goals, int end,
                     const std::stop_token& stop, SearchWork& work);

/// What is known of one position in one view: the distances from the tables, and for each goal the least
/// length not ruled out. Grows as stages are computed. Used by one thread only.
class ViewSearch {
 public:
  ViewSearch(const Engine& engine, const PieceState& state)
      : engine_(engine),
        state_(state),
        distance_(engine.tables.planner().size(), -1),
        least_(engine.goals.size(), 0) {}

  /// The least number of moves to a stage by these slots; nothing after a stop, or if the stage was not
  /// planned or takes more slots. Throws a DamagedTable.
  std::optional<int> shortest(const PlannedStage& stage, const std::stop_token& stop,
                              SlotSet slots = kEverySlot);

  /// The distances of the position for a goal's table readers.
  Bounds bounds_of(const PlannedGoal& goal);
  const SearchWork& work() const { return work_; }

 private:
  int distance(int reader);

  const Engine& engine_;
  PieceState state_;
  std::vector<int> distance_;  // by table reader; -1: not read yet
  std::vector<int> least_;     // by goal
  SearchWork work_;
};

}  // namespace halfturn::stage
