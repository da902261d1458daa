#pragma once

#include <cstdint>
#include <optional>

#include "api/desk.h"
#include "api/router.h"

/// The functions of the API, one for each path that anybody can answer.
namespace halfturn::api {

// What one request may ask for.
inline constexpr std::int64_t kMostSolveSeconds = 600;
inline constexpr std::int64_t kMostScrambles = 1000;
inline constexpr std::int64_t kMostSolutions = 1000;      ///< of a stage
inline constexpr std::int64_t kMostWholeSolutions = 100;  ///< of a cube

std::optional<LongWork> about(Desk& desk, Exchange& exchange);
std::optional<LongWork> list_tables(Desk& desk, Exchange& exchange);
std::optional<LongWork> build_tables(Desk& desk, Exchange& exchange);
std::optional<LongWork> position(Desk& desk, Exchange& exchange);
std::optional<LongWork> solve(Desk& desk, Exchange& exchange);
std::optional<LongWork> analyze(Desk& desk, Exchange& exchange);
std::optional<LongWork> solutions(Desk& desk, Exchange& exchange);
std::optional<LongWork> judge(Desk& desk, Exchange& exchange);
std::optional<LongWork> scramble(Desk& desk, Exchange& exchange);
std::optional<LongWork> where(Desk& desk, Exchange& exchange);
std::optional<LongWork> distribution(Desk& desk, Exchange& exchange);
std::optional<LongWork> statistics(Desk& desk, Exchange& exchange);
std::optional<LongWork> figure(Desk& desk, Exchange& exchange);
std::optional<LongWork> stop_job(Desk& desk, Exchange& exchange);

}  // namespace halfturn::api
