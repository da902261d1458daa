#pragma once

#include <gtest/gtest.h>

#include <span>

#include "halfturn/analyzer.h"

namespace halfturn::reference {

/// Whether the rows of one cube satisfy what holds for every position: a stage takes no more moves than a
/// stage whose goal implies its own. `rows[i]` belongs to `stages[i]`. A failure also if no two of the stages
/// can be compared or a cell was not computed.
testing::AssertionResult check_inequalities(std::span<const Stage> stages, std::span<const StageRow> rows);

}  // namespace halfturn::reference
