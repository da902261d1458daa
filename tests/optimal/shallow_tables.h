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
  /// With the order of corners, in half turns, one table of fewer moves: its planes are large.
  explicit ShallowTables(Metric metric, CornerDetail detail = CornerDetail::tetrad)
      : space_(CosetSpace::make(detail)), corners_(CornerDistances::make(metric == Metric::quarter)) {
    const bool quarter = metric == Metric::quarter;
    if (detail == CornerDetail::order) {
      main_ = {.metric = metric, .fold = 6, .by_parity = false, .first_limit = 2, .corners = detail};
      fill(main_, main_content_);
      return;
    }
    main_ = {.metric = metric, .fold = quarter ? 6 : 5, .by_parity = quarter, .first_limit = quarter ? 4 : 5};
    last_moves_ = {.metric = metric, .fold = 6, .by_parity = quarter, .first_limit = 2};
    fill(main_, main_content_);
    fill(last_moves_, last_moves_content_);
  }

  SearchTables tables() const {
    const CosetSpace::KernelTables* cosets = &space_->kernel_tables();
    if (last_moves_content_.empty())
      return {.readers = {{main_, main_content_, cosets}}, .corners = corners_.get()};
    return {.readers = {{main_, main_content_, cosets}, {last_moves_, last_moves_content_, cosets}},
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
