#include "stage/pattern/best_of_crosses.h"

#include <algorithm>
#include <bit>

#include "stage/pattern/view_frame.h"

namespace halfturn::stage {

namespace {

using Four = std::array<std::size_t, 4>;

constexpr unsigned kAllPlaces = (1u << kEdgeCount) - 1;

/// All orders of four things.
constexpr std::array<Four, 24> kAllOrders = [] {
  std::array<Four, 24> orders{};
  Four order = {0, 1, 2, 3};
  for (Four& slot : orders) {
    slot = order;
    std::next_permutation(order.begin(), order.end());
  }
  return orders;
}();

/// The numbers of the bits that are set.
std::vector<std::size_t> numbers_in(unsigned bits) {
  std::vector<std::size_t> numbers;
  for (; bits != 0; bits &= bits - 1) numbers.push_back(static_cast<std::size_t>(std::countr_zero(bits)));
  return numbers;
}

View across(View view) {
  return *std::find_if(kAllViews.begin(), kAllViews.end(),
                       [&](View other) { return bottom_of(other) == opposite(bottom_of(view)); });
}

}  // namespace

CrossTable::CrossTable(std::span<const PlacedCross> crosses, const Four& edges)
    : edges_(edges), distance_(kCodes * kCodes * kCodes * kCodes, kNotAsked) {
  for (const PlacedCross& cross : crosses)
    distance_[index_of(codes(cross.state))] = static_cast<std::uint8_t>(cross.distance);
}

CrossTable::FourCodes CrossTable::codes(const PieceState& state) const {
  FourCodes codes{};
  for (std::size_t i = 0; i < 4; ++i)
    codes[i] = std::size_t{2} * static_cast<std::size_t>(state.place(edges_[i])) +
               static_cast<std::size_t>(state.turn(edges_[i]));
  return codes;
}

CrossCounter::CrossCounter(const PatternSpace& space, std::span<const std::byte> content, ViewSet views) {
  const auto crosses_asked = [&](View view) {
    return views.has(view) ? crosses_of(space, content, view, ~0u) : std::vector<PlacedCross>{};
  };
  const auto with_opposite = std::find_if(kAllViews.begin(), kAllViews.end(), [&](View view) {
    return views.has(view) && views.has(across(view));
  });
  first_view_ = with_opposite != kAllViews.end() ? *with_opposite : *views.begin();
  const View last_view = across(first_view_);
  const PieceMask first_edges = cross_edges_of(first_view_);
  const PieceMask last_edges = cross_edges_of(last_view);
  const std::vector<std::size_t> between = numbers_in(kAllPlaces & ~first_edges & ~last_edges);
  // By side: the edges that it shares with the first and with the last cross.
  Four of_first{};
  Four of_last{};
  for (const View view : kAllViews) {
    if (view == first_view_ || view == last_view) continue;
    const std::size_t s = side_.size();
    const PieceMask edges = cross_edges_of(view);
    of_first[s] = numbers_in(edges & first_edges).front();
    of_last[s] = numbers_in(edges & last_edges).front();
    const std::vector<std::size_t> own = numbers_in(edges & ~first_edges & ~last_edges);
    for (std::size_t i = 0; i < 2; ++i)
      own_[s][i] =
          static_cast<std::size_t>(std::find(between.begin(), between.end(), own[i]) - between.begin());
    side_.emplace_back(crosses_asked(view), Four{of_first[s], of_last[s], own[0], own[1]});
  }
  last_.emplace(crosses_asked(last_view), of_last);
  const std::vector<PlacedCross> crosses = crosses_of(space, content, first_view_, ~0u);
  find_starts(views, crosses, CrossTable(crosses, of_first));
  index_arrangements();
}

void CrossCounter::find_starts(ViewSet views, const std::vector<PlacedCross>& crosses,
                               const CrossTable& table) {
  // The symmetries that keep the first view, as they act on the scrambled cube; and of these, which keep the
  // views.
  const auto edges_through = [&](PieceMask edges, std::size_t n) {
    return seen(seen(seen(edges, symmetry_into(first_view_)), kBottomSymmetries[4 * n]),
                symmetry_back_from(first_view_));
  };
  const auto state_through = [&](const PieceState& state, std::size_t n) {
    return PortableOps::seen(
        PortableOps::seen(PortableOps::seen(state, symmetry_into(first_view_)), kBottomSymmetries[4 * n]),
        symmetry_back_from(first_view_));
  };
  const std::vector<View> chosen(views.begin(), views.end());
  std::vector<std::size_t> symmetries;
  for (std::size_t n = 0; n < kBottomSymmetryCount / 4; ++n) {
    const auto is_kept = [&](View view) {
      return std::any_of(chosen.begin(), chosen.end(), [&](View other) {
        return cross_edges_of(other) == edges_through(cross_edges_of(view), n);
      });
    };
    if (std::all_of(chosen.begin(), chosen.end(), is_kept)) symmetries.push_back(n);
  }
  for (const PlacedCross& cross : crosses) {
    const CrossTable::FourCodes codes = table.codes(cross.state);
    std::vector<std::size_t> images;
    for (std::size_t n : symmetries)
      images.push_back(CrossTable::index_of(table.codes(state_through(cross.state, n))));
    std::sort(images.begin(), images.end());
    if (images.front() != CrossTable::index_of(codes)) continue;
    images.erase(std::unique(images.begin(), images.end()), images.end());
    starts_.push_back({cross.state, codes, static_cast<std::uint8_t>(cross.distance), images.size()});
  }
}

void CrossCounter::index_arrangements() {
  for (unsigned places = 0; places <= kAllPlaces; ++places) {
    if (std::popcount(places) != 4) continue;
    place_sets_.push_back(places);
    const std::vector<std::size_t> place = numbers_in(places);
    auto& indices = arranged_.emplace_back();
    for (std::size_t a = 0; a < 2 * kArranged; ++a) {
      const Four& order = kAllOrders[a % kArranged / 8];
      std::size_t flips = a % 8;
      flips |= (static_cast<std::size_t>(std::popcount(flips)) + a / kArranged) % 2 << 3;
      Four codes{};
      for (std::size_t e = 0; e < 4; ++e) codes[e] = 2 * place[order[e]] + (flips >> e & 1);
      for (std::size_t s = 0; s < kSides; ++s)
        indices[s][a] =
            static_cast<std::uint16_t>(codes[own_[s][0]] * CrossTable::kCodes + codes[own_[s][1]]);
    }
  }
}

void CrossCounter::add(const Start& start, AtLeast& at_least) const {
  unsigned taken = 0;
  for (std::size_t code : start.codes) taken |= 1u << code / 2;
  for (std::size_t set = 0; set < place_sets_.size(); ++set)
    if ((place_sets_[set] & taken) == 0)
      add_with(start, numbers_in(kAllPlaces & ~taken & ~place_sets_[set]), set, at_least);
}

/// Those with the last cross in the places `left`, and the edges between in the set of places number `set`.
void CrossCounter::add_with(const Start& start, const std::vector<std::size_t>& left, std::size_t set,
                            AtLeast& at_least) const {
  // The distances of each side, by what its edge of the last cross does.
  std::array<std::array<ByArrangement, kOptions>, kSides> near;
  for (std::size_t s = 0; s < kSides; ++s)
    for (std::size_t option = 0; option < kOptions; ++option) {
      const std::size_t code = 2 * left[option / 2] + option % 2;
      const std::uint8_t* distances = side_[s].with_first_two(start.codes[s], code);
      for (std::size_t a = 0; a < 2 * kArranged; ++a) near[s][option][a] = distances[arranged_[set][s][a]];
    }
  // The nearer one of two sides, since each pair occurs with eight of the other two.
  std::array<std::array<std::array<ByArrangement, kOptions>, kOptions>, 2> nearer;
  for (std::size_t pair = 0; pair < 2; ++pair)
    for (std::size_t one = 0; one < kOptions; ++one)
      for (std::size_t other = 0; other < kOptions; ++other) {
        if (one / 2 == other / 2) continue;  // one place for two edges
        for (std::size_t a = 0; a < 2 * kArranged; ++a)
          nearer[pair][one][other][a] = std::min(near[2 * pair][one][a], near[2 * pair + 1][other][a]);
      }
  std::size_t odd = 0;
  for (std::size_t code : start.codes) odd ^= code % 2;
  for (const Four& order : kAllOrders)
    for (std::size_t flips = 0; flips < 16; ++flips) {
      Four option{};
      CrossTable::FourCodes codes{};
      for (std::size_t s = 0; s < kSides; ++s) {
        option[s] = 2 * order[s] + (flips >> s & 1);
        codes[s] = 2 * left[order[s]] + (flips >> s & 1);
      }
      const std::size_t half = (odd + static_cast<std::size_t>(std::popcount(flips))) % 2 * kArranged;
      count_far(&nearer[0][option[0]][option[1]][half], &nearer[1][option[2]][option[3]][half],
                std::min(start.distance, last_->at(codes)), at_least);
    }
}

/// Adds, by distance up to `most`, the arrangements for which the lesser of both is at least that far.
void CrossCounter::count_far(const std::uint8_t* one, const std::uint8_t* other, std::uint8_t most,
                             AtLeast& at_least) {
  std::array<std::uint8_t, kArranged> distance;
  for (std::size_t a = 0; a < kArranged; ++a) distance[a] = std::min(one[a], other[a]);
  at_least[0] += kArranged;
  for (std::uint8_t d = 1; d <= most; ++d) {
    std::uint8_t far = 0;  // at most 192
    for (std::size_t a = 0; a < kArranged; ++a)
      far = static_cast<std::uint8_t>(far + (distance[a] >= d ? 1 : 0));
    if (far == 0) break;
    at_least[d] += far;
  }
}

std::optional<std::array<PositionCount, kCounts>> best_of_crosses(const PatternSpace& space,
                                                                  std::span<const std::byte> content,
                                                                  ViewSet views, const CountRecord& record,
                                                                  const Run& run) {
  const CrossCounter counter(space, content, views);
  const std::vector<CrossCounter::Start>& starts = counter.starts();
  return add_up(starts.size(), "crosses", record, run, [&](std::size_t i) {
    AtLeast found{};
    counter.add(starts[i], found);
    for (std::uint64_t& count : found) count *= starts[i].alike;
    return found;
  });
}

}  // namespace halfturn::stage
