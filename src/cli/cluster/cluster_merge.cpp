// Puts the shards together.

#include <fmt/format.h>

#include <fstream>
#include <system_error>

#include "base/output_file.h"
#include "cli/campaign/campaign_output.h"
#include "cli/campaign/campaign_session.h"
#include "cli/cluster/cluster_commands.h"

namespace halfturn::cli {

namespace {

namespace fs = std::filesystem;

std::string shards_text(const std::vector<std::uint64_t>& shards) {
  return fmt::format("{} {}", shards.size() == 1 ? "shard" : "shards", ranges_of(shards));
}

void merge_campaign(Session& session, const ClusterJob& job) {
  Result<Campaign> whole = Campaign::open(job.whole(), Campaign::Access::write, session.stop_token());
  if (!whole) return fail_campaign(session, whole.error(), job.whole().string());
  std::vector<fs::path> folders;
  std::vector<std::uint64_t> missing;
  std::error_code trouble;
  for (std::uint64_t i = 0; i < job.shards; ++i) {
    if (fs::exists(job.shard(i), trouble))
      folders.push_back(job.shard(i));
    else
      missing.push_back(i);
  }
  const Result<std::vector<ImportedFolder>> imported = whole->import(folders, false, watched(session));
  session.clear_progress();
  if (!imported) return fail_campaign(session, imported.error(), job.whole().string());
  std::uint64_t taken = 0;
  for (const ImportedFolder& folder : *imported) {
    taken += folder.taken;
    if (!folder.refused) continue;
    Error error = *folder.refused;
    if (error.remedy == Remedy::accept_changed_program || error.remedy == Remedy::accept_foreign_results) {
      error.remedy = Remedy::none;
      error.hint = fmt::format("to take it all the same: halfturn campaign import {} {} --accept-change",
                               job.whole().string(), folder.folder.string());
    }
    fail_folder(session, error, folder.folder.string());
  }
  const Result<CampaignStatus> status = whole->status(watched(session));
  session.clear_progress();
  if (!status) return fail_campaign(session, status.error(), job.whole().string());
  fmt::print("merged      {}, {}\n", job.whole().string(), counted(taken, "new result"));
  fmt::print("done        {} of {}: {} proved, {} not proved\n", grouped(status->proved + status->unproved),
             grouped(status->total), grouped(status->proved), grouped(status->unproved));
  if (!missing.empty()) fmt::print("missing     {}\n", shards_text(missing));
  if (status->proved + status->unproved == status->total) return;
  fmt::print("left        {}: halfturn cluster resume {}\n",
             counted(status->left() + status->errors, "coset"), job.folder.string());
  session.answer_no();
}

/// The rows of all shards, one behind the other.
Result<void> join_files(const ClusterJob& job, Session& session) {
  Result<OutputFile> output = OutputFile::open(job.output, session.stop_token());
  if (!output) return output.error();
  std::vector<char> piece(std::size_t{1} << 20);
  for (std::uint64_t i = 0; i < job.shards; ++i) {
    std::ifstream file(job.shard(i), std::ios::binary);
    if (!file) return Error{ErrorKind::machine, fmt::format("cannot read {}", job.shard(i).string()), {}};
    while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())) || file.gcount() > 0) {
      if (session.stop_token().stop_requested()) return Error{ErrorKind::stopped, "stopped", {}};
      if (Result<void> written = output->write({piece.data(), static_cast<std::size_t>(file.gcount())});
          !written)
        return written;
    }
    if (file.bad())
      return Error{ErrorKind::machine, fmt::format("cannot read {}", job.shard(i).string()), {}};
    session.show_progress("shards", "merging", static_cast<double>(i + 1) / static_cast<double>(job.shards));
  }
  return output->commit();
}

void merge_list(Session& session, const ClusterJob& job) {
  const Result<std::vector<ShardState>> states = shard_states(job, watched(session));
  session.clear_progress();
  if (!states) return session.fail(states.error());
  std::vector<std::uint64_t> missing;
  std::uint64_t lines = 0;
  bool refused = false;
  for (std::uint64_t i = 0; i < job.shards; ++i) {
    const ShardState& state = (*states)[i];
    lines += state.finished;
    if (state.kind == ShardState::Kind::refused) {
      refused = true;
      session.fail({ErrorKind::damaged, state.problem, "remove the file and its .done, then resume"},
                   kMachineFailed);
    } else if (state.kind != ShardState::Kind::done) {
      missing.push_back(i);
    }
  }
  if (!missing.empty()) {
    fmt::print("missing     {}: halfturn cluster resume {}\n", shards_text(missing), job.folder.string());
    session.answer_no();
  }
  if (refused || !missing.empty())
    return fmt::print("not merged  rows have an order, so {} is written when all shards are there\n",
                      job.output.string());
  const Result<void> joined = join_files(job, session);
  session.clear_progress();
  if (!joined) return session.fail(joined.error());
  fmt::print("merged      {}, {}\n", job.output.string(), counted(lines, "line"));
}

}  // namespace

void merge_work(Session& session, const std::string& folder) {
  const Result<ClusterJob> job = ClusterJob::read(folder);
  if (!job) return session.fail(job.error());
  if (job->work == ClusterWork::campaign) return merge_campaign(session, *job);
  merge_list(session, *job);
}

}  // namespace halfturn::cli
