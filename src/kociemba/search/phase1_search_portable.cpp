#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <utility>

#include "kociemba/search/phase1_search.h"
#include "kociemba/search/probe.h"
#include "kociemba/search/turn_order.h"

namespace halfturn {

namespace portable {
using Bytes = PortableBytes;
#include "kociemba/search/phase1_search_kernel.h"
}  // namespace portable

template <Metric metric>
void search_phase1_portable(const SearchTables& tables, std::span<const SolveRoot> roots, int outer,
                            Phase1SearchSink& sink) {
  portable::Phase1Search<metric>(tables, roots, outer, sink).run();
}
template void search_phase1_portable<Metric::half>(const SearchTables&, std::span<const SolveRoot>, int,
                                                   Phase1SearchSink&);
template void search_phase1_portable<Metric::quarter>(const SearchTables&, std::span<const SolveRoot>, int,
                                                      Phase1SearchSink&);

}  // namespace halfturn
