// The search for whether there is a way to a goal: included inside a namespace that has a Reader, after
// distance_kernel.h.

/// Many positions at a time, so that the reads of one do not wait for those of another. Positions wait in a
/// list for each depth; a batch is taken from the deepest lists. Bound by memory: each position costs some 25
/// reads, nearly all of which miss the caches.
class BatchDescent {
 public:
  BatchDescent(std::span<const Lookup* const> lookups, int length, const std::stop_token& stop)
      : lookups_(lookups), length_(length), stop_(stop), waiting_(static_cast<std::size_t>(length)) {
    for (std::vector<Node>& list : waiting_) list.reserve(kBatch * (kMoveCount + 1));
  }

  /// Whether there is a way.
  bool run(const PieceState& state, const Bounds& bounds) {
    waiting_[0].push_back({.state = state, .bounds = bounds, .allowed = MoveMask::all(), .togo = length_});
    for (deepest_ = 0;;) {
      // From the deepest list upwards: nearly depth first, but with enough to do at once.
      std::size_t count = 0;
      for (std::size_t depth = deepest_ + 1; depth-- > 0 && count < kBatch;) {
        std::vector<Node>& list = waiting_[depth];
        for (; !list.empty() && count < kBatch; list.pop_back()) batch_[count++] = list.back();
        if (list.empty() && depth == deepest_ && deepest_ > 0) --deepest_;
      }
      if (count == 0) return false;
      if (expand(count)) return true;
      if (stop_.stop_requested()) return false;
    }
  }
  const DescentWork& work() const { return work_; }

 private:
  static constexpr std::size_t kBatch = 16;

  struct Node {
    PieceState state;
    Bounds bounds;
    MoveMask allowed;
    int togo;
  };
  struct Child {
    PieceState state;
    Bounds bounds;
    std::uint64_t entry;
    int sum;  // of the bounds
    std::uint8_t parent;
    Move move;
  };

  bool expand(std::size_t nodes) {
    const std::size_t count = lookups_.size();
    work_.nodes += nodes;
    std::array<std::array<std::uint8_t, kMostLookups>, kBatch> order;
    std::size_t children = 0;
    for (std::size_t n = 0; n < nodes; ++n) {
      const Node& node = batch_[n];
      for (std::size_t i = 0; i < count; ++i) {
        std::size_t at = i;
        for (; at > 0 && node.bounds[order[n][at - 1]] < node.bounds[i]; --at)
          order[n][at] = order[n][at - 1];
        order[n][at] = static_cast<std::uint8_t>(i);
      }
      const Lookup& first = *lookups_[order[n][0]];
      for (MoveMask left = node.allowed; !left.empty(); left = left.without_first()) {
        Child& next = child_[children];
        next.move = left.first();
        next.parent = static_cast<std::uint8_t>(n);
        next.state = Reader::moved(node.state, kMoveMaps[static_cast<std::size_t>(next.move.index())]);
        next.entry = Reader::entry(next.state, first);
        __builtin_prefetch(address(first, next.entry));
        alive_[children] = static_cast<std::uint16_t>(children);
        ++children;
      }
    }
    std::size_t alive = children;
    for (std::size_t o = 0; o < count && alive > 0; ++o) {
      if (o > 0) {
        for (std::size_t a = 0; a < alive; ++a) {
          Child& next = child_[alive_[a]];
          const Lookup& lookup = *lookups_[order[next.parent][o]];
          next.entry = Reader::entry(next.state, lookup);
          __builtin_prefetch(address(lookup, next.entry));
        }
      }
      work_.lookups += alive;
      std::size_t left = 0;
      for (std::size_t a = 0; a < alive; ++a) {
        Child& next = child_[alive_[a]];
        const std::size_t number = order[next.parent][o];
        const Lookup& lookup = *lookups_[number];
        const int distance =
            distance_from_code(lookup, code_at(lookup, next.entry), batch_[next.parent].bounds[number]);
        next.bounds[number] = static_cast<std::uint8_t>(distance);
        alive_[left] = alive_[a];
        left += static_cast<std::size_t>(distance < batch_[next.parent].togo);
      }
      alive = left;
    }
    // The most promising last, because the last is taken first.
    for (std::size_t a = 0; a < alive; ++a) {
      Child& next = child_[alive_[a]];
      next.sum =
          std::accumulate(next.bounds.begin(), next.bounds.begin() + static_cast<std::ptrdiff_t>(count), 0);
    }
    std::sort(alive_.begin(), alive_.begin() + static_cast<std::ptrdiff_t>(alive),
              [&](std::uint16_t a, std::uint16_t b) {
                return child_[a].sum != child_[b].sum ? child_[a].sum > child_[b].sum : a > b;
              });
    for (std::size_t a = 0; a < alive; ++a) {
      const Child& next = child_[alive_[a]];
      const int togo = batch_[next.parent].togo - 1;
      if (togo == 0) return true;
      const auto depth = static_cast<std::size_t>(length_ - togo);
      deepest_ = std::max(deepest_, depth);
      Node& node = waiting_[depth].emplace_back();
      node.togo = togo;
      node.state = next.state;
      node.bounds = next.bounds;
      node.allowed = moves_after(next.move);
    }
    return false;
  }

  std::span<const Lookup* const> lookups_;
  int length_;
  std::size_t deepest_ = 0;
  const std::stop_token& stop_;
  std::vector<std::vector<Node>> waiting_;  // by depth
  std::array<Node, kBatch> batch_;
  std::array<Child, kBatch * kMoveCount> child_;
  std::array<std::uint16_t, kBatch * kMoveCount> alive_;
  DescentWork work_;
};

inline bool exists(std::span<const Lookup* const> lookups, const PieceState& state, const Bounds& bounds,
                   int length, const std::stop_token& stop, DescentWork& work) {
  if (length == 0)
    return std::all_of(bounds.begin(), bounds.begin() + static_cast<std::ptrdiff_t>(lookups.size()),
                       [](int b) { return b == 0; });
  BatchDescent descent(lookups, length, stop);
  const bool found = descent.run(state, bounds);
  work.nodes += descent.work().nodes;
  work.lookups += descent.work().lookups;
  return found;
}
