#include "campaign/ledger.h"

#include <fmt/core.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <array>
#include <ctime>
#include <system_error>
#include <utility>

#include "base/system_error.h"
#include "campaign/checksum_text.h"
#include "campaign/schema.h"

namespace halfturn {

namespace {

/// A result takes some kilobytes. There must be room for it when the work is done.
constexpr std::uint64_t kRoomForResults = 4'000'000;

Error no_campaign(const std::filesystem::path& folder) {
  return {.kind = ErrorKind::missing,
          .message = fmt::format("there is no campaign in {}", folder.string()),
          .hint = "make one",
          .remedy = Remedy::create_campaign};
}

}  // namespace

std::string utc_now() {
  return utc_text(std::time(nullptr));
}

std::string utc_text(std::int64_t time) {
  const std::time_t now{time};
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

CampaignLedger::CampaignLedger(std::filesystem::path folder, sql::Database database)
    : folder_(std::move(folder)), database_(std::move(database)) {}

Error CampaignLedger::error_of(const sql::Failure& failure, const std::filesystem::path& file) {
  const auto error = [&](ErrorKind kind, const char* what, std::string hint) {
    return Error{kind, fmt::format("{} {}: {}", what, file.string(), failure.what()), std::move(hint)};
  };
  switch (failure.code()) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR:
    case SQLITE_MISMATCH:
      return error(ErrorKind::damaged, "cannot use", CampaignLedger::kDamagedHint);
    case SQLITE_FULL:
      return error(ErrorKind::machine, "cannot write",
                   "make room, then try again; what is recorded is not lost");
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
      return error(ErrorKind::machine, "cannot write",
                   "a campaign needs a folder that you may write to, and its files too");
    case SQLITE_BUSY:
      return error(ErrorKind::machine, "cannot use",
                   "another process has kept it to itself for a minute; try again");
    default:
      return error(ErrorKind::machine, "cannot use",
                   "look at the disk and the room on it; what is recorded is not lost");
  }
}

Result<void> CampaignLedger::create(const std::filesystem::path& folder, const CampaignFacts& facts,
                                    const std::vector<std::uint64_t>& sample) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure)
    return Error{ErrorKind::machine,
                 fmt::format("cannot make the folder {}: {}", folder.string(), failure.message()),
                 "choose a folder that you may write to"};
  const std::filesystem::path file = folder / "ledger.db";
  try {
    // In one transaction: of a creation that is cut short, nothing remains but an empty file.
    const sql::Database database(file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    database.script("PRAGMA synchronous = EXTRA");
    sql::Transaction transaction(database);
    if (database.integer("PRAGMA application_id") == kLedgerApplication)
      return Error{.kind = ErrorKind::bad_input,
                   .message = fmt::format("there is a campaign in {} already", folder.string()),
                   .hint = "go on with it; or choose another folder",
                   .remedy = Remedy::run_campaign};
    if (database.integer("SELECT count(*) FROM sqlite_schema") != 0)
      return Error{ErrorKind::bad_input, fmt::format("{} belongs to something else", file.string()),
                   "choose another folder"};
    database.script(kLedgerSchema);
    database.script(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kLedgerApplication,
                                kLedgerVersion)
                        .c_str());
    std::optional<std::uint64_t> first;
    std::optional<std::string> seed;
    if (const auto* range = std::get_if<CosetRange>(&facts.plan.cosets))
      first.emplace(range->first);
    else
      seed.emplace(fmt::format("{}", std::get<CosetSample>(facts.plan.cosets).seed));
    const CampaignShard shard = facts.plan.shard;
    database.run("INSERT INTO campaign VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?)", utc_now(),
                 to_string(facts.plan.parameters.cover), facts.cover_size, facts.plan.parameters.prove,
                 facts.plan.parameters.rehearsal ? 1 : 0, first, facts.plan.whole_count(), seed, shard.index,
                 shard.count, facts.identity.program_version, checksum_text(facts.identity.program_checksum),
                 checksum_text(facts.identity.table_checksum), checksum_text(facts.identity.cover_checksum));
    sql::Statement insert = database.prepare("INSERT INTO sample VALUES (?, ?)");
    for (std::size_t i = shard.index; i < sample.size(); i += shard.count)
      insert.bind(std::uint64_t{i}, sample[i]).step();
    database.run("INSERT INTO event (time, what, detail) VALUES (?, 'created', '')", utc_now());
    transaction.commit();
    return {};
  } catch (const sql::Failure& problem) {
    return error_of(problem, file);
  }
}

Result<CampaignLedger> CampaignLedger::open(const std::filesystem::path& folder, bool to_write,
                                            const std::stop_token& stop) {
  const std::filesystem::path file = folder / "ledger.db";
  std::error_code failure;
  // Not by opening the file: to close it again would take away the locks of other connections of this
  // process.
  if (!std::filesystem::exists(file, failure)) {
    if (!failure || failure == std::errc::not_a_directory) return no_campaign(folder);
    return Error{ErrorKind::machine, fmt::format("cannot read {}: {}", file.string(), failure.message()), {}};
  }
  try {
    // For reading too, because what a killed writer left half done must be undone first. Where that is not
    // permitted SQLite opens for reading by itself.
    CampaignLedger ledger(folder, sql::Database(file, SQLITE_OPEN_READWRITE));
    const sql::Interruptible interruptible(ledger.database_, stop);
    // EXTRA rather than FULL: only then is the end of a transaction, the removal of its journal, on the disk.
    ledger.database_.script("PRAGMA synchronous = EXTRA; PRAGMA foreign_keys = ON");
    // Who only reads goes from page to page; a thousand ledgers at once should not keep megabytes each.
    if (!to_write) ledger.database_.script("PRAGMA cache_size = -128");
    if (Result<void> known = ledger.check_kind(to_write); !known) return known.error();
    if (to_write && ledger.database_.read_only())
      return error_of(sql::Failure(SQLITE_READONLY, "it may only be read"), file);
    ledger.read_facts();
    ledger.check_sample();
    ledger.check_cosets();
    if (stop.stop_requested()) return stopped();
    return ledger;
  } catch (const sql::Failure& problem) {
    if (stop.stop_requested()) return stopped();
    return error_of(problem, file);
  }
}

Result<void> CampaignLedger::check_kind(bool to_write) const {
  const std::int64_t application = database_.integer("PRAGMA application_id").value_or(0);
  if (application == 0 && database_.integer("SELECT count(*) FROM sqlite_schema") == 0)
    return no_campaign(folder_);  // an empty file: a creation that was cut short
  if (application != kLedgerApplication)
    return Error{ErrorKind::damaged, fmt::format("{} is not the ledger of a campaign", file().string()),
                 "choose another folder"};
  if (database_.integer("PRAGMA user_version") != kLedgerVersion)
    return Error{ErrorKind::damaged,
                 fmt::format("{} was written by another version of halfturn", file().string()),
                 "go on with that version, or create a new campaign"};
  // Whoever reads results reads all of them and sees whether they are in order, so that their table, which
  // may have millions of rows, need be looked at only before something is written to it.
  std::vector<const char*> tables = {"campaign", "sample", "runner", "setting", "earlier", "claim", "event"};
  if (to_write) tables.push_back("result");
  for (const char* table : tables) {
    sql::Statement check = database_.prepare(fmt::format("PRAGMA quick_check('{}')", table));
    if (check.step() && check.text(0) != "ok")
      return Error{ErrorKind::damaged, fmt::format("cannot use {}: {}", file().string(), check.text(0)),
                   kDamagedHint};
  }
  return {};
}

void CampaignLedger::log(std::string_view what, std::string_view detail,
                         std::optional<std::uint64_t> coset) const {
  database_.run("INSERT INTO event (time, runner, coset, what, detail) VALUES (?, ?, ?, ?, ?)", utc_now(),
                runner_, coset, what, detail);
}

Result<void> CampaignLedger::accept(const CampaignIdentity& identity,
                                    const std::vector<std::string>& changes) {
  return guarded([&]() -> Result<void> {
    sql::Transaction transaction(database_);
    database_.run(
        "UPDATE campaign SET program_version = ?, program_checksum = ?, table_checksum = ?, cover_checksum = "
        "?",
        identity.program_version, checksum_text(identity.program_checksum),
        checksum_text(identity.table_checksum), checksum_text(identity.cover_checksum));
    note_accepted(facts_.identity);  // for the results that have it
    for (const std::string& change : changes) log("changed", change);
    transaction.commit();
    facts_.identity = identity;
    return {};
  });
}

Result<void> CampaignLedger::enlist() {
  return guarded([&]() -> Result<void> {
    sql::Transaction transaction(database_);
    remove_locks_left_behind();
    database_.run("INSERT INTO runner (host, pid, started) VALUES (?, ?, ?)", host_name(),
                  std::int64_t{::getpid()}, utc_now());
    const std::int64_t id = database_.last_id();
    // Locked before anybody can see the entry, and so take it for that of a dead process.
    Result<RunnerLock> lock = RunnerLock::take(lock_folder(), id);
    if (!lock) return lock.error();
    transaction.commit();
    lock_.emplace(std::move(*lock));
    runner_ = id;
    return {};
  });
}

Result<void> CampaignLedger::retire() {
  Result<void> told = guarded([&]() -> Result<void> {
    sql::Transaction transaction(database_);
    database_.run("UPDATE claim SET runner = NULL WHERE runner = ?", runner_);
    database_.run("UPDATE runner SET ended = ? WHERE id = ?", utc_now(), runner_);
    transaction.commit();
    return {};
  });
  lock_.reset();  // tells the others, also where the ledger could not
  runner_.reset();
  return told;
}

Result<void> CampaignLedger::check_room() const {
  struct statvfs disk {};
  if (::statvfs(folder_.c_str(), &disk) != 0) return {};  // then writing will tell
  const std::uint64_t free = std::uint64_t{disk.f_bavail} * disk.f_frsize;
  if (free >= kRoomForResults) return {};
  return Error{ErrorKind::machine,
               fmt::format("{} are free for {}: too little to begin a coset whose result must be written",
                           human_bytes(free), folder_.string()),
               "make room, then try again; what is recorded is not lost"};
}

void CampaignLedger::release_cosets_of_dead_runners(std::vector<std::string>& notes) const {
  std::vector<std::pair<std::int64_t, std::string>> dead;
  sql::Statement rows = database_.prepare("SELECT id, host, pid FROM runner WHERE ended IS NULL");
  while (rows.step()) {
    const std::int64_t id = rows.integer(0);
    if (id == runner_ || RunnerLock::held(lock_folder(), id)) continue;
    dead.emplace_back(id, fmt::format("process {} on {} is gone", rows.integer(2), rows.text(1)));
  }
  for (const auto& [id, note] : dead) {
    sql::Statement units = database_.prepare("SELECT coset FROM claim WHERE runner = ?");
    units.bind(id);
    while (units.step()) {
      notes.push_back(fmt::format("{}; its coset {} is taken up again", note, units.natural(0)));
      log("died", notes.back(), units.natural(0));
    }
    database_.run("UPDATE claim SET runner = NULL WHERE runner = ?", id);
    database_.run("UPDATE runner SET ended = ? WHERE id = ?", utc_now(), id);
    // If this transaction fails, the runner still counts as dead without its file.
    ::unlink(RunnerLock::path_of(lock_folder(), id).c_str());
  }
}

/// A process may die between writing its entry and taking its lock file away, or the other way round. The
/// entries of those that died at work are for release_cosets_of_dead_runners().
void CampaignLedger::remove_locks_left_behind() const {
  for (const std::int64_t id : RunnerLock::all_in(lock_folder())) {
    const bool at_work =
        database_.integer("SELECT 1 FROM runner WHERE id = ? AND ended IS NULL", id).has_value();
    if (!at_work && !RunnerLock::held(lock_folder(), id))
      ::unlink(RunnerLock::path_of(lock_folder(), id).c_str());
  }
}

std::optional<std::uint64_t> CampaignLedger::position_of(std::uint64_t index) const {
  if (const auto* range = std::get_if<CosetRange>(&facts_.plan.cosets)) {
    if (index < range->first || index >= range->end) return std::nullopt;
    const std::uint64_t position = index - range->first;
    const CampaignShard shard = facts_.plan.shard;
    return position % shard.count == shard.index ? std::optional(position) : std::nullopt;
  }
  const std::optional<std::int64_t> found =
      database_.integer("SELECT position FROM sample WHERE coset = ?", index);
  return found ? std::optional(static_cast<std::uint64_t>(*found)) : std::nullopt;
}

std::optional<std::uint64_t> CampaignLedger::nth_of_shard(std::uint64_t n) const {
  if (n >= facts_.plan.count()) return std::nullopt;
  const std::uint64_t position = facts_.plan.shard.index + n * facts_.plan.shard.count;
  if (const auto* range = std::get_if<CosetRange>(&facts_.plan.cosets)) return range->first + position;
  const std::optional<std::int64_t> found =
      database_.integer("SELECT coset FROM sample WHERE position = ?", position);
  if (!found) throw sql::Failure(SQLITE_CORRUPT, "a part of the sample is missing");
  return static_cast<std::uint64_t>(*found);
}

std::vector<std::uint64_t> CampaignLedger::next_free(std::uint64_t most) const {
  std::vector<std::uint64_t> free;
  sql::Statement given_back =
      database_.prepare("SELECT coset FROM claim WHERE runner IS NULL ORDER BY position LIMIT ?");
  given_back.bind(most);
  while (given_back.step()) free.push_back(given_back.natural(0));
  sql::Statement row = database_.prepare("SELECT next FROM campaign");
  const std::uint64_t before = row.step() ? row.natural(0, facts_.plan.count()) : 0;
  row.reset();
  // Past those that somebody has asked for by number, and what came with imports.
  sql::Statement known = database_.prepare(
      "SELECT 1 FROM result WHERE coset = ?1 UNION ALL SELECT 1 FROM claim WHERE coset = ?1");
  std::uint64_t next = before;
  for (std::optional<std::uint64_t> index; free.size() < most && (index = nth_of_shard(next)); ++next)
    if (!known.bind(*index).step()) free.push_back(*index);
  known.reset();
  if (next != before) database_.run("UPDATE campaign SET next = ?", next);
  return free;
}

Result<CampaignLedger::Answer> CampaignLedger::claim(std::optional<std::uint64_t> only) {
  if (Result<void> room = check_room(); !room) return room.error();
  return guarded([&]() -> Result<Answer> {
    sql::Transaction transaction(database_);
    Answer answer;
    release_cosets_of_dead_runners(answer.notes);
    std::optional<std::uint64_t> index;
    if (only) {
      if (!position_of(*only))
        return Error{.kind = ErrorKind::bad_input,
                     .message = fmt::format("coset {} is not part of this campaign", *only),
                     .hint = "its status says which are",
                     .remedy = Remedy::campaign_status};
      sql::Statement claim = database_.prepare("SELECT runner FROM claim WHERE coset = ?");
      if (database_.integer("SELECT 1 FROM result WHERE coset = ?", *only))
        answer.finished = judged_outcome(*only);
      else if (claim.bind(*only).step() && !claim.null(0))
        answer.elsewhere = 1;
      else
        index = only;
    } else {
      if (const std::vector<std::uint64_t> free = next_free(1); !free.empty())
        index = free.front();
      else
        answer.elsewhere = static_cast<std::uint64_t>(
            database_.integer("SELECT count(*) FROM claim WHERE runner IS NOT NULL").value_or(0));
    }
    if (index) {
      const std::optional<std::uint64_t> position = position_of(*index);
      if (!position)
        throw sql::Failure(SQLITE_CORRUPT, fmt::format("coset {} is not part of the campaign", *index));
      database_.run(
          "INSERT INTO claim (coset, position, runner) VALUES (?, ?, ?) "
          "ON CONFLICT (coset) DO UPDATE SET runner = excluded.runner",
          *index, *position, runner_);
      const auto at_once =
          database_.integer("SELECT count(*) FROM runner WHERE ended IS NULL AND host = ?", host_name());
      answer.claim = Claim{*index, static_cast<int>(at_once.value_or(1))};
    }
    transaction.commit();
    return answer;
  });
}

Result<void> CampaignLedger::record(const CosetRecord& record) {
  return guarded([&]() -> Result<void> {
    sql::Transaction transaction(database_);
    if (database_.integer("SELECT runner FROM claim WHERE coset = ?", record.index) != runner_)
      return Error{
          ErrorKind::damaged, fmt::format("coset {} was given to another process meanwhile", record.index),
          fmt::format("the locks in {} must work, and nobody may remove them", lock_folder().string())};
    ResultWriter(database_).write(record);
    transaction.commit();
    return {};
  });
}

Result<std::uint64_t> CampaignLedger::reopen_failed(std::optional<std::uint64_t> only, bool errors_only) {
  return guarded([&]() -> Result<std::uint64_t> {
    sql::Transaction transaction(database_);
    std::vector<std::pair<std::uint64_t, CosetOutcome>> failed;
    sql::Statement rows = database_.prepare(
        "SELECT coset, outcome FROM result WHERE outcome <> 0 AND (?1 IS NULL OR coset = ?1) AND outcome >= "
        "?2 "
        "ORDER BY coset");
    rows.bind(only, static_cast<int>(errors_only ? CosetOutcome::error : CosetOutcome::unproved));
    while (rows.step()) failed.emplace_back(rows.natural(0), static_cast<CosetOutcome>(rows.natural(1, 2)));
    ResultWriter writer(database_);
    for (const auto& [coset, outcome] : failed) {
      const std::optional<std::uint64_t> position = position_of(coset);
      if (!position) refuse_ledger(fmt::format("coset {} is not part of the campaign", coset));
      log("reopened", to_string(outcome), coset);
      writer.put_aside(coset);
      database_.run("INSERT INTO claim (coset, position) VALUES (?, ?)", coset, *position);
    }
    transaction.commit();
    return failed.size();
  });
}

Result<std::uint64_t> CampaignLedger::rehearse(std::uint64_t most,
                                               const std::function<CosetRecord(std::uint64_t)>& make_up) {
  if (Result<void> room = check_room(); !room) return room.error();
  return guarded([&]() -> Result<std::uint64_t> {
    sql::Transaction transaction(database_);
    std::vector<std::string> notes;
    release_cosets_of_dead_runners(notes);
    ResultWriter writer(database_);
    const std::vector<std::uint64_t> free = next_free(most);
    for (const std::uint64_t index : free) writer.write(make_up(index));
    transaction.commit();
    return free.size();
  });
}

}  // namespace halfturn
