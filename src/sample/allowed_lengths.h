#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "halfturn/where.h"

namespace halfturn::stage {

/// The lengths that conditions allow in each view, narrowed by the rule that a stage takes no fewer moves
/// than a stage it contains.
class AllowedLengths {
 public:
  /// `conditions` must outlive this.
  explicit AllowedLengths(std::span<const Condition> conditions);

  /// Why the conditions cannot all hold at once, if that was detected.
  const std::optional<Error>& contradiction() const { return contradiction_; }

  /// The lengths that a stage may have in a view, by any of the slots: every position that satisfies the
  /// conditions has one of these.
  LengthSet lengths(Stage stage, View view) const;

 private:
  static constexpr int kKnown = -1;  // the source of a bound that comes from no condition

  struct Cell {
    LengthSet lengths = 0;
    int low_source = kKnown;   // the condition that set the least length
    int high_source = kKnown;  // and the greatest
  };

  void take(std::size_t condition);
  void spread(const StageBySlots& weaker, const StageBySlots& stronger);
  void check_groups();
  Error clash(int first, int second, Stage stage, Stage other_stage) const;

  std::span<const Condition> conditions_;
  std::map<StageBySlots, PerView<Cell>> cells_;
  std::optional<Error> contradiction_;
};

}  // namespace halfturn::stage
