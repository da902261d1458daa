// The search below a node. Include it inside a namespace of its own, after a file that defines Pieces,
// <algorithm>, <array>, <memory>, <span>, <vector> and search.h.
//
// Bound by memory: each read of the table is one of a random line. So nodes are collected by the number of
// moves that they have left, and taken in batches; what a batch reads is asked for well before it is used.
//
// How a node with k moves left is expanded, t = k - 1:
// - If a move leads to solved in t more, then the cosets of both the position and its inverse are near
// enough.
// - Moves on the position are moves before all others on the inverse. A half turn there does not change the
//   coset of the inverse, and all quarter turns about one axis lead to the same coset. So at most four cosets
//   decide about all moves. The node's own is known from the parent, and so is that of the axis of the last
//   move: two or three reads are left.
// - For moves that survive, the coset of the position decides: one read each.
// - Where both the position and its inverse are known, moves are made on the side whose opposite is too far
//   for half turns.

template <Metric metric>
class Search final : public SubtreeSearch {
 public:
  explicit Search(const SearchTables& tables) : tables_(tables), levels_(kLevels) {
    // One level above the first useful one reads as well: what it learns saves its children two reads each.
    first_batched_ = tables.readers.back().layout.first_limit + 1;
    last_batched_ = tables.readers.front().layout.useless_from() + 1;
    for (int k = first_batched_; k <= last_batched_; ++k)
      levels_[static_cast<std::size_t>(k)] = std::make_unique<Level>();
  }

  void run(const Node& node, int moves, SearchSink& sink) override {
    sink_ = &sink;
    stopped_ = false;
    descend(node, moves);
    for (int k = last_batched_; k >= first_batched_; --k) drain(k);
  }

  const SearchCounts& counts() const override { return counts_; }

 private:
  static constexpr std::size_t kLevels = 40;
  static constexpr std::size_t kBatch = 32;
  static constexpr std::size_t kMostChildren = kBatch * kMoveCount;
  static constexpr Follow kFollow{metric};

  /// A question to the table: first its coset is looked for, then its entry is on its way from memory, then
  /// it is answered. Many are at each stage at once.
  struct Question {
    typename Pieces::Query coset;
    std::uint64_t entry;
    std::uint8_t parity;
  };
  struct Child {
    std::uint16_t parent;
    std::uint8_t move;
  };
  /// The nodes that wait with the same number of moves left, and what is needed to expand them.
  struct Level {
    std::array<Node, kBatch> waiting;
    std::size_t count = 0;
    std::array<Node, kBatch> nodes;
    std::array<std::array<std::uint8_t, 3>, kBatch> turned;  // by axis: its nearness, or which question
    std::array<Question, kMostChildren> questions;
    std::size_t question_count = 0;
    std::array<Child, kMostChildren> children;
    std::array<PlacedPieces, kMostChildren> moved;
  };

  void ask(const NearnessReader& table, Level& level, typename Pieces::Loaded pieces, Before before,
           unsigned parity) {
    Question& question = level.questions[level.question_count++];
    question.coset = Pieces::query(*table.cosets, pieces, before);
    question.parity = static_cast<std::uint8_t>(parity);
  }
  void send(const NearnessReader& table, Level& level) {
    counts_.reads += level.question_count;
    for (std::size_t i = 0; i < level.question_count; ++i) {
      Question& question = level.questions[i];
      question.entry = table.entry(Pieces::coset(*table.cosets, question.coset), question.parity);
    }
    // In a loop of its own: what the loop above reads from the caches would queue behind these. 42 instead of
    // 54 ns a read.
    for (std::size_t i = 0; i < level.question_count; ++i) table.prefetch(level.questions[i].entry);
    level.question_count = 0;
  }

  /// Far from the end, all moves are made.
  void descend(const Node& node, int k) {
    if (k <= last_batched_) return push(node, k);
    if (sink_->stop()) stopped_ = true;
    if (stopped_) return;
    for (MoveMask left = kFollow.allowed(node.last_ahead); !left.empty(); left = left.without_first())
      descend(after(node, left.first()), k - 1);
  }

  void push(const Node& node, int k) {
    if (k < first_batched_) return finish(node, k);
    Level& level = *levels_[static_cast<std::size_t>(k)];
    level.waiting[level.count++] = node;
    if (level.count == kBatch) drain(k);
  }

  void drain(int k) {
    Level& level = *levels_[static_cast<std::size_t>(k)];
    const std::size_t count = level.count;
    level.count = 0;
    if (sink_->stop()) stopped_ = true;
    if (count == 0 || stopped_) return;
    counts_.nodes += count;
    std::copy_n(level.waiting.begin(), count, level.nodes.begin());
    const NearnessReader& table = tables_.reader_for(k - 1);
    // What is known about the cosets was read in another table.
    if (&table != &tables_.reader_for(k))
      for (std::size_t i = 0; i < count; ++i) level.nodes[i].forget_cosets();
    const Nearness needed = table.layout.needed(k - 1);
    choose_sides(table, level, count, needed);
    ask_turned(table, level, count);
    if (needed == 0)
      push_all(level, count, k - 1);
    else
      push_survivors(table, level, find_children(table, level, count, needed), k - 1, needed);
  }

  /// Makes `ahead` the side on which moves are made.
  void choose_sides(const NearnessReader& table, Level& level, std::size_t count, Nearness needed) {
    std::array<std::uint8_t, kBatch> asked;
    std::size_t asked_count = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Node& node = level.nodes[i];
      if (node.near_behind != Node::kUnknown) continue;
      asked[asked_count++] = static_cast<std::uint8_t>(i);
      ask(table, level, Pieces::load(node.behind), Before::nothing, node.parity);
    }
    send(table, level);
    for (std::size_t a = 0; a < asked_count; ++a)
      level.nodes[asked[a]].near_behind = table.at(level.questions[a].entry);
    if (needed == 0) return;

    // Half turns would do; on the other side maybe not.
    std::array<std::uint8_t, kBatch> open;
    std::size_t open_count = 0;
    for (std::size_t i = 0; i < count; ++i) {
      open[open_count] = static_cast<std::uint8_t>(i);
      open_count += level.nodes[i].near_behind >= needed ? 1U : 0U;
    }
    asked_count = 0;
    for (std::size_t o = 0; o < open_count; ++o) {
      const Node& node = level.nodes[open[o]];
      if (node.near_ahead != Node::kUnknown) continue;
      asked[asked_count++] = open[o];
      ask(table, level, Pieces::load(node.ahead), Before::nothing, node.parity);
    }
    send(table, level);
    for (std::size_t a = 0; a < asked_count; ++a)
      level.nodes[asked[a]].near_ahead = table.at(level.questions[a].entry);
    for (std::size_t o = 0; o < open_count; ++o) {
      Node& node = level.nodes[open[o]];
      if (node.near_ahead < needed) node.swap_sides();
    }
  }

  /// Finds the nearness of the inverse after a quarter turn about each axis.
  void ask_turned(const NearnessReader& table, Level& level, std::size_t count) {
    std::array<std::uint16_t, 3 * kBatch> asked;  // 3 * node + axis
    std::size_t asked_count = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Node& node = level.nodes[i];
      const typename Pieces::Loaded behind = Pieces::load(node.behind);
      const auto ask_about = [&](std::size_t axis) {
        asked[asked_count++] = static_cast<std::uint16_t>(3 * i + axis);
        ask(table, level, behind, static_cast<Before>(axis + 1), node.parity ^ 1U);
      };
      const std::size_t last_axis = Follow::axis(node.last_ahead);
      if (last_axis < 3 && node.near_turned != Node::kUnknown) {
        level.turned[i][last_axis] = node.near_turned;
        ask_about((last_axis + 1) % 3);
        ask_about((last_axis + 2) % 3);
      } else {
        for (std::size_t axis = 0; axis < 3; ++axis) ask_about(axis);
      }
    }
    send(table, level);
    for (std::size_t a = 0; a < asked_count; ++a)
      level.turned[asked[a] / 3][asked[a] % 3] = table.at(level.questions[a].entry);
  }

  static constexpr MoveMask turns_about(std::size_t axis) {
    const auto face = static_cast<Face>(axis);
    return MoveMask::of_face(face) | MoveMask::of_face(opposite(face));
  }
  static constexpr MoveMask half_turns() {
    MoveMask mask;
    for (Move move : kAllMoves)
      if (move.quarters() == 2) mask = mask | MoveMask::of(move);
    return mask;
  }

  /// Makes a move on a node of a level, into `child`; nothing is known yet about the coset ahead.
  static void make_child(const Level& level, std::size_t parent, Move move, Node& child) {
    const Node& node = level.nodes[parent];
    Pieces::store(before(node, move), child.behind);
    child.path = node.path;
    child.path.add(move, node.ahead_is_inverse);
    child.last_ahead = Follow::after(node.last_ahead, move);
    child.last_behind = node.last_behind;
    const bool quarter = move.quarters() != 2;
    const Nearness about_axis = level.turned[parent][static_cast<std::size_t>(axis_of(move.face()))];
    child.near_ahead = Node::kUnknown;
    child.near_behind = quarter ? about_axis : node.near_behind;
    child.near_turned = quarter ? node.near_behind : about_axis;
    child.parity = node.parity ^ (quarter ? 1 : 0);
    child.ahead_is_inverse = node.ahead_is_inverse;
  }

  static typename Pieces::Loaded moved(const Node& node, Move move) {
    return Pieces::product(Pieces::load(node.ahead),
                           Pieces::load(kMovedPieces[static_cast<std::size_t>(move.index())]));
  }

  /// The inverse of that.
  static typename Pieces::Loaded before(const Node& node, Move move) {
    return Pieces::product(Pieces::load(kMovedPieces[static_cast<std::size_t>(move.inverse().index())]),
                           Pieces::load(node.behind));
  }

  void push_all(const Level& level, std::size_t count, int t) {
    for (std::size_t i = 0; i < count; ++i) {
      for (MoveMask left = kFollow.allowed(level.nodes[i].last_ahead); !left.empty();
           left = left.without_first()) {
        Node child;
        make_child(level, i, left.first(), child);
        Pieces::store(moved(level.nodes[i], left.first()), child.ahead);
        push(child, t);
      }
    }
  }

  /// The moves after which the inverse is near enough. Asks about the position after each.
  std::size_t find_children(const NearnessReader& table, Level& level, std::size_t count, Nearness needed) {
    std::size_t found = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Node& node = level.nodes[i];
      MoveMask moves;
      for (std::size_t axis = 0; axis < 3; ++axis)
        moves = moves | (level.turned[i][axis] >= needed ? turns_about(axis) - half_turns() : MoveMask{});
      moves = moves | (node.near_behind >= needed ? half_turns() : MoveMask{});
      for (MoveMask left = moves & kFollow.allowed(node.last_ahead); !left.empty();
           left = left.without_first()) {
        const Move move = left.first();
        const typename Pieces::Loaded after_move = moved(node, move);
        Pieces::store(after_move, level.moved[found]);
        level.children[found++] = {static_cast<std::uint16_t>(i), static_cast<std::uint8_t>(move.index())};
        ask(table, level, after_move, Before::nothing, node.parity ^ (move.quarters() != 2 ? 1U : 0U));
      }
    }
    send(table, level);
    return found;
  }

  void push_survivors(const NearnessReader& table, const Level& level, std::size_t children, int t,
                      Nearness needed) {
    // First who they are, without a branch that cannot be predicted.
    std::array<std::uint16_t, kMostChildren> survivors;
    std::size_t count = 0;
    for (std::size_t c = 0; c < children; ++c) {
      survivors[count] = static_cast<std::uint16_t>(c);
      count += table.at(level.questions[c].entry) >= needed ? 1U : 0U;
    }
    if (tables_.h_views != nullptr && are_many(count, children, t))
      count = keep_near_h(level, {survivors.data(), count}, t);
    for (std::size_t s = 0; s < count; ++s) {
      const std::size_t c = survivors[s];
      Node child;
      make_child(level, level.children[c].parent, Move::from_index(level.children[c].move), child);
      child.ahead = level.moved[c];
      child.near_ahead = table.at(level.questions[c].entry);
      push(child, t);
    }
  }

  /// Whether so many children survive that the cosets say too little about what is here. With the most moves
  /// for which it says anything, the distance to H excludes few; asked as readily there as with fewer moves,
  /// it would cost random cubes a quarter more reads.
  bool are_many(std::size_t survivors, std::size_t children, int t) const {
    const int most = tables_.h_views->most_moves();
    return t <= most && 3 * survivors > (t < most ? 1 : 2) * children;
  }

  /// Leaves of some children those that may be within `t` moves by their distance to H, along each axis, of
  /// the position and of its inverse. Returns how many.
  std::size_t keep_near_h(const Level& level, std::span<std::uint16_t> children, int t) {
    for (const bool inverse : {false, true}) {
      for (std::size_t i = 0; i < children.size(); ++i) {
        const Child& child = level.children[children[i]];
        const Node& node = level.nodes[child.parent];
        const typename Pieces::Loaded pieces =
            inverse ? before(node, Move::from_index(child.move)) : Pieces::load(level.moved[children[i]]);
        for (std::size_t axis = 0; axis < 3; ++axis) {
          h_entries_[i][axis] = tables_.h_views->position(
              Pieces::h_coset(tables_.h_views->coordinates(), seen_along(pieces, axis)));
          tables_.h_views->prefetch(h_entries_[i][axis]);
        }
      }
      std::size_t count = 0;
      for (std::size_t i = 0; i < children.size(); ++i) {
        children[count] = children[i];
        count += tables_.h_views->bound(h_entries_[i]) <= t ? 1U : 0U;
      }
      counts_.reads += 3 * children.size();
      children = children.first(count);
    }
    return children.size();
  }
  typename Pieces::Loaded seen_along(typename Pieces::Loaded pieces, std::size_t axis) const {
    const HViews::View& view = tables_.h_views->view(axis);
    return Pieces::product(Pieces::product(Pieces::load(view.back), pieces), Pieces::load(view.turn));
  }

  /// Few nodes come here. The corners alone show that nearly all of what is left cannot end well.
  void finish(const Node& node, int k) {
    ++counts_.endings;
    std::array<std::uint8_t, kCornerCount> corners;
    std::copy_n(node.ahead.byte.begin() + PlacedPieces::kCorners, kCornerCount, corners.begin());
    ending_.clear();
    finish_from(node, tables_.corners->corners_of(corners), node.last_ahead, k);
  }
  void finish_from(const Node& node, CornerDistances::Corners corners, Follow::State last, int k) {
    if (tables_.corners->distance(corners) > k) return;
    if (k == 0) return judge_ending(node);
    for (MoveMask left = kFollow.allowed(last); !left.empty(); left = left.without_first()) {
      const Move move = left.first();
      ending_.push_back(move);
      finish_from(node, tables_.corners->after(corners, move), Follow::after(last, move), k - 1);
      ending_.pop_back();
    }
  }
  void judge_ending(Node node) {
    for (Move move : ending_) node = after(node, move);
    if (node.ahead == kSolved) sink_->found(node.path.solution());
  }
  static constexpr PlacedPieces kSolved = PlacedPieces::of(Cube());

  SearchTables tables_;
  std::vector<std::unique_ptr<Level>> levels_;  // by moves left
  int first_batched_ = 0;
  int last_batched_ = 0;
  Moves ending_;
  std::array<std::array<std::size_t, 3>, kMostChildren> h_entries_{};  // by child and axis
  SearchSink* sink_ = nullptr;
  bool stopped_ = false;
  SearchCounts counts_;
};

inline std::unique_ptr<SubtreeSearch> make_search_for(const SearchTables& tables) {
  if (tables.metric() == Metric::half) return std::make_unique<Search<Metric::half>>(tables);
  return std::make_unique<Search<Metric::quarter>>(tables);
}
