// The search itself, compiled once for each instruction set: included by search_*.cpp inside a namespace of
// its own, with `Bytes` naming the operations on piece bytes. Include the standard headers before it.

/// Searches the tree of phase 1 with many nodes at once, like the two-phase solver: nodes wait in one buffer
/// for each number of moves to go while their entries of the phase-1 table are being fetched. It is bound by
/// the latency of these reads (some 15 ns each when 64 are in flight) and of setting bits at random in 2.4
/// GB; the bits wait in a queue of their own in the same way.
class Searcher final : public CosetSearcher {
 public:
  Searcher(const CosetSearchTables& tables, const ShortEndings& endings, std::uint8_t* bitmap)
      : tables_(tables),
        endings_(endings),
        coordinates_(tables.phase1.coordinates()),
        words_(reinterpret_cast<std::uint32_t*>(bitmap)) {
    waiting_.fill(kNone);
  }

  void search(const CosetRoot& root, int togo) override {
    const bool near = togo <= ShortEndings::kLongest;
    Node& node = near ? ends_.front() : new_node(togo);
    node.pieces = root.pieces;
    node.set_coset(root.coset);
    node.own.next = root.next.bits();
    if (near) return end(1, togo);
    node.ask(tables_.phase1, coordinates_);
    drain(togo);  // now: else it would wait until finish(), and then for one thread
  }

  void finish() override {
    for (int togo = kMostPhase1Moves; togo > ShortEndings::kLongest; --togo) drain(togo);
    for (std::uint64_t& bit : waiting_) set(std::exchange(bit, kNone));
  }

 private:
  struct Own {
    std::uint32_t next;  // moves that may follow
  };
  using Node = Phase1Node<Own>;
  static_assert(sizeof(Node) == 64);

  static constexpr std::size_t kWritten = 4;  // how many steps list_moves() writes unconditionally

  /// A node of a buffer, and what to do with it: a move, or a sequence into H.
  struct Step {
    std::uint32_t node;
    std::uint32_t what;
  };
  struct Buffer {
    std::array<Node, kPhase1Buffer> node;
    std::array<Step, kPhase1Buffer * kMoveCount + kWritten> step;
    std::size_t count = 0;
  };

  Node& new_node(int togo) {
    Buffer& buffer = buffers_[static_cast<std::size_t>(togo)];
    if (buffer.count == kPhase1Buffer) drain(togo);
    return buffer.node[buffer.count++];
  }

  void drain(int togo) {
    Buffer& buffer = buffers_[static_cast<std::size_t>(togo)];
    const std::size_t steps = list_moves(buffer, togo);
    buffer.count = 0;
    if (togo - 1 > ShortEndings::kLongest) {
      for (std::size_t i = 0; i < steps; ++i) {
        Node& child = new_node(togo - 1);
        make_child(buffer.node[buffer.step[i].node], buffer.step[i].what, child);
        child.ask(tables_.phase1, coordinates_);
      }
    } else {
      for (std::size_t begin = 0; begin < steps; begin += kPhase1Buffer) {
        const std::size_t count = steps - begin < kPhase1Buffer ? steps - begin : kPhase1Buffer;
        for (std::size_t i = 0; i < count; ++i)
          make_child(buffer.node[buffer.step[begin + i].node], buffer.step[begin + i].what, ends_[i]);
        end(count, togo - 1);
      }
    }
  }

  /// All moves worth trying from the nodes of a buffer. How many a node has is unpredictable, and a wrongly
  /// predicted branch costs more than a read; so a few are always written, but only the real ones are
  /// counted.
  std::size_t list_moves(Buffer& buffer, int togo) const {
    std::size_t steps = 0;
    for (std::uint32_t i = 0; i < buffer.count; ++i) {
      const Node& node = buffer.node[i];
      std::uint32_t moves = node.moves(tables_.phase1, togo).bits() & node.own.next;
      Step* out = &buffer.step[steps];
      steps += static_cast<std::size_t>(std::popcount(moves));
      for (std::size_t k = 0; k < kWritten; ++k, moves &= moves - 1)
        out[k] = {i, static_cast<std::uint32_t>(std::countr_zero(moves))};
      for (std::size_t k = kWritten; moves != 0; ++k, moves &= moves - 1)
        out[k] = {i, static_cast<std::uint32_t>(std::countr_zero(moves))};
    }
    return steps;
  }

  void make_child(const Node& node, std::uint32_t move, Node& child) const {
    child.set_coset(coordinates_.after(node.coset(), Move::from_index(static_cast<int>(move))));
    child.pieces = Bytes::compose(node.pieces, tables_.move_pieces[move]);
    child.own.next = kMovesAfter[move];
  }

  /// Follows all sequences from the first `count` nodes of ends_.
  void end(std::size_t count, int togo) {
    for (std::size_t i = 0; i < count; ++i) {
      const Node& node = ends_[i];
      const ShortEndings::Range range = endings_.find(node.coset(), togo);
      for (std::uint32_t s = range.begin; s < range.end; ++s) {
        if ((endings_.first_move_bit(s) & node.own.next) == 0) continue;
        const PieceBytes pieces = Bytes::compose(node.pieces, endings_.pieces(s));
        reach(tables_.bits.bit_of(Bytes::key_of_eight(pieces, PieceBytes::kCorners),
                                  Bytes::key_of_eight(pieces, PieceBytes::kEdges), Bytes::slice_key(pieces)));
      }
    }
  }

  /// Prefetches the word of a bit, and sets the bit that was prefetched kWaiting calls ago.
  void reach(std::uint64_t bit) {
    __builtin_prefetch(&words_[bit / 32], 1);
    std::uint64_t& slot = waiting_[probes++ % kWaiting];
    set(slot);
    slot = bit;
  }

  void set(std::uint64_t bit) {
    if (bit == kNone) return;
    std::uint32_t* word = &words_[bit / 32];
    const std::uint32_t mask = 1u << (bit % 32);
    // Other threads set bits too; the atomic write is needed only if the bit is not set yet.
    if ((__atomic_load_n(word, __ATOMIC_RELAXED) & mask) != 0) return;
    fresh += (__atomic_fetch_or(word, mask, __ATOMIC_RELAXED) & mask) == 0 ? 1u : 0u;
  }

  static constexpr std::size_t kWaiting = 128;
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  static constexpr std::array<std::uint32_t, kMoveCount> kMovesAfter = [] {
    std::array<std::uint32_t, kMoveCount> after{};
    for (std::size_t m = 0; m < kMoveCount; ++m) after[m] = moves_after(kAllMoves[m]).bits();
    return after;
  }();

  const CosetSearchTables& tables_;
  const ShortEndings& endings_;
  const Phase1Coordinates& coordinates_;
  std::uint32_t* words_;
  std::array<std::uint64_t, kWaiting> waiting_;
  std::array<Node, kPhase1Buffer> ends_;
  std::array<Buffer, kMostPhase1Moves + 1> buffers_;
};
