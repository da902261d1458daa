#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "serve/campaigns.h"
#include "serve/engines.h"
#include "serve/job.h"
#include "serve/server.h"
#include "serve/table_keeper.h"
#include "serve/work_queue.h"

/// The API, docs/api.md: a function for each path below /api/v1.
namespace halfturn::serve {

// What one request may ask for.
inline constexpr std::int64_t kMostSolveSeconds = 600;
inline constexpr std::int64_t kMostScrambles = 1000;
inline constexpr std::int64_t kMostSolutions = 1000;      ///< of a stage
inline constexpr std::int64_t kMostWholeSolutions = 100;  ///< of a cube

/// What the functions of the API share. Any number of them run at once.
struct Desk {
  const ServerOptions& options;
  Engines& engines;
  TableKeeper& tables;
  Campaigns& campaigns;
  Jobs& jobs;
  WorkQueue& slow;        ///< for work that takes long
  std::mutex& one_coset;  ///< held while a coset is solved: one takes 6 GB

  /// How many threads a long piece of work that begins now should use: a fair share of all.
  int threads() const;
};

/// Work that takes long. It answers by `job.done()`, or throws a Refusal.
using LongWork = std::function<void(Job& job)>;

/// Answers at once by Exchange::reply(), or returns what is then done among the long pieces of work. May
/// throw a Refusal. Takes milliseconds.
using Handler = std::optional<LongWork> (*)(Desk&, Exchange&);

/// Whether the body of a request is a file.
enum class Upload { never, always, unless_json };

struct Route {
  std::string_view method;
  std::string_view path;  ///< below /api/v1/; "jobs/{job}" stands for any job
  Handler handler;
  Upload upload = Upload::never;
};

std::span<const Route> routes();

std::optional<LongWork> about(Desk& desk, Exchange& exchange);
std::optional<LongWork> openapi(Desk& desk, Exchange& exchange);
std::optional<LongWork> list_tables(Desk& desk, Exchange& exchange);
std::optional<LongWork> build_tables(Desk& desk, Exchange& exchange);
std::optional<LongWork> position(Desk& desk, Exchange& exchange);
std::optional<LongWork> solve(Desk& desk, Exchange& exchange);
std::optional<LongWork> analyze(Desk& desk, Exchange& exchange);
std::optional<LongWork> solutions(Desk& desk, Exchange& exchange);
std::optional<LongWork> judge(Desk& desk, Exchange& exchange);
std::optional<LongWork> scramble(Desk& desk, Exchange& exchange);
std::optional<LongWork> distribution(Desk& desk, Exchange& exchange);
std::optional<LongWork> statistics(Desk& desk, Exchange& exchange);
std::optional<LongWork> figure(Desk& desk, Exchange& exchange);
std::optional<LongWork> campaigns(Desk& desk, Exchange& exchange);
std::optional<LongWork> coset(Desk& desk, Exchange& exchange);
std::optional<LongWork> stop_job(Desk& desk, Exchange& exchange);

}  // namespace halfturn::serve
