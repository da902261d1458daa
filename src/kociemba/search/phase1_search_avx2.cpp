#include <immintrin.h>

#include <cstring>
#include <memory>
#include <utility>

#include "kociemba/search/phase1_search.h"

namespace halfturn {

#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt,lzcnt")

namespace avx2 {
// The kernel needs the operations before it.
// clang-format off
#include "kociemba/search/piece_bytes_avx2.h"
#include "kociemba/search/phase1_search_kernel.h"
// clang-format on
}  // namespace avx2

void search_phase1_avx2(const SearchTables& tables, std::span<const SolveRoot> roots, int outer,
                        Phase1SearchSink& sink) {
  avx2::Phase1Search(tables, roots, outer, sink).run();
}

#pragma GCC pop_options

Phase1SearchFunction phase1_search_for(InstructionSet set) {
  return set == InstructionSet::portable ? search_phase1_portable : search_phase1_avx2;
}

}  // namespace halfturn
