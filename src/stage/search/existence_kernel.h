// Finds out whether one of several goals can be reached. Included inside a namespace that has a Reader, after
// expansion_kernel.h.

/// The groups of a search, and the position to start from for each.
struct Start {
  std::vector<GoalGroup> groups;
  std::vector<Node> nodes;

  /// One group for each goal that may be reached in `length` moves, or for two that differ in the axis alone.
  Start(std::span<const OpenGoal> goals, const PieceState& state, int length) {
    for (auto goal = goals.begin(); goal != goals.end(); ++goal) {
      if (goal->least > length) continue;
      const auto is_twin = [&](const OpenGoal& other) {
        return goal->with_orientation != 0 && other.with_orientation == goal->with_orientation &&
               other.least <= length && share_the_best(*goal, other);
      };
      if (std::any_of(goals.begin(), goal, is_twin)) continue;  // it was added with that one
      const auto twin = std::find_if(goal + 1, goals.end(), is_twin);
      add(*goal, twin == goals.end() ? nullptr : &*twin, state, length);
    }
  }

 private:
  static bool is_in(const OpenGoal& goal, const TableReader* reader) {
    return std::ranges::find(goal.readers, reader) != goal.readers.end();
  }

  /// Whether the goals share the table readers that rule out most, so that their searches are nearly the
  /// same.
  static bool share_the_best(const OpenGoal& goal, const OpenGoal& other) {
    std::uint64_t shared = 0;
    std::uint64_t apart = 0;
    std::size_t count = other.readers.size();
    for (const TableReader* reader : goal.readers) {
      std::uint64_t& most = is_in(other, reader) ? shared : apart;
      most = std::max(most, reader->space->positions());
      if (!is_in(other, reader)) ++count;
    }
    return shared > apart && count <= kMostReaders;
  }

  void add(const OpenGoal& goal, const OpenGoal* twin, const PieceState& state, int length) {
    GoalGroup group;
    Node node{.state = state, .bounds = {}, .allowed = MoveMask::all(), .togo = length};
    const auto append = [&](const OpenGoal& from, auto wanted) {
      for (std::size_t i = 0; i < from.readers.size(); ++i) {
        if (!wanted(from.readers[i])) continue;
        node.bounds[group.readers.size()] = from.bounds[i];
        group.readers.push_back(from.readers[i]);
      }
    };
    append(goal, [&](const TableReader* reader) { return twin == nullptr || is_in(*twin, reader); });
    group.shared = group.readers.size();
    if (twin != nullptr) {
      node.goals = kBothGoals;
      append(goal, [&](const TableReader* reader) { return !is_in(*twin, reader); });
      group.first = group.readers.size();
      append(*twin, [&](const TableReader* reader) { return !is_in(goal, reader); });
    } else {
      group.first = group.shared;
    }
    node.group = static_cast<std::uint16_t>(groups.size());
    groups.push_back(std::move(group));
    nodes.push_back(node);
  }
};

/// Expands many positions at a time. Positions wait in one list per depth. The first moves are made breadth
/// first, for all goals; what they lead to is searched in the order of its promise, whatever the goal, by
/// batches from the deepest lists, so nearly depth first. With large tables a search expands some hundred
/// positions in all: then it is nearly depth first from the beginning, one goal after the other.
class BatchSearch {
 public:
  BatchSearch(const Start& start, int length, const std::stop_token& stop)
      : groups_(start.groups),
        length_(length),
        stop_(stop),
        waiting_(static_cast<std::size_t>(length)),
        expansion_(start.groups) {
    for (std::vector<Node>& list : waiting_) list.reserve(kBatch * (kMoveCount + 1));
    waiting_[0] = start.nodes;
  }

  /// Whether there is a solution. False after a stop.
  bool run() {
    std::size_t depth = 0;
    const std::size_t enough = has_large_table() ? 0 : kEnough;
    for (; length_ - static_cast<int>(depth) > kDepthFirst && waiting_[depth].size() < enough; ++depth)
      while (!waiting_[depth].empty() && !stop_.stop_requested()) {
        std::size_t count = 0;
        take(waiting_[depth], count);
        if (expand(count)) return true;
      }
    // The most promising last, because the last is taken first.
    std::ranges::stable_sort(waiting_[depth], std::ranges::greater{}, [this](const Node& node) {
      return distances_of(node.bounds, node.goals, groups_[node.group]);
    });
    while (!stop_.stop_requested()) {
      std::size_t count = 0;
      for (std::size_t from = waiting_.size(); --from > 0 && count < kBatch;) take(waiting_[from], count);
      // If no move was made breadth first, one goal after the other: the first is the likeliest.
      if (count == 0) take(waiting_[0], count, 1);
      if (count == 0) return false;
      if (expand(count)) return true;
    }
    return false;
  }
  const SearchWork& work() const { return expansion_.work(); }

 private:
  static constexpr std::size_t kBatch = 16;
  /// The first moves are made breadth first until this many positions wait, ..
  static constexpr std::size_t kEnough = 1'000;
  /// .. or this many moves are left.
  static constexpr int kDepthFirst = 10;
  static constexpr std::size_t kLargeTable = 600'000'000;  // bytes

  bool has_large_table() const {
    return std::ranges::any_of(groups_, [](const GoalGroup& group) {
      return std::ranges::any_of(
          group.readers, [](const TableReader* reader) { return reader->space->bytes() >= kLargeTable; });
    });
  }

  /// The sum of the distances to the nearer goal: the smaller, the likelier a solution.
  static int distances_of(const Bounds& bounds, GoalSet goals, const GoalGroup& group) {
    const auto sum = [&](std::size_t first, std::size_t end) {
      return std::accumulate(bounds.data() + first, bounds.data() + end, 0);
    };
    const int shared = sum(0, group.shared);
    if (goals == kFirstGoal) return shared + sum(group.shared, group.first);
    const int second = sum(group.first, group.readers.size());
    return shared + (goals == kSecondGoal ? second : std::min(sum(group.shared, group.first), second));
  }

  /// Moves positions from the end of a list to the batch, until that has `most`.
  void take(std::vector<Node>& list, std::size_t& count, std::size_t most = kBatch) {
    for (; !list.empty() && count < most; list.pop_back()) batch_[count++] = list.back();
  }

  bool expand(std::size_t count) {
    const std::span<std::uint16_t> alive = expansion_.run(std::span(batch_).first(count));
    for (const std::uint16_t index : alive) {
      const Child& next = expansion_.child(index);
      const Node& parent = batch_[next.parent];
      if (parent.togo == 1) return true;
      promise_[index] = distances_of(next.bounds, expansion_.goals(index), groups_[parent.group]);
    }
    // The most promising last, because the last is taken first.
    std::ranges::sort(alive, std::ranges::greater{},
                      [&](std::uint16_t index) { return std::pair(promise_[index], index); });
    for (const std::uint16_t index : alive) {
      const Child& next = expansion_.child(index);
      const Node& parent = batch_[next.parent];
      const int togo = parent.togo - 1;
      waiting_[static_cast<std::size_t>(length_ - togo)].push_back(
          {next.state, next.bounds, moves_after(next.move), togo, parent.group, expansion_.goals(index)});
    }
    return false;
  }

  std::span<const GoalGroup> groups_;
  int length_;
  const std::stop_token& stop_;
  std::vector<std::vector<Node>> waiting_;  // by depth
  std::array<Node, kBatch> batch_;
  std::array<int, kBatch * kMoveCount> promise_;  // by child: the sum of its distances
  Expansion<kBatch> expansion_;
};

inline bool exists(std::span<const OpenGoal> goals, const PieceState& state, int length,
                   const std::stop_token& stop, SearchWork& work) {
  if (length == 0)
    return std::ranges::any_of(
        goals, [](const OpenGoal& goal) { return goal.least == 0 && is_at_goal(goal.bounds); });
  const Start start(goals, state, length);
  BatchSearch search(start, length, stop);
  const bool found = search.run();
  work += search.work();
  return found;
}
