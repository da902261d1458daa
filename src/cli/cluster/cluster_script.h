#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/cluster/cluster_job.h"

namespace halfturn::cli {

/// What the scheduler should give to each task.
struct TaskOptions {
  std::optional<std::uint64_t> cpus;  ///< none: the whole node
  std::string memory;                 ///< as sbatch takes it; empty: what the work needs
  std::string time;                   ///< likewise; empty: what the cluster gives
  std::string partition;
  std::string account;
  std::optional<std::uint64_t> at_once;  ///< so many tasks run at once, at most
  std::vector<std::string> more;         ///< further options of sbatch
};

/// The exit code of a task that was told to end: it is to be put back into the queue.
inline constexpr int kRequeue = 75;

/// The batch script that does the shards, one a task.
std::string array_script(const ClusterJob& job, const TaskOptions& options);
/// The batch script that puts them together.
std::string merge_script(const ClusterJob& job, const TaskOptions& options);

}  // namespace halfturn::cli
