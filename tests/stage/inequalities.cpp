#include "stage/inequalities.h"

#include <cstddef>

#include "stage/stage_goals.h"

namespace halfturn::reference {
namespace {

/// Whether goal b directly implies goal a; what follows through a third goal is left out.
bool never_more(const Goal& a, const Goal& b) {
  using enum Variant;
  const bool same_number = a.number == b.number;
  const bool one_more = a.number + 1 == b.number;
  if (a.variant == b.variant) return one_more;
  switch (a.variant) {
    case standard:
      return same_number && (b.variant == pair || b.variant == eo);
    case pseudo:
      return same_number && (b.variant == standard || b.variant == pseudo_pair);
    case pair:
      return one_more && b.variant == standard;
    case pseudo_pair:
      return (same_number && b.variant == pair) || (one_more && b.variant == pseudo);
    case eo:
      return false;
  }
  return false;
}

}  // namespace

testing::AssertionResult check_inequalities(std::span<const Stage> stages, std::span<const StageRow> rows) {
  if (stages.size() != rows.size())
    return testing::AssertionFailure() << stages.size() << " stages, " << rows.size() << " rows";
  int comparisons = 0;
  for (std::size_t i = 0; i < stages.size(); ++i)
    for (std::size_t j = 0; j < stages.size(); ++j) {
      const Goal& a = kGoals.at(stages[i].index());
      const Goal& b = kGoals.at(stages[j].index());
      if (!never_more(a, b)) continue;
      ++comparisons;
      for (const View view : kAllViews) {
        const int less = rows[i][view];
        const int more = rows[j][view];
        if (less == kNotComputed || more == kNotComputed || less > more)
          return testing::AssertionFailure() << "column " << suffix_of(view) << ": " << a.name << " takes "
                                             << less << ", " << b.name << " takes " << more;
      }
    }
  if (comparisons == 0) return testing::AssertionFailure() << "no two of the stages can be compared";
  return testing::AssertionSuccess();
}

}  // namespace halfturn::reference
