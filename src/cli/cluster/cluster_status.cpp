#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/campaign/campaign_output.h"
#include "cli/campaign/campaign_session.h"
#include "cli/cluster/cluster_commands.h"
#include "cli/cluster/slurm.h"
#include "cli/shared/result_output.h"

namespace halfturn::cli {

namespace {

using Json = nlohmann::ordered_json;

/// What shards and scheduler say together.
struct Overview {
  std::map<std::string, std::vector<std::uint64_t>> shards;  ///< by state
  std::vector<std::string> problems;
  std::uint64_t finished = 0;  ///< cosets, or lines
  double total = 0;            ///< likewise; 0: not known
  double rate = 0;             ///< a second; 0: not known
  std::map<std::uint64_t, std::string> nodes;

  double seconds_left() const { return rate > 0 ? (total - static_cast<double>(finished)) / rate : 0; }
};

/// The last words of a task, for one that ended badly.
std::string last_line(const std::filesystem::path& log) {
  std::ifstream file(log, std::ios::binary | std::ios::ate);
  if (!file) return "no log";
  constexpr std::streamoff kTail = 2000;
  const std::streamoff size = file.tellg();
  file.seekg(std::max<std::streamoff>(0, size - kTail));
  std::string last;
  for (std::string line; std::getline(file, line);)
    if (!line.empty()) last = line;
  return base::printable(last);
}

Result<Overview> overview_of(const ClusterJob& job, const std::vector<ShardState>& states) {
  std::map<std::uint64_t, slurm::Task> tasks;
  std::map<std::uint64_t, std::string> ended;
  const bool has_slurm = slurm::find().ok();
  for (const Submission& one : job.submissions) {
    if (!has_slurm) break;
    const auto queue = slurm::queue(one.array_job);
    if (!queue) return queue.error();
    for (const auto& [index, task] : *queue) tasks[index] = task;
    for (const auto& [index, state] : slurm::ended(one.array_job)) ended[index] = state;
  }
  Overview all;
  std::uint64_t lines_of_done = 0;
  std::uint64_t done = 0;
  double mean_seconds = 0;
  double means = 0;
  std::uint64_t running = 0;
  for (std::uint64_t i = 0; i < job.shards; ++i) {
    const ShardState& state = states[i];
    all.finished += state.finished;
    all.total += static_cast<double>(state.total);
    if (state.mean_seconds > 0) {
      mean_seconds += state.mean_seconds;
      ++means;
    }
    const auto task = tasks.find(i);
    if (state.kind == ShardState::Kind::done) {
      lines_of_done += state.finished;
      ++done;
      all.shards["done"].push_back(i);
    } else if (state.kind == ShardState::Kind::refused) {
      all.shards["refused"].push_back(i);
      all.problems.push_back(fmt::format("shard {}: {}", i, state.problem));
    } else if (task != tasks.end() &&
               (task->second.state == "RUNNING" || task->second.state == "COMPLETING")) {
      all.shards["running"].push_back(i);
      all.nodes[i] = task->second.node;
      ++running;
    } else if (task != tasks.end()) {
      all.shards["waiting"].push_back(i);
    } else if (!has_slurm) {
      all.shards["not done"].push_back(i);
    } else {
      all.shards["failed"].push_back(i);
      const auto how = ended.find(i);
      all.problems.push_back(fmt::format("shard {}: not done and not in the queue{}; its log ends with: {}",
                                         i, how == ended.end() ? "" : " (" + how->second + ")",
                                         last_line(job.log(i))));
    }
  }
  if (job.work == ClusterWork::campaign) {
    if (means > 0) all.rate = static_cast<double>(running) / (mean_seconds / means);
  } else {
    // All shards have as many rows as the others, or one less.
    if (done > 0)
      all.total =
          static_cast<double>(lines_of_done) / static_cast<double>(done) * static_cast<double>(job.shards);
    if (!job.submissions.empty() && running > 0) {
      const auto seconds = static_cast<double>(std::time(nullptr) - job.submissions.front().time);
      if (seconds > 0) all.rate = static_cast<double>(all.finished) / seconds;
    }
  }
  return all;
}

std::string bar(double share) {
  constexpr int kWidth = 40;
  const int full = std::clamp(static_cast<int>(share * kWidth), 0, kWidth);
  return "[" + std::string(static_cast<std::size_t>(full), '#') +
         std::string(static_cast<std::size_t>(kWidth - full), '.') + "]";
}

/// What the shards are parts of.
std::string work_text(const ClusterJob& job) {
  if (job.work != ClusterWork::campaign)
    return fmt::format("{} {}", to_string(job.work), fmt::join(job.words, " "));
  const Result<Campaign> whole = Campaign::open(job.whole(), Campaign::Access::read);
  return whole ? plan_text(whole->plan()) : fmt::format("campaign ({})", whole.error().text());
}

void print_overview(const ClusterJob& job, const Overview& all) {
  const bool campaign = job.work == ClusterWork::campaign;
  fmt::print("work        {}\n", work_text(job));
  const auto done = all.shards.find("done");
  const std::size_t shards_done = done == all.shards.end() ? 0 : done->second.size();
  const double share = all.total > 0 ? static_cast<double>(all.finished) / all.total
                                     : static_cast<double>(shards_done) / static_cast<double>(job.shards);
  fmt::print("done        {} {:5.1f} %, {}{}\n", bar(share), 100 * share,
             counted(all.finished, campaign ? "coset" : "line"),
             all.total > 0 ? fmt::format(" of {}{}", campaign ? "" : "about ",
                                         grouped(static_cast<std::uint64_t>(all.total)))
                           : "");
  for (const char* state : {"done", "running", "waiting", "not done", "failed", "refused"}) {
    const auto found = all.shards.find(state);
    if (found == all.shards.end()) continue;
    std::string nodes;
    if (std::string_view(state) == "running")
      for (const auto& [index, node] : all.nodes)
        if (nodes.find(node) == std::string::npos) nodes += (nodes.empty() ? " on " : ", ") + node;
    fmt::print("{:<11} {}: {}{}\n", state, counted(found->second.size(), "shard"), ranges_of(found->second),
               nodes);
  }
  if (all.rate > 0) {
    fmt::print("rate        {:.1f} {} a minute\n", all.rate * 60, campaign ? "cosets" : "lines");
    if (all.total > 0)
      fmt::print("left        {}, until about {}\n", duration(all.seconds_left()),
                 utc_text(std::time(nullptr) + static_cast<std::int64_t>(all.seconds_left())));
  }
  constexpr std::size_t kMost = 20;
  for (std::size_t i = 0; i < std::min(all.problems.size(), kMost); ++i)
    fmt::print("PROBLEM     {}\n", base::printable(all.problems[i]));
  if (all.problems.size() > kMost) fmt::print("PROBLEM     and {} more\n", all.problems.size() - kMost);
  if (all.shards.contains("failed") || all.shards.contains("refused"))
    fmt::print("go on with  halfturn cluster resume {}\n", job.folder.string());
  else if (shards_done == job.shards)
    fmt::print("result      {}\n", campaign ? job.whole().string() : job.output.string());
}

Json json_of(const ClusterJob& job, const Overview& all) {
  Json shards = Json::object();
  for (const auto& [state, numbers] : all.shards) shards[state] = numbers;
  Json jobs = Json::array();
  for (const Submission& one : job.submissions)
    jobs.push_back({{"array_job", one.array_job},
                    {"merge_job", one.merge_job},
                    {"shards", one.shards},
                    {"time", utc_text(one.time)}});
  return {{"work", to_string(job.work)},
          {"folder", job.folder.string()},
          {"words", job.words},
          {"shards", job.shards},
          {"by_state", shards},
          {"finished", all.finished},
          {"total", all.total > 0 ? Json(static_cast<std::uint64_t>(all.total)) : Json(nullptr)},
          {"per_second", all.rate > 0 ? Json(all.rate) : Json(nullptr)},
          {"seconds_left", all.rate > 0 && all.total > 0 ? Json(all.seconds_left()) : Json(nullptr)},
          {"problems", all.problems},
          {"submissions", jobs},
          {"result", (job.work == ClusterWork::campaign ? job.whole() : job.output).string()}};
}

}  // namespace

void show_cluster_status(Session& session, const std::string& folder) {
  const Result<ClusterJob> job = ClusterJob::read(folder);
  if (!job) return session.fail(job.error());
  const Result<std::vector<ShardState>> states = shard_states(*job, watched(session));
  session.clear_progress();
  if (!states) return session.fail(states.error());
  const Result<Overview> all = overview_of(*job, *states);
  if (!all) return session.fail(all.error());
  if (session.format() == Format::table)
    print_overview(*job, *all);
  else
    print_result(session, json_of(*job, *all));
}

}  // namespace halfturn::cli
