#include "stage/search/table_set.h"

#include <utility>

#include "stage/pattern/goals.h"
#include "stage/pattern/patterns.h"

namespace halfturn::stage {

std::vector<Pattern> patterns_at_hand(const TableStore& store) {
  std::vector<Pattern> patterns = small_patterns();
  for (Pattern& pattern : large_patterns())
    if (store.status(kind_of(pattern)).state == TableState::ready) patterns.push_back(std::move(pattern));
  return patterns;
}

Error not_covered(Stage stage) {
  return {ErrorKind::bad_input, "no tables cover the stage " + std::string(stage.name()), {}};
}

TableSet::TableSet(const std::vector<Pattern>& patterns)
    : spaces_(spaces_of(patterns)), planner_(without_content()) {}

std::vector<std::unique_ptr<PatternSpace>> TableSet::spaces_of(const std::vector<Pattern>& patterns) {
  std::vector<std::unique_ptr<PatternSpace>> spaces;
  for (const Pattern& pattern : patterns) spaces.push_back(std::make_unique<PatternSpace>(pattern));
  return spaces;
}

std::vector<PatternTable> TableSet::without_content() const {
  std::vector<PatternTable> tables;
  for (const std::unique_ptr<PatternSpace>& space : spaces_) tables.push_back({space.get(), {}});
  return tables;
}

std::vector<TableKind> TableSet::kinds() const {
  std::vector<TableKind> kinds;
  for (std::size_t t = 0; t < spaces_.size(); ++t)
    if (planner_.reads(t)) kinds.push_back(kind_of(spaces_[t]->pattern()));
  return kinds;
}

Result<void> TableSet::open(const TableStore& store, Residency small, Residency large, const Run& run) {
  for (std::size_t t = 0; t < spaces_.size(); ++t) {
    if (!planner_.reads(t)) continue;
    const Pattern& pattern = spaces_[t]->pattern();
    Result<TableData> data = store.open_or_build(kind_of(pattern), pattern.large ? large : small, run);
    if (!data) return data.error();
    planner_.set_content(t, data->bytes());
    tables_.push_back(std::move(*data));
  }
  return {};
}

}  // namespace halfturn::stage
