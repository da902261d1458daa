// An independent check of covers. This folder shares nothing with the rest of src/cover, on purpose: its
// verdict counts only as long as a mistake there cannot also be made here. It may use Cube, with its random
// positions and symmetries, and src/base, but never coordinates, EdgeClasses or Cover.

#include "halfturn/cover_verify.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <unordered_map>
#include <utility>

#include "base/parallel.h"
#include "cover/verify/edge_classes_by_stickers.h"
#include "cover/verify/edge_configuration.h"
#include "halfturn/random.h"

namespace halfturn {

namespace {

constexpr std::size_t kAxes = 3;
constexpr std::size_t kSplitAt = 3;  // places: each of the 216 ways to fill them is a piece of work
constexpr std::size_t kTriples = kEdgeStates * kEdgeStates * kEdgeStates;

/// Flips in the bits of the twelve places, slice places in the twelve above, for each axis in the place of
/// U-D.
using Views = std::array<std::uint32_t, kAxes>;

/// Turned about the corner URF until the axis lies where U-D was: U to R to F, and D to L to B, which are the
/// faces in their order.
Face turned(Face face, int axis) {
  const int f = static_cast<int>(face);
  return static_cast<Face>(f / 3 * 3 + (f + 3 - axis) % 3);
}

/// What an edge contributes to the view with an axis in the place of U-D, read off its stickers: flips in the
/// bits of the twelve places, slice places in the twelve above.
std::uint32_t seen_along(int axis, std::size_t place, EdgeState state) {
  const std::array<int, 2> stickers = sticker_axes(place, state);
  std::array<Face, 2> faces{};
  std::array<int, 2> seen{};
  for (std::size_t k = 0; k < 2; ++k) {
    faces[k] = turned(kEdgeFaces[place][k], axis);
    seen[k] = (stickers[k] + 3 - axis) % 3;
  }
  const bool of_slice = seen[0] != 0 && seen[1] != 0;
  const int judged_by = of_slice ? 2 : 0;  // the F-B sticker, or the U-D one
  for (std::size_t q = 0; q < kEdgeCount; ++q) {
    for (std::size_t k = 0; k < 2; ++k) {
      if (kEdgeFaces[q][0] != faces[k] || kEdgeFaces[q][1] != faces[1 - k]) continue;
      const unsigned flip = seen[k] == judged_by ? 0 : 1;
      return (flip | (of_slice ? 1u << kEdgeCount : 0u)) << q;
    }
  }
  return 0;
}

/// The cover, as far as a verifier needs it: by pair, whether its class is chosen.
class ChosenPairs {
 public:
  ChosenPairs(const std::vector<bool>& chosen, const EdgeClassesByStickers& classes) : classes_(classes) {
    for (std::size_t pair = 0; pair < EdgeClassesByStickers::kPairs; ++pair)
      chosen_.push_back(chosen[classes.class_of(pair)]);
  }

  /// `view`: as seen_along() makes it, of all twelve edges.
  bool has(std::uint32_t view) const {
    constexpr std::uint32_t kPlaceBits = (1u << kEdgeCount) - 1;
    return chosen_[classes_.pair_of(view & kPlaceBits, view >> kEdgeCount)];
  }

  /// Whether a position has a chosen class along some axis. Found in another way: by turning the whole
  /// position to each axis.
  bool has_any(const Cube& cube) const {
    for (int axis = 0; axis < 3; ++axis) {
      const Cube seen = cube.seen_through(axis_to_ud(axis));
      std::uint32_t view = 0;
      for (int p = 0; p < kEdgeCount; ++p) {
        const PlacedPiece edge = seen.edge_at(p);
        const unsigned of_slice = edge.piece >= kFirstSliceEdge ? 1u << kEdgeCount : 0u;
        view |= (static_cast<unsigned>(edge.turn) | of_slice) << p;
      }
      if (has(view)) return true;
    }
    return false;
  }

 private:
  const EdgeClassesByStickers& classes_;
  std::vector<bool> chosen_;
};

/// Goes through all configurations of the edges that begin with given states at the first places, place by
/// place, and hands those without a chosen class to `found`. The last three places are filled from lists.
class Enumeration {
 public:
  explicit Enumeration(const ChosenPairs& chosen) : chosen_(chosen) {
    for (std::size_t p = 0; p < kEdgeCount; ++p) {
      for (std::size_t s = 0; s < kEdgeStates; ++s) {
        const auto [home, crossed] = kAllEdgeStates[s];
        Sums& step = steps_[p][s];
        for (std::size_t axis = 0; axis < kAxes; ++axis)
          step.word[axis] = seen_along(static_cast<int>(axis), p, kAllEdgeStates[s]);
        step.word[kTally] = 1u << (4 * home) | (step.word[0] >> p & 1) << kFlipTally;
        step.signature = signature_of_edge(home, slice_of_edge(p), crossed);
      }
    }
    for (std::size_t triple = 0; triple < kTriples; ++triple) {
      Ending ending;
      for (std::size_t i = 0, rest = triple; i < ending.states.size(); ++i, rest /= kEdgeStates) {
        ending.states[i] = kAllEdgeStates[rest % kEdgeStates];
        ending.sums = ending.sums + steps_[kEndAt + i][rest % kEdgeStates];
      }
      // It completes those that lack just its edges, and are as odd in their flips as it is.
      std::uint32_t lacking = ending.sums.odd() ? 1u << kFlipTally : 0;
      bool possible = true;
      for (std::size_t slice = 0; slice < 3; ++slice) {
        possible = possible && ending.sums.of_slice(slice) <= 4;
        lacking |= (4 - ending.sums.of_slice(slice)) << (4 * slice);
      }
      if (possible) endings_[lacking].push_back(ending);
    }
  }

  /// `piece` in 0 .. kTriples - 1 stands for the states of the first kSplitAt places. Returns how many
  /// configurations there were. `found` is given the signature and the configuration.
  template <class Found>
  std::uint64_t run(std::size_t piece, const Found& found) const {
    EdgeConfiguration configuration;
    Sums sums;
    for (std::size_t p = 0; p < kSplitAt; ++p, piece /= kEdgeStates) {
      configuration[p] = kAllEdgeStates[piece % kEdgeStates];
      sums = sums + steps_[p][piece % kEdgeStates];
    }
    std::uint64_t count = 0;
    extend(kSplitAt, sums, configuration, count, found);
    return count;
  }

 private:
  static constexpr std::size_t kTally = kAxes;
  static constexpr unsigned kFlipTally = 12;
  static constexpr std::size_t kTallies = std::size_t{2} << kFlipTally;  // of flips, odd or even matters
  static constexpr std::size_t kEndAt = kEdgeCount - 3;

  /// The sums over the edges placed so far. The first words are the views, in which each edge has bits of its
  /// own; the last counts, in four bits each, the edges of the three slices and those that are flipped. So
  /// one more edge is one addition of vectors.
  struct alignas(16) Sums {
    std::array<std::uint32_t, kAxes + 1> word{};
    EdgeSignature signature = 0;

    unsigned of_slice(std::size_t slice) const { return word[kTally] >> (4 * slice) & 15; }
    bool odd() const { return (word[kTally] >> kFlipTally & 1) != 0; }
    friend Sums operator+(const Sums& a, const Sums& b) {
      Sums result;
      for (std::size_t i = 0; i < a.word.size(); ++i) result.word[i] = a.word[i] + b.word[i];
      result.signature = a.signature + b.signature;
      return result;
    }
  };

  /// States of the last three places, and their sums.
  struct Ending {
    Sums sums;
    std::array<EdgeState, kEdgeCount - kEndAt> states{};
  };

  template <class Found>
  void extend(std::size_t place, const Sums& sums, EdgeConfiguration& configuration, std::uint64_t& count,
              const Found& found) const {
    if (place == kEndAt) return complete(sums, configuration, count, found);
    for (std::size_t s = 0; s < kEdgeStates; ++s) {
      const Sums longer = sums + steps_[place][s];
      if (longer.of_slice(kAllEdgeStates[s].home) > 4) continue;
      configuration[place] = kAllEdgeStates[s];
      extend(place + 1, longer, configuration, count, found);
    }
  }

  template <class Found>
  void complete(const Sums& sums, EdgeConfiguration& configuration, std::uint64_t& count,
                const Found& found) const {
    for (const Ending& ending : endings_[sums.word[kTally] % kTallies]) {
      const Sums whole = sums + ending.sums;
      ++count;
      if (chosen_.has(whole.word[0]) || chosen_.has(whole.word[1]) || chosen_.has(whole.word[2])) continue;
      std::ranges::copy(ending.states, configuration.begin() + kEndAt);
      found(whole.signature, configuration);
    }
  }

  const ChosenPairs& chosen_;
  std::array<std::array<Sums, kEdgeStates>, kEdgeCount> steps_{};
  std::vector<std::vector<Ending>> endings_{kTallies};  // by the tally that they complete
};

/// What one piece of work found.
struct Findings {
  std::uint64_t configurations = 0;
  std::uint64_t left_out = 0;
  std::optional<EdgeConfiguration> first_left_out;
  // The first with each signature; only where inverses count.
  std::unordered_map<EdgeSignature, EdgeConfiguration> by_signature;
};

/// Adds what was found after `found`, which keeps its first ones.
void append(Findings& found, const Findings& later) {
  found.configurations += later.configurations;
  found.left_out += later.left_out;
  if (!found.first_left_out) found.first_left_out = later.first_left_out;
  found.by_signature.insert(later.by_signature.begin(), later.by_signature.end());
}

/// A position that is left out together with its inverse: one of the lowest signature that has any.
std::optional<Cube> left_out_with_inverse(const Findings& found) {
  std::optional<EdgeSignature> lowest;
  for (const auto& [signature, configuration] : found.by_signature)
    if (found.by_signature.contains(transposed(signature)) && (!lowest || signature < *lowest))
      lowest = signature;
  if (!lowest) return std::nullopt;
  return position_with(found.by_signature.at(*lowest), found.by_signature.at(transposed(*lowest)));
}

}  // namespace

Result<CoverVerdict> verify_cover(const std::vector<bool>& chosen, const CoverVerifyOptions& options,
                                  const Run& run) {
  const EdgeClassesByStickers classes;
  if (chosen.size() != classes.size())
    return Error{ErrorKind::bad_input,
                 fmt::format("a cover has {} classes, not {}", classes.size(), chosen.size()),
                 {}};
  CoverVerdict verdict;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (!chosen[c]) continue;
    ++verdict.classes;
    verdict.cosets += classes.coset_count(c);
  }
  const ChosenPairs pairs(chosen, classes);
  const Enumeration enumeration(pairs);

  std::vector<Findings> findings(kTriples);
  std::atomic<std::size_t> finished{0};
  const auto look_at = [&](int worker, std::size_t piece) {
    Findings& found = findings[piece];
    found.configurations =
        enumeration.run(piece, [&](EdgeSignature signature, const EdgeConfiguration& configuration) {
          ++found.left_out;
          if (!found.first_left_out) found.first_left_out = configuration;
          if (options.inverses && !found.by_signature.contains(signature))
            found.by_signature.emplace(signature, configuration);
        });
    const std::size_t done = finished.fetch_add(1, std::memory_order_relaxed) + 1;
    if (worker == 0)
      run.report("cover", "edge configurations", static_cast<double>(done) / static_cast<double>(kTriples));
  };
  const Error stopped{ErrorKind::stopped, "stopped before every configuration was looked at", {}};
  if (!base::parallel_for(run.threads, kTriples, run.stop, look_at)) return stopped;

  Findings all;
  for (const Findings& found : findings) append(all, found);
  verdict.configurations = all.configurations;
  verdict.left_out = all.left_out;
  if (options.inverses)
    verdict.missed = left_out_with_inverse(all);
  else if (all.first_left_out)
    verdict.missed = position_with(*all.first_left_out);

  RandomCubes random(options.seed);
  for (std::uint64_t i = 0; i < options.random_positions; ++i) {
    if (i % 1024 == 0 && run.stop.stop_requested()) return stopped;
    const Cube cube = random.next();
    ++verdict.random_positions;
    if (pairs.has_any(cube)) continue;
    ++verdict.random_left_out;
    if (!verdict.missed && !(options.inverses && pairs.has_any(cube.inverse()))) verdict.missed = cube;
  }
  return verdict;
}

}  // namespace halfturn
