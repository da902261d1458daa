// The search itself, compiled once for each instruction set: phase1_search_*.cpp includes it inside a
// namespace of its own, where `Bytes` names the operations on PieceBytes. Include the standard headers before
// it.

/// A search over the tree of phase 1, many nodes abreast.
///
/// It is bound by the read of one phase-1 entry per node, from 681 MB: some 100 ns if each read waits for the
/// last. So nodes wait, their entries prefetched, in one buffer for each number of moves to go, and a full
/// buffer is processed at once; the reads then overlap and cost some 15 ns each. The order is depth-first
/// over whole buffers, so memory stays small. The last moves come from ShortEndings and read no large table.
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
      if (togo <= ShortEndings::kLongest)
        finish(node, togo, Order::after_path(node.own.move, node.own.length));
      else
        push(node, togo);
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
  struct Buffer {
    std::array<Node, kPhase1Buffer> node;
    std::size_t count = 0;
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
    const std::size_t count = buffer.count;
    buffer.count = 0;  // from here on, nodes go only to the buffers of fewer moves
    for (std::size_t i = 0; i < count && !stopped_; ++i) {
      const Node& node = buffer.node[i];
      const MoveMask next = Order::moves(Order::after_path(node.own.move, node.own.length));
      expand(node, togo, node.moves(phase1_, togo) & next);
    }
  }

  void expand(const Node& node, int togo, MoveMask moves) {
    Node child;
    child.own.root = node.own.root;
    child.own.move = node.own.move;
    child.own.length = static_cast<std::uint8_t>(node.own.length + 1);
    for (; !moves.empty(); moves = moves.without_first()) {
      const Move move = moves.first();
      child.own.move[node.own.length] = static_cast<std::uint8_t>(move.index());
      child.set_coset(coordinates_.after(node.coset(), move));
      child.pieces = Bytes::compose(node.pieces, tables_.move_pieces[static_cast<std::size_t>(move.index())]);
      if (togo - 1 > ShortEndings::kLongest)
        push(child, togo - 1);
      else
        finish(child, togo - 1, Order::after_path(child.own.move, child.own.length));
      if (stopped_) return;
    }
  }

  void finish(const Node& node, int togo, typename Order::Bits allowed) {
    const ShortEndings::Range range = tables_.endings.find(node.coset(), togo);
    for (std::uint32_t s = range.begin; s < range.end; ++s) {
      if ((tables_.endings.first_move_bit(s) & allowed) == 0) continue;
      ++sink_.probes;
      const PieceBytes pieces = Bytes::compose(node.pieces, tables_.endings.pieces(s));
      const std::size_t key = corner_key<Bytes>(pieces);
      if ((within_[key / 64] >> key % 64 & 1) != 0) try_phase2(node, s, pieces);
      if (sink_.probes >= sink_.most_probes) stopped_ = true;
      if (stopped_) return;
    }
  }

  void try_phase2(const Node& node, std::uint32_t finish, const PieceBytes& pieces) {
    const int most = sink_.limit - outer_;
    const Phase2Position position = phase2_position(pieces);
    if (tables_.phase2->distance(position) > most) return;
    const std::optional<Moves> home = tables_.phase2->solve(position, most);
    if (!home) return;
    const SolveRoot& root = roots_[node.own.root];
    sink_.found(root, whole_solution(root, std::span(node.own.move).first(node.own.length),
                                     tables_.endings.moves(finish), *home));
    if (!sink_.go_on() || sink_.limit < outer_)
      stopped_ = true;
    else
      within_ = tables_.corners.within(sink_.limit - outer_);
  }

  const SearchTables& tables_;
  const Phase1Table& phase1_;
  const Phase1Coordinates& coordinates_;
  std::span<const SolveRoot> roots_;
  int outer_;
  Phase1SearchSink& sink_;
  const std::uint64_t* within_;
  bool stopped_ = false;
  std::array<Buffer, kMostPhase1Moves + 1> buffers_;
};
