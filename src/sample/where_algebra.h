#pragma once

#include "halfturn/where.h"

/// And, or and not for conditions that are spread out into alternatives. An Error where there are more than
/// kMostAlternatives.
namespace halfturn::stage {

Result<Where> either(Where first, Where second);
Result<Where> each(Where first, const Where& second);
Result<Where> opposite_of(const Where& where);

}  // namespace halfturn::stage
