// How far the shards are, from what is in their folder.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "cli/campaign/campaign_plan.h"
#include "cli/cluster/cluster_commands.h"
#include "cli/shared/catalogue.h"
#include "halfturn/campaign_folders.h"

namespace halfturn::cli {

namespace {

/// Whether the work reads this table, if it is there.
bool is_read_by(const ClusterJob& job, const std::string& table) {
  const auto begins = [&](const char* stem) { return table.starts_with(stem); };
  switch (job.work) {
    case ClusterWork::campaign:
      return table == "phase1" || table == "phase2";
    case ClusterWork::analyze:
      return begins("stage-");
    case ClusterWork::solve:
      return begins("phase") || begins("optimal");
  }
  return false;
}

std::uint64_t lines_in(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::array<char, 1 << 16> buffer{};
  std::uint64_t lines = 0;
  while (stream.read(buffer.data(), buffer.size()) || stream.gcount() > 0)
    lines += static_cast<std::uint64_t>(
        std::count(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(stream.gcount()), '\n'));
  return lines;
}

Result<ShardState> list_state(const ClusterJob& job, std::uint64_t index) {
  const Result<std::optional<ShardMark>> mark = ShardMark::read(job.done_mark(index));
  std::error_code trouble;
  const std::filesystem::path file = job.shard(index);
  ShardState state;
  if (!std::filesystem::exists(file, trouble)) {
    state.kind = ShardState::Kind::missing;
    return state;
  }
  if (!mark) {
    state.kind = ShardState::Kind::refused;
    state.problem = mark.error().text();
    return state;
  }
  state.finished = lines_in(file);
  if (!*mark) return state;
  const ShardMark& done = **mark;
  state.kind = ShardState::Kind::done;
  if (done.identity != job.identity) {
    state.kind = ShardState::Kind::refused;
    state.problem = fmt::format("{} was not made with what was submitted: submitted {}; made with {}",
                                file.string(), job.identity.text(), done.identity.text());
  } else if (std::filesystem::file_size(file, trouble) != done.bytes) {
    state.kind = ShardState::Kind::refused;
    state.problem = fmt::format("{} has {} bytes, and had {} when it was done", file.string(),
                                std::filesystem::file_size(file, trouble), done.bytes);
  }
  return state;
}

}  // namespace

Result<ClusterIdentity> identity_here(const ClusterJob& job) {
  const CampaignProgram program = this_program();
  const Result<std::uint64_t> checksum = checksum_of(program);
  if (!checksum) return checksum.error();
  ClusterIdentity identity{program.version, fmt::format("{:016x}", *checksum), {}};
  // Results do not depend on which of several tables is taken, but on what is in each.
  const TableStore store(job.tables);
  for (const TableKind& kind : all_tables()) {
    if (!is_read_by(job, kind.name)) continue;
    if (const Result<std::uint64_t> table = store.checksum(kind))
      identity.tables[kind.name] = fmt::format("{:016x}", *table);
  }
  return identity;
}

Result<std::vector<ShardState>> shard_states(const ClusterJob& job, const Run& run) {
  std::vector<ShardState> states(job.shards);
  if (job.work != ClusterWork::campaign) {
    for (std::uint64_t i = 0; i < job.shards; ++i) {
      if (run.stop.stop_requested()) return Error{ErrorKind::stopped, "stopped", {}};
      const Result<ShardState> state = list_state(job, i);
      if (!state) return state.error();
      states[i] = *state;
      run.report("shards", "reading", static_cast<double>(i + 1) / static_cast<double>(job.shards));
    }
    return states;
  }
  // The campaign that they are parts of comes first, so that what does not belong to it is refused.
  const std::shared_ptr<const Cover> cover = shared_cover([&] {
    const Result<Campaign> whole = Campaign::open(job.whole(), Campaign::Access::read, run.stop);
    return whole ? whole->plan().parameters.cover : CoverKind::with_inverses;
  }());
  std::vector<std::filesystem::path> folders;
  for (std::uint64_t i = 0; i < job.shards; ++i) {
    std::error_code trouble;
    if (std::filesystem::exists(job.shard(i), trouble))
      folders.push_back(job.shard(i));
    else
      states[i].kind = ShardState::Kind::missing;
  }
  if (folders.empty()) return states;
  const auto index_of = [&](const std::filesystem::path& folder) {
    return static_cast<std::size_t>(std::stoull(folder.filename().string()));
  };
  Result<CampaignFolders> campaign = CampaignFolders::open(folders, run.stop, cover);
  const auto refuse = [&](const std::filesystem::path& folder, const Error& error) {
    states[index_of(folder)].kind = ShardState::Kind::refused;
    states[index_of(folder)].problem = fmt::format("{}: {}", folder.string(), error.text());
  };
  if (!campaign) {
    if (campaign.error().kind == ErrorKind::stopped) return campaign.error();
    for (const std::filesystem::path& folder : folders) refuse(folder, campaign.error());
    return states;
  }
  const Result<CampaignSurvey> found = campaign->survey(run);
  if (!found && found.error().kind == ErrorKind::stopped) return found.error();
  for (const CampaignFolders::Refused& one : campaign->refused()) refuse(one.folder, one.error);
  for (const CampaignFolders::Part& part : campaign->parts()) {
    ShardState& state = states[index_of(part.folder)];
    state.finished = part.status.finished();
    state.total = part.status.total;
    state.mean_seconds = part.status.mean_seconds.value_or(0);
    // Errors are not results: they are to be tried again.
    const bool done = part.status.left() == 0 && part.status.errors == 0;
    state.kind = done ? ShardState::Kind::done : ShardState::Kind::open;
  }
  return states;
}

}  // namespace halfturn::cli
