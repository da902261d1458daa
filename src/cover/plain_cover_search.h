#pragma once

#include "cover/search.h"

namespace halfturn {

/// search_cover() for plain covers.
///
/// Many times, with other weights to begin with, a cover of whole groups is searched for and refined for a
/// short time. The few best of them are refined for long, and polished. These searches know nothing of each
/// other, so `run.threads` of them go on at once, and the result is the same for any number. Some 30 MB for
/// each thread.
FoundCover search_plain_cover(const Phase1Coordinates& coordinates, const CoverSearchOptions& options,
                              const Run& run);

}  // namespace halfturn
