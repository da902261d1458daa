#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <vector>

#include "optimal/nearness_build.h"
#include "optimal/search_tables.h"

namespace halfturn::optimal {

/// Tables for the search, made in memory in a few seconds: they say as much as the real ones, of smaller
/// limits.
class ShallowTables {
 public:
  explicit ShallowTables(Metric metric)
      : space_(CosetSpace::make()), corners_(CornerDistances::make(metric == Metric::quarter)) {
    const bool quarter = metric == Metric::quarter;
    main_ = {.metric = metric, .fold = quarter ? 6 : 5, .by_parity = quarter, .first_limit = quarter ? 4 : 5};
    last_moves_ = {.metric = metric, .fold = 6, .by_parity = quarter, .first_limit = 2};
    fill(main_, main_content_);
    fill(last_moves_, last_moves_content_);
  }

  SearchTables tables() const {
    return {.cosets = &space_->kernel_tables(),
            .readers = {{main_, main_content_}, {last_moves_, last_moves_content_}},
            .corners = corners_.get()};
  }

 private:
  static void fill(const TableLayout& layout, std::vector<std::byte>& content) {
    content.resize(layout.entries() / 4);
    const Result<void> built = build_nearness(layout, "shallow", content, {});
    if (!built) throw std::runtime_error(built.error().text());
  }

  std::unique_ptr<const CosetSpace> space_;
  std::unique_ptr<const CornerDistances> corners_;
  TableLayout main_;
  TableLayout last_moves_;
  std::vector<std::byte> main_content_;
  std::vector<std::byte> last_moves_content_;
};

}  // namespace halfturn::optimal
