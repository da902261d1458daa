// One step of a search, for any instruction set. Included inside a namespace that has a Reader, after
// distance_kernel.h.

/// A position to expand.
struct Node {
  PieceState state;
  Bounds bounds;     // its distances, by table reader
  MoveMask allowed;  // the moves to try
  int togo;          // moves left, at least one
};

/// A position one move further.
struct Child {
  PieceState state;
  Bounds bounds;
  std::uint64_t entry;
  std::uint8_t parent;  // index of its node
  Move move;
};

/// Makes all moves from a few positions at once, and keeps the children that the tables do not rule out. The
/// table with the greatest distance for a position is read first, for all its children; the survivors read
/// the next. A whole round is prefetched before its first entry is used, so that reads do not wait for one
/// another. Bound by memory: each position costs some 25 reads, nearly all of which miss the caches.
template <std::size_t MostNodes>
class Expansion {
 public:
  explicit Expansion(std::span<const TableReader* const> readers) : readers_(readers) {}

  /// The children that may still reach the goal in the moves left, as indices for child(), in the order of
  /// the nodes and of their moves.
  std::span<std::uint16_t> run(std::span<const Node> nodes) {
    work_.nodes += nodes.size();
    std::size_t alive = 0;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      order_by_distance(nodes[n].bounds, order_[n]);
      const TableReader& first = *readers_[order_[n][0]];
      for (MoveMask left = nodes[n].allowed; !left.empty(); left = left.without_first(), ++alive) {
        Child& next = child_[alive];
        next.move = left.first();
        next.parent = static_cast<std::uint8_t>(n);
        next.state = Reader::moved(nodes[n].state, kMoveMaps[static_cast<std::size_t>(next.move.index())]);
        prefetch_entry(next, first);
      }
    }
    // Not in the loop above: one more store between a child's state and its reads halved the speed.
    std::iota(alive_.begin(), alive_.begin() + static_cast<std::ptrdiff_t>(alive), std::uint16_t{0});
    for (std::size_t round = 0; round < readers_.size() && alive > 0; ++round) {
      if (round > 0)
        for (std::size_t a = 0; a < alive; ++a) {
          Child& next = child_[alive_[a]];
          prefetch_entry(next, *readers_[order_[next.parent][round]]);
        }
      alive = keep_allowed(nodes, round, alive);
    }
    return std::span(alive_).first(alive);
  }

  const Child& child(std::uint16_t index) const { return child_[index]; }
  const SearchWork& work() const { return work_; }

 private:
  using Order = std::array<std::uint8_t, kMostReaders>;

  void order_by_distance(const Bounds& bounds, Order& order) const {
    for (std::size_t i = 0; i < readers_.size(); ++i) {
      std::size_t at = i;
      for (; at > 0 && bounds[order[at - 1]] < bounds[i]; --at) order[at] = order[at - 1];
      order[at] = static_cast<std::uint8_t>(i);
    }
  }

  static void prefetch_entry(Child& next, const TableReader& reader) {
    next.entry = Reader::entry(next.state, reader);
    __builtin_prefetch(address(reader, next.entry));
  }

  /// Keeps the children that this round's distances allow; returns how many.
  std::size_t keep_allowed(std::span<const Node> nodes, std::size_t round, std::size_t alive) {
    work_.reads += alive;
    std::size_t left = 0;
    for (std::size_t a = 0; a < alive; ++a) {
      Child& next = child_[alive_[a]];
      const Node& parent = nodes[next.parent];
      const std::size_t number = order_[next.parent][round];
      const TableReader& reader = *readers_[number];
      const int distance = distance_from_code(reader, code_at(reader, next.entry), parent.bounds[number]);
      next.bounds[number] = static_cast<std::uint8_t>(distance);
      alive_[left] = alive_[a];
      left += static_cast<std::size_t>(distance < parent.togo);
    }
    return left;
  }

  std::span<const TableReader* const> readers_;
  std::array<Order, MostNodes> order_;
  std::array<Child, MostNodes * kMoveCount> child_{};  // zeroed: bounds beyond the last table reader stay 0
  std::array<std::uint16_t, MostNodes * kMoveCount> alive_;
  SearchWork work_;
};

/// Whether all distances are 0: the goal is reached. Bounds beyond the last table reader are 0.
inline bool is_at_goal(const Bounds& bounds) {
  return std::ranges::all_of(bounds, [](std::uint8_t bound) { return bound == 0; });
}
