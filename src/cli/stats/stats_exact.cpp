#include "cli/stats/stats_exact.h"

#include <fmt/format.h>

#include <string>

#include "cli/shared/say.h"
#include "cli/stats/stats_output.h"
#include "halfturn/distribution.h"

namespace halfturn::cli {

namespace {

stats::Distribution counts_of(const StageDistribution& exact) {
  stats::Distribution distribution;
  for (std::size_t moves = 0; moves < exact.counts.size(); ++moves)
    distribution.add(static_cast<int>(moves), exact.counts[moves]);
  return distribution;
}

}  // namespace

Result<std::vector<stats::ExactDistribution>> exact_distributions_of(const stats::Statistics& statistics,
                                                                     Session& session) {
  const Result<TableStore> store = session.store();
  if (!store) return store.error();
  const Run run = session.run_for(*store);
  std::vector<stats::ExactDistribution> known;
  std::vector<std::string> unknown;
  for (const stats::StageStatistics* stage : statistics.stages()) {
    // Two colours can be counted exactly if the stage leaves nothing open but the colour.
    const auto pairs = exact_distributions(*store, stage->name(), {View::U, View::D}, run);
    if (!pairs && pairs.error().kind != ErrorKind::bad_input) return pairs.error();
    if (!pairs) {
      unknown.push_back(stage->name());
      continue;
    }
    const auto singles = exact_distributions(*store, stage->name(), {}, run);
    if (!singles) return singles.error();
    // All colours are alike, and so are all pairs of opposite ones.
    for (const stats::Subset subset : stats::kAllSubsets)
      if (size_of(subset) <= 2)
        known.push_back(
            {stage->name(), subset, counts_of(size_of(subset) == 1 ? singles->front() : pairs->front())});
  }
  if (known.empty())
    return Error{ErrorKind::bad_input, "--exact: none of these stages has an exact distribution",
                 "cross and pseudo_cross have one; for all other stages the rows hold the best of several "
                 "slots, pairs or axes, which nobody has counted"};
  if (!unknown.empty())
    say("halfturn: --exact: there is no exact distribution of {}\n",
        base::printable(fmt::format("{}", fmt::join(unknown, " "))));
  return known;
}

const stats::Distribution* DataSet::exact_of(const std::string& stage, stats::Subset subset) const {
  for (const stats::ExactDistribution& known : exact)
    if (known.stage == stage && known.subset == subset) return &known.distribution;
  return nullptr;
}

}  // namespace halfturn::cli
