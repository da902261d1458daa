#include <immintrin.h>

#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "coset/search.h"

namespace halfturn {

#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt,lzcnt")

namespace avx2 {
// The kernel needs the operations before it.
// clang-format off
#include "kociemba/search/piece_bytes_avx2.h"
#include "coset/search_kernel.h"
// clang-format on
}  // namespace avx2

std::unique_ptr<CosetSearcher> make_coset_searcher_avx2(const CosetSearchTables& tables,
                                                        const CosetEndings& endings,
                                                        PendingBits::Lists& reached) {
  return std::make_unique<avx2::Searcher>(tables, endings, reached);
}

#pragma GCC pop_options

}  // namespace halfturn
