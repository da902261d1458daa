#include "kociemba/tables/arrangement.h"

#include <algorithm>
#include <bit>

namespace halfturn {

namespace {

using Four = std::array<std::uint8_t, 4>;

/// The sets of four places as bits, the upper layer's own first.
constexpr std::array<std::uint8_t, kLayerings> kLayeringPlaces = [] {
  std::array<std::uint8_t, kLayerings> sets{};
  std::size_t count = 0;
  for (unsigned set = 0; set < 256; ++set)
    if (std::popcount(set) == 4) sets[count++] = static_cast<std::uint8_t>(set);
  return sets;
}();

constexpr std::array<std::uint8_t, 256> kLayeringOfPlaces = [] {
  std::array<std::uint8_t, 256> layering{};
  for (std::size_t i = 0; i < kLayerings; ++i) layering[kLayeringPlaces[i]] = static_cast<std::uint8_t>(i);
  return layering;
}();

/// The 24 orders of 0 .. 3, in lexicographic order, as order_of() counts them.
constexpr std::array<Four, kLayerOrders> kOrders = [] {
  std::array<Four, kLayerOrders> orders{};
  Four order = {0, 1, 2, 3};
  for (Four& slot : orders) {
    slot = order;
    std::ranges::next_permutation(order);
  }
  return orders;
}();

/// The members of a set of four places, ascending.
Four members(unsigned set) {
  Four result{};
  std::size_t count = 0;
  for (unsigned p = 0; p < 8; ++p)
    if ((set >> p & 1u) != 0) result[count++] = static_cast<std::uint8_t>(p);
  return result;
}

unsigned image_of_set(unsigned set, const EightPieces& place_to) {
  unsigned image = 0;
  for (std::size_t p = 0; p < 8; ++p) image |= (set >> p & 1u) << place_to[p];
  return image;
}

/// For a layer's pieces on the places of `set` in each of the 24 orders: their order after places and names
/// have changed. `first` is the number of the layer's first piece.
std::array<std::uint8_t, kLayerOrders> map_orders(unsigned set, unsigned first, const EightPieces& place_to,
                                                  const EightPieces& piece_to) {
  const Four places = members(set);
  std::array<std::uint8_t, kLayerOrders> map{};
  for (std::size_t o = 0; o < kLayerOrders; ++o) {
    std::array<std::uint8_t, 8> at{};
    for (std::size_t i = 0; i < 4; ++i) at[place_to[places[i]]] = piece_to[first + kOrders[o][i]];
    const Four places_after = members(image_of_set(set, place_to));
    Four after{};
    for (std::size_t i = 0; i < 4; ++i) after[i] = at[places_after[i]];
    map[o] = order_of(after);
  }
  return map;
}

}  // namespace

std::uint8_t order_of(const std::array<std::uint8_t, 4>& numbers) {
  // Lexicographic rank: for each number, how many later ones are smaller.
  unsigned rank = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    unsigned smaller = 0;
    for (std::size_t j = i + 1; j < 4; ++j) smaller += numbers[j] < numbers[i] ? 1u : 0u;
    rank = rank * static_cast<unsigned>(4 - i) + smaller;
  }
  return static_cast<std::uint8_t>(rank);
}

std::uint16_t arrangement_of(const EightPieces& pieces) {
  unsigned upper_places = 0;
  Four upper{};
  Four lower{};
  std::size_t uppers = 0;
  std::size_t lowers = 0;
  for (std::size_t p = 0; p < 8; ++p) {
    if (pieces[p] < 4) {
      upper_places |= 1u << p;
      upper[uppers++] = pieces[p];
    } else {
      lower[lowers++] = pieces[p];
    }
  }
  return static_cast<std::uint16_t>(
      (kLayeringOfPlaces[upper_places] * kLayerOrders + order_of(upper)) * kLayerOrders + order_of(lower));
}

EightPieces pieces_of(std::uint16_t arrangement) {
  const Four& lower = kOrders[arrangement % kLayerOrders];
  const Four& upper = kOrders[arrangement / kLayerOrders % kLayerOrders];
  const unsigned upper_places = kLayeringPlaces[arrangement / kLayeringOrders];
  EightPieces pieces{};
  const Four above = members(upper_places);
  const Four below = members(~upper_places & 255u);
  for (std::size_t i = 0; i < 4; ++i) {
    pieces[above[i]] = upper[i];
    pieces[below[i]] = static_cast<std::uint8_t>(4 + lower[i]);
  }
  return pieces;
}

void map_arrangements(const EightPieces& place_to, const EightPieces& piece_to, ArrangementMap& map) {
  const bool swaps_layers = piece_to[0] >= 4;
  for (std::size_t layering = 0; layering < kLayerings; ++layering) {
    const unsigned upper_places = kLayeringPlaces[layering];
    const unsigned lower_places = ~upper_places & 255u;
    const unsigned upper_places_after = image_of_set(swaps_layers ? lower_places : upper_places, place_to);
    const std::size_t base = kLayeringOfPlaces[upper_places_after] * kLayeringOrders;
    const auto upper = map_orders(upper_places, 0, place_to, piece_to);
    const auto lower = map_orders(lower_places, 4, place_to, piece_to);
    const std::size_t upper_step = swaps_layers ? 1 : kLayerOrders;
    const std::size_t lower_step = swaps_layers ? kLayerOrders : 1;
    std::uint16_t* out = &map[layering * kLayeringOrders];
    for (std::size_t u = 0; u < kLayerOrders; ++u)
      for (std::size_t l = 0; l < kLayerOrders; ++l)
        *out++ = static_cast<std::uint16_t>(base + upper[u] * upper_step + lower[l] * lower_step);
  }
}

}  // namespace halfturn
