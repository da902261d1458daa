// The search itself, compiled once for each instruction set: included by search_*.cpp inside a namespace of
// its own, with `Bytes` naming the operations on piece bytes. Include the standard headers before it.

/// Searches the tree of phase 1 with many nodes at once, like the two-phase solver: nodes wait in one buffer
/// for each number of moves to go while their entries of the phase-1 table are being fetched. It is bound by
/// these reads (some 15 ns each when 64 are in flight) and, about as much, by computing what to read next.
class Searcher final : public CosetSearcher {
 public:
  Searcher(const CosetSearchTables& tables, const CosetEndings& endings, PendingBits::Lists& reached)
      : tables_(tables), endings_(endings), coordinates_(tables.phase1.coordinates()), reached_(reached) {}

  void search(const CosetRoot& root, int togo) override {
    // Below, what has few moves to go is looked up as if it were near H.
    if (tables_.phase1.distance(root.coset) > togo) return;
    if (togo <= CosetEndings::kLongest) {
      Node& node = ends_.front();
      node.pieces = root.pieces;
      node.set_coset(root.coset);
      ask_ending(node, togo);
      node.own.next = Symmetry::from_index(node.symmetry)(root.next).bits();
      return end(1, togo);
    }
    Node& node = new_node(togo);
    node.pieces = root.pieces;
    node.set_coset(root.coset);
    node.own.next = root.next.bits();
    ask(node, togo);
    drain(togo);  // now: else it would wait until finish(), and then for one thread
  }

  void finish() override {
    for (int togo = kMostPhase1Moves; togo > CosetEndings::kLongest; --togo) drain(togo);
  }

 private:
  struct Own {
    std::uint32_t next;  // moves that may follow
  };
  using Node = Phase1Node<Own>;
  static_assert(sizeof(Node) == 64);

  /// A node of ends_, and a sequence from there into H.
  struct LastStep {
    std::uint32_t node;
    std::uint32_t sequence;
  };
  struct Buffer {
    std::array<Node, kPhase1Buffer> node;
    Phase1Steps steps;
    std::size_t count = 0;
  };

  Node& new_node(int togo) {
    Buffer& buffer = buffers_[static_cast<std::size_t>(togo)];
    if (buffer.count == kPhase1Buffer) drain(togo);
    return buffer.node[buffer.count++];
  }

  void drain(int togo) {
    Buffer& buffer = buffers_[static_cast<std::size_t>(togo)];
    list_moves(buffer, togo);
    const std::size_t steps = buffer.steps.size();
    buffer.count = 0;
    if (togo - 1 > CosetEndings::kLongest) {
      for (std::size_t i = 0; i < steps; ++i) {
        Node& child = new_node(togo - 1);
        make_child(buffer.node[buffer.steps[i].node], buffer.steps[i].move, child);
        ask(child, togo - 1);
      }
    } else {
      for (std::size_t begin = 0; begin < steps; begin += kPhase1Buffer) {
        const std::size_t count = steps - begin < kPhase1Buffer ? steps - begin : kPhase1Buffer;
        for (std::size_t i = 0; i < count; ++i) {
          const Phase1Step step = buffer.steps[begin + i];
          make_child(buffer.node[step.node], step.move, ends_[i]);
          ask_ending(ends_[i], togo - 1);
          ends_[i].own.next = tables_.seen[ends_[i].symmetry].moves_after[step.move];
        }
        end(count, togo - 1);
      }
    }
  }

  /// Which entries a node with so many moves to go is looked up in.
  const std::uint32_t* entries_for(int togo) const {
    return togo <= NearEntries::kFarthest ? tables_.near.entries() : tables_.phase1.entries().data();
  }

  /// Prefetches the entry of a node.
  void ask(Node& node, int togo) const {
    const Phase1Coordinates::ReducedIndex at = coordinates_.reduced_index(node.coset());
    node.symmetry = static_cast<std::uint8_t>(at.symmetry);
    node.position = togo <= NearEntries::kFarthest ? tables_.near.place_of(at.position)
                                                   : static_cast<std::uint32_t>(at.position);
    __builtin_prefetch(&entries_for(togo)[node.position]);
  }

  void list_moves(Buffer& buffer, int togo) const {
    const std::uint32_t* entries = entries_for(togo);
    buffer.steps.clear();
    for (std::size_t i = 0; i < buffer.count; ++i) {
      const Node& node = buffer.node[i];
      buffer.steps.add(
          i, tables_.phase1.moves_of(entries[node.position], node.symmetry, togo).bits() & node.own.next);
    }
  }

  void make_child(const Node& node, std::uint32_t move, Node& child) const {
    child.set_coset(coordinates_.after(node.coset(), Move::from_index(static_cast<int>(move))));
    child.pieces = Bytes::compose(node.pieces, tables_.move_pieces[move]);
    child.own.next = kMovesAfter[move];
  }

  /// Prefetches where the endings of a node are, and turns its pieces as the coset that they are kept for.
  void ask_ending(Node& node, int togo) const {
    const Phase1Coordinates::ReducedIndex at = coordinates_.reduced_index(node.coset());
    node.symmetry = static_cast<std::uint8_t>(at.symmetry);
    node.position = endings_.ask(at.position, togo);
    node.pieces = Bytes::compose(node.pieces, tables_.seen[at.symmetry].back);
  }

  /// Follows all sequences from the first `count` nodes of ends_, which have been asked. Three times over all
  /// of them, so that no read is waited for, and how many sequences a node has is not a branch in the loop
  /// that does the work.
  void end(std::size_t count, int togo) {
    for (std::size_t i = 0; i < count; ++i) {
      ranges_[i] = endings_.find(ends_[i].position, togo);
      endings_.prefetch(ranges_[i].begin);
      endings_.prefetch(ranges_[i].begin + ranges_[i].count);
    }
    std::size_t steps = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const CosetEndings::Range range = ranges_[i];
      const std::uint32_t next = ends_[i].own.next;
      for (std::uint32_t s = range.begin; s < range.begin + range.count; ++s) {
        last_steps_[steps] = {i, s};
        const std::uint32_t needed = endings_.sequence(s).own;
        steps += (needed & next) == needed ? 1u : 0u;
        if (steps == last_steps_.size()) steps = reach(steps);
      }
    }
    reach(steps);
  }

  /// Adds the positions that the first `steps` of last_steps_ lead to. Returns 0.
  std::size_t reach(std::size_t steps) {
    for (std::size_t i = 0; i < steps; ++i) {
      const LastStep step = last_steps_[i];
      const Node& node = ends_[step.node];
      const PieceBytes pieces = Bytes::compose(Bytes::compose(node.pieces, endings_.sequence(step.sequence)),
                                               tables_.seen[node.symmetry].pieces);
      reached_.add(tables_.bits.bit_of(Bytes::key_of_eight(pieces, PieceBytes::kCorners),
                                       Bytes::key_of_eight(pieces, PieceBytes::kEdges),
                                       Bytes::slice_key(pieces)));
    }
    probes += steps;
    return 0;
  }

  static constexpr std::array<std::uint32_t, kMoveCount> kMovesAfter = [] {
    std::array<std::uint32_t, kMoveCount> after{};
    for (std::size_t m = 0; m < kMoveCount; ++m) after[m] = moves_after(kAllMoves[m]).bits();
    return after;
  }();

  const CosetSearchTables& tables_;
  const CosetEndings& endings_;
  const Phase1Coordinates& coordinates_;
  PendingBits::Lists& reached_;
  std::array<Node, kPhase1Buffer> ends_;
  std::array<CosetEndings::Range, kPhase1Buffer> ranges_;
  std::array<LastStep, 512> last_steps_;
  std::array<Buffer, kMostPhase1Moves + 1> buffers_;
};
