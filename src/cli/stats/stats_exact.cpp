#include "cli/stats/stats_exact.h"

#include <fmt/format.h>

#include <string>

#include "cli/shared/say.h"
#include "cli/stats/stats_output.h"
#include "front/statistics.h"

namespace halfturn::cli {

Result<std::vector<stats::ExactDistribution>> exact_distributions_of(const stats::Statistics& statistics,
                                                                     Session& session) {
  const Result<TableStore> store = session.store();
  if (!store) return store.error();
  Result<KnownDistributions> found =
      halfturn::exact_distributions_of(statistics, *store, session.run_for(*store));
  if (!found) return found.error();
  if (found->known.empty())
    return Error{ErrorKind::bad_input, "--exact: none of these stages has an exact distribution",
                 "cross, pseudo_cross and xcross have one; for all other stages the rows hold the best of "
                 "several slots, pairs or axes, which nobody has counted"};
  if (!found->unknown.empty())
    say("halfturn: --exact: there is no exact distribution of {}\n",
        base::printable(fmt::format("{}", fmt::join(found->unknown, " "))));
  return std::move(found->known);
}

const stats::Distribution* DataSet::exact_of(const std::string& stage, stats::Subset subset) const {
  return exact_among(exact, stage, subset);
}

}  // namespace halfturn::cli
