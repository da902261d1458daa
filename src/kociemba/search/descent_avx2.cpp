#include <immintrin.h>

#include <cstring>
#include <memory>
#include <utility>

#include "kociemba/search/descent.h"

namespace halfturn {

#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt,lzcnt")

namespace avx2 {
// The kernel needs the operations before it.
// clang-format off
#include "kociemba/search/piece_bytes_avx2.h"
#include "kociemba/search/descent_kernel.h"
// clang-format on
}  // namespace avx2

void descend_avx2(const SearchTables& tables, std::span<const Root> roots, int outer, DescentSink& sink) {
  avx2::Descent(tables, roots, outer, sink).run();
}

#pragma GCC pop_options

DescendFunction descend_for(InstructionSet set) {
  return set == InstructionSet::portable ? descend_portable : descend_avx2;
}

}  // namespace halfturn
