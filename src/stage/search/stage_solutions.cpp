#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "halfturn/analyzer.h"
#include "halfturn/notation.h"
#include "stage/search/engine.h"

namespace halfturn {

namespace {

using stage::SlotMask;

/// The corners below these slots.
std::string names_of_corners(SlotMask slots) {
  constexpr std::array<std::string_view, kSlotCount> kNames = {"DFR", "DLF", "DBL", "DRB"};
  std::string text;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if ((slots >> i & 1u) == 0) continue;
    if (!text.empty()) text += ' ';
    text += kNames[i];
  }
  return text;
}

/// The move that would put the bottom layer right; empty if none is needed.
std::string missing_turn(const Cube& cube) {
  constexpr int kBottomEdge = 4;
  if (cube.edge_at(kBottomEdge).piece == kBottomEdge) return {};
  for (int quarters = 1; quarters < 4; ++quarters)
    if (cube.after(Move(Face::D, quarters)).edge_at(kBottomEdge).piece == kBottomEdge)
      return format_moves({Move(Face::D, quarters)});
  return {};
}

std::string describe(const stage::StageGoal& goal, const Cube& end) {
  std::vector<std::string> parts;
  if (goal.edges != 0 && goal.edges == goal.corners) {
    parts.push_back(stage::names_of_slots(goal.edges));
  } else if (goal.edges != 0) {
    parts.push_back("edges " + stage::names_of_slots(goal.edges));
    parts.push_back("corners " + names_of_corners(goal.corners));
  }
  if (goal.pair_edge >= 0) {
    const std::string edge = stage::names_of_slots(1u << goal.pair_edge);
    const std::string corner = names_of_corners(1u << goal.pair_corner);
    parts.push_back(goal.pair_edge == goal.pair_corner ? "pair " + edge : "pair " + edge + " with " + corner);
  }
  if (goal.goal.oriented_axis != 0)
    parts.push_back(goal.goal.oriented_axis == 2 ? "oriented for F B" : "oriented for R L");
  if (goal.bottom_may_be_off)
    if (const std::string turn = missing_turn(end); !turn.empty())
      parts.push_back("bottom right after " + turn);
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

/// Collects the first solutions of one length to one goal that do not reach the stage earlier.
class Collector : public stage::SolutionSink {
 public:
  Collector(const Cube& start, const SolutionsRequest& request, const stage::StageGoal& goal,
            std::size_t most)
      : start_(start), request_(request), goal_(goal), most_(most) {}

  bool found(std::span<const Move> moves) override {
    Cube cube = start_;
    for (const Move move : moves) {
      if (is_end(cube)) return true;
      cube.apply(move);
    }
    // Replayed: whatever the tables say, only real solutions are returned.
    if (!is_end(cube)) return true;
    const stage::PieceMask pieces = goal_.goal.pieces;
    found_.push_back({Moves(moves.begin(), moves.end()), describe(goal_, cube), pieces & stage::kEveryEdge,
                      pieces >> stage::kFirstCornerBit});
    return found_.size() < most_;
  }
  std::vector<StageSolution>& taken() { return found_; }

 private:
  bool is_end(const Cube& cube) const {
    return Analyzer::reached(cube, request_.stage, View::D, request_.slots);
  }

  Cube start_;
  const SolutionsRequest& request_;
  const stage::StageGoal& goal_;
  std::size_t most_;
  std::vector<StageSolution> found_;
};

bool comes_before(const StageSolution& a, const StageSolution& b) {
  return std::ranges::lexicographical_compare(a.moves, b.moves, {}, &Move::index, &Move::index);
}

/// The solutions for Analyzer::solutions(). Throws a DamagedTable.
std::vector<StageSolution> shortest_ways(const stage::Engine& engine, const Cube& cube,
                                         const SolutionsRequest& request, const std::stop_token& stop) {
  const Cube start = cube.seen_through(symmetry_of(request.view));
  const stage::PieceState state = stage::PieceState::of(start);
  const stage::PlannedStage& planned = engine.stages[request.stage.index()];
  stage::ViewSearch search(engine, state);
  std::vector<StageSolution> solutions;
  const std::optional<int> shortest = search.shortest(planned, stop, request.slots);
  engine.add(search.work());
  if (!shortest) return solutions;
  stage::SearchWork work;
  for (int length = *shortest;
       length <= std::min(request.max_moves, stage::kMostDistance) && solutions.size() < request.count;
       ++length) {
    std::vector<StageSolution> of_length;
    for (std::size_t g = planned.first; g < planned.end && !stop.stop_requested(); ++g) {
      const stage::PlannedGoal& goal = engine.goals[g];
      if (!goal.definition->is_within(request.slots)) continue;
      const stage::Bounds bounds = search.bounds_of(goal);
      if (*std::ranges::max_element(bounds) > length) continue;
      Collector collector(start, request, *goal.definition, request.count - solutions.size());
      engine.kernel.enumerate(goal.readers, state, bounds, length, collector, stop, work);
      std::ranges::move(collector.taken(), std::back_inserter(of_length));
    }
    // A solution may reach several goals at once: keep the first goal's description.
    std::ranges::stable_sort(of_length, comes_before);
    of_length.erase(std::unique(of_length.begin(), of_length.end(),
                                [](const auto& a, const auto& b) { return a.moves == b.moves; }),
                    of_length.end());
    of_length.resize(std::min(of_length.size(), request.count - solutions.size()));
    std::ranges::move(of_length, std::back_inserter(solutions));
    if (length == 0 || stop.stop_requested()) break;
  }
  engine.add(work);
  return solutions;
}

}  // namespace

Result<std::vector<StageSolution>> Analyzer::solutions(const Cube& cube, const SolutionsRequest& request,
                                                       const Run& run) const {
  return stage::for_caller([&] { return shortest_ways(*engine_, cube, request, run.stop); });
}

}  // namespace halfturn
