#pragma once

#include <vector>

#include "cli/shared/session.h"
#include "halfturn/result.h"
#include "halfturn/stats_pictures.h"

namespace halfturn::cli {

/// The exact distributions of the stages in these statistics, for each single colour and each pair of
/// opposite ones. Only of stages that leave nothing open: the exact distribution of xcross, say, is that of
/// one slot, whereas the rows hold the best of four. Names on stderr the stages that have none; an Error if
/// all have none. Builds the tables it needs.
Result<std::vector<stats::ExactDistribution>> exact_distributions_of(const stats::Statistics& statistics,
                                                                     Session& session);

}  // namespace halfturn::cli
