#include <cstring>
#include <memory>
#include <utility>

#include "kociemba/search/descent.h"

namespace halfturn {

namespace portable {
using Bytes = PortableBytes;
#include "kociemba/search/descent_kernel.h"
}  // namespace portable

void descend_portable(const SearchTables& tables, std::span<const Root> roots, int outer, DescentSink& sink) {
  portable::Descent(tables, roots, outer, sink).run();
}

}  // namespace halfturn
