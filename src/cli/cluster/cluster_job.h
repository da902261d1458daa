#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "halfturn/result.h"

/// Work that a cluster does, as a folder that all nodes see: what it is, its scripts, and a folder or a file
/// for each shard.
namespace halfturn::cli {

/// What the shards are parts of.
enum class ClusterWork { campaign, analyze, solve };

std::string_view to_string(ClusterWork work);

/// What results depend on, as far as it can differ between nodes.
struct ClusterIdentity {
  std::string program_version;
  std::string program_checksum;
  std::map<std::string, std::string> tables;  ///< checksum by name
  std::string input;                          ///< checksum of the list; empty: there is none

  /// Whether what is here now can go on with what was submitted. Tables may have come since.
  bool goes_on_with(const ClusterIdentity& submitted) const;
  std::string text() const;
};

/// What was given to the scheduler at once.
struct Submission {
  std::string array_job;
  std::string merge_job;
  std::string shards;  ///< as in 0-7 or 1,5
  std::int64_t time = 0;
};

/// DIR/job.json.
struct ClusterJob {
  std::filesystem::path folder;  ///< absolute
  ClusterWork work = ClusterWork::campaign;
  std::uint64_t shards = 1;
  std::vector<std::string> words;      ///< what follows the command: campaign create, analyze or solve
  std::filesystem::path started_in;    ///< the folder that relative names are relative to
  std::filesystem::path output;        ///< of the merged list, absolute
  std::filesystem::path program;       ///< absolute
  std::filesystem::path tables;        ///< absolute
  std::filesystem::path local_tables;  ///< copy them here first; empty: use them where they are
  ClusterIdentity identity;
  std::string at_once;  ///< how many tasks may run at once; empty: as many as fit
  std::vector<Submission> submissions;

  static Result<ClusterJob> read(const std::filesystem::path& folder);
  Result<void> write() const;

  std::string shard_name(std::uint64_t index) const;  ///< with as many digits as the last
  std::filesystem::path array_script() const { return folder / "array.sh"; }
  std::filesystem::path merge_script() const { return folder / "merge.sh"; }
  std::filesystem::path log(std::uint64_t index) const;
  std::filesystem::path shards_folder() const { return folder / "shards"; }
  std::filesystem::path shard(std::uint64_t index) const;  ///< a campaign's folder, or a file with rows
  std::filesystem::path done_mark(std::uint64_t index) const;
  std::filesystem::path whole() const { return folder / "whole"; }  ///< the merged campaign
};

/// That a shard of a list is done, DIR/shards/K.done.
struct ShardMark {
  int exit_code = 0;
  std::uint64_t bytes = 0;
  std::string host;
  ClusterIdentity identity;

  /// None if there is no such file; an Error if it cannot be read.
  static Result<std::optional<ShardMark>> read(const std::filesystem::path& file);
  Result<void> write(const std::filesystem::path& file) const;
};

/// "0-3,7" for {0, 1, 2, 3, 7}.
std::string ranges_of(const std::vector<std::uint64_t>& numbers);

}  // namespace halfturn::cli
