// The search for all ways to a goal, in order: included inside a namespace that has a Reader, after
// distance_kernel.h.

/// Depth first with a fixed length. All children of a position are looked up in one table before the next:
/// the reads do not wait for one another, and what the first table refuses costs nothing more.
class Descent {
 public:
  Descent(std::span<const Lookup* const> lookups, DescentSink& sink, const std::stop_token& stop)
      : lookups_(lookups), sink_(sink), stop_(stop) {}

  bool run(const PieceState& state, const Bounds& bounds, int length) {
    if (length == 0) {
      for (std::size_t i = 0; i < lookups_.size(); ++i)
        if (bounds[i] != 0) return true;
      return sink_.found({});
    }
    return expand(state, bounds, length, MoveMask::all(), 0);
  }
  const DescentWork& work() const { return work_; }

 private:
  static constexpr std::size_t kMostMoves = 32;

  struct Child {
    PieceState state;
    Bounds bounds;
    std::uint64_t entry;
    Move move;
  };

  bool expand(const PieceState& state, const Bounds& bounds, int togo, MoveMask allowed, std::size_t depth) {
    if ((++work_.nodes & 1023) == 0 && stop_.stop_requested()) return false;
    // The table that says the position is farthest refuses most.
    std::array<std::uint8_t, kMostLookups> order;
    const std::size_t count = lookups_.size();
    bool reached = true;
    for (std::size_t i = 0; i < count; ++i) {
      std::size_t at = i;
      for (; at > 0 && bounds[order[at - 1]] < bounds[i]; --at) order[at] = order[at - 1];
      order[at] = static_cast<std::uint8_t>(i);
      reached = reached && bounds[i] == 0;
    }
    if (reached) return true;  // the goal is met too early
    std::array<Child, kMoveCount> child;
    std::size_t children = 0;
    const Lookup& first = *lookups_[order[0]];
    for (MoveMask left = allowed; !left.empty(); left = left.without_first()) {
      Child& next = child[children++];
      next.move = left.first();
      next.state = Reader::moved(state, kMoveMaps[static_cast<std::size_t>(next.move.index())]);
      next.entry = Reader::entry(next.state, first);
      __builtin_prefetch(address(first, next.entry));
    }
    std::array<std::uint8_t, kMoveCount> alive;
    std::size_t alive_count = 0;
    work_.lookups += children;
    for (std::size_t c = 0; c < children; ++c) {
      const int distance = distance_from_code(first, code_at(first, child[c].entry), bounds[order[0]]);
      child[c].bounds[order[0]] = static_cast<std::uint8_t>(distance);
      alive[alive_count] = static_cast<std::uint8_t>(c);
      alive_count += static_cast<std::size_t>(distance < togo);
    }
    for (std::size_t o = 1; o < count && alive_count > 0; ++o) {
      const Lookup& lookup = *lookups_[order[o]];
      for (std::size_t a = 0; a < alive_count; ++a) {
        Child& next = child[alive[a]];
        next.entry = Reader::entry(next.state, lookup);
        __builtin_prefetch(address(lookup, next.entry));
      }
      work_.lookups += alive_count;
      std::size_t left = 0;
      for (std::size_t a = 0; a < alive_count; ++a) {
        Child& next = child[alive[a]];
        const int distance = distance_from_code(lookup, code_at(lookup, next.entry), bounds[order[o]]);
        next.bounds[order[o]] = static_cast<std::uint8_t>(distance);
        alive[left] = alive[a];
        left += static_cast<std::size_t>(distance < togo);
      }
      alive_count = left;
    }
    for (std::size_t a = 0; a < alive_count; ++a) {
      const Child& next = child[alive[a]];
      path_[depth] = next.move;
      const bool go_on = togo == 1
                             ? sink_.found(std::span(path_).first(depth + 1))
                             : expand(next.state, next.bounds, togo - 1, moves_after(next.move), depth + 1);
      if (!go_on) return false;
    }
    return true;
  }

  std::span<const Lookup* const> lookups_;
  DescentSink& sink_;
  const std::stop_token& stop_;
  std::array<Move, kMostMoves> path_{};
  DescentWork work_;
};

inline bool descend(std::span<const Lookup* const> lookups, const PieceState& state, const Bounds& bounds,
                    int length, DescentSink& sink, const std::stop_token& stop, DescentWork& work) {
  Descent descent(lookups, sink, stop);
  const bool all = descent.run(state, bounds, length);
  work.nodes += descent.work().nodes;
  work.lookups += descent.work().lookups;
  return all;
}
