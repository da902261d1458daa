#include "cover/problem.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "halfturn/geometry.h"

namespace halfturn {

namespace {

/// The slice that an edge place lies in, named by the axis that its faces do not lie on.
constexpr int slice_of(std::size_t place) {
  return 3 - axis_of(kEdgeFaces[place][0]) - axis_of(kEdgeFaces[place][1]);
}

constexpr int kSlices = 3;

/// For each place the home slice of the edge that it holds.
using HomeSlices = std::array<std::uint8_t, kEdgeCount>;

std::uint32_t packed(const HomeSlices& homes) {
  std::uint32_t code = 0;
  for (const std::uint8_t home : homes) code = 4 * code + home;
  return code;
}

HomeSlices seen_through(const HomeSlices& homes, Symmetry symmetry) {
  const detail::SymmetryAction& action = detail::action_of(symmetry);
  HomeSlices seen{};
  for (std::size_t p = 0; p < kEdgeCount; ++p)
    seen[action.edge_place[p]] = static_cast<std::uint8_t>(axis_of(symmetry(static_cast<Face>(homes[p]))));
  return seen;
}

/// A position whose edges come from these slices, not flipped. No class depends on the corners, so two of
/// them are swapped where the parity is wrong.
Cube cube_with(const HomeSlices& homes) {
  PlacedEdges edges{};
  std::array<std::vector<int>, kSlices> left;
  for (std::size_t p = kEdgeCount; p-- > 0;)
    left[static_cast<std::size_t>(slice_of(p))].push_back(static_cast<int>(p));
  for (std::size_t p = 0; p < kEdgeCount; ++p) {
    edges[p].piece = left[homes[p]].back();
    left[homes[p]].pop_back();
  }
  PlacedCorners corners{};
  for (std::size_t p = 0; p < kCornerCount; ++p) corners[p].piece = static_cast<int>(p);
  if (Result<Cube> cube = Cube::from_pieces(corners, edges)) return *cube;
  std::swap(corners[0], corners[1]);
  return *Cube::from_pieces(corners, edges);
}

/// How many edges go from slice i to slice j, straight or crossed: three bits for each of the 18 counts.
using Signature = std::uint64_t;

constexpr int signature_shift(int home, int now, bool crossed) {
  return 3 * (6 * home + 2 * now + (crossed ? 1 : 0));
}

/// The axis whose sticker says whether an edge from one slice in another is straight: the one that both
/// slices touch, or where they are the same, any that it touches.
bool is_crossed(std::size_t home, std::size_t place, int flip) {
  const int i = slice_of(home);
  const int j = slice_of(place);
  const int axis = i == j ? axis_of(kEdgeFaces[home][0]) : 3 - i - j;
  const int sticker = axis_of(kEdgeFaces[home][0]) == axis ? 0 : 1;
  const auto lies_on = static_cast<std::size_t>((sticker + flip) % 2);
  return axis_of(kEdgeFaces[place][lies_on]) != axis;
}

Signature signature_of(const Cube& edges, unsigned flips) {
  Signature signature = 0;
  for (std::size_t p = 0; p < kEdgeCount; ++p) {
    const auto home = static_cast<std::size_t>(edges.edge_at(static_cast<int>(p)).piece);
    const bool crossed = is_crossed(home, p, static_cast<int>(flips >> p & 1));
    signature += Signature{1} << signature_shift(slice_of(home), slice_of(p), crossed);
  }
  return signature;
}

/// The signature with its slices renamed, and its rows and columns exchanged where asked for.
Signature renamed(Signature signature, const std::array<int, kSlices>& name, bool transposed) {
  Signature result = 0;
  for (int i = 0; i < kSlices; ++i)
    for (int j = 0; j < kSlices; ++j)
      for (const bool crossed : {false, true}) {
        const int a = name[static_cast<std::size_t>(transposed ? j : i)];
        const int b = name[static_cast<std::size_t>(transposed ? i : j)];
        result |= (signature >> signature_shift(i, j, crossed) & 7) << signature_shift(a, b, crossed);
      }
  return result;
}

/// The smallest form of the signature, or of its transpose, under renamings of the axes: one for each kind.
Signature kind_form(Signature signature, bool transposed) {
  std::array<int, kSlices> name = {0, 1, 2};
  Signature smallest = renamed(signature, name, transposed);
  while (std::ranges::next_permutation(name).found)
    smallest = std::min(smallest, renamed(signature, name, transposed));
  return smallest;
}

/// Numbers the kinds as they are met.
class Kinds {
 public:
  std::uint16_t number_of(Signature signature) {
    const auto [place, fresh] = by_signature_.try_emplace(signature);
    if (fresh) place->second = number_of_form(kind_form(signature, false));
    return place->second;
  }

  std::vector<std::uint16_t> opposites() const {
    std::vector<std::uint16_t> result(by_form_.size());
    for (const auto& [form, number] : by_form_) result[number] = by_form_.at(kind_form(form, true));
    return result;
  }

 private:
  std::uint16_t number_of_form(Signature form) {
    return by_form_.try_emplace(form, static_cast<std::uint16_t>(by_form_.size())).first->second;
  }

  std::map<Signature, std::uint16_t> by_signature_;
  std::map<Signature, std::uint16_t> by_form_;
};

/// How the three classes of a position depend on its flips: the flips of the position seen along an axis are
/// those of the unflipped position seen along it, with the bits of the flipped places changed.
struct SeenAlongAxis {
  std::uint16_t slice = 0;
  std::array<std::uint16_t, kEdgeCount> change{};  // by place: the flip bits that flipping its edge changes
  std::uint16_t flip = 0;

  SeenAlongAxis(const Phase1Coordinates& coordinates, const Cube& cube, int axis) {
    const Symmetry up = axis_to_ud(axis);
    const Phase1Coset coset = coordinates.coset_of(cube.seen_through(up));
    slice = coset.slice;
    flip = coset.flip;
    for (std::size_t p = 0; p < kEdgeCount; ++p) {
      const int place = detail::action_of(up).edge_place[p];
      change[p] = static_cast<std::uint16_t>((1u << place) % kFlipCount);  // the last place has no bit
    }
  }

  std::uint16_t flip_with(unsigned flips) const {
    unsigned result = flip;
    for (; flips != 0; flips &= flips - 1)
      result ^= change[static_cast<std::size_t>(std::countr_zero(flips))];
    return static_cast<std::uint16_t>(result);
  }
};

}  // namespace

CoverProblem make_cover_problem(const Phase1Coordinates& coordinates, const EdgeClasses& classes) {
  CoverProblem problem;
  problem.costs.resize(kEdgeClassCount);
  for (int c = 0; c < kEdgeClassCount; ++c)
    problem.costs[static_cast<std::size_t>(c)] = classes.coset_count(c);

  Kinds kinds;
  HomeSlices homes = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2};
  do {
    // The 48 symmetries only permute the three classes, so one arrangement of each orbit is enough.
    const std::uint32_t code = packed(homes);
    bool smallest = true;
    std::uint64_t unchanged = 0;
    for (int s = 0; s < kSymmetryCount && smallest; ++s) {
      const std::uint32_t image = packed(seen_through(homes, Symmetry::from_index(s)));
      smallest = image >= code;
      unchanged += image == code ? 1 : 0;
    }
    if (!smallest) continue;
    problem.configurations += kSymmetryCount / unchanged * kFlipCount;

    const Cube cube = cube_with(homes);
    const std::array<SeenAlongAxis, 3> seen = {SeenAlongAxis(coordinates, cube, 0),
                                               SeenAlongAxis(coordinates, cube, 1),
                                               SeenAlongAxis(coordinates, cube, 2)};
    for (unsigned flips = 0; flips < 2 * kFlipCount; ++flips) {
      if (std::popcount(flips) % 2 != 0) continue;
      CoverProblem::Demand demand{};
      for (std::size_t axis = 0; axis < seen.size(); ++axis)
        demand.classes[axis] = classes.class_of(seen[axis].flip_with(flips), seen[axis].slice).class_index;
      std::ranges::sort(demand.classes);
      demand.kind = kinds.number_of(signature_of(cube, flips));
      problem.demands.push_back(demand);
    }
  } while (std::ranges::next_permutation(homes).found);

  std::ranges::sort(problem.demands);
  problem.demands.erase(std::unique(problem.demands.begin(), problem.demands.end()), problem.demands.end());
  problem.opposites = kinds.opposites();
  return problem;
}

}  // namespace halfturn
