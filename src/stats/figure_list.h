#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "halfturn/stats.h"

namespace halfturn::stats {

/// Pictures with names that can stand in any folder: a stage's name comes from a file, and may be anything.
class FigureList {
 public:
  void add(const std::string& name, std::string svg);
  std::vector<Figure> take() { return std::move(figures_); }

 private:
  std::vector<Figure> figures_;
};

using base::grouped;

/// The stages of one variant, where there is any.
struct VariantStages {
  std::string variant;
  std::vector<const StageStatistics*> stages;
};

/// "n = 1,200,000", or "n = 10 to 12" where the stages differ.
std::string rows_text(const std::vector<const StageStatistics*>& stages);

/// The stages of a data set that have a value for all six colours in some row, variant by variant; no more
/// together than a picture holds.
std::vector<VariantStages> by_variant(const Statistics& statistics);

}  // namespace halfturn::stats
