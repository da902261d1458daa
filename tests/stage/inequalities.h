#pragma once

#include <gtest/gtest.h>

#include <span>

#include "halfturn/analyzer.h"

namespace halfturn::reference {

/// Whether the rows of one cube keep what must hold for every position: a stage takes no more moves than one
/// whose goal is narrower. `rows[i]` belongs to the stage with index `stages[i]`; the comparisons whose two
/// sides are both there are made, and it is a failure where there are none or a cell was not computed.
testing::AssertionResult check_inequalities(std::span<const Stage> stages, std::span<const StageRow> rows);

}  // namespace halfturn::reference
