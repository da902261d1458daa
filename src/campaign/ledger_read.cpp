#include <fmt/core.h>

#include <charconv>
#include <utility>

#include "campaign/ledger.h"

namespace halfturn {

namespace {

/// Between two batches the ledger is free for writers, however slowly the reader goes on.
constexpr int kBatch = 500;

constexpr const char* kLatestResults =
    "SELECT result.id, result.coset, twist, flip, slice, cover, prove, program_version, program_checksum, "
    "table_checksum, cover_checksum, outcome, remaining, message, seconds, threads, at_once, host, started, "
    "finished FROM unit JOIN result ON result.id = unit.result ";

std::uint64_t checksum_in(const std::string& text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number, 16);
  return number;
}

CosetRecord record_in(const sql::Statement& row) {
  CosetRecord record;
  record.index = row.natural(1);
  record.coset = {static_cast<std::uint16_t>(row.integer(2)), static_cast<std::uint16_t>(row.integer(3)),
                  static_cast<std::uint16_t>(row.integer(4))};
  record.parameters = {cover_kind_named(row.text(5)).value_or(CoverKind::all),
                       static_cast<int>(row.integer(6))};
  record.identity = {row.text(7), checksum_in(row.text(8)), checksum_in(row.text(9)),
                     checksum_in(row.text(10))};
  record.outcome = outcome_named(row.text(11)).value_or(CosetOutcome::error);
  if (!row.null(12)) record.remaining = row.natural(12);
  record.message = row.text(13);
  record.seconds = row.real(14);
  record.threads = static_cast<int>(row.integer(15));
  record.at_once = static_cast<int>(row.integer(16));
  record.host = row.text(17);
  record.started = row.text(18);
  record.finished = row.text(19);
  return record;
}

CosetLevel level_in(const sql::Statement& row) {
  CosetLevel level;
  level.depth = static_cast<int>(row.integer(0));
  level.probes = row.natural(1);
  if (!row.null(2)) level.fresh = row.natural(2);
  if (!row.null(3)) level.total = row.natural(3);
  level.exact = row.integer(4) != 0;
  level.search_seconds = row.real(5);
  level.prepass_seconds = row.real(6);
  return level;
}

}  // namespace

std::vector<CosetRecord> CampaignLedger::results_after(std::optional<std::uint64_t> last) const {
  const sql::Transaction transaction(database_, sql::Transaction::reading);
  std::vector<CosetRecord> records;
  sql::Statement rows = database_.prepare(std::string(kLatestResults) +
                                          "WHERE unit.state <> 'open' AND (?1 IS NULL OR unit.coset > ?1) "
                                          "ORDER BY unit.coset LIMIT ?2");
  sql::Statement levels = database_.prepare(
      "SELECT depth, probes, fresh, total, exact, search_s, prepass_s FROM level WHERE result = ? "
      "ORDER BY depth");
  rows.bind(last, kBatch);
  while (rows.step()) {
    CosetRecord& record = records.emplace_back(record_in(rows));
    // Else reading on from here would never end.
    if (last && record.index <= *last)
      throw sql::Failure(SQLITE_CORRUPT, "a coset has the result of another one");
    last = record.index;
    levels.bind(rows.integer(0));
    while (levels.step()) record.levels.push_back(level_in(levels));
  }
  return records;
}

Result<void> CampaignLedger::each_result(const std::function<void(const CosetRecord&)>& use) const {
  std::optional<std::uint64_t> last;
  while (true) {
    const auto batch = guarded([&]() -> Result<std::vector<CosetRecord>> { return results_after(last); });
    if (!batch) return batch.error();
    if (batch->empty()) return {};
    for (const CosetRecord& record : *batch) use(record);
    last = batch->back().index;
  }
}

std::vector<CosetRecord> CampaignLedger::failures() const {
  std::vector<CosetRecord> records;
  sql::Statement rows = database_.prepare(
      std::string(kLatestResults) + "WHERE unit.state IN ('unproved', 'error') ORDER BY unit.coset LIMIT ?");
  rows.bind(std::uint64_t{CampaignStatus::kMostFailures});
  while (rows.step()) records.push_back(record_in(rows));
  return records;
}

Result<CampaignStatus> CampaignLedger::status() const {
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
    if (mean.step() && !mean.null(0)) status.mean_seconds = mean.real(0);
    status.failures = failures();
    sql::Statement changes =
        database_.prepare("SELECT time, detail FROM event WHERE what = 'changed' ORDER BY id");
    while (changes.step()) status.changes.push_back(fmt::format("{}: {}", changes.text(0), changes.text(1)));
    return status;
  });
}

}  // namespace halfturn
