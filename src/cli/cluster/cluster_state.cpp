// How far the shards are, from what is in their folder.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "cli/campaign/campaign_plan.h"
#include "cli/cluster/cluster_commands.h"
#include "front/catalogue.h"
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

/// None if it cannot be read.
std::optional<std::uint64_t> lines_in(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::nullopt;
  std::array<char, 1 << 16> buffer{};
  std::uint64_t lines = 0;
  while (stream.read(buffer.data(), buffer.size()) || stream.gcount() > 0)
    lines += static_cast<std::uint64_t>(
        std::count(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(stream.gcount()), '\n'));
  if (stream.bad()) return std::nullopt;
  return lines;
}

/// Of every file that the words name: the list, and whatever else is read.
Result<std::string> checksum_of_input(const ClusterJob& job) {
  std::string all;
  for (const std::string& word : job.words) {
    const std::filesystem::path file = job.started_in / word;
    std::error_code trouble;
    if (word.starts_with('-') || !std::filesystem::is_regular_file(file, trouble)) continue;
    const Result<std::uint64_t> checksum = checksum_of(CampaignProgram{"", file});
    if (!checksum) return checksum.error();
    all += fmt::format("{}{:016x}", all.empty() ? "" : " ", *checksum);
  }
  return all;
}

}  // namespace

ShardState list_state(const ClusterJob& job, std::uint64_t index) {
  ShardState state;
  const auto refused = [&](std::string why) {
    state.kind = ShardState::Kind::refused;
    state.problem = std::move(why);
    return state;
  };
  std::error_code trouble;
  const std::filesystem::path file = job.shard(index);
  if (!std::filesystem::exists(file, trouble)) {
    state.kind = ShardState::Kind::missing;
    return state;
  }
  const std::optional<std::uint64_t> lines = lines_in(file);
  if (!lines) return refused(fmt::format("{} cannot be read", file.string()));
  state.finished = *lines;
  const Result<std::optional<ShardMark>> mark = ShardMark::read(job.done_mark(index));
  if (!mark) return refused(mark.error().text());
  if (!*mark) return state;
  const ShardMark& done = **mark;
  if (!done.identity.goes_on_with(job.identity))
    return refused(fmt::format("{} was not made with what was submitted: submitted {}; made with {}",
                               file.string(), job.identity.text(), done.identity.text()));
  if (const std::uintmax_t bytes = std::filesystem::file_size(file, trouble); bytes != done.bytes)
    return refused(
        fmt::format("{} has {} bytes, and had {} when it was done", file.string(), bytes, done.bytes));
  state.kind = ShardState::Kind::done;
  return state;
}

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
  const Result<std::string> input = checksum_of_input(job);
  if (!input) return input.error();
  identity.input = *input;
  return identity;
}

Result<std::vector<ShardState>> shard_states(const ClusterJob& job, const Run& run) {
  std::vector<ShardState> states(job.shards);
  if (job.work != ClusterWork::campaign) {
    for (std::uint64_t i = 0; i < job.shards; ++i) {
      if (run.stop.stop_requested()) return Error{ErrorKind::stopped, "stopped", {}};
      states[i] = list_state(job, i);
      run.report("shards", "reading", static_cast<double>(i + 1) / static_cast<double>(job.shards));
    }
    return states;
  }
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
  // The campaign that they are parts of says what belongs to it.
  Result<CampaignFolders> campaign = CampaignFolders::open(folders, run.stop, {}, job.whole());
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
    state.finished = part.status.proved + part.status.unproved;
    state.total = part.status.total;
    state.mean_seconds = part.status.mean_seconds.value_or(0);
    // Errors are not results: they are to be tried again.
    const bool done = part.status.left() == 0 && part.status.errors == 0;
    state.kind = done ? ShardState::Kind::done : ShardState::Kind::open;
  }
  return states;
}

}  // namespace halfturn::cli
