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

CosetSearchTables::CosetSearchTables(const Phase1Table& table, const BitmapLayout& layout)
    : phase1(table),
      all_endings(table.coordinates(), EndingRule::any),
      outside_endings(table.coordinates(), EndingRule::last_move_outside),
      bits(layout),
      move_pieces{} {
  for (std::size_t m = 0; m < move_pieces.size(); ++m)
    move_pieces[m] = PieceBytes::of(Cube::of(kAllMoves[m]));
}

std::unique_ptr<CosetSearcher> make_coset_searcher_portable(const CosetSearchTables& tables,
                                                            const ShortEndings& endings,
                                                            std::uint8_t* bitmap) {
  return std::make_unique<portable::Searcher>(tables, endings, bitmap);
}

std::unique_ptr<CosetSearcher> make_coset_searcher(InstructionSet set, const CosetSearchTables& tables,
                                                   const ShortEndings& endings, std::uint8_t* bitmap) {
  return set == InstructionSet::portable ? make_coset_searcher_portable(tables, endings, bitmap)
                                         : make_coset_searcher_avx2(tables, endings, bitmap);
}

}  // namespace halfturn
