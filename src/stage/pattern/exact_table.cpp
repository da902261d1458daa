#include "stage/pattern/exact_table.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

#include "stage/pattern/patterns.h"

namespace halfturn::stage {

namespace {

bool implies_under_some_symmetry(const Goal& goal, const Goal& weaker) {
  return std::ranges::any_of(kBottomSymmetries, [&](const BottomSymmetry& bottom_symmetry) {
    return implies(goal, bottom_symmetry, weaker);
  });
}

/// Bottom symmetries that take a row's representative to each arrangement of the row edges in the row's
/// class, one for each.
std::vector<const BottomSymmetry*> symmetries_out_of_row(const PatternSpace& space,
                                                         const PieceState& representative) {
  std::vector<const BottomSymmetry*> bottom_symmetries;
  std::vector<std::size_t> keys;
  for (const int index : space.bottom_symmetries()) {
    const BottomSymmetry& bottom_symmetry = kBottomSymmetries[static_cast<std::size_t>(index)];
    const PieceState image = PortableOps::seen(representative, bottom_symmetry);
    std::size_t key = 0;
    for (const std::size_t edge : space.row_edges())
      key = key << 4 | static_cast<std::size_t>(image.place(edge));
    if (std::ranges::find(keys, key) != keys.end()) continue;
    keys.push_back(key);
    bottom_symmetries.push_back(&bottom_symmetry);
  }
  return bottom_symmetries;
}

/// The state of an entry: places the pieces that are not row edges, and turns all of them.
PieceState state_of(const PatternSpace& space, const PieceState& representative, std::size_t row,
                    std::size_t in_row) {
  PieceState state = representative;
  const std::size_t flip = in_row & ((std::size_t{1} << space.flip_bits()) - 1);
  const std::size_t corners = (in_row >> space.flip_bits()) % space.corner_count();
  const std::size_t block = (in_row >> space.flip_bits()) / space.corner_count();
  const auto flip_of = [&](std::size_t edge) { return static_cast<int>(flip >> space.flip_bit(edge) & 1u); };
  for (const std::size_t edge : space.row_edges())
    state.byte[edge] = PieceState::pack(representative.place(edge), flip_of(edge));
  const std::size_t other_key = space.other_arrangements().key(block);
  for (std::size_t i = 0; i < space.other_edges().size(); ++i) {
    const std::size_t edge = space.other_edges()[i];
    unsigned free = 0xFFFu & ~unsigned{space.row_places()[row]};
    for (std::size_t skip = other_key >> (4 * i) & 15; skip > 0; --skip) free &= free - 1;
    state.byte[edge] = PieceState::pack(std::countr_zero(free), flip_of(edge));
  }
  const std::size_t corner_key = space.corner_arrangements().key(corners / space.twist_count());
  std::size_t twist = corners % space.twist_count();
  for (std::size_t i = 0; i < space.corner_pieces().size(); ++i, twist /= 3)
    state.byte[space.corner_pieces()[i]] =
        PieceState::pack(static_cast<int>(corner_key >> (4 * i) & 15), static_cast<int>(twist % 3));
  return state;
}

}  // namespace

bool same_up_to_symmetry(const Goal& a, const Goal& b) {
  // Both are sets of positions. If each lies in an image of the other, they have the same size and are equal.
  return std::popcount(a.pieces) == std::popcount(b.pieces) && implies_under_some_symmetry(a, b) &&
         implies_under_some_symmetry(b, a);
}

std::optional<Pattern> pattern_of(const Goal& goal) {
  for (const std::vector<Pattern>& patterns : {small_patterns(), large_patterns()})
    for (const Pattern& pattern : patterns)
      if (same_up_to_symmetry(goal, pattern.goal)) return pattern;
  return std::nullopt;
}

std::array<std::uint64_t, kCounts> counts_of(std::span<const std::byte> content) {
  std::array<std::uint64_t, kCounts> counts{};
  std::memcpy(counts.data(), content.data() + content.size() - sizeof counts, sizeof counts);
  return counts;
}

void for_each_state(const PatternSpace& space, std::span<const std::byte> content, std::uint32_t distances,
                    const std::function<void(const PieceState&, int)>& visit) {
  const std::size_t entries = space.blocks() * space.corner_count() << space.flip_bits();
  for (std::size_t row = 0; row < space.rows(); ++row) {
    PieceState representative;
    for (std::size_t i = 0; i < space.row_edges().size(); ++i)
      representative.byte[space.row_edges()[i]] =
          PieceState::pack(static_cast<int>(space.row_key(row) >> (4 * i) & 15), 0);
    const std::vector<const BottomSymmetry*> bottom_symmetries = symmetries_out_of_row(space, representative);
    for (std::size_t in_row = 0; in_row < entries; ++in_row) {
      const std::size_t entry = row * space.row_stride() + in_row;
      const auto distance = static_cast<unsigned>(content[entry / 2]) >> (4 * (entry % 2)) & 15u;
      if ((distances >> distance & 1u) == 0) continue;
      const PieceState state = state_of(space, representative, row, in_row);
      for (const BottomSymmetry* bottom_symmetry : bottom_symmetries)
        visit(PortableOps::seen(state, *bottom_symmetry), static_cast<int>(distance));
    }
  }
}

}  // namespace halfturn::stage
