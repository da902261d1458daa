#include "campaign/result_rows.h"

#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <utility>

#include "base/text.h"
#include "campaign/checksum_text.h"
#include "campaign/ledger.h"
#include "campaign/level_code.h"

namespace halfturn {

namespace {

constexpr std::string_view kResultColumns =
    "coset, twist, flip, slice, setting, outcome, remaining, message, micros, at_once, started, levels";
constexpr double kMicrosInASecond = 1e6;
/// The year 9999 ends before that.
constexpr std::uint64_t kLatestTime = 253'402'300'799;

int small(const sql::Statement& row, int column) {
  return static_cast<int>(row.natural(column, std::numeric_limits<int>::max()));
}

}  // namespace

void refuse_ledger(std::string why) {
  throw sql::Failure(SQLITE_CORRUPT, std::move(why));
}

const ResultSetting& ResultReader::setting(std::int64_t id) {
  if (const auto known = settings_.find(id); known != settings_.end()) return known->second;
  sql::Statement row = database_->prepare(
      "SELECT cover, prove, host, threads, program_version, program_checksum, table_checksum, cover_checksum "
      "FROM setting WHERE id = ?");
  if (!row.bind(id).step()) refuse_ledger(fmt::format("there is no setting {}", id));
  const std::optional<CoverKind> cover = cover_kind_named(row.text(0));
  if (!cover) refuse_ledger(fmt::format("there is no cover {}", base::quoted(row.text(0))));
  return settings_
      .emplace(id, ResultSetting{{*cover, small(row, 1)}, identity_in(row, 4), row.text(2), small(row, 3)})
      .first->second;
}

void ResultReader::read_row(const sql::Statement& row, CosetRecord& record, bool with_levels) {
  record.coset = {static_cast<std::uint16_t>(row.natural(1, kTwistCount - 1)),
                  static_cast<std::uint16_t>(row.natural(2, kFlipCount - 1)),
                  static_cast<std::uint16_t>(row.natural(3, kSliceCount - 1))};
  const ResultSetting& made_with = setting(row.integer(4));
  record.parameters = made_with.parameters;
  record.identity = made_with.identity;
  record.host = made_with.host;
  record.threads = made_with.threads;
  record.outcome = static_cast<CosetOutcome>(row.natural(5, 2));
  record.remaining.reset();
  if (!row.null(6)) record.remaining = row.natural(6, kCosetPositions);
  record.message.clear();
  if (!row.null(7)) record.message = row.text(7);
  record.seconds = static_cast<double>(row.natural(8)) / kMicrosInASecond;
  record.at_once = small(row, 9);
  if (record.at_once == 0) refuse_ledger("at_once is 0 and should be at least 1");
  record.started = static_cast<std::int64_t>(row.natural(10, kLatestTime));
  if (with_levels)
    decode_levels(row.blob(11), record.levels);
  else
    record.levels.clear();
}

void ResultReader::read(std::int64_t last, std::int64_t end, std::size_t most,
                        std::vector<CosetRecord>& records) {
  // By the table's key, which must go up also in a damaged file, so that reading comes to an end.
  sql::Statement rows = database_->prepare(fmt::format(
      "SELECT {} FROM result WHERE coset > ? AND coset < ? ORDER BY coset LIMIT ?", kResultColumns));
  rows.bind(last, end, std::uint64_t{most});
  std::size_t count = 0;
  while (rows.step()) {
    if (count == records.size()) records.emplace_back();
    CosetRecord& record = records[count++];
    record.index = rows.natural(0);
    if (static_cast<std::int64_t>(record.index) <= last) refuse_ledger("its results are out of order");
    last = static_cast<std::int64_t>(record.index);
    about_coset(record.index, [&] { read_row(rows, record, true); });
  }
  records.resize(count);
}

std::vector<CosetRecord> ResultReader::failures(std::size_t most) {
  std::vector<CosetRecord> records;
  sql::Statement rows = database_->prepare(
      fmt::format("SELECT {} FROM result WHERE outcome <> 0 ORDER BY coset LIMIT ?", kResultColumns));
  rows.bind(std::uint64_t{most});
  while (rows.step()) {
    CosetRecord& record = records.emplace_back();
    record.index = rows.natural(0);
    about_coset(record.index, [&] { read_row(rows, record, false); });
  }
  return records;
}

ResultWriter::ResultWriter(const sql::Database& database)
    : database_(&database),
      find_(database.prepare("SELECT outcome FROM result WHERE coset = ?")),
      find_claim_(database.prepare("SELECT 1 FROM claim WHERE coset = ? AND runner IS NOT NULL")),
      insert_(database.prepare(fmt::format(
          "INSERT INTO result ({}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", kResultColumns))),
      keep_(database.prepare(
          fmt::format("INSERT INTO earlier ({0}) SELECT {0} FROM result WHERE coset = ?", kResultColumns))),
      remove_(database.prepare("DELETE FROM result WHERE coset = ?")),
      end_claim_(database.prepare("DELETE FROM claim WHERE coset = ?")),
      any_claims_(database.integer("SELECT 1 FROM claim LIMIT 1").has_value()) {}

std::optional<CosetOutcome> ResultWriter::outcome_of(std::uint64_t coset) {
  if (!find_.bind(coset).step()) return std::nullopt;
  const auto outcome = static_cast<CosetOutcome>(find_.natural(0, 2));
  find_.reset();
  return outcome;
}

bool ResultWriter::is_claimed(std::uint64_t coset) {
  if (!any_claims_) return false;
  const bool claimed = find_claim_.bind(coset).step();
  find_claim_.reset();
  return claimed;
}

void ResultWriter::put_aside(std::uint64_t coset) {
  keep_.bind(coset).step();
  remove_.bind(coset).step();
}

std::int64_t ResultWriter::setting_of(const CosetRecord& record) {
  for (const auto& [setting, id] : settings_)
    if (setting.parameters == record.parameters && setting.threads == record.threads &&
        setting.identity == record.identity && setting.host == record.host)
      return id;
  const auto bound = [&](sql::Statement&& statement) -> sql::Statement {
    statement.bind(to_string(record.parameters.cover), record.parameters.prove,
                   record.identity.program_version, checksum_text(record.identity.program_checksum),
                   checksum_text(record.identity.table_checksum),
                   checksum_text(record.identity.cover_checksum), record.host, record.threads);
    return std::move(statement);
  };
  bound(database_->prepare(
            "INSERT OR IGNORE INTO setting (cover, prove, program_version, program_checksum, table_checksum, "
            "cover_checksum, host, threads) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"))
      .step();
  sql::Statement row = bound(database_->prepare(
      "SELECT id FROM setting WHERE cover = ? AND prove = ? AND program_version = ? AND program_checksum = ? "
      "AND table_checksum = ? AND cover_checksum = ? AND host = ? AND threads = ?"));
  if (!row.step()) refuse_ledger("a setting is not there after it was written");
  settings_.push_back({{record.parameters, record.identity, record.host, record.threads}, row.integer(0)});
  return settings_.back().second;
}

void ResultWriter::write(const CosetRecord& record) {
  if (outcome_of(record.index)) put_aside(record.index);
  write_first(record);
}

void ResultWriter::write_first(const CosetRecord& record) {
  const std::optional<std::string> message =
      record.message.empty() ? std::nullopt : std::optional(record.message);
  const std::string levels = encoded_levels(record.levels);
  insert_
      .bind(record.index, int{record.coset.twist}, int{record.coset.flip}, int{record.coset.slice},
            setting_of(record), static_cast<int>(record.outcome), record.remaining, message,
            static_cast<std::int64_t>(std::llround(record.seconds * kMicrosInASecond)), record.at_once,
            record.started, sql::Blob{levels})
      .step();
  if (any_claims_) end_claim_.bind(record.index).step();
}

}  // namespace halfturn
