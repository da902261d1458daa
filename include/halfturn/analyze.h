#pragma once

/// Includes everything about the stages of a CFOP solve: their least number of moves and solutions
/// (analyzer.h), their names (stage.h), positions whose stages have wanted lengths (where.h), exact
/// distributions (distribution.h), statistics and pictures of many analyses (stats.h), and scrambles as
/// people write them (position.h).

#include "halfturn/analyzer.h"      // IWYU pragma: export
#include "halfturn/distribution.h"  // IWYU pragma: export
#include "halfturn/position.h"      // IWYU pragma: export
#include "halfturn/stage.h"         // IWYU pragma: export
#include "halfturn/stats.h"         // IWYU pragma: export
#include "halfturn/where.h"         // IWYU pragma: export
