#pragma once

#include <mutex>
#include <optional>

#include "api/paths/solve_wish.h"
#include "api/router.h"
#include "serve/campaigns.h"
#include "serve/engines.h"
#include "serve/names.h"

/// Those functions of the API that only the server can answer.
namespace halfturn::serve {

std::optional<LongWork> openapi(Exchange& exchange);
std::optional<LongWork> campaigns(Campaigns& campaigns, Exchange& exchange);
/// `one_coset` is held while a coset is solved: one takes 6 GB.
std::optional<LongWork> coset(Desk& desk, std::mutex& one_coset, Exchange& exchange);

/// What Desk::shortest does.
void find_shortest(Job& job, ServerEngines& engines, int threads, const SolveWish& wish);

}  // namespace halfturn::serve
