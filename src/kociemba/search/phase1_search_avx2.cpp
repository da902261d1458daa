#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <utility>

#include "kociemba/search/phase1_search.h"
#include "kociemba/search/probe.h"
#include "kociemba/search/turn_order.h"

namespace halfturn {

#if defined(__x86_64__)
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt,lzcnt")

namespace avx2 {
// The kernel needs the operations before it.
// clang-format off
#include "kociemba/search/piece_bytes_avx2.h"
#include "kociemba/search/phase1_search_kernel.h"
// clang-format on
}  // namespace avx2

template <Metric metric>
void search_phase1_avx2(const SearchTables& tables, std::span<const SolveRoot> roots, int outer,
                        Phase1SearchSink& sink) {
  avx2::Phase1Search<metric>(tables, roots, outer, sink).run();
}
template void search_phase1_avx2<Metric::half>(const SearchTables&, std::span<const SolveRoot>, int,
                                               Phase1SearchSink&);
template void search_phase1_avx2<Metric::quarter>(const SearchTables&, std::span<const SolveRoot>, int,
                                                  Phase1SearchSink&);

#pragma GCC pop_options
#endif

Phase1SearchFunction phase1_search_for(InstructionSet set, Metric metric) {
#if defined(__x86_64__)
  if (set != InstructionSet::portable)
    return metric == Metric::half ? search_phase1_avx2<Metric::half> : search_phase1_avx2<Metric::quarter>;
#endif
  static_cast<void>(set);
  return metric == Metric::half ? search_phase1_portable<Metric::half>
                                : search_phase1_portable<Metric::quarter>;
}

}  // namespace halfturn
