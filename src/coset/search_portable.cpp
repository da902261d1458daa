#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "coset/search.h"

namespace halfturn {

namespace portable {
using Bytes = PortableBytes;
#include "coset/search_kernel.h"
}  // namespace portable

namespace {

PieceBytes places_after(Symmetry symmetry) {
  const detail::SymmetryAction& action = detail::action_of(symmetry);
  PieceBytes pieces = PieceBytes::of(Cube{});
  std::ranges::copy(action.edge_place, pieces.byte.begin() + PieceBytes::kEdges);
  std::ranges::copy(action.corner_place, pieces.byte.begin() + PieceBytes::kCorners);
  return pieces;
}

}  // namespace

CosetSearchTables::CosetSearchTables(const Phase1Table& table, const BitmapLayout& layout)
    : CosetSearchTables(table, layout, positions_within(table, NearEntries::kFarthest),
                        positions_within(table, CosetEndings::kLongest)) {}

CosetSearchTables::CosetSearchTables(const Phase1Table& table, const BitmapLayout& layout,
                                     std::span<const std::uint32_t> near_positions,
                                     std::span<const std::uint32_t> ending_positions)
    : phase1(table),
      near(table, near_positions),
      all_endings(table.coordinates(), ending_positions, EndingRule::any),
      outside_endings(table.coordinates(), ending_positions, EndingRule::last_move_outside),
      bits(layout),
      move_pieces{},
      seen{} {
  for (std::size_t m = 0; m < move_pieces.size(); ++m)
    move_pieces[m] = PieceBytes::of(Cube::of(kAllMoves[m]));
  for (int s = 0; s < kUdSymmetryCount; ++s) {
    const Symmetry symmetry = Symmetry::from_index(s);
    Seen& result = seen[static_cast<std::size_t>(s)];
    result.pieces = places_after(symmetry);
    result.back = places_after(symmetry.inverse());
    for (std::size_t m = 0; m < kMoveCount; ++m)
      result.moves_after[m] = symmetry(moves_after(kAllMoves[m])).bits();
  }
}

std::unique_ptr<CosetSearcher> make_coset_searcher_portable(const CosetSearchTables& tables,
                                                            const CosetEndings& endings,
                                                            PendingBits::Lists& reached) {
  return std::make_unique<portable::Searcher>(tables, endings, reached);
}

std::unique_ptr<CosetSearcher> make_coset_searcher(InstructionSet set, const CosetSearchTables& tables,
                                                   const CosetEndings& endings, PendingBits::Lists& reached) {
  return set == InstructionSet::portable ? make_coset_searcher_portable(tables, endings, reached)
                                         : make_coset_searcher_avx2(tables, endings, reached);
}

}  // namespace halfturn
