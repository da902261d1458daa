#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "optimal/coset_space.h"
#include "optimal/search.h"

namespace halfturn::optimal {

namespace portable {
// The kernel needs the operations before it.
// clang-format off
#include "optimal/coset_reader_portable.h"
#include "optimal/search_kernel.h"
// clang-format on
}  // namespace portable

std::unique_ptr<SubtreeSearch> make_search_portable(const SearchTables& tables) {
  return portable::make_search_for(tables);
}

}  // namespace halfturn::optimal
