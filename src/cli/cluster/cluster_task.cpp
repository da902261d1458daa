// One shard, on the node that has it.

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <system_error>
#include <thread>

#include "base/file_descriptor.h"
#include "base/partial_file.h"
#include "base/system_error.h"
#include "cli/cluster/cluster_commands.h"
#include "cli/shared/other_program.h"
#include "cli/shared/say.h"

namespace halfturn::cli {

namespace {

namespace fs = std::filesystem;

/// Keeps two tasks from the same shard: a node that was given up may still be at it. What is returned is the
/// lock, a file that goes with its holder.
Result<PartialFile> lock_shard(const ClusterJob& job, std::uint64_t index, const std::stop_token& stop) {
  const fs::path file = job.shards_folder() / (job.shard_name(index) + ".lock");
  constexpr int kSeconds = 30;
  for (int tries = 0;; ++tries) {
    Result<PartialFile> lock = PartialFile::acquire_now(file);
    if (lock || lock.error().kind != ErrorKind::bad_input) return lock;
    if (stop.stop_requested()) return Error{ErrorKind::stopped, "stopped", {}};
    if (tries == kSeconds)
      return Error{ErrorKind::machine, fmt::format("another process is at shard {}", index),
                   "end it, or wait for its end"};
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

/// Copies the tables that the work reads to the local disk, unless they are there. Several tasks of a node
/// may do so at once: the first copies, the others wait.
Result<void> stage_tables(const ClusterJob& job, const std::stop_token& stop) {
  std::error_code trouble;
  fs::create_directories(job.local_tables, trouble);
  if (trouble)
    return Error{ErrorKind::machine,
                 fmt::format("cannot make the folder {}: {}", job.local_tables.string(), trouble.message()),
                 "choose one for --stage-tables that every node can make"};
  for (const auto& [name, checksum] : job.identity.tables) {
    const fs::path from = job.tables / (name + ".table");
    const fs::path to = job.local_tables / (name + ".table");
    const auto same = [&] {
      return fs::exists(to, trouble) && fs::file_size(to, trouble) == fs::file_size(from, trouble) &&
             fs::last_write_time(to, trouble) >= fs::last_write_time(from, trouble);
    };
    if (same()) continue;
    Result<PartialFile> copy = PartialFile::acquire(to, stop, [] {});
    if (!copy) return copy.error();
    if (same()) continue;
    say("halfturn: copying {} to {}\n", name, job.local_tables.string());
    const FileDescriptor source(::open(from.c_str(), O_RDONLY | O_CLOEXEC));
    if (source.get() < 0) return system_error("read", from.string(), errno);
    std::vector<std::byte> piece(std::size_t{1} << 20);
    for (std::uint64_t at = 0;;) {
      if (stop.stop_requested()) return Error{ErrorKind::stopped, "stopped", {}};
      const ssize_t count = ::read(source.get(), piece.data(), piece.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return system_error("read", from.string(), errno);
      if (count == 0) break;
      const auto bytes = static_cast<std::size_t>(count);
      if (Result<void> written = copy->write_at(at, std::span(piece).first(bytes)); !written) return written;
      at += bytes;
    }
    if (Result<void> committed = copy->commit(); !committed) return committed;
  }
  return {};
}

/// What the command writes when all rows are there. An exit code alone does not say so: that of a bad row is
/// also that of a file which this node does not see.
fs::path done_file_of(const ClusterJob& job, std::uint64_t index) {
  return job.shards_folder() / (job.shard_name(index) + ".rows");
}

std::vector<std::string> words_for(const ClusterJob& job, std::uint64_t index, int threads) {
  const fs::path& tables = job.local_tables.empty() ? job.tables : job.local_tables;
  std::vector<std::string> words = {"/proc/self/exe"};
  if (job.work == ClusterWork::campaign) {
    words.insert(words.end(), {"campaign", "run", job.shard(index).string(), "--retry-errors"});
  } else {
    words.emplace_back(to_string(job.work));
    words.insert(words.end(), job.words.begin(), job.words.end());
    // Also at the first time: only then does every row that is written outlive a kill.
    words.insert(words.end(),
                 {"--shard", fmt::format("{}/{}", index, job.shards), "--output", job.shard(index).string(),
                  "--resume", "--done-file", done_file_of(job, index).string()});
  }
  words.insert(words.end(), {"--tables", tables.string(), "--threads", std::to_string(threads)});
  return words;
}

Result<void> mark_done(const ClusterJob& job, std::uint64_t index, int code) {
  ShardMark mark;
  mark.exit_code = code;
  std::error_code trouble;
  mark.bytes = fs::file_size(job.shard(index), trouble);
  if (trouble)
    return Error{ErrorKind::machine,
                 fmt::format("{} is not there: {}", job.shard(index).string(), trouble.message()),
                 {}};
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) == 0) mark.host = host.data();
  mark.identity = job.identity;
  return mark.write(job.done_mark(index));
}

}  // namespace

void do_task(Session& session, const std::string& folder, std::uint64_t index) {
  const Result<ClusterJob> job = ClusterJob::read(folder);
  if (!job) return session.fail(job.error());
  if (index >= job->shards)
    return session.fail({ErrorKind::bad_input, fmt::format("there is no shard {}", index),
                         fmt::format("there are the shards 0 to {}", job->shards - 1)});
  // A campaign's own ledger compares its program and table.
  const bool is_list = job->work != ClusterWork::campaign;
  if (is_list) {
    const Result<ClusterIdentity> here = identity_here(*job);
    if (!here) return session.fail(here.error());
    if (!here->goes_on_with(job->identity))
      return session.fail({ErrorKind::damaged,
                           fmt::format("this is not what was submitted: submitted {}; here {}",
                                       job->identity.text(), here->text()),
                           "go on with the same program and tables, or submit anew into another folder"});
    const ShardState state = list_state(*job, index);
    if (state.kind == ShardState::Kind::done) {
      say("halfturn: shard {} is done already\n", index);
      return;
    }
    if (state.kind == ShardState::Kind::refused)
      return session.fail(
          {ErrorKind::damaged, state.problem, "put it back, or remove it to have it made anew"});
    std::error_code trouble;
    fs::remove(job->done_mark(index), trouble);  // its file is gone
    fs::remove(done_file_of(*job, index), trouble);
  }
  const Result<PartialFile> lock = lock_shard(*job, index, session.stop_token());
  Result<void> ready = lock ? Result<void>() : lock.error();
  if (ready && !job->local_tables.empty()) ready = stage_tables(*job, session.stop_token());
  if (!ready && ready.error().kind == ErrorKind::stopped) return session.fail(ready.error(), kRequeue);
  if (!ready) return session.fail(ready.error());

  const Result<int> code =
      run_attached(words_for(*job, index, session.threads()), job->started_in, session.stop_token());
  if (!code) return session.fail(code.error());
  if (*code == kInterrupted || session.stop_token().stop_requested())
    return session.fail({ErrorKind::stopped, fmt::format("shard {} is given back", index),
                         "what it has recorded stays; run the task again to go on"},
                        kRequeue);
  // Somebody killed it, or the system did for want of memory. Slurm says how often it has begun.
  constexpr int kMostRestarts = 5;
  const char* restarts = std::getenv("SLURM_RESTART_COUNT");    // NOLINT(concurrency-mt-unsafe): one thread
  if (*code > 128 && std::getenv("SLURM_JOB_ID") != nullptr &&  // NOLINT(concurrency-mt-unsafe)
      (restarts == nullptr || std::atoi(restarts) < kMostRestarts))
    return session.fail({ErrorKind::machine,
                         fmt::format("shard {} was ended by signal {} and is given back", index, *code - 128),
                         "what it has recorded stays"},
                        kRequeue);
  // 1: an answer is no. 2, of a list: a row could not be read, and has an error in its place.
  std::error_code trouble;
  const bool done = is_list ? fs::exists(done_file_of(*job, index), trouble) : *code == kDone || *code == kNo;
  if (!done)
    return session.fail({ErrorKind::machine, fmt::format("shard {} ended with exit code {}", index, *code),
                         "put right what is above, then: halfturn cluster resume " + job->folder.string()},
                        *code == kDone ? kMachineFailed : *code);
  if (is_list)
    if (Result<void> marked = mark_done(*job, index, *code); !marked) return session.fail(marked.error());
  if (is_list) fs::remove(done_file_of(*job, index), trouble);
}

}  // namespace halfturn::cli
