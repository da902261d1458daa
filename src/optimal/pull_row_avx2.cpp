#include <array>
#include <bit>

#include "optimal/pull_row.h"

namespace halfturn::optimal {

#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt,lzcnt")

namespace avx2 {
#include "optimal/pull_row_kernel.h"
}

void pull_row_avx2(const RowMaps& maps, const RowMap& map, const std::uint64_t* source, std::uint64_t* into) {
  avx2::pull_row(maps, map, source, into);
}

#pragma GCC pop_options

PullRow pull_row_for(InstructionSet set) {
  return set == InstructionSet::portable ? pull_row_portable : pull_row_avx2;
}

}  // namespace halfturn::optimal
