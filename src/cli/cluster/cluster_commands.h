#pragma once

#include <string>
#include <vector>

#include "cli/campaign/campaign_plan.h"
#include "cli/cluster/cluster_job.h"
#include "cli/cluster/cluster_script.h"
#include "cli/shared/session.h"

namespace halfturn::cli {

/// What is typed after `halfturn cluster submit`.
struct SubmitArguments {
  ClusterWork work = ClusterWork::campaign;
  std::string folder;
  std::uint64_t shards = 0;
  PlanArguments plan;              ///< of a campaign
  std::vector<std::string> words;  ///< of a list: what would follow analyze or solve
  std::string output;              ///< of a list
  std::string local_tables;
  TaskOptions task;
  bool dry_run = false;
};

void submit_work(Session& session, const SubmitArguments& arguments);
void resume_work(Session& session, const std::string& folder, bool dry_run);
void do_task(Session& session, const std::string& folder, std::uint64_t index);
void merge_work(Session& session, const std::string& folder);
void show_cluster_status(Session& session, const std::string& folder);

/// How far a shard is.
struct ShardState {
  enum class Kind { missing, open, done, refused };
  Kind kind = Kind::open;
  std::string problem;         ///< of one that is refused
  std::uint64_t finished = 0;  ///< cosets, or lines
  std::uint64_t total = 0;     ///< cosets; 0: not known
  double mean_seconds = 0;     ///< of a coset; 0: not known
};

/// Of one shard of a list.
ShardState list_state(const ClusterJob& job, std::uint64_t index);
/// Of all shards, in their order. A stop is an Error.
Result<std::vector<ShardState>> shard_states(const ClusterJob& job, const Run& run);

/// What results depend on, here and now.
Result<ClusterIdentity> identity_here(const ClusterJob& job);

}  // namespace halfturn::cli
