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

/// One goal of a stage with all that its search needs.
struct PlannedGoal {
  const StageGoal* definition = nullptr;
  std::vector<int> numbers;                 ///< its table readers, in the planner
  std::vector<const TableReader*> readers;  ///< the same
  std::vector<std::size_t>
      weaker;  ///< planned goals before this one that everyone who reaches this one reaches
};

/// The goals of one stage: a range of planned goals. Empty where the stage was not asked for.
struct PlannedStage {
  std::size_t first = 0;
  std::size_t end = 0;
};

/// What an Analyzer is made of.
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

/// A goal as a search for the nearest of several sees it.
struct OpenGoal {
  std::span<const TableReader* const> readers;  ///< they must cover the goal
  Bounds bounds{};                              ///< what they say of the position
  int least = 0;                                ///< shorter ways have been ruled out
  std::size_t number = 0;                       ///< the caller's own
};

/// What a search for the nearest goal came to.
struct Nearest {
  bool found = false;
  int length = 0;  ///< of the shortest way; where none was found, the least that has not been ruled out
};

/// Iterative deepening over several goals at once: length by length below `end`, and for each length the
/// goals that it may reach, in their order. Raises the bounds of goals that it rules out. After a stop,
/// nothing has been found and the length is below `end`.
Nearest nearest_goal(const SearchKernel& kernel, const PieceState& state, std::span<OpenGoal> goals, int end,
                     const std::stop_token& stop, SearchWork& work);

/// What is known of one position in one view: the distances that the tables give, and for each goal the least
/// length that has not been ruled out. Grows as stages are computed. One thread's own.
class ViewSearch {
 public:
  ViewSearch(const Engine& engine, const PieceState& state)
      : engine_(engine),
        state_(state),
        distance_(engine.tables.planner().size(), -1),
        least_(engine.goals.size(), 0) {}

  /// The least number of moves to a stage; nothing after a stop.
  std::optional<int> shortest(const PlannedStage& stage, const std::stop_token& stop);

  /// The tables' distances to a goal.
  Bounds bounds_of(const PlannedGoal& goal);
  const SearchWork& work() const { return work_; }

 private:
  int distance(int reader);

  const Engine& engine_;
  PieceState state_;
  std::vector<int> distance_;  // by table reader; -1: not looked up
  std::vector<int> least_;     // by goal
  SearchWork work_;
};

}  // namespace halfturn::stage
