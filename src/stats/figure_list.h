#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/text.h"
#include "halfturn/stats_pictures.h"

namespace halfturn::stats {

/// Pictures with safe, unique file names: the name of a stage comes from a file and may be anything.
class FigureList {
 public:
  void add(const std::string& name, std::string svg);
  std::vector<Figure> take() { return std::move(figures_); }

 private:
  std::vector<Figure> figures_;
  std::unordered_set<std::string> taken_;             // names, in lower case
  std::unordered_map<std::string, int> next_number_;  // for a name in lower case that is taken
};

using base::grouped;

/// Stages of one variant, or of none (kOtherVariant).
struct VariantStages {
  std::string variant;
  std::vector<const StageStatistics*> stages;
};

/// The number of complete rows: "n = 1,200,000", or "n = 10 to 12" if the stages differ.
std::string rows_text(const std::vector<const StageStatistics*>& stages);

/// The stages with complete rows, by variant. A variant with more than ten, too many for one picture, is
/// split.
std::vector<VariantStages> by_variant(const Statistics& statistics);

}  // namespace halfturn::stats
