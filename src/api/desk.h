#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "api/engines.h"
#include "api/job.h"
#include "api/tables.h"
#include "halfturn/instruction_set.h"
#include "halfturn/metric.h"
#include "halfturn/stage.h"

namespace halfturn::api {

struct SolveWish;

/// What clients are told of whoever answers.
struct DeskFacts {
  std::string version;
  InstructionSet set = InstructionSet::portable;
  int threads = 1;
  std::size_t queue = 0;                         ///< how many requests may wait
  std::uint64_t body_bytes = 0;                  ///< of a request in JSON, at most
  std::uint64_t upload_bytes = 0;                ///< of a file, at most
  std::vector<Stage> stages;                     ///< those that can be asked for
  std::vector<Metric> metrics = {Metric::half};  ///< in which a cube can be solved
  bool large_tables = false;                     ///< whether exact counts may come from large tables
  bool can_coset = false;
  bool can_campaigns = false;
};

/// What the functions of the API share. Any number of them run at once.
struct Desk {
  DeskFacts facts;
  Engines& engines;
  Tables& tables;
  Jobs& jobs;
  /// How many threads a long piece of work that begins now should use: a fair share of all.
  std::function<int()> threads;
  /// Finds a shortest solution, proved; empty where that cannot be done.
  std::function<void(Job& job, const SolveWish& wish)> shortest;
};

}  // namespace halfturn::api
