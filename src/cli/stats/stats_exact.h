#pragma once

#include <vector>

#include "cli/shared/session.h"
#include "halfturn/result.h"
#include "halfturn/stats_pictures.h"

namespace halfturn::cli {

/// The exact distributions of the stages in these statistics, as front/statistics.h says. Names on stderr the
/// stages that have none; an Error if all have none.
Result<std::vector<stats::ExactDistribution>> exact_distributions_of(const stats::Statistics& statistics,
                                                                     Session& session);

}  // namespace halfturn::cli
