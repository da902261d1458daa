// One step of a search, for any instruction set. Included inside a namespace that has a Reader, after
// distance_kernel.h.

using ReaderList = std::span<const TableReader* const>;

/// What a position is searched for: a goal, or one of two goals that share most of their table readers. First
/// come the shared readers, then those of the first goal alone, then those of the second.
struct Aim {
  std::vector<const TableReader*> readers;
  std::size_t shared = 0;  // number of shared readers
  std::size_t first = 0;   // end of those of the first goal
};

/// The goals of an aim that are still possible, a bit each. An aim with one goal has only the first.
using Ways = std::uint8_t;
inline constexpr Ways kFirstWay = 1;
inline constexpr Ways kSecondWay = 2;
inline constexpr Ways kBothWays = 3;

/// A position to expand.
struct Node {
  PieceState state;
  Bounds bounds;          // its distances, by table reader; nothing for goals that are not possible
  MoveMask allowed;       // the moves to try
  int togo;               // moves left, at least one
  std::uint16_t aim = 0;  // index of its aim
  Ways ways = kFirstWay;  // the goals that are possible
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
/// the next. Where two goals are possible, the tables of one alone come last, and rule out that goal only. A
/// whole round is prefetched before its first entry is used, so that reads do not wait for one another. Bound
/// by memory: each position costs some 20 reads, nearly all of which miss the caches.
template <std::size_t MostNodes>
class Expansion {
 public:
  explicit Expansion(std::span<const Aim> aims) : aims_(aims) {}

  /// The children that may still reach a goal in the moves left, as indices for child() and ways(), in the
  /// order of the nodes and of their moves.
  std::span<std::uint16_t> run(std::span<const Node> nodes) {
    work_.nodes += nodes.size();
    std::size_t alive = 0;
    std::size_t rounds = 0;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      const Aim& aim = aims_[nodes[n].aim];
      plan_[n].make(nodes[n], aim);
      rounds = std::max(rounds, plan_[n].rounds);
      const TableReader& first = *aim.readers[plan_[n].order[0]];
      for (MoveMask left = nodes[n].allowed; !left.empty(); left = left.without_first(), ++alive) {
        Child& next = child_[alive];
        next.move = left.first();
        next.parent = static_cast<std::uint8_t>(n);
        next.state = Reader::moved(nodes[n].state, kMoveMaps[static_cast<std::size_t>(next.move.index())]);
        prefetch_entry(next, first);
      }
    }
    // Not in the loop above: one more store between a child's state and its reads halved the speed.
    for (std::size_t a = 0; a < alive; ++a) {
      alive_[a] = static_cast<std::uint16_t>(a);
      ways_[a] = nodes[child_[a].parent].ways;
    }
    for (std::size_t round = 0; round < rounds && alive > 0; ++round) {
      if (round > 0)
        for (std::size_t a = 0; a < alive; ++a) {
          Child& next = child_[alive_[a]];
          if (const Plan& plan = plan_[next.parent]; plan.reads(round, ways_[alive_[a]]))
            prefetch_entry(next, *aims_[nodes[next.parent].aim].readers[plan.order[round]]);
        }
      alive = keep_allowed(nodes, round, alive);
    }
    return std::span(alive_).first(alive);
  }

  const Child& child(std::uint16_t index) const { return child_[index]; }
  Ways ways(std::uint16_t index) const { return ways_[index]; }
  const SearchWork& work() const { return work_; }

 private:
  /// In which order the children of a node read the tables.
  struct Plan {
    std::array<std::uint8_t, kMostReaders> order;
    std::array<Ways, kMostReaders> way;  // by round: the goals that a reader speaks for
    std::size_t rounds;

    void make(const Node& node, const Aim& aim) {
      rounds = 0;
      const auto by_distance = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          std::size_t at = rounds++;
          for (; at > 0 && node.bounds[order[at - 1]] < node.bounds[i]; --at) order[at] = order[at - 1];
          order[at] = static_cast<std::uint8_t>(i);
        }
      };
      // What a single goal asks for is as good as shared.
      by_distance(0, aim.shared);
      if (node.ways == kFirstWay) by_distance(aim.shared, aim.first);
      if (node.ways == kSecondWay) by_distance(aim.first, aim.readers.size());
      std::fill_n(way.begin(), rounds, node.ways);
      if (node.ways != kBothWays) return;
      for (std::size_t i = aim.shared; i < aim.readers.size(); ++i, ++rounds) {
        order[rounds] = static_cast<std::uint8_t>(i);
        way[rounds] = i < aim.first ? kFirstWay : kSecondWay;
      }
    }
    bool reads(std::size_t round, Ways ways) const { return round < rounds && (way[round] & ways) != 0; }
  };

  static void prefetch_entry(Child& next, const TableReader& reader) {
    next.entry = Reader::entry(next.state, reader);
    __builtin_prefetch(address(reader, next.entry));
  }

  /// Keeps the children that this round's distances allow; returns how many.
  std::size_t keep_allowed(std::span<const Node> nodes, std::size_t round, std::size_t alive) {
    std::size_t left = 0;
    for (std::size_t a = 0; a < alive; ++a) {
      const std::uint16_t index = alive_[a];
      Child& next = child_[index];
      const Plan& plan = plan_[next.parent];
      alive_[left] = index;
      if (!plan.reads(round, ways_[index])) {
        ++left;
        continue;
      }
      ++work_.reads;
      const Node& parent = nodes[next.parent];
      const std::size_t number = plan.order[round];
      const TableReader& reader = *aims_[parent.aim].readers[number];
      const int distance = distance_from_code(reader, code_at(reader, next.entry), parent.bounds[number]);
      next.bounds[number] = static_cast<std::uint8_t>(distance);
      if (distance >= parent.togo) ways_[index] &= static_cast<Ways>(~plan.way[round]);
      left += static_cast<std::size_t>(ways_[index] != 0);
    }
    return left;
  }

  std::span<const Aim> aims_;
  std::array<Plan, MostNodes> plan_;
  std::array<Child, MostNodes * kMoveCount> child_{};  // zeroed: bounds beyond the last table reader stay 0
  std::array<std::uint16_t, MostNodes * kMoveCount> alive_;
  std::array<Ways, MostNodes * kMoveCount> ways_;  // by child
  SearchWork work_;
};

/// Whether all distances are 0: the goal is reached. Bounds beyond the last table reader are 0.
inline bool is_at_goal(const Bounds& bounds) {
  return std::ranges::all_of(bounds, [](std::uint8_t bound) { return bound == 0; });
}
