#include <algorithm>
#include <limits>

#include "halfturn/cover.h"

namespace halfturn {

namespace {

constexpr std::size_t kPairs = std::size_t{kSliceCount} * kFlipCount;

constexpr Phase1Coset pair_at(std::size_t position) {
  return {0, static_cast<std::uint16_t>(position % kFlipCount),
          static_cast<std::uint16_t>(position / kFlipCount)};
}

constexpr std::size_t position_of(Phase1Coset coset) {
  return std::size_t{coset.slice} * kFlipCount + coset.flip;
}

/// `group`: bit s for each symmetry s in it.
TwistOrbits twist_orbits(const Phase1Coordinates& coordinates, std::uint16_t group) {
  TwistOrbits orbits;
  orbits.orbit_of.resize(kTwistCount);
  for (std::uint16_t twist = 0; twist < kTwistCount; ++twist) {
    std::uint16_t smallest = twist;
    for (int s = 0; s < kUdSymmetryCount; ++s)
      if ((group >> s & 1) != 0)
        smallest = std::min(
            smallest, coordinates.seen_through(Phase1Coset{twist, 0, 0}, Symmetry::from_index(s)).twist);
    if (smallest == twist) {
      orbits.orbit_of[twist] = static_cast<std::uint16_t>(orbits.smallest.size());
      orbits.smallest.push_back(twist);
    } else {
      orbits.orbit_of[twist] = orbits.orbit_of[smallest];
    }
  }
  return orbits;
}

}  // namespace

std::unique_ptr<const EdgeClasses> EdgeClasses::make(const Phase1Coordinates& coordinates) {
  std::unique_ptr<EdgeClasses> classes(new EdgeClasses);
  constexpr std::uint8_t kUnseen = std::numeric_limits<std::uint8_t>::max();
  classes->members_.assign(kPairs, Member{0, kUnseen});
  std::vector<std::uint16_t> groups;  // the stabilizers met so far
  for (std::size_t position = 0; position < kPairs; ++position) {
    if (classes->members_[position].symmetry != kUnseen) continue;
    // The smallest of its class, for all smaller ones have been dealt with.
    const Phase1Coset pair = pair_at(position);
    const auto index = static_cast<std::uint16_t>(classes->representatives_.size());
    std::uint16_t stabilizer = 0;
    for (int s = 0; s < kUdSymmetryCount; ++s) {
      const Symmetry symmetry = Symmetry::from_index(s);
      const Phase1Coset image = coordinates.seen_through(pair, symmetry);
      if (image == pair) stabilizer = static_cast<std::uint16_t>(stabilizer | 1u << s);
      Member& member = classes->members_[position_of(image)];
      const auto back = static_cast<std::uint8_t>(symmetry.inverse().index());
      member = {index, std::min(member.symmetry, back)};
    }
    const auto found = std::ranges::find(groups, stabilizer);
    classes->representatives_.push_back(pair);
    classes->stabilizers_.push_back(stabilizer);
    classes->orbits_of_class_.push_back(static_cast<std::uint8_t>(found - groups.begin()));
    if (found != groups.end()) continue;
    groups.push_back(stabilizer);
    classes->twist_orbits_.push_back(twist_orbits(coordinates, stabilizer));
  }
  return classes;
}

}  // namespace halfturn
