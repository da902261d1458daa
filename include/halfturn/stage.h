#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "halfturn/move.h"
#include "halfturn/result.h"
#include "halfturn/symmetry.h"

/// The stages of a CFOP solve and the six views (bottom faces) to solve them on, with their names.
namespace halfturn {

/// How the cube is held: the face at the bottom. In the order of the columns of a CSV file.
enum class View : std::uint8_t { D, U, L, R, F, B };

inline constexpr std::size_t kViewCount = 6;
inline constexpr std::array<View, kViewCount> kAllViews = {View::D, View::U, View::L,
                                                           View::R, View::F, View::B};

constexpr std::size_t index_of(View view) {
  return static_cast<std::size_t>(view);
}

struct ViewFacts {
  Face bottom{};
  char colour = 0;          ///< of that face on a cube with white up and green in front, before it is turned
  std::string_view suffix;  ///< of the columns of a CSV file: the axis to turn the cube about, how many times
  Symmetry symmetry;        ///< the same turn
};

inline constexpr std::array<ViewFacts, kViewCount> kViewFacts = {{
    {Face::D, 'Y', "z0", Symmetry()},
    {Face::U, 'W', "z2", Symmetry::z() * Symmetry::z()},
    {Face::L, 'O', "z3", Symmetry::z().inverse()},
    {Face::R, 'R', "z1", Symmetry::z()},
    {Face::F, 'G', "x3", Symmetry::x().inverse()},
    {Face::B, 'B', "x1", Symmetry::x()},
}};

constexpr Face bottom_of(View view) {
  return kViewFacts[index_of(view)].bottom;
}
constexpr char colour_of(View view) {
  return kViewFacts[index_of(view)].colour;
}
constexpr std::string_view suffix_of(View view) {
  return kViewFacts[index_of(view)].suffix;
}
/// `cube.seen_through(symmetry_of(view))` is the cube as it is held in the view.
constexpr Symmetry symmetry_of(View view) {
  return kViewFacts[index_of(view)].symmetry;
}

/// One value for each view.
template <class T>
struct PerView {
  std::array<T, kViewCount> values{};

  constexpr T& operator[](View view) { return values[index_of(view)]; }
  constexpr const T& operator[](View view) const { return values[index_of(view)]; }
  constexpr auto begin() { return values.begin(); }
  constexpr auto end() { return values.end(); }
  constexpr auto begin() const { return values.begin(); }
  constexpr auto end() const { return values.end(); }
  friend constexpr bool operator==(const PerView&, const PerView&) = default;
};

/// A set of views, that is, of bottom colours.
class ViewSet {
 public:
  constexpr ViewSet() = default;
  constexpr ViewSet(View view) : bits_(1u << index_of(view)) {}  // NOLINT(google-explicit-constructor)
  constexpr ViewSet(std::initializer_list<View> views) {
    for (const View view : views) *this |= view;
  }
  static constexpr ViewSet all() {
    ViewSet views;
    views.bits_ = (1u << kViewCount) - 1;
    return views;
  }

  constexpr bool has(View view) const { return (bits_ >> index_of(view) & 1u) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return std::popcount(bits_); }
  constexpr ViewSet& operator|=(ViewSet other) {
    bits_ |= other.bits_;
    return *this;
  }
  friend constexpr bool operator==(ViewSet, ViewSet) = default;

  /// Goes over the views of the set, in the order of the columns.
  class Iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = View;
    constexpr Iterator() = default;
    constexpr explicit Iterator(unsigned left) : left_(left) {}
    constexpr View operator*() const { return static_cast<View>(std::countr_zero(left_)); }
    constexpr Iterator& operator++() {
      left_ &= left_ - 1;
      return *this;
    }
    constexpr Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    unsigned left_ = 0;
  };
  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(); }

 private:
  unsigned bits_ = 0;
};

/// Which letters stand for views.
enum class ViewLetters {
  colours,           ///< W Y O R G B
  colours_or_faces,  ///< these and U D L R F B
};

/// The views that letters name, in either case: "WY", "d". An Error if there is no letter, or, with its
/// column, if a letter names no view or one named before.
Result<ViewSet> parse_views(std::string_view letters, ViewLetters which);

/// "white" .. "blue", in any case.
std::optional<View> view_of_colour(std::string_view name);

/// Slots for pairs, a bit each: 0 FR, 1 FL, 2 BL, 3 BR, as the cube is held with its bottom down.
using SlotSet = unsigned;
inline constexpr int kSlotCount = 4;
inline constexpr SlotSet kEverySlot = (1u << kSlotCount) - 1;

/// No stage takes more moves than the whole cube.
inline constexpr int kMostStageMoves = 20;

/// A stage of a variant: a line of the catalogue in src/cube/stage.cpp.
class Stage {
 public:
  constexpr Stage() = default;  ///< the first one
  /// `index`: the place in all_stages(), which is the order of the columns.
  constexpr explicit Stage(std::size_t index) : index_(static_cast<std::uint8_t>(index)) {}
  constexpr std::size_t index() const { return index_; }

  std::string_view name() const;     ///< also of its columns: "xcross", "pseudo_xcross", "eo_f2l"
  std::string_view variant() const;  ///< std, pseudo, pair, pseudo_pair, eo
  std::string_view purpose() const;  ///< what must be solved, shown to the user
  int number() const;                ///< within the variant, from 0
  /// The most moves that it can take in one view, if known; else kMostStageMoves.
  int most_moves() const;

  // NOLINTNEXTLINE(modernize-use-nullptr): sees a 0 that is not there
  friend constexpr auto operator<=>(const Stage&, const Stage&) = default;

 private:
  std::uint8_t index_ = 0;
};

/// All stages, variant by variant, in the order of the columns.
std::span<const Stage> all_stages();

/// The names of the variants, in order.
std::span<const std::string_view> all_variants();

/// The stages of a variant; empty if there is no such variant.
std::vector<Stage> stages_of_variant(std::string_view variant);

/// The stage with this name ("xxxxcross" and "eo_xxxxcross" mean f2l and eo_f2l).
std::optional<Stage> stage_of_name(std::string_view name);

}  // namespace halfturn
