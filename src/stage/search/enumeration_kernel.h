// Finds all solutions of a goal, in order. Included inside a namespace that has a Reader, after
// expansion_kernel.h.

/// Depth-first search with a fixed length.
class Enumeration {
 public:
  Enumeration(std::span<const TableReader* const> readers, SolutionSink& sink, const std::stop_token& stop)
      : group_{{readers.begin(), readers.end()}, readers.size(), readers.size()}, sink_(sink), stop_(stop) {}

  bool run(const PieceState& state, const Bounds& bounds, int length) {
    if (length == 0) return !is_at_goal(bounds) || sink_.found({});
    return expand({.state = state, .bounds = bounds, .allowed = MoveMask::all(), .togo = length}, 0);
  }
  const SearchWork& work() const { return work_; }

 private:
  static constexpr std::size_t kMostMoves = 32;

  bool expand(const Node& node, std::size_t depth) {
    if (stop_.stop_requested()) return false;
    if (is_at_goal(node.bounds)) return true;  // reached too early
    Expansion<1> expansion(std::span(&group_, 1));
    const std::span<const std::uint16_t> alive = expansion.run(std::span(&node, 1));
    work_.nodes += expansion.work().nodes;
    work_.reads += expansion.work().reads;
    return std::ranges::all_of(alive, [&](std::uint16_t index) {
      const Child& next = expansion.child(index);
      path_[depth] = next.move;
      if (node.togo == 1) return sink_.found(std::span(path_).first(depth + 1));
      return expand({next.state, next.bounds, moves_after(next.move), node.togo - 1}, depth + 1);
    });
  }

  GoalGroup group_;
  SolutionSink& sink_;
  const std::stop_token& stop_;
  std::array<Move, kMostMoves> path_{};
  SearchWork work_;
};

inline bool enumerate(std::span<const TableReader* const> readers, const PieceState& state,
                      const Bounds& bounds, int length, SolutionSink& sink, const std::stop_token& stop,
                      SearchWork& work) {
  Enumeration search(readers, sink, stop);
  const bool all = search.run(state, bounds, length);
  work += search.work();
  return all;
}
