#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "halfturn/phase1.h"
#include "halfturn/phase2.h"
#include "support/test_store.h"

namespace halfturn {

/// Both tables, resident, for the tests of a solver. open() throws if one cannot be opened.
struct ResidentTables {
  std::shared_ptr<const Phase1Table> phase1;
  std::shared_ptr<const Phase2Table> phase2;

  static ResidentTables open(Metric metric = Metric::half) {
    Result<Phase1Table> first = Phase1Table::open(test_tables(), Residency::resident, {}, metric);
    Result<Phase2Table> second = Phase2Table::open(test_tables(), Residency::resident, {}, metric);
    if (!first || !second) throw std::runtime_error((first ? second.error() : first.error()).text());
    return {std::make_shared<const Phase1Table>(std::move(*first)),
            std::make_shared<const Phase2Table>(std::move(*second))};
  }
};

/// By class: how many of the numbers below `count` belong to it.
template <class ClassOf>
std::vector<std::uint64_t> class_sizes(int classes, int count, const ClassOf& class_of) {
  std::vector<std::uint64_t> sizes(static_cast<std::size_t>(classes));
  for (int i = 0; i < count; ++i) ++sizes[class_of(static_cast<std::uint16_t>(i)).index];
  return sizes;
}
inline std::vector<std::uint64_t> twist_class_sizes(const Phase1Coordinates& coordinates) {
  return class_sizes(kTwistClasses, kTwistCount, [&](std::uint16_t t) { return coordinates.twist_class(t); });
}
inline std::vector<std::uint64_t> corner_class_sizes(const Phase2Coordinates& coordinates) {
  return class_sizes(kCornerClasses, kArrangementCount,
                     [&](std::uint16_t c) { return coordinates.corner_class(c); });
}

}  // namespace halfturn
