#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

#include "stage/search/search_kernel.h"

namespace halfturn::stage {

#if defined(__x86_64__)
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt,lzcnt")

namespace avx2 {
// In this order: each needs those before it.
// clang-format off
#include "stage/search/table_reader_avx2.h"
#include "stage/search/distance_kernel.h"
#include "stage/search/expansion_kernel.h"
#include "stage/search/enumeration_kernel.h"
#include "stage/search/existence_kernel.h"
// clang-format on
}  // namespace avx2

SearchKernel avx2_kernel() {
  return {avx2::Reader::entry, avx2::exists, avx2::enumerate, avx2::walk_down};
}

#pragma GCC pop_options
#endif

SearchKernel kernel_for(InstructionSet set) {
#if defined(__x86_64__)
  if (set != InstructionSet::portable) return avx2_kernel();
#endif
  static_cast<void>(set);
  return portable_kernel();
}

}  // namespace halfturn::stage
