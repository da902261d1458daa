#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

#include "stage/search/search_kernel.h"

namespace halfturn::stage {

namespace portable {
// In this order: each needs those before it.
// clang-format off
#include "stage/search/table_reader_portable.h"
#include "stage/search/distance_kernel.h"
#include "stage/search/expansion_kernel.h"
#include "stage/search/enumeration_kernel.h"
#include "stage/search/existence_kernel.h"
// clang-format on
}  // namespace portable

SearchKernel portable_kernel() {
  return {portable::Reader::entry, portable::exists, portable::enumerate, portable::walk_down};
}

}  // namespace halfturn::stage
