#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "halfturn/phase1.h"
#include "halfturn/result.h"

/// All cosets of H: their classes under symmetry, and covers, which are choices of classes that leave out no
/// position of the cube.
namespace halfturn {

inline constexpr int kEdgeClassCount = 64430;  ///< classes of (flip, slice) under the 16 symmetries of H

/// The orbits of the corner twists under a group of symmetries of H.
struct TwistOrbits {
  std::vector<std::uint16_t> smallest;  ///< the smallest twist of each orbit, ascending
  std::vector<std::uint16_t> orbit_of;  ///< by twist: the index of its orbit
};

/// The classes of pairs (edge flip, slice places) under the 16 symmetries of H. Classes are numbered by their
/// smallest pairs, in the order of slice * 2048 + flip. Some 5 MB, made in some 10 ms; immutable.
class EdgeClasses {
 public:
  static std::unique_ptr<const EdgeClasses> make(const Phase1Coordinates& coordinates);

  struct Member {
    std::uint16_t class_index;
    std::uint8_t symmetry;  ///< takes the pair to the class's representative
  };
  Member class_of(std::uint16_t flip, std::uint16_t slice) const {
    return members_[std::size_t{slice} * kFlipCount + flip];
  }

  /// The smallest pair of a class, with twist 0.
  Phase1Coset representative(int class_index) const {
    return representatives_[static_cast<std::size_t>(class_index)];
  }
  /// Bit s is set if symmetry s leaves the representative pair unchanged.
  std::uint16_t stabilizer(int class_index) const {
    return stabilizers_[static_cast<std::size_t>(class_index)];
  }
  /// The orbits of twists under the stabilizer: one for each coset of the class, up to symmetry.
  const TwistOrbits& twists(int class_index) const {
    return twist_orbits_[orbits_of_class_[static_cast<std::size_t>(class_index)]];
  }
  /// How many cosets the class has, up to symmetry.
  std::uint32_t coset_count(int class_index) const {
    return static_cast<std::uint32_t>(twists(class_index).smallest.size());
  }

 private:
  EdgeClasses() = default;

  std::vector<Member> members_;
  std::vector<Phase1Coset> representatives_;
  std::vector<std::uint16_t> stabilizers_;
  std::vector<std::uint8_t> orbits_of_class_;
  std::vector<TwistOrbits> twist_orbits_;  // one for each group that is a stabilizer
};

enum class CoverKind : std::uint8_t {
  all,            ///< every class: 138,639,780 cosets
  plain,          ///< every position has a chosen class along at least one of its three axes
  with_inverses,  ///< the same of every position or its inverse
};

inline constexpr std::array kCoverKinds = {CoverKind::all, CoverKind::plain, CoverKind::with_inverses};
/// Those that were found by a search.
inline constexpr std::array kSearchedCovers = {CoverKind::plain, CoverKind::with_inverses};

/// "all", "plain", "with-inverses"; and back.
std::string_view to_string(CoverKind kind);
std::optional<CoverKind> cover_kind_named(std::string_view name);

/// How many cosets the cover that comes with the library has: size() of the Cover, without making it.
std::uint64_t cover_size(CoverKind kind);

/// A choice of edge classes. Numbers the cosets in them, up to symmetry, 0 .. size() - 1: class by class in
/// ascending order, within a class by ascending twist. Going from number to coset or back takes microseconds
/// at most, without a table of all cosets. Immutable; refers to the coordinates it was made with, which must
/// outlive it.
class Cover {
 public:
  /// The cover that comes with the library.
  static Cover make(CoverKind kind, const Phase1Coordinates& coordinates);
  /// Any choice; `chosen` must have kEdgeClassCount bits, by class.
  static Cover of(std::vector<bool> chosen, const Phase1Coordinates& coordinates);

  const EdgeClasses& classes() const { return *classes_; }
  bool has_class(int class_index) const { return chosen_[static_cast<std::size_t>(class_index)]; }
  int class_count() const { return class_count_; }
  std::uint64_t size() const { return first_.back(); }
  /// Of the classes, whether each is chosen, and so of the cosets and their numbers (XXH3).
  std::uint64_t checksum() const { return checksum_; }

  /// The coset with this number, as its class's representative pair and the smallest of its equivalent
  /// twists; none if there are not so many.
  std::optional<Phase1Coset> coset(std::uint64_t index) const;
  /// The number of a coset, the same for all its symmetric forms; none if its class is not chosen.
  std::optional<std::uint64_t> index_of(Phase1Coset coset) const;

 private:
  Cover() = default;

  const Phase1Coordinates* coordinates_ = nullptr;
  std::shared_ptr<const EdgeClasses> classes_;
  std::vector<bool> chosen_;
  std::vector<std::uint64_t> first_;  // by class: the number of its first coset; and size() at the end
  int class_count_ = 0;
  std::uint64_t checksum_ = 0;
};

/// The cover that comes with the library, together with coordinates of its own.
std::shared_ptr<const Cover> shared_cover(CoverKind kind);

/// Moves from a solved cube into the coset: the inverse of the coset's first shortest way into H.
Moves coset_sequence(const Phase1Table& table, Phase1Coset coset);

}  // namespace halfturn
