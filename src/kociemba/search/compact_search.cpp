#include "kociemba/search/compact_search.h"

#include <algorithm>
#include <array>
#include <utility>

#include "kociemba/search/probe.h"
#include "kociemba/search/turn_order.h"

namespace halfturn {

namespace {

/// A depth-first search over the tree of phase 1.
///
/// An entry of the compact table is a distance alone, so that the children of a node are looked up: up to 13
/// reads for each node, from 34 MB, none of which waits for another. That costs some 150 ns a node, of which
/// there are one or two for each probe. The last moves come from ShortEndings and read no large table.
template <Metric metric>
class CompactSearch {
 public:
  CompactSearch(const SearchTables& tables, std::span<const SolveRoot> roots, int outer,
                Phase1SearchSink& sink)
      : tables_(tables), phase1_(*tables.compact1), roots_(roots), outer_(outer), sink_(sink) {}

  void run() {
    if (sink_.limit < outer_ || sink_.most_probes == 0) return;
    find_most();
    for (const SolveRoot& root : roots_) {
      const int togo = outer_ - root.moves_made();
      if (root.distance > togo) continue;
      root_ = &root;
      path_length_ = root.has_head ? 1 : 0;
      path_[0] = static_cast<std::uint8_t>(root.head.index());
      const typename Order::Bits allowed = Order::after_path(path_, path_length_);
      if (togo <= ShortEndings::kLongest)
        finish(root.pieces, tables_.endings.find(root.coset, togo), allowed);
      else
        expand(root.pieces, root.coset, root.distance, togo, allowed);
      if (stopped_) return;
    }
  }

 private:
  using Order = TurnOrder<metric>;
  static constexpr int kNodesBetweenLooks = 64;  // at the clock, among others
  static constexpr int kShortWayHome = longest_compact_phase2(metric, kMostPhase1Moves);

  /// How long the way home may be.
  void find_most() {
    most_ = std::min(sink_.limit - outer_, longest_compact_phase2(metric, outer_));
    within_ = tables_.corners.within(most_);
  }

  /// Tries all ways into H of exactly `togo` moves, more than ShortEndings has, from a coset at this
  /// distance.
  void expand(const PieceBytes& pieces, Phase1Coset coset, int distance, int togo,
              typename Order::Bits allowed) {
    if (--until_look_ == 0) {
      until_look_ = kNodesBetweenLooks;
      if (!sink_.go_on()) stopped_ = true;
    }
    const std::size_t length = path_length_++;
    for (MoveMask left = Order::moves(allowed); !left.empty() && !stopped_; left = left.without_first()) {
      const Move move = left.first();
      const Phase1Coset next = tables_.cosets.after(coset, move);
      path_[length] = static_cast<std::uint8_t>(move.index());
      if (togo - 1 <= ShortEndings::kLongest) {
        const ShortEndings::Range endings = tables_.endings.find(next, togo - 1);
        if (endings.begin != endings.end)
          finish(composed(pieces, move), endings, Order::after_path(path_, path_length_));
        continue;
      }
      const int there = CompactPhase1Table::distance_after(distance, phase1_.remainder(next));
      if (there < togo)
        expand(composed(pieces, move), next, there, togo - 1, Order::after_path(path_, path_length_));
      // The other turns of the face lead one move away from there, so they are too far as well.
      if (metric == Metric::half && there > togo)
        left = left - (MoveMask::of_face(move.face()) - MoveMask::of(move));
    }
    path_length_ = length;
  }

  PieceBytes composed(const PieceBytes& pieces, Move move) const {
    return PortableBytes::compose(pieces, tables_.move_pieces[static_cast<std::size_t>(move.index())]);
  }

  void finish(const PieceBytes& pieces, ShortEndings::Range endings, typename Order::Bits allowed) {
    for (std::uint32_t s = endings.begin; s < endings.end && !stopped_; ++s) {
      if ((tables_.endings.first_move_bit(s) & allowed) == 0) continue;
      ++sink_.probes;
      const PieceBytes in_h = PortableBytes::compose(pieces, tables_.endings.pieces(s));
      const std::size_t key = corner_key<PortableBytes>(in_h);
      if ((within_[key / 64] >> key % 64 & 1) != 0) try_phase2(s, in_h);
      if (sink_.probes >= sink_.most_probes) stopped_ = true;
    }
  }

  void try_phase2(std::uint32_t ending, const PieceBytes& pieces) {
    // Long ways home take milliseconds, and there are many of them to a node near H.
    if (most_ > kShortWayHome && !sink_.go_on()) {
      stopped_ = true;
      return;
    }
    const std::optional<Moves> home = tables_.compact2->solve(phase2_position(pieces), most_);
    if (!home) return;
    sink_.found(*root_, whole_solution(*root_, std::span(path_).first(path_length_),
                                       tables_.endings.moves(ending), *home));
    if (!sink_.go_on() || sink_.limit < outer_)
      stopped_ = true;
    else
      find_most();
  }

  const SearchTables& tables_;
  const CompactPhase1Table& phase1_;
  std::span<const SolveRoot> roots_;
  int outer_;
  Phase1SearchSink& sink_;
  int most_ = 0;
  const std::uint64_t* within_ = nullptr;  // by most_
  bool stopped_ = false;
  int until_look_ = kNodesBetweenLooks;
  const SolveRoot* root_ = nullptr;
  std::array<std::uint8_t, kMostPhase1Moves> path_{};  // the moves from the root so far
  std::size_t path_length_ = 0;
};

}  // namespace

template <Metric metric>
void search_phase1_compact(const SearchTables& tables, std::span<const SolveRoot> roots, int outer,
                           Phase1SearchSink& sink) {
  CompactSearch<metric>(tables, roots, outer, sink).run();
}
template void search_phase1_compact<Metric::half>(const SearchTables&, std::span<const SolveRoot>, int,
                                                  Phase1SearchSink&);
template void search_phase1_compact<Metric::quarter>(const SearchTables&, std::span<const SolveRoot>, int,
                                                     Phase1SearchSink&);

}  // namespace halfturn
