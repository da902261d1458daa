#include <fmt/format.h>

#include <limits>
#include <utility>

#include "base/text.h"
#include "campaign/ledger.h"

namespace halfturn {

namespace {

constexpr const char* kLatestResults =
    "SELECT unit.coset, unit.state, result.id, result.coset, twist, flip, slice, cover, prove, outcome, "
    "remaining, message, seconds, threads, at_once, host, started, finished, program_version, "
    "program_checksum, table_checksum, cover_checksum FROM unit LEFT JOIN result ON result.id = unit.result ";

int small(const sql::Statement& row, int column) {
  return static_cast<int>(row.natural(column, std::numeric_limits<int>::max()));
}

[[noreturn]] void wrong(std::string why) {
  throw sql::Failure(SQLITE_CORRUPT, std::move(why));
}

void read_record(const sql::Statement& row, CosetRecord& record) {
  if (row.null(2)) wrong("there is none");
  if (row.natural(3) != record.index)
    wrong(fmt::format("a coset has the result of another one, coset {}", row.natural(3)));
  record.coset = {static_cast<std::uint16_t>(row.natural(4, kTwistCount - 1)),
                  static_cast<std::uint16_t>(row.natural(5, kFlipCount - 1)),
                  static_cast<std::uint16_t>(row.natural(6, kSliceCount - 1))};
  const std::optional<CoverKind> cover = cover_kind_named(row.text(7));
  if (!cover) wrong(fmt::format("there is no cover {}", base::quoted(row.text(7))));
  record.parameters = {*cover, small(row, 8)};
  const std::optional<CosetOutcome> outcome = outcome_named(row.text(9));
  if (!outcome || row.text(1) != row.text(9))
    wrong(fmt::format("outcome is {} and the state of the coset is {}", base::quoted(row.text(9)),
                      base::quoted(row.text(1))));
  record.outcome = *outcome;
  if (!row.null(10)) record.remaining = row.natural(10, kCosetPositions);
  if (!row.null(11)) record.message = row.text(11);
  record.seconds = row.amount(12);
  record.threads = small(row, 13);
  record.at_once = small(row, 14);
  if (record.at_once == 0) wrong("at_once is 0 and should be at least 1");
  record.host = row.text(15);
  record.started = row.text(16);
  record.finished = row.text(17);
  record.identity = identity_in(row, 18);
}

void read_level(const sql::Statement& row, std::uint64_t coset, CosetLevel& level) {
  if (row.natural(0) != coset) wrong(fmt::format("it has a level of coset {}", row.natural(0)));
  level.depth = static_cast<int>(row.natural(1, kDeepestCosetLevel));
  if (!row.null(2)) level.probes = row.natural(2);
  if (!row.null(3)) level.fresh = row.natural(3, kCosetPositions);
  if (!row.null(4)) level.total = row.natural(4, kCosetPositions);
  level.exact = row.natural(5, 1) != 0;
  if (!row.null(6)) level.search_seconds = row.amount(6);
  if (!row.null(7)) level.prepass_seconds = row.amount(7);
}

/// Calls a function, and says in what it throws which coset it is about.
template <class Function>
void about(std::uint64_t coset, Function&& function) {
  try {
    function();
  } catch (const sql::Failure& failure) {
    if (failure.code() != SQLITE_CORRUPT) throw;
    wrong(fmt::format("the result of coset {}: {}", coset, failure.what()));
  }
}

CosetRecord record_in(const sql::Statement& row) {
  CosetRecord record;
  record.index = row.natural(0);
  about(record.index, [&] { read_record(row, record); });
  return record;
}

}  // namespace

std::vector<CosetRecord> CampaignLedger::results_after(std::int64_t last, int most) const {
  std::vector<CosetRecord> records;
  // By the one column that is the table's key: it goes up, so that reading comes to an end.
  sql::Statement rows = database_.prepare(std::string(kLatestResults) +
                                          "WHERE unit.state <> 'open' AND unit.coset > ? "
                                          "ORDER BY unit.coset LIMIT ?");
  sql::Statement levels = database_.prepare(
      "SELECT coset, depth, probes, fresh, total, exact, search_s, prepass_s FROM level WHERE result = ? "
      "ORDER BY depth");
  rows.bind(last, most);
  while (rows.step()) {
    CosetRecord& record = records.emplace_back(record_in(rows));
    levels.bind(rows.integer(2));
    about(record.index, [&] {
      while (levels.step()) read_level(levels, record.index, record.levels.emplace_back());
    });
  }
  return records;
}

const std::shared_ptr<const CoverToJudgeBy>& CampaignLedger::cover_to_judge_by() const {
  if (!cover_) cover_ = std::make_shared<const CoverToJudgeBy>(facts_.plan.parameters.cover, given_cover_);
  return cover_;
}

void CampaignLedger::judge(const std::vector<CosetRecord>& records, bool anything_accepted) const {
  if (records.empty()) return;
  std::optional<std::vector<CampaignIdentity>> good;
  if (!anything_accepted) good = accepted();
  const ResultJudge judge(facts_.plan.parameters, facts_.identity, std::move(good), cover_to_judge_by());
  for (const CosetRecord& record : records)
    about(record.index, [&] {
      const std::vector<std::string> faults = judge.faults(record);
      if (!faults.empty()) wrong(fmt::format("{}", fmt::join(faults, "; ")));
    });
}

Result<void> CampaignLedger::each_result(const std::function<Result<void>(const CosetRecord&)>& use,
                                         const Run& run) const {
  const sql::Interruptible interruptible(database_, run.stop);
  std::int64_t last = -1;
  std::uint64_t seen = 0;
  while (true) {
    if (run.stop.stop_requested()) return stopped();
    const auto batch = guarded([&]() -> Result<std::vector<CosetRecord>> {
      const sql::Transaction transaction(database_, sql::Transaction::reading);
      std::vector<CosetRecord> records = results_after(last, kBatch);
      judge(records, false);
      return records;
    });
    if (!batch) return batch.error();
    if (batch->empty()) return {};
    for (const CosetRecord& record : *batch)
      if (Result<void> used = use(record); !used) return used;
    last = static_cast<std::int64_t>(batch->back().index);
    seen += batch->size();
    run.report("results", "reading", static_cast<double>(seen) / static_cast<double>(facts_.plan.count()));
  }
}

Result<void> CampaignLedger::check_results(const Run& run) const {
  return each_result([](const CosetRecord&) -> Result<void> { return {}; }, run);
}

CosetOutcome CampaignLedger::judged_outcome(std::uint64_t index) const {
  const std::vector<CosetRecord> records = results_after(static_cast<std::int64_t>(index) - 1, 1);
  if (records.empty() || records.front().index != index)
    wrong(fmt::format("coset {} is finished and has no result", index));
  judge(records, false);
  return records.front().outcome;
}

Result<std::vector<CampaignIdentity>> CampaignLedger::identities(const Run& run) const {
  const sql::Interruptible interruptible(database_, run.stop);
  return guarded([&]() -> Result<std::vector<CampaignIdentity>> {
    std::vector<CampaignIdentity> found;
    sql::Statement rows = database_.prepare(
        "SELECT DISTINCT program_version, program_checksum, table_checksum, cover_checksum FROM unit JOIN "
        "result ON result.id = unit.result WHERE unit.state IN ('proved', 'unproved') ORDER BY 1, 2, 3, 4");
    while (rows.step()) found.push_back(identity_in(rows, 0));
    return found;
  });
}

std::vector<CosetRecord> CampaignLedger::failures() const {
  std::vector<CosetRecord> records;
  sql::Statement rows = database_.prepare(
      std::string(kLatestResults) + "WHERE unit.state IN ('unproved', 'error') ORDER BY unit.coset LIMIT ?");
  rows.bind(std::uint64_t{CampaignStatus::kMostFailures});
  while (rows.step()) records.push_back(record_in(rows));
  return records;
}

Result<CampaignStatus> CampaignLedger::status(const Run& run) const {
  if (Result<void> sound = check_results(run); !sound) return sound.error();
  const sql::Interruptible interruptible(database_, run.stop);
  return guarded([&]() -> Result<CampaignStatus> {
    const sql::Transaction transaction(database_, sql::Transaction::reading);
    CampaignStatus status;
    status.plan = facts_.plan;
    status.identity = facts_.identity;
    status.created = facts_.created;
    status.cover_size = facts_.cover_size;
    status.total = facts_.plan.count();
    sql::Statement states = database_.prepare("SELECT state, count(*) FROM unit GROUP BY state");
    while (states.step()) {
      const std::optional<CosetOutcome> outcome = outcome_named(states.text(0));
      if (!outcome) continue;
      std::uint64_t& count = *outcome == CosetOutcome::proved     ? status.proved
                             : *outcome == CosetOutcome::unproved ? status.unproved
                                                                  : status.errors;
      count = states.natural(1);
    }

    sql::Statement runners = database_.prepare(
        "SELECT runner.id, host, pid, started, coset FROM runner "
        "LEFT JOIN unit ON unit.runner = runner.id AND state = 'open' WHERE ended IS NULL ORDER BY 1");
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

    sql::Statement mean = database_.prepare(
        "SELECT avg(seconds) FROM (SELECT seconds FROM result WHERE outcome <> 'error' ORDER BY id DESC "
        "LIMIT 100)");
    if (mean.step() && !mean.null(0)) status.mean_seconds = mean.amount(0);
    status.failures = failures();
    sql::Statement changes =
        database_.prepare("SELECT time, detail FROM event WHERE what = 'changed' ORDER BY id");
    while (changes.step()) status.changes.push_back(fmt::format("{}: {}", changes.text(0), changes.text(1)));
    return status;
  });
}

}  // namespace halfturn
