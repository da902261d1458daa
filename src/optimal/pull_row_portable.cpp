#include <array>
#include <bit>

#include "optimal/pull_row.h"

namespace halfturn::optimal {

namespace portable {
#include "optimal/pull_row_kernel.h"
}

void pull_row_portable(const RowMaps& maps, const RowMap& map, const std::uint64_t* source,
                       std::uint64_t* into) {
  portable::pull_row(maps, map, source, into);
}

}  // namespace halfturn::optimal
