#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "halfturn/cover.h"

/// What a cover must do, in numbers: of which sets of classes it must choose one.
namespace halfturn {

/// All that an optimiser needs to know of the cube. A position's edges give three classes, one along each
/// axis, and it is covered if one of the three is chosen. Positions with the same signature up to a renaming
/// of the axes are a kind; the inverse of a position has the opposite kind, and any two positions of opposite
/// kinds have the same edges as some position and its inverse. So with inverses it is enough, and necessary,
/// to cover all of a kind or all of its opposite. See docs/cover.md. Some 20 MB, made in about a second.
struct CoverProblem {
  static constexpr std::uint64_t kConfigurations = 70'963'200;  ///< 12! / (4!)^3 * 2^11
  static constexpr std::size_t kTriples = 1'481'940;
  static constexpr std::size_t kKinds = 7'504;
  static constexpr std::size_t kOwnOppositeKinds = 1'524;

  struct Demand {
    std::array<std::uint16_t, 3> classes;  ///< ascending; one of them must be chosen
    std::uint16_t kind;                    ///< must be met if this kind is to be covered
    // clang-tidy takes the 0 that a default comparison is made of for a pointer.
    friend auto operator<=>(const Demand&, const Demand&) = default;  // NOLINT(modernize-use-nullptr)
  };

  std::vector<std::uint32_t> costs;      ///< by class: how many cosets it has up to symmetry
  std::vector<Demand> demands;           ///< sorted, each once
  std::vector<std::uint16_t> opposites;  ///< by kind: the kind of the inverses; may be itself
  std::uint64_t configurations = 0;      ///< counted when it was made: kConfigurations
};

CoverProblem make_cover_problem(const Phase1Coordinates& coordinates, const EdgeClasses& classes);

}  // namespace halfturn
