#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <queue>
#include <utility>

#include "base/parallel.h"
#include "campaign/ledger.h"

namespace halfturn {

/// What some of the results come to.
class CampaignLedger::SurveyPart {
 public:
  /// The times of the latest results.
  class LatestTimes {
   public:
    void add(std::int64_t started, double seconds) {
      if (times_.size() == kMost && times_.top().first >= started) return;
      times_.emplace(started, seconds);
      if (times_.size() > kMost) times_.pop();
    }
    void add(LatestTimes&& others) {
      for (; !others.times_.empty(); others.times_.pop())
        add(others.times_.top().first, others.times_.top().second);
    }
    std::optional<double> mean() {
      if (times_.empty()) return std::nullopt;
      const auto count = static_cast<double>(times_.size());
      double sum = 0;
      for (; !times_.empty(); times_.pop()) sum += times_.top().second;
      return sum / count;
    }

   private:
    static constexpr std::size_t kMost = 100;
    using Time = std::pair<std::int64_t, double>;
    std::priority_queue<Time, std::vector<Time>, std::greater<>> times_;  // the oldest on top
  };

  explicit SurveyPart(std::uint64_t cover_size) : summary(cover_size) {}

  void add(const CosetRecord& record) {
    summary.add(record);
    if (record.outcome != CosetOutcome::error) latest.add(record.started, record.seconds);
  }
  void add(SurveyPart&& part) {
    summary.add(part.summary);
    latest.add(std::move(part.latest));
  }

  CampaignSummary summary;
  LatestTimes latest;
};

const std::shared_ptr<const CoverToJudgeBy>& CampaignLedger::cover_to_judge_by() const {
  if (!cover_) cover_ = std::make_shared<const CoverToJudgeBy>(facts_.plan.parameters.cover, given_cover_);
  return cover_;
}

ResultJudge CampaignLedger::result_judge(bool anything_accepted) const {
  std::optional<std::vector<CampaignIdentity>> good;
  if (!anything_accepted) good = accepted();
  return {facts_.plan.parameters, facts_.identity, std::move(good), cover_to_judge_by()};
}

void CampaignLedger::judge(const std::vector<CosetRecord>& records, const ResultJudge& judge) {
  for (const CosetRecord& record : records) {
    const std::vector<std::string> faults = judge.faults(record);
    if (!faults.empty())
      refuse_ledger(fmt::format("the result of coset {}: {}", record.index, fmt::join(faults, "; ")));
  }
}

void CampaignLedger::read_judged(const sql::Database& database, ResultReader& reader,
                                 const ResultJudge& judge_by, std::int64_t last, std::int64_t end,
                                 std::size_t most, std::vector<CosetRecord>& records) const {
  const sql::Transaction transaction(database, sql::Transaction::reading);
  reader.read(last, end, most, records);
  const bool in_range = std::holds_alternative<CosetRange>(facts_.plan.cosets);
  for (CosetRecord& record : records) {
    record.parameters.rehearsal = facts_.plan.parameters.rehearsal;
    if (in_range && !position_of(record.index))
      refuse_ledger(fmt::format("result: coset {} is not part of the campaign", record.index));
  }
  judge(records, judge_by);
}

Result<void> CampaignLedger::each_result(const std::function<Result<void>(const CosetRecord&)>& use,
                                         const Run& run) const {
  const std::array<const CampaignLedger*, 1> one = {this};
  return each_merged(one, false, run, [&](std::size_t, const CosetRecord& record) { return use(record); });
}

void CampaignLedger::survey_results(const ResultJudge& judge_by, const Run& run, SurveyPart& whole) const {
  const std::int64_t first = database_.integer("SELECT min(coset) FROM result").value_or(0);
  const std::int64_t last = database_.integer("SELECT max(coset) FROM result").value_or(-1);
  const int threads = run.threads > 0 ? run.threads : base::default_threads();
  // Below that, a second connection is not worth its while.
  constexpr std::uint64_t kCosetsAPart = 100'000;
  const auto parts = static_cast<std::size_t>(
      threads == 1 ? 1 : std::clamp<std::uint64_t>(facts_.plan.count() / kCosetsAPart, 1, 1024));
  const std::int64_t width = (last - first) / static_cast<std::int64_t>(parts) + 1;
  // Added up in their order, so that rounding does not depend on the threads.
  std::vector<std::optional<SurveyPart>> found_parts(parts);
  std::mutex mutex;
  std::size_t parts_done = 0;
  std::size_t failed_part = parts;
  std::optional<sql::Failure> failure;
  const auto survey_part = [&](const sql::Database& database, int worker, std::size_t part) {
    const sql::Interruptible interruptible(database, run.stop);
    ResultReader reader(database);
    SurveyPart found(facts_.cover_size);
    std::vector<CosetRecord> batch;
    std::int64_t after = first + static_cast<std::int64_t>(part) * width - 1;
    const std::int64_t end = part + 1 == parts ? kEndOfCosets : after + 1 + width;
    while (!run.stop.stop_requested()) {
      read_judged(database, reader, judge_by, after, end, kBatch, batch);
      if (batch.empty()) break;
      for (const CosetRecord& record : batch) found.add(record);
      after = static_cast<std::int64_t>(batch.back().index);
    }
    const std::scoped_lock lock(mutex);
    found_parts[part].emplace(std::move(found));
    ++parts_done;
    // Progress is told on the caller's thread.
    if (worker == 0)
      run.report("results", "reading", static_cast<double>(parts_done) / static_cast<double>(parts));
  };
  if (parts == 1) {
    survey_part(database_, 0, 0);
    return whole.add(std::move(*found_parts[0]));
  }
  base::parallel_for(threads, parts, run.stop, [&](int worker, std::size_t part) {
    try {
      survey_part(sql::Database(file(), SQLITE_OPEN_READWRITE), worker, part);
    } catch (const sql::Failure& problem) {
      const std::scoped_lock lock(mutex);
      // The same message whatever the threads do: the one about the least coset.
      if (part < failed_part) failure = problem;
      failed_part = std::min(failed_part, part);
    }
  });
  if (failure) throw sql::Failure(*failure);
  for (std::optional<SurveyPart>& part : found_parts)
    if (part) whole.add(std::move(*part));
}

void CampaignLedger::survey_runners(CampaignStatus& status) const {
  sql::Statement runners = database_.prepare(
      "SELECT runner.id, host, pid, started, coset FROM runner LEFT JOIN claim ON claim.runner = runner.id "
      "WHERE ended IS NULL ORDER BY 1");
  while (runners.step()) {
    const std::optional<std::uint64_t> coset =
        runners.null(4) ? std::nullopt : std::optional(runners.natural(4));
    if (RunnerLock::held(lock_folder(), runners.integer(0))) {
      status.runners.push_back(
          {runners.integer(0), runners.text(1), runners.integer(2), runners.text(3), coset});
      status.running += coset ? 1u : 0u;
    } else {
      status.abandoned += coset ? 1u : 0u;
    }
  }
}

Result<CampaignSurvey> CampaignLedger::survey(const Run& run) const {
  const sql::Interruptible interruptible(database_, run.stop);
  return guarded([&]() -> Result<CampaignSurvey> {
    SurveyPart found(facts_.cover_size);
    survey_results(result_judge(false), run, found);
    if (run.stop.stop_requested()) return stopped();

    const sql::Transaction transaction(database_, sql::Transaction::reading);
    CampaignStatus status;
    status.plan = facts_.plan;
    status.identity = facts_.identity;
    status.created = facts_.created;
    status.cover_size = facts_.cover_size;
    status.total = facts_.plan.count();
    status.proved = found.summary.proved();
    status.unproved = found.summary.unproved();
    status.errors = found.summary.errors();
    survey_runners(status);
    status.mean_seconds = found.latest.mean();
    status.failures = ResultReader(database_).failures(CampaignStatus::kMostFailures);
    sql::Statement changes =
        database_.prepare("SELECT time, detail FROM event WHERE what = 'changed' ORDER BY id");
    while (changes.step()) status.changes.push_back(fmt::format("{}: {}", changes.text(0), changes.text(1)));
    return CampaignSurvey{std::move(status), std::move(found.summary)};
  });
}

Result<void> CampaignLedger::check_results(bool anything_accepted, const Run& run) const {
  const sql::Interruptible interruptible(database_, run.stop);
  return guarded([&]() -> Result<void> {
    SurveyPart found(facts_.cover_size);
    survey_results(result_judge(anything_accepted), run, found);
    if (run.stop.stop_requested()) return stopped();
    return {};
  });
}

CosetOutcome CampaignLedger::judged_outcome(std::uint64_t index) const {
  const auto coset = static_cast<std::int64_t>(index);
  ResultReader reader(database_);
  std::vector<CosetRecord> records;
  reader.read(coset - 1, coset + 1, 1, records);
  if (records.empty()) refuse_ledger(fmt::format("coset {} is finished and has no result", index));
  judge(records, result_judge(false));
  return records.front().outcome;
}

Result<std::vector<CampaignIdentity>> CampaignLedger::identities(const Run& run) const {
  const sql::Interruptible interruptible(database_, run.stop);
  return guarded([&]() -> Result<std::vector<CampaignIdentity>> {
    std::vector<CampaignIdentity> found;
    sql::Statement rows = database_.prepare(
        "SELECT DISTINCT program_version, program_checksum, table_checksum, cover_checksum FROM setting "
        "WHERE "
        "id IN (SELECT DISTINCT setting FROM result WHERE outcome <> 2) ORDER BY 1, 2, 3, 4");
    while (rows.step()) found.push_back(identity_in(rows, 0));
    return found;
  });
}

}  // namespace halfturn
