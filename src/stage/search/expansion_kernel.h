// One step of a search, for any instruction set. Included inside a namespace that has a Reader, after
// distance_kernel.h.

using ReaderList = std::span<const TableReader* const>;

/// What a position is searched for: a goal, or one of two goals that share most of their table readers. First
/// come the shared readers, then those of the first goal alone, then those of the second.
struct GoalGroup {
  std::vector<const TableReader*> readers;
  std::size_t shared = 0;  // number of shared readers
  std::size_t first = 0;   // end of those of the first goal
};

/// The goals of a group that are still possible, a bit each. A group with one goal has only the first.
using GoalSet = std::uint8_t;
inline constexpr GoalSet kFirstGoal = 1;
inline constexpr GoalSet kSecondGoal = 2;
inline constexpr GoalSet kBothGoals = 3;

/// The turns of all faces by so many quarters.
constexpr MoveMask turns_by(int quarters) {
  MoveMask mask;
  for (int face = 0; face < kFaceCount; ++face)
    mask = mask | MoveMask::of(Move(static_cast<Face>(face), quarters));
  return mask;
}

/// A position to expand.
struct Node {
  PieceState state;
  Bounds bounds;               // its distances, by table reader; nothing for goals that are not possible
  MoveMask allowed;            // the moves to try
  int togo;                    // moves left, at least one
  std::uint16_t group = 0;     // index of its group
  GoalSet goals = kFirstGoal;  // the goals that are possible
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
  explicit Expansion(std::span<const GoalGroup> groups) : groups_(groups) {}

  /// The children that may still reach a goal in the moves left, as indices for child() and goals(), in the
  /// order of the nodes and of their moves.
  std::span<std::uint16_t> run(std::span<const Node> nodes) {
    work_.nodes += nodes.size();
    std::size_t rounds = 0;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      plan_[n].make(nodes[n], groups_[nodes[n].group]);
      rounds = std::max(rounds, plan_[n].rounds);
    }
    std::size_t alive = first_round(nodes);
    for (std::size_t round = 1; round < rounds && alive > 0; ++round) {
      for (std::size_t a = 0; a < alive; ++a) {
        Child& next = child_[alive_[a]];
        if (const Plan& plan = plan_[next.parent]; plan.reads(round, goals_[alive_[a]]))
          prefetch_entry(next, *groups_[nodes[next.parent].group].readers[plan.order[round]]);
      }
      alive = keep_allowed(nodes, round, alive);
    }
    return std::span(alive_).first(alive);
  }

  const Child& child(std::uint16_t index) const { return child_[index]; }
  GoalSet goals(std::uint16_t index) const { return goals_[index]; }
  const SearchWork& work() const { return work_; }

 private:
  /// In which order the children of a node read the tables.
  struct Plan {
    std::array<std::uint8_t, kMostReaders> order;
    std::array<GoalSet, kMostReaders> speaks_for;  // by round: the goals that a reader speaks for
    std::size_t rounds;

    void make(const Node& node, const GoalGroup& group) {
      rounds = 0;
      const auto by_distance = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          std::size_t at = rounds++;
          for (; at > 0 && node.bounds[order[at - 1]] < node.bounds[i]; --at) order[at] = order[at - 1];
          order[at] = static_cast<std::uint8_t>(i);
        }
      };
      // What a single goal asks for is as good as shared.
      by_distance(0, group.shared);
      if (node.goals == kFirstGoal) by_distance(group.shared, group.first);
      if (node.goals == kSecondGoal) by_distance(group.first, group.readers.size());
      std::fill_n(speaks_for.begin(), rounds, node.goals);
      if (node.goals != kBothGoals) return;
      for (std::size_t i = group.shared; i < group.readers.size(); ++i, ++rounds) {
        order[rounds] = static_cast<std::uint8_t>(i);
        speaks_for[rounds] = i < group.first ? kFirstGoal : kSecondGoal;
      }
    }
    bool reads(std::size_t round, GoalSet goals) const {
      return round < rounds && (speaks_for[round] & goals) != 0;
    }
  };

  static void prefetch_entry(Child& next, const TableReader& reader) {
    next.entry = Reader::entry(next.state, reader);
    __builtin_prefetch(address(reader, next.entry));
  }

  /// Makes the children and reads the first table for them; returns how many are left.
  ///
  /// The three turns of a face lie one move from each other. So where one of them is too far by two moves,
  /// the others are too far as well, and are not even made: one read in six. Such children exist only where
  /// the parent's distance leaves no move to spare, which is where most positions are expanded. There it goes
  /// turn by turn, elsewhere all children are made at once; also where a node is expanded by itself, which
  /// would wait for memory three times instead of once.
  std::size_t first_round(std::span<const Node> nodes) {
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      moves_left_[n] = nodes[n].allowed;
      kept_[n] = MoveMask::none();
    }
    for (int quarters = 1; quarters < 4; ++quarters) {
      std::size_t made = 0;
      for (std::size_t n = 0; n < nodes.size(); ++n) {
        const std::size_t number = plan_[n].order[0];
        const bool turn_by_turn = MostNodes > 1 && nodes[n].bounds[number] >= nodes[n].togo;
        if (!turn_by_turn && quarters > 1) continue;
        const TableReader& first = *groups_[nodes[n].group].readers[number];
        MoveMask left = turn_by_turn ? moves_left_[n] & turns_by(quarters) : moves_left_[n];
        for (; !left.empty(); left = left.without_first(), ++made) {
          const Move move = left.first();
          alive_[made] = index_of(n, move);
          Child& next = child_[alive_[made]];
          next.move = move;
          next.parent = static_cast<std::uint8_t>(n);
          next.state = Reader::moved(nodes[n].state, kMoveMaps[static_cast<std::size_t>(move.index())]);
          prefetch_entry(next, first);
        }
      }
      work_.reads += made;
      for (std::size_t a = 0; a < made; ++a) {
        Child& next = child_[alive_[a]];
        const Node& parent = nodes[next.parent];
        const int distance = read(next, parent, plan_[next.parent].order[0]);
        GoalSet& goals = goals_[alive_[a]];
        goals = parent.goals;
        if (distance >= parent.togo) goals &= static_cast<GoalSet>(~plan_[next.parent].speaks_for[0]);
        if (goals != 0)
          kept_[next.parent] = kept_[next.parent] | MoveMask::of(next.move);
        else if (distance > parent.togo)
          moves_left_[next.parent] = moves_left_[next.parent] - MoveMask::of_face(next.move.face());
      }
    }
    std::size_t alive = 0;
    for (std::size_t n = 0; n < nodes.size(); ++n)
      for (MoveMask left = kept_[n]; !left.empty(); left = left.without_first(), ++alive)
        alive_[alive] = index_of(n, left.first());
    return alive;
  }

  static std::uint16_t index_of(std::size_t node, Move move) {
    return static_cast<std::uint16_t>(node * kMoveCount + static_cast<std::size_t>(move.index()));
  }

  /// Puts the distance of a child by a table, whose entry is known, among its bounds.
  int read(Child& next, const Node& parent, std::size_t number) const {
    const TableReader& reader = *groups_[parent.group].readers[number];
    const int distance = distance_from_code(reader, code_at(reader, next.entry), parent.bounds[number]);
    next.bounds[number] = static_cast<std::uint8_t>(distance);
    return distance;
  }

  /// Keeps the children that this round's distances allow; returns how many.
  std::size_t keep_allowed(std::span<const Node> nodes, std::size_t round, std::size_t alive) {
    std::size_t left = 0;
    for (std::size_t a = 0; a < alive; ++a) {
      const std::uint16_t index = alive_[a];
      Child& next = child_[index];
      const Plan& plan = plan_[next.parent];
      alive_[left] = index;
      if (!plan.reads(round, goals_[index])) {
        ++left;
        continue;
      }
      ++work_.reads;
      const Node& parent = nodes[next.parent];
      if (read(next, parent, plan.order[round]) >= parent.togo)
        goals_[index] &= static_cast<GoalSet>(~plan.speaks_for[round]);
      left += static_cast<std::size_t>(goals_[index] != 0);
    }
    return left;
  }

  std::span<const GoalGroup> groups_;
  std::array<Plan, MostNodes> plan_;
  std::array<MoveMask, MostNodes> moves_left_;         // by node: the moves that are not yet ruled out
  std::array<MoveMask, MostNodes> kept_;               // by node: the moves that the first round has kept
  std::array<Child, MostNodes * kMoveCount> child_{};  // zeroed: bounds beyond the last table reader stay 0
  std::array<std::uint16_t, MostNodes * kMoveCount> alive_;
  std::array<GoalSet, MostNodes * kMoveCount> goals_;  // by child
  SearchWork work_;
};

/// Whether all distances are 0: the goal is reached. Bounds beyond the last table reader are 0.
inline bool is_at_goal(const Bounds& bounds) {
  return std::ranges::all_of(bounds, [](std::uint8_t bound) { return bound == 0; });
}
