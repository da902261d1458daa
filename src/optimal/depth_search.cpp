#include "optimal/depth_search.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <mutex>
#include <string>

#include "base/parallel.h"
#include "halfturn/notation.h"

namespace halfturn::optimal {

namespace {

/// Below this depth there is too little to share among threads.
constexpr int kLeastShared = 12;

struct ComesBefore {
  bool operator()(const Moves& a, const Moves& b) const { return comes_before(a, b); }
};

/// Collects the solutions of one task. Ends the task once an earlier one has found a solution.
class TaskSink final : public SearchSink {
 public:
  TaskSink(std::size_t task, const std::atomic<std::size_t>& first_with_solution, const std::stop_token& stop,
           const std::function<void(Moves)>& take)
      : task_(task), first_with_solution_(first_with_solution), stop_(stop), take_(take) {}

  void found(const Moves& solution) override { take_(solution); }
  bool stop() override {
    was_stopped_ = was_stopped_ || stop_.stop_requested() ||
                   first_with_solution_.load(std::memory_order_relaxed) < task_;
    return was_stopped_;
  }

 private:
  std::size_t task_;
  const std::atomic<std::size_t>& first_with_solution_;
  const std::stop_token& stop_;
  const std::function<void(Moves)>& take_;
  bool was_stopped_ = false;
};

}  // namespace

DepthSearch::DepthSearch(const SearchTables& tables, InstructionSet set, const Cube& cube, const Run& run)
    : tables_(tables), set_(set), cube_(cube), run_(run), symmetries_(symmetries_of(cube)) {
  const int threads = run.threads > 0 ? run.threads : base::default_threads();
  searches_.resize(static_cast<std::size_t>(threads));
}

SearchCounts DepthSearch::counts() const {
  SearchCounts sum;
  for (const std::unique_ptr<SubtreeSearch>& search : searches_) {
    if (!search) continue;
    sum.reads += search->counts().reads;
    sum.nodes += search->counts().nodes;
    sum.endings += search->counts().endings;
  }
  return sum;
}

/// The first moves of a solution: two, or three while symmetries are left. The symmetries of the cube take
/// solutions to solutions, so one first move of each kind is enough; after it, one second move of each kind
/// for the symmetries that keep the first; and so on.
///
/// In order (U before D, ..), an image of a solution still begins with the chosen moves: the first of its
/// kind is a turn of U, R or F if any of that kind is, so that a turn of the opposite face behind it stays
/// there.
std::vector<DepthSearch::Task> DepthSearch::tasks(int depth) const {
  std::vector<Task> tasks;
  add_tasks({root_of(cube_), depth}, 0, symmetries_, tasks);
  return tasks;
}

void DepthSearch::add_tasks(const Task& from, int made, const std::vector<Symmetry>& symmetries,
                            std::vector<Task>& tasks) const {
  if (from.moves_left == 0 || made == 3 || (made == 2 && symmetries.size() == 1)) {
    tasks.push_back(from);
    return;
  }
  const Follow follow(tables_.metric());
  for (MoveMask left = one_of_each_kind(follow.allowed(from.node.last_ahead), symmetries); !left.empty();
       left = left.without_first()) {
    const Move move = left.first();
    std::vector<Symmetry> keeping;
    std::ranges::copy_if(symmetries, std::back_inserter(keeping),
                         [&](Symmetry symmetry) { return symmetry(move) == move; });
    add_tasks({after(from.node, move), from.moves_left - 1}, made + 1, keeping, tasks);
  }
}

DepthSearch::Outcome DepthSearch::search(int depth, Wanted wanted,
                                         const std::function<void(const Moves&)>& on_solution) {
  if (depth == 0) {
    Outcome outcome{.solutions = {}, .complete = true};
    if (cube_.is_solved()) outcome.solutions.emplace_back();
    if (wanted == Wanted::all && on_solution && cube_.is_solved()) on_solution({});
    return outcome;
  }
  const std::vector<Task> all = tasks(depth);
  std::set<Moves, ComesBefore> solutions;  // with Wanted::first, of the first task that has any
  std::atomic<std::size_t> first_with_solution{all.size()};
  std::mutex mutex;

  const auto take = [&](std::size_t task, const Moves& found) {
    // Turns that cancel, or join, make it a shorter solution, found at its own depth.
    const Moves solution = cancelled(found);
    if (length(solution, tables_.metric()) != depth) return;
    const std::lock_guard lock(mutex);
    if (wanted == Wanted::first) {
      if (task > first_with_solution) return;
      if (task < first_with_solution) solutions.clear();
      first_with_solution = task;
      solutions.insert(solution);
      return;
    }
    for (Symmetry symmetry : symmetries_) {
      const Moves image = cancelled(seen_through(solution, symmetry));
      if (solutions.insert(image).second && on_solution) on_solution(image);
    }
  };
  // In the search for the first solution, only a task that an earlier one has made useless is left early.
  const std::atomic<std::size_t> never{all.size()};
  std::atomic<std::size_t> done{0};
  const std::string task_name = "depth " + std::to_string(depth);
  const int threads = depth < kLeastShared ? 1 : static_cast<int>(searches_.size());
  const bool finished = base::parallel_for(threads, all.size(), run_.stop, [&](int worker, std::size_t task) {
    if (wanted == Wanted::first && task > first_with_solution.load(std::memory_order_relaxed)) return;
    std::unique_ptr<SubtreeSearch>& search = searches_[static_cast<std::size_t>(worker)];
    if (!search) search = make_search(set_, tables_);
    const std::function<void(Moves)> take_here = [&](const Moves& found) { take(task, found); };
    TaskSink sink(task, wanted == Wanted::first ? first_with_solution : never, run_.stop, take_here);
    search->run(all[task].node, all[task].moves_left, sink);
    const std::size_t tasks_done = ++done;
    if (worker == 0 && depth >= kLeastShared && run_.progress)
      run_.progress({.task = task_name,
                     .step = "search",
                     .fraction = static_cast<double>(tasks_done) / static_cast<double>(all.size())});
  });
  Outcome outcome;
  outcome.complete = finished && !run_.stop.stop_requested();
  outcome.solutions.assign(solutions.begin(), solutions.end());
  if (wanted == Wanted::first && outcome.solutions.size() > 1) outcome.solutions.resize(1);
  return outcome;
}

}  // namespace halfturn::optimal
