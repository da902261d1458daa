#include <cstring>
#include <memory>
#include <utility>

#include "kociemba/search/phase1_search.h"

namespace halfturn {

namespace portable {
using Bytes = PortableBytes;
#include "kociemba/search/phase1_search_kernel.h"
}  // namespace portable

void search_phase1_portable(const SearchTables& tables, std::span<const SolveRoot> roots, int outer,
                            Phase1SearchSink& sink) {
  portable::Phase1Search(tables, roots, outer, sink).run();
}

}  // namespace halfturn
