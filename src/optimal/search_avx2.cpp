#include <immintrin.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "optimal/coset_space.h"
#include "optimal/search.h"

namespace halfturn::optimal {

#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt,lzcnt")

namespace avx2 {
// The kernel needs the operations before it.
// clang-format off
#include "optimal/coset_reader_avx2.h"
#include "optimal/search_kernel.h"
// clang-format on
}  // namespace avx2

std::unique_ptr<SubtreeSearch> make_search_avx2(const SearchTables& tables) {
  return avx2::make_search_for(tables);
}

#pragma GCC pop_options

std::unique_ptr<SubtreeSearch> make_search(InstructionSet set, const SearchTables& tables) {
  return set == InstructionSet::portable ? make_search_portable(tables) : make_search_avx2(tables);
}

}  // namespace halfturn::optimal
