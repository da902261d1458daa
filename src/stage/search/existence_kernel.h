// Finds out whether a goal can be reached. Included inside a namespace that has a Reader, after
// expansion_kernel.h.

/// Expands many positions at a time. Positions wait in one list per depth; a batch is taken from the deepest
/// lists, so the search is nearly depth first.
class BatchSearch {
 public:
  BatchSearch(std::span<const TableReader* const> readers, int length, const std::stop_token& stop)
      : length_(length), stop_(stop), waiting_(static_cast<std::size_t>(length)), expansion_(readers) {
    for (std::vector<Node>& list : waiting_) list.reserve(kBatch * (kMoveCount + 1));
  }

  /// Whether there is a solution. False after a stop.
  bool run(const PieceState& state, const Bounds& bounds) {
    waiting_[0].push_back({.state = state, .bounds = bounds, .allowed = MoveMask::all(), .togo = length_});
    while (!stop_.stop_requested()) {
      const std::size_t count = take();
      if (count == 0) return false;
      if (expand(count)) return true;
    }
    return false;
  }
  const SearchWork& work() const { return expansion_.work(); }

 private:
  static constexpr std::size_t kBatch = 16;

  /// Fills the batch from the deepest list upwards; returns its size.
  std::size_t take() {
    std::size_t count = 0;
    for (std::size_t depth = waiting_.size(); depth-- > 0 && count < kBatch;)
      for (std::vector<Node>& list = waiting_[depth]; !list.empty() && count < kBatch; list.pop_back())
        batch_[count++] = list.back();
    return count;
  }

  bool expand(std::size_t count) {
    const std::span<std::uint16_t> alive = expansion_.run(std::span(batch_).first(count));
    for (const std::uint16_t index : alive) {
      const Bounds& bounds = expansion_.child(index).bounds;
      if (batch_[expansion_.child(index).parent].togo == 1) return true;
      promise_[index] = std::accumulate(bounds.begin(), bounds.end(), 0);
    }
    // The most promising last, because the last is taken first.
    std::ranges::sort(alive, std::ranges::greater{},
                      [&](std::uint16_t index) { return std::pair(promise_[index], index); });
    for (const std::uint16_t index : alive) {
      const Child& next = expansion_.child(index);
      const int togo = batch_[next.parent].togo - 1;
      waiting_[static_cast<std::size_t>(length_ - togo)].push_back(
          {next.state, next.bounds, moves_after(next.move), togo});
    }
    return false;
  }

  int length_;
  const std::stop_token& stop_;
  std::vector<std::vector<Node>> waiting_;  // by depth
  std::array<Node, kBatch> batch_;
  std::array<int, kBatch * kMoveCount> promise_;  // by child: the sum of its distances
  Expansion<kBatch> expansion_;
};

inline bool exists(std::span<const TableReader* const> readers, const PieceState& state, const Bounds& bounds,
                   int length, const std::stop_token& stop, SearchWork& work) {
  if (length == 0) return is_at_goal(bounds);
  BatchSearch search(readers, length, stop);
  const bool found = search.run(state, bounds);
  work += search.work();
  return found;
}
