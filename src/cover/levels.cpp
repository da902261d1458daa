#include "halfturn/levels.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <memory>
#include <utility>

#include "base/parallel.h"
#include "cover/multiplicity.h"

namespace halfturn {

namespace {

/// A position that the cover holds n times is counted n times, with a weight of 1 / n: in units of 1 / 60, in
/// which all weights are whole numbers.
constexpr std::uint64_t kWhole = 60;

/// The weights found in one coset, by distance.
using Weights = std::array<std::uint64_t, kMostLevels + 1>;

/// For each slice, how to name the pieces so that three bits are enough for an edge and two for one of the
/// slice: by home place in a position that has this slice.
using EdgeNames = std::array<std::array<std::uint8_t, kEdgeCount>, kSliceCount>;

EdgeNames make_edge_names(const Phase1Table& table) {
  EdgeNames names{};
  for (std::uint16_t slice = 0; slice < kSliceCount; ++slice) {
    const Cube cube = Cube().after(coset_sequence(table, {0, 0, slice}));
    for (std::size_t p = 0; p < kEdgeCount; ++p)
      names[slice][p] = static_cast<std::uint8_t>(cube.edge_at(static_cast<int>(p)).piece % kFirstSliceEdge);
  }
  return names;
}

/// All positions of one coset within some depth. Reused from coset to coset, so that memory is allocated
/// seldom. Not safe to share between threads.
class CosetSearch {
 public:
  CosetSearch(const Phase1Table& table, const CoverMultiplicity& multiplicity, const EdgeNames& names,
              std::stop_token stop)
      : table_(table), multiplicity_(multiplicity), names_(names), stop_(std::move(stop)) {}

  /// The weights of the coset's positions at each distance from `distance`, the coset's own, to `depth`.
  Weights run(Phase1Coset coset, int distance, int depth) {
    names_of_slice_ = &names_[coset.slice];
    found_.clear();
    for (depth_ = distance; depth_ <= depth; ++depth_) {
      if (depth_ == 0)
        record(Cube());
      else
        walk(Cube(), coset, table_.coordinates().reduced_index(coset), depth_, MoveMask::all());
      if (stop_.stop_requested()) return {};
      keep_nearest();
    }
    Weights weights{};
    for (std::uint64_t found : found_) weights[found >> kDepthShift & 15] += kWhole / (found & kMultiplicity);
    return weights;
  }

  std::uint64_t sequences() const { return sequences_; }

 private:
  using ReducedIndex = Phase1Coordinates::ReducedIndex;

  // A found position: what tells it from the others of its coset, above the number of moves, above the number
  // of times that the cover meets it.
  static constexpr unsigned kDepthShift = 3;
  static constexpr unsigned kKeyShift = 7;
  static constexpr std::uint64_t kMultiplicity = 7;
  static constexpr int kAskToStopAt = 6;  // often enough, and seldom enough to cost nothing

  /// `made`: what the moves so far make of a solved cube; `at`: where the coset's entry stands. Asks for the
  /// entries of all next cosets before it reads the first, so that the reads overlap.
  void walk(const Cube& made, Phase1Coset coset, ReducedIndex at, int togo, MoveMask allowed) {
    if (togo >= kAskToStopAt && stop_.stop_requested()) return;
    const Phase1Coordinates& coordinates = table_.coordinates();
    const MoveMask moves = table_.moves_at(at.position, at.symmetry, togo) & allowed;
    if (togo == 1) {
      for (MoveMask rest = moves; !rest.empty(); rest = rest.without_first())
        record(made.after(rest.first()));
      return;
    }
    std::array<ReducedIndex, kMoveCount> next;  // as many as there are moves
    std::size_t asked = 0;
    for (MoveMask rest = moves; !rest.empty(); rest = rest.without_first()) {
      next[asked] = coordinates.reduced_index(coordinates.after(coset, rest.first()));
      table_.prefetch_at(next[asked++].position);
    }
    std::size_t read = 0;
    for (MoveMask rest = moves; !rest.empty(); rest = rest.without_first()) {
      const Move move = rest.first();
      walk(made.after(move), coordinates.after(coset, move), next[read++], togo - 1, moves_after(move));
    }
  }

  /// `way`: a way from the coset into H, which is to say the inverse of one of its positions.
  void record(const Cube& way) {
    std::uint64_t key = 0;
    for (int p = 0; p < kCornerCount; ++p)
      key = key << 3 | static_cast<std::uint64_t>(way.corner_at(p).piece);
    for (int p = 0; p < kEdgeCount; ++p)
      key = key << (p < kFirstSliceEdge ? 3 : 2) |
            (*names_of_slice_)[static_cast<std::size_t>(way.edge_at(p).piece)];
    ++sequences_;
    found_.push_back(key << kKeyShift | static_cast<std::uint64_t>(depth_) << kDepthShift |
                     static_cast<std::uint64_t>(multiplicity_.count(way)));
  }

  void keep_nearest() {
    std::ranges::sort(found_);
    const auto same_position = [](std::uint64_t a, std::uint64_t b) {
      return a >> kKeyShift == b >> kKeyShift;
    };
    found_.erase(std::unique(found_.begin(), found_.end(), same_position), found_.end());
  }

  const Phase1Table& table_;
  const CoverMultiplicity& multiplicity_;
  const EdgeNames& names_;
  std::stop_token stop_;
  int depth_ = 0;
  const std::array<std::uint8_t, kEdgeCount>* names_of_slice_ = nullptr;
  std::vector<std::uint64_t> found_;
  std::uint64_t sequences_ = 0;
};

/// What one twist contributes, with all chosen classes.
struct Share {
  Weights weights{};
  std::uint64_t cosets = 0;
  std::uint64_t near_cosets = 0;
};

/// How the symmetries of H move a twist: bit s of `smaller`, s makes it smaller; of `same`, s leaves it
/// alone.
struct TwistSymmetry {
  unsigned smaller = 0;
  unsigned same = 0;
};

TwistSymmetry symmetry_of(const Phase1Coordinates& coordinates, std::uint16_t twist) {
  TwistSymmetry result;
  for (int s = 0; s < kUdSymmetryCount; ++s) {
    const std::uint16_t seen = coordinates.seen_through({twist, 0, 0}, Symmetry::from_index(s)).twist;
    if (seen < twist) result.smaller |= 1u << s;
    if (seen == twist) result.same |= 1u << s;
  }
  return result;
}

/// One twist after the other, and for each all chosen classes in ascending order: so the table is read slice
/// by slice, in blocks that fit into the first-level cache. A coset is looked at once, with the smallest of
/// the twists that the symmetries of its pair (flip, slice) turn into each other.
Share search_twist(const Phase1Table& table, const Cover& cover, std::uint16_t twist, int depth,
                   const std::stop_token& stop, CosetSearch& search) {
  const TwistSymmetry symmetry = symmetry_of(table.coordinates(), twist);
  Share share;
  for (int c = 0; c < kEdgeClassCount; ++c) {
    const unsigned stabilizer = cover.classes().stabilizer(c);
    if (!cover.has_class(c) || (stabilizer & symmetry.smaller) != 0) continue;
    Phase1Coset coset = cover.classes().representative(c);
    coset.twist = twist;
    const int distance = table.distance(coset);
    ++share.cosets;
    if (distance > depth) continue;
    if (stop.stop_requested()) return share;
    ++share.near_cosets;
    const auto images = static_cast<unsigned>(kUdSymmetryCount / std::popcount(stabilizer & symmetry.same));
    const Weights weights = search.run(coset, distance, depth);
    for (std::size_t d = 0; d < weights.size(); ++d) share.weights[d] += images * weights[d];
  }
  return share;
}

}  // namespace

Result<LevelCounts> count_levels(const Phase1Table& table, const Cover& cover, int depth, const Run& run) {
  if (depth < 0 || depth > kMostLevels)
    return Error{ErrorKind::bad_input, fmt::format("cannot count levels to depth {}", depth),
                 fmt::format("the depth is 0 to {}", kMostLevels)};
  const CoverMultiplicity multiplicity(table, cover);
  const EdgeNames names = make_edge_names(table);
  const int threads = run.threads > 0 ? run.threads : base::default_threads();
  std::vector<CosetSearch> searches(static_cast<std::size_t>(threads),
                                    CosetSearch(table, multiplicity, names, run.stop));
  std::vector<Share> shares(kTwistCount);
  std::atomic<std::size_t> finished{0};
  const bool all = base::parallel_for(threads, kTwistCount, run.stop, [&](int worker, std::size_t twist) {
    shares[twist] = search_twist(table, cover, static_cast<std::uint16_t>(twist), depth, run.stop,
                                 searches[static_cast<std::size_t>(worker)]);
    const std::size_t done = finished.fetch_add(1, std::memory_order_relaxed) + 1;
    if (worker == 0)
      run.report("levels", "searching cosets", static_cast<double>(done) / static_cast<double>(kTwistCount));
  });
  if (!all || run.stop.stop_requested())
    return Error{ErrorKind::stopped, "stopped before every coset was searched",
                 "all levels are short of the positions in the others, so none is shown"};

  LevelCounts counts;
  Weights sum{};
  for (const Share& share : shares) {
    for (std::size_t d = 0; d < sum.size(); ++d) sum[d] += share.weights[d];
    counts.cosets += share.cosets;
    counts.near_cosets += share.near_cosets;
  }
  // Each position was met along U-D only: the other five views of it count in the cosets of its images.
  for (int d = 0; d <= depth; ++d) counts.positions.push_back(6 * sum[static_cast<std::size_t>(d)] / kWhole);
  for (const CosetSearch& search : searches) counts.sequences += search.sequences();
  return counts;
}

}  // namespace halfturn
