// The search itself, compiled once for each instruction set: phase1_search_*.cpp includes it inside a
// namespace of its own, where `Bytes` names the operations on PieceBytes. Include the standard headers before
// it.

/// A search over the tree of phase 1, many nodes abreast.
///
/// It is bound by the read of one phase-1 entry per node, from 681 MB: some 100 ns if each read waits for the
/// last. So nodes wait, their entries prefetched, in one buffer for each number of moves to go, and a full
/// buffer is processed at once; the reads then overlap and cost some 15 ns each. The order is depth-first
/// over whole buffers, so memory stays small. The last moves come from ShortEndings and read no large table;
/// what they lead to waits in the same way for the phase-2 table.
template <Metric metric>
class Phase1Search {
 public:
  Phase1Search(const SearchTables& tables, std::span<const SolveRoot> roots, int outer,
               Phase1SearchSink& sink)
      : tables_(tables),
        phase1_(*tables.phase1),
        coordinates_(tables.cosets),
        roots_(roots),
        outer_(outer),
        sink_(sink),
        within_(sink.limit >= outer ? tables.corners.within(sink.limit - outer) : nullptr) {}

  void run() {
    if (sink_.limit < outer_ || sink_.most_probes == 0) return;
    int deepest = 0;
    for (std::size_t r = 0; r < roots_.size() && !stopped_; ++r) {
      const SolveRoot& root = roots_[r];
      const int togo = outer_ - root.moves_made();
      if (root.distance > togo) continue;
      Node node;
      node.pieces = root.pieces;
      node.set_coset(root.coset);
      node.own.root = static_cast<std::uint16_t>(r);
      node.own.length = root.has_head ? 1 : 0;
      node.own.move[0] = static_cast<std::uint8_t>(root.head.index());
      if (togo <= ShortEndings::kLongest) {
        ends_.front() = node;
        finish(1, togo);
      } else {
        push(node, togo);
      }
      deepest = togo > deepest ? togo : deepest;
    }
    for (int togo = deepest; togo > ShortEndings::kLongest && !stopped_; --togo) drain(togo);
  }

 private:
  struct Path {
    std::array<std::uint8_t, 16> move;  // the moves made so far
    std::uint16_t root;
    std::uint8_t length;
  };
  using Node = Phase1Node<Path>;
  using Order = TurnOrder<metric>;
  static_assert(sizeof(Node) == 64);

  static_assert(kMostPhase1Moves - ShortEndings::kLongest <= 16, "a path must fit into a node");
  /// A way into H whose corners can get home in time. It waits for its entry of the phase-2 table, which is
  /// being fetched.
  struct Candidate {
    std::uint64_t probe;  // its number
    std::uint32_t ending;
    Phase2Position position;
    std::uint8_t node;  // in ends_
  };
  struct Buffer {
    std::array<Node, kPhase1Buffer> node;
    std::size_t count = 0;
    Phase1Steps steps;
  };

  void push(Node& node, int togo) {
    node.ask(phase1_, coordinates_);
    Buffer& buffer = buffers_[static_cast<std::size_t>(togo)];
    buffer.node[buffer.count++] = node;
    if (buffer.count == kPhase1Buffer) drain(togo);
  }

  void drain(int togo) {
    Buffer& buffer = buffers_[static_cast<std::size_t>(togo)];
    if (buffer.count == 0) return;
    if (!sink_.go_on()) stopped_ = true;
    list_moves(buffer, togo);
    const std::size_t steps = buffer.steps.size();
    buffer.count = 0;  // from here on, nodes go only to the buffers of fewer moves
    if (togo - 1 > ShortEndings::kLongest) {
      Node child;
      for (std::size_t i = 0; i < steps && !stopped_; ++i) {
        make_child(buffer, buffer.steps[i], child);
        push(child, togo - 1);
      }
      return;
    }
    for (std::size_t begin = 0; begin < steps && !stopped_; begin += kPhase1Buffer) {
      const std::size_t count = std::min(steps - begin, kPhase1Buffer);
      for (std::size_t i = 0; i < count; ++i) make_child(buffer, buffer.steps[begin + i], ends_[i]);
      finish(count, togo - 1);
    }
  }

  void list_moves(Buffer& buffer, int togo) const {
    buffer.steps.clear();
    for (std::size_t i = 0; i < buffer.count; ++i) {
      const Node& node = buffer.node[i];
      const MoveMask next = Order::moves(Order::after_path(node.own.move, node.own.length));
      buffer.steps.add(i, (node.moves(phase1_, togo) & next).bits());
    }
  }

  void make_child(const Buffer& buffer, Phase1Step step, Node& child) const {
    const Node& node = buffer.node[step.node];
    child.own = node.own;
    child.own.move[child.own.length++] = step.move;
    child.set_coset(coordinates_.after(node.coset(), Move::from_index(step.move)));
    child.pieces = Bytes::compose(node.pieces, tables_.move_pieces[step.move]);
  }

  /// Tries all ways into H from the first `count` nodes of ends_.
  void finish(std::size_t count, int togo) {
    for (std::size_t i = 0; i < count; ++i) tables_.endings.prefetch(ends_[i].coset(), togo);
    for (std::size_t i = 0; i < count && !stopped_ && sink_.probes < sink_.most_probes; ++i)
      try_endings(static_cast<std::uint8_t>(i), togo);
    try_candidates();
    if (sink_.probes >= sink_.most_probes) stopped_ = true;
  }

  void try_endings(std::uint8_t n, int togo) {
    const Node& node = ends_[n];
    const typename Order::Bits allowed = Order::after_path(node.own.move, node.own.length);
    const ShortEndings::Range range = tables_.endings.find(node.coset(), togo);
    for (std::uint32_t s = range.begin; s < range.end; ++s) {
      if ((tables_.endings.first_move_bit(s) & allowed) == 0) continue;
      ++sink_.probes;
      const PieceBytes pieces = Bytes::compose(node.pieces, tables_.endings.pieces(s));
      const std::size_t key = corner_key<Bytes>(pieces);
      if ((within_[key / 64] >> key % 64 & 1) != 0) {
        const Phase2Position position = phase2_position(pieces);
        tables_.phase2->prefetch(position);
        candidates_[candidate_count_++] = {sink_.probes, s, position, n};
        if (candidate_count_ == candidates_.size()) try_candidates();
      }
      if (stopped_ || sink_.probes >= sink_.most_probes) return;
    }
  }

  void try_candidates() {
    const std::uint64_t probes = sink_.probes;
    for (const Candidate& candidate : std::span(candidates_).first(std::exchange(candidate_count_, 0))) {
      const int most = sink_.limit - outer_;
      if (tables_.phase2->distance(candidate.position) > most) continue;
      const std::optional<Moves> home = tables_.phase2->solve(candidate.position, most);
      if (!home) continue;
      const Node& node = ends_[candidate.node];
      const SolveRoot& root = roots_[node.own.root];
      sink_.probes = candidate.probe;  // as if none had been made since
      sink_.found(root, whole_solution(root, std::span(node.own.move).first(node.own.length),
                                       tables_.endings.moves(candidate.ending), *home));
      if (!sink_.go_on() || sink_.limit < outer_) {
        stopped_ = true;
        return;
      }
      within_ = tables_.corners.within(sink_.limit - outer_);
    }
    sink_.probes = probes;
  }

  const SearchTables& tables_;
  const Phase1Table& phase1_;
  const Phase1Coordinates& coordinates_;
  std::span<const SolveRoot> roots_;
  int outer_;
  Phase1SearchSink& sink_;
  const std::uint64_t* within_;
  bool stopped_ = false;
  std::array<Node, kPhase1Buffer> ends_;  // to which endings are added
  std::array<Candidate, 64> candidates_;
  std::size_t candidate_count_ = 0;
  std::array<Buffer, kMostPhase1Moves + 1> buffers_;
};
