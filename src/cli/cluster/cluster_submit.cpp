#include <fmt/format.h>

#include <array>
#include <ctime>
#include <system_error>

#include "base/output_file.h"
#include "cli/campaign/campaign_output.h"
#include "cli/campaign/campaign_session.h"
#include "cli/cluster/cluster_commands.h"
#include "cli/cluster/slurm.h"
#include "cli/shared/other_program.h"
#include "cli/shared/say.h"
#include "halfturn/campaign.h"

namespace halfturn::cli {

namespace {

namespace fs = std::filesystem;

/// What cluster submit decides itself.
constexpr std::array<std::string_view, 9> kTaken = {
    "--shard", "--output", "-o", "--resume", "--force", "--threads", "-t", "--tables", "--serve-stdin"};

Result<void> check_words(const std::vector<std::string>& words, ClusterWork work) {
  if (words.empty())
    return Error{
        ErrorKind::bad_input, fmt::format("{} what?", to_string(work)),
        fmt::format("give the file and the options of {0} behind --, as in: halfturn cluster submit {0} "
                    "DIR --shards 8 -o all.csv -- scrambles.txt --csv",
                    to_string(work))};
  for (const std::string& word : words)
    for (const std::string_view taken : kTaken)
      if (word == taken || word.starts_with(std::string(taken) + "=") ||
          (taken.size() == 2 && word.starts_with(taken)))  // also -t1
        return Error{ErrorKind::bad_input, fmt::format("{} does not go behind --", taken),
                     "cluster submit sets it; --output, --tables and --shards go before the --"};
  return {};
}

/// All shards of a campaign, and the whole that they are merged into, all made with the same program and
/// table.
Result<void> create_campaigns(Session& session, const ClusterJob& job, CampaignPlan plan,
                              const TableStore& store) {
  if (Result<void> made = Campaign::create(job.whole(), plan, this_program(), store, session.run_for(store));
      !made)
    return made;
  const Result<Campaign> whole = Campaign::open(job.whole(), Campaign::Access::read, session.stop_token());
  if (!whole) return whole.error();
  const Result<CampaignStatus> status = whole->status();
  if (!status) return status.error();
  for (std::uint64_t i = 0; i < job.shards; ++i) {
    plan.shard = {i, job.shards};
    if (session.stop_token().stop_requested()) return Error{ErrorKind::stopped, "stopped", {}};
    if (Result<void> made = Campaign::create(job.shard(i), plan, status->identity, status->cover_size); !made)
      return made;
    session.show_progress("shards", "making", static_cast<double>(i + 1) / static_cast<double>(job.shards));
  }
  session.clear_progress();
  return {};
}

/// Whether the command and its input are right, and the tables there, before a hundred nodes find out: a
/// shard without a row.
Result<void> try_list(Session& session, const ClusterJob& job) {
  std::vector<std::string> words = {job.program.string(), std::string(to_string(job.work))};
  words.insert(words.end(), job.words.begin(), job.words.end());
  // With all that a task adds, so that what cannot be resumed is refused here.
  const std::string trial = job.output.string() + ".trial";
  words.insert(words.end(), {"--shard", "0/1000000000", "--tables", job.tables.string(), "--threads", "0",
                             "--output", trial, "--resume"});
  say("halfturn: trying out the command without a row; tables that are missing are built first\n");
  const Result<ProgramAnswer> tried =
      run_program(words, {.folder = job.started_in, .stop = session.stop_token()});
  std::error_code trouble;
  fs::remove(trial, trouble);
  if (!tried) return tried.error();
  if (tried->exit_code == kInterrupted) return Error{ErrorKind::stopped, "stopped", {}};
  if (tried->exit_code == kDone) return {};
  say_text(tried->err);
  return Error{tried->exit_code == kMachineFailed ? ErrorKind::machine : ErrorKind::bad_input,
               fmt::format("nothing is submitted, because 'halfturn {}' cannot work like this (above)",
                           to_string(job.work)),
               {}};
}

Result<void> write_scripts(const ClusterJob& job, const TaskOptions& task) {
  if (Result<void> written = write_file(job.array_script(), array_script(job, task), {}); !written)
    return written;
  return write_file(job.merge_script(), merge_script(job, task), {});
}

/// Gives both scripts to Slurm, and notes down what it says.
Result<Submission> send(ClusterJob& job, const std::string& shards, bool all) {
  Submission sent;
  sent.shards = shards;
  sent.time = std::time(nullptr);
  std::vector<std::string> options;
  if (!all) options.push_back("--array=" + shards + (job.at_once.empty() ? "" : "%" + job.at_once));
  const Result<std::string> array = slurm::submit(options, job.array_script().string());
  if (!array) return array.error();
  sent.array_job = *array;
  // Before anything else can go wrong: these tasks will run.
  job.submissions.push_back(sent);
  if (Result<void> written = job.write(); !written) return written.error();
  const Result<std::string> merge =
      slurm::submit({"--dependency=afterany:" + *array}, job.merge_script().string());
  if (!merge) return merge.error();
  job.submissions.back().merge_job = *merge;
  if (Result<void> written = job.write(); !written) return written.error();
  return job.submissions.back();
}

void tell_sent(const ClusterJob& job, const Submission& sent, std::size_t shards) {
  fmt::print("array job   {}, {}: {}\n", sent.array_job, counted(shards, "task"),
             job.array_script().string());
  fmt::print("merge job   {}, when they have ended: {}\n", sent.merge_job, job.merge_script().string());
  fmt::print("watch it    halfturn cluster status {}\n", job.folder.string());
}

Result<ClusterJob> job_from(const Session& session, const SubmitArguments& arguments) {
  ClusterJob job;
  std::error_code trouble;
  job.folder = fs::absolute(arguments.folder).lexically_normal();
  if (!job.folder.has_filename()) job.folder = job.folder.parent_path();
  if (job.folder.string().find_first_of("\"\n%\\") != std::string::npos)
    return Error{ErrorKind::bad_input, "the name of the folder has a character that Slurm takes for its own",
                 "take one without \", % and \\"};
  if (fs::exists(job.folder / "job.json", trouble))
    return Error{
        ErrorKind::bad_input, fmt::format("there is work in {} already", job.folder.string()),
        fmt::format("go on with it: halfturn cluster resume {}; or choose another folder", arguments.folder)};
  if (fs::exists(job.folder, trouble) && !fs::is_empty(job.folder, trouble))
    return Error{ErrorKind::bad_input, fmt::format("{} is not empty", job.folder.string()),
                 "choose another folder; or remove it, if a submission was cut short there"};
  job.work = arguments.work;
  job.shards = arguments.shards;
  job.words = arguments.words;
  if (arguments.task.at_once) job.at_once = std::to_string(*arguments.task.at_once);
  job.started_in = fs::current_path();
  job.program = fs::read_symlink("/proc/self/exe", trouble);
  const Result<TableStore> store = session.store();
  if (!store) return store.error();
  job.tables = fs::absolute(store->directory());
  if (!arguments.local_tables.empty()) job.local_tables = fs::absolute(arguments.local_tables);
  if (job.work == ClusterWork::campaign) return job;
  if (arguments.output.empty())
    return Error{ErrorKind::bad_input, "where should the merged rows go?", "give -o FILE"};
  job.output = fs::absolute(arguments.output);
  if (fs::exists(job.output, trouble))
    return Error{ErrorKind::bad_input, fmt::format("there is a file {} already", job.output.string()),
                 "choose another name for the merged rows"};
  if (Result<void> right = check_words(job.words, job.work); !right) return right.error();
  return job;
}

}  // namespace

void submit_work(Session& session, const SubmitArguments& arguments) {
  Result<ClusterJob> job = job_from(session, arguments);
  if (!job) return session.fail(job.error());
  CampaignPlan plan;
  if (job->work == ClusterWork::campaign) {
    Result<CampaignPlan> given = plan_from(arguments.plan);
    if (!given) return session.fail(given.error());
    plan = *given;
    CampaignPlan last = plan;
    last.shard = {job->shards - 1, job->shards};
    if (Result<void> fits = check_plan(last, cover_size(plan.parameters.cover)); !fits)
      return session.fail(fits.error());
  }
  if (arguments.dry_run) return fmt::print("{}", array_script(*job, arguments.task));
  if (Result<void> there = slurm::find(); !there) return session.fail(there.error());

  // Before there is a folder, so that a mistake leaves none.
  if (job->work != ClusterWork::campaign)
    if (Result<void> right = try_list(session, *job); !right) return session.fail(right.error());
  std::error_code trouble;
  for (const char* name : {"shards", "logs"}) {
    fs::create_directories(job->folder / name, trouble);
    if (trouble)
      return session.fail(
          {ErrorKind::machine,
           fmt::format("cannot make the folder {}: {}", (job->folder / name).string(), trouble.message()),
           "choose one that you may write to and that all nodes see"});
  }
  if (job->work == ClusterWork::campaign)
    if (Result<void> made = create_campaigns(session, *job, plan, TableStore(job->tables)); !made)
      return fail_campaign(session, made.error(), job->folder.string());
  const Result<ClusterIdentity> identity = identity_here(*job);
  if (!identity) return session.fail(identity.error());
  job->identity = *identity;
  if (Result<void> written = write_scripts(*job, arguments.task); !written)
    return session.fail(written.error());
  if (Result<void> written = job->write(); !written) return session.fail(written.error());
  const Result<Submission> sent = send(*job, fmt::format("0-{}", job->shards - 1), true);
  if (!sent) {
    Error error = sent.error();
    error.hint += "; then: halfturn cluster resume " + job->folder.string();
    return session.fail(error);
  }
  if (job->work == ClusterWork::campaign)
    fmt::print("campaign    {}\n", plan_text(plan));
  else
    fmt::print("work        {} {}\n", to_string(job->work), fmt::join(job->words, " "));
  fmt::print("shards      {} in {}\n", job->shards, job->shards_folder().string());
  tell_sent(*job, *sent, job->shards);
}

void resume_work(Session& session, const std::string& folder, bool dry_run) {
  Result<ClusterJob> job = ClusterJob::read(folder);
  if (!job) return session.fail(job.error());
  if (!dry_run)
    if (Result<void> there = slurm::find(); !there) return session.fail(there.error());
  const Result<std::vector<ShardState>> states = shard_states(*job, watched(session));
  session.clear_progress();
  if (!states) return session.fail(states.error());
  std::vector<bool> queued(job->shards);
  for (const Submission& one : job->submissions) {
    if (dry_run) break;
    const auto tasks = slurm::queue(one.array_job);
    if (!tasks) return session.fail(tasks.error());
    for (const auto& [index, task] : *tasks)
      if (index < queued.size()) queued[index] = true;
  }
  std::vector<std::uint64_t> wanted;
  std::size_t waiting = 0;
  for (std::uint64_t i = 0; i < job->shards; ++i) {
    const ShardState& state = (*states)[i];
    if (state.kind == ShardState::Kind::refused) {
      session.fail({ErrorKind::damaged, fmt::format("left out: {}", state.problem),
                    "put back what is wrong, or remove it, then resume again: what is missing is made anew"},
                   kMachineFailed);
      continue;
    }
    if (state.kind == ShardState::Kind::done) continue;
    if (queued[i])
      ++waiting;
    else
      wanted.push_back(i);
  }
  if (wanted.empty()) {
    fmt::print("{}\n", waiting > 0 ? fmt::format("nothing to do: all that is not done is in the queue, {}",
                                                 counted(waiting, "task"))
                                   : std::string("nothing to do: all shards are done"));
    return;
  }
  if (dry_run) return fmt::print("{}\n", ranges_of(wanted));
  if (job->work == ClusterWork::campaign) {
    const Result<Campaign> whole = Campaign::open(job->whole(), Campaign::Access::read, session.stop_token());
    if (!whole) return fail_campaign(session, whole.error(), job->whole().string());
    const Result<CampaignStatus> status = whole->status();
    if (!status) return session.fail(status.error());
    for (const std::uint64_t i : wanted) {
      if ((*states)[i].kind != ShardState::Kind::missing) continue;
      CampaignPlan plan = status->plan;
      plan.shard = {i, job->shards};
      if (Result<void> made = Campaign::create(job->shard(i), plan, status->identity, status->cover_size);
          !made)
        return session.fail(made.error());
      fmt::print("made anew   {}\n", job->shard(i).string());
    }
  }
  const std::string shards = ranges_of(wanted);
  const Result<Submission> sent = send(*job, shards, false);
  if (!sent) return session.fail(sent.error());
  fmt::print("shards      {}\n", shards);
  tell_sent(*job, *sent, wanted.size());
}

}  // namespace halfturn::cli
