#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "halfturn/where.h"

namespace halfturn::stage {

/// What conditions say of single views, together with what one stage says of another that it contains.
class Implied {
 public:
  /// `conditions` must outlive this.
  explicit Implied(std::span<const Condition> conditions);

  /// Why the conditions cannot hold all at once, where that is seen.
  const std::optional<Error>& contradiction() const { return contradiction_; }

  /// The lengths that a stage may have in a view: every position that satisfies the conditions has one of
  /// them.
  LengthSet lengths(int stage, View view) const;

 private:
  static constexpr int kKnown = -1;  // the source of a bound that is no condition's

  struct Cell {
    LengthSet lengths = 0;
    int low_source = kKnown;   // the condition that the least length comes from
    int high_source = kKnown;  // and the greatest
  };

  void take(std::size_t condition);
  void spread(int weaker, int stronger);
  void check_cells();
  void check_groups();
  Error clash(int first, int second, int stage, int other_stage) const;

  std::span<const Condition> conditions_;
  std::map<int, std::array<Cell, kViewCount>> cells_;  // by stage
  std::optional<Error> contradiction_;
};

}  // namespace halfturn::stage
