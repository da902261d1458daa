#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

/// The 24 orders of four pieces, cut into three cosets of the eight symmetries of a square.
namespace halfturn {

using Order = std::array<std::uint8_t, 4>;  ///< the piece at each of four places

constexpr Order compose(const Order& first, const Order& then) {
  Order result{};
  for (std::size_t i = 0; i < 4; ++i) result[i] = first[then[i]];
  return result;
}

constexpr bool is_odd(const Order& order) {
  bool odd = false;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = i + 1; j < 4; ++j) odd ^= order[j] < order[i];
  return odd;
}

/// An order as element * representative: the symmetry `element` of the square, applied to the pieces, after
/// the representative of coset `coset`.
struct SquareCoset {
  std::uint8_t coset = 0;
  std::uint8_t element = 0;
  friend constexpr bool operator==(SquareCoset, SquareCoset) = default;
};

class SquareGroup {
 public:
  /// The symmetries of the square with corners 0 1 2 3. Elements e and e + 4 (mod 8) differ by a swap of
  /// pieces 0 and 2, applied last, so e % 4 is the same for both.
  static constexpr std::array<Order, 8> kElements = [] {
    constexpr Order kSwap02 = {2, 1, 0, 3};
    constexpr std::array<Order, 4> kFirst = {{{0, 1, 2, 3}, {0, 3, 2, 1}, {1, 0, 3, 2}, {3, 0, 1, 2}}};
    std::array<Order, 8> elements{};
    for (std::size_t e = 0; e < 4; ++e) {
      elements[e] = kFirst[e];
      elements[e + 4] = compose(kSwap02, kFirst[e]);
    }
    return elements;
  }();

  /// All orders in ascending order, as order_of() numbers them.
  static constexpr std::array<Order, 24> kOrders = [] {
    std::array<Order, 24> orders{};
    Order order = {0, 1, 2, 3};
    for (Order& slot : orders) {
      slot = order;
      std::ranges::next_permutation(order);
    }
    return orders;
  }();

  constexpr SquareGroup() {
    std::size_t cosets = 0;
    std::array<bool, 24> seen{};
    for (std::size_t o = 0; o < 24; ++o) {
      if (seen[o]) continue;
      representatives_[cosets] = kOrders[o];
      for (std::size_t e = 0; e < 8; ++e) {
        const std::size_t member = number_of(compose(kElements[e], kOrders[o]));
        seen[member] = true;
        split_[member] = {static_cast<std::uint8_t>(cosets), static_cast<std::uint8_t>(e)};
      }
      ++cosets;
    }
  }

  static constexpr std::size_t number_of(const Order& order) {
    for (std::size_t o = 0; o < 24; ++o)
      if (kOrders[o] == order) return o;
    return 24;
  }

  constexpr SquareCoset split(std::size_t order) const { return split_[order]; }
  constexpr std::size_t join(SquareCoset parts) const {
    return number_of(compose(kElements[parts.element], representatives_[parts.coset]));
  }
  /// What the order `then` makes of the representative of coset `coset`. It takes element * representative to
  /// element * (the result's element) * (the representative of the result's coset).
  constexpr SquareCoset after(std::size_t coset, std::size_t then) const {
    return split_[number_of(compose(representatives_[coset], kOrders[then]))];
  }
  static constexpr std::size_t product(std::size_t first, std::size_t then) {
    const Order order = compose(kElements[first], kElements[then]);
    for (std::size_t e = 0; e < 8; ++e)
      if (kElements[e] == order) return e;
    return 8;
  }

 private:
  std::array<Order, 3> representatives_{};
  std::array<SquareCoset, 24> split_{};
};

inline constexpr SquareGroup kSquareGroup;

}  // namespace halfturn
