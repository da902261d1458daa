#pragma once

/// All that has to do with the stages of a CFOP solve, in one place: how few moves each takes and which
/// (analyzer.h), what the stages are called (stage.h), positions whose stages have wanted lengths (where.h),
/// exact distributions (distribution.h), statistics and pictures of many analyses (stats.h), and scrambles as
/// people write them (position.h).

#include "halfturn/analyzer.h"      // IWYU pragma: export
#include "halfturn/distribution.h"  // IWYU pragma: export
#include "halfturn/position.h"      // IWYU pragma: export
#include "halfturn/stage.h"         // IWYU pragma: export
#include "halfturn/stats.h"         // IWYU pragma: export
#include "halfturn/where.h"         // IWYU pragma: export
