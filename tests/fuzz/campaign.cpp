#include "halfturn/campaign.h"

#include <sqlite3.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <span>

#include "fuzz/fuzz.h"
#include "halfturn/campaign_proof.h"
#include "halfturn/campaign_report.h"

using namespace halfturn;
using fuzz::hold;

namespace {

const std::shared_ptr<const Cover>& cover() {
  static const std::shared_ptr<const Cover> made = shared_cover(CoverKind::with_inverses);
  return made;
}

/// What somebody may have written into a ledger: all the columns that are read.
constexpr const char* kColumns[] = {"campaign.created",
                                    "campaign.cover",
                                    "campaign.cover_size",
                                    "campaign.prove",
                                    "campaign.first",
                                    "campaign.count",
                                    "campaign.seed",
                                    "campaign.next",
                                    "campaign.table_checksum",
                                    "campaign.cover_checksum",
                                    "sample.position",
                                    "sample.coset",
                                    "runner.pid",
                                    "runner.ended",
                                    "result.coset",
                                    "result.twist",
                                    "result.flip",
                                    "result.slice",
                                    "result.setting",
                                    "result.outcome",
                                    "result.remaining",
                                    "result.message",
                                    "result.micros",
                                    "result.at_once",
                                    "result.started",
                                    "result.levels",
                                    "setting.id",
                                    "setting.cover",
                                    "setting.prove",
                                    "setting.program_version",
                                    "setting.table_checksum",
                                    "setting.cover_checksum",
                                    "setting.host",
                                    "setting.threads",
                                    "claim.coset",
                                    "claim.position",
                                    "claim.runner",
                                    "campaign.program_version",
                                    "campaign.shard",
                                    "campaign.shards",
                                    "campaign.rehearsal",
                                    "event.what",
                                    "event.detail"};
constexpr const char* kTexts[] = {"",         "all",
                                  "plain",    "with-inverses",
                                  "proved",   "unproved",
                                  "error",    "open",
                                  "-1",       "ffffffffffffffff",
                                  "identity", "1 0000000000000002 0000000000000003 0000000000000004",
                                  "a\nb"};

CampaignIdentity identity() {
  static const std::uint64_t checksum = checksum_of(*cover());
  return {"1", 2, 3, checksum};
}

struct Connection {
  explicit Connection(const std::filesystem::path& file) { sqlite3_open(file.c_str(), &database); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { sqlite3_close(database); }
  void run(const std::string& sql) const { sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr); }
  sqlite3* database = nullptr;
};

/// Two campaigns in memory: one that keeps its form, to import into, and one that is given a new ledger each
/// time.
class Folders {
 public:
  Folders() : home_(std::filesystem::path("/dev/shm") / ("halfturn-fuzz-" + std::to_string(::getpid()))) {
    const CampaignPlan plan{{}, CosetSample{20, 1}};
    for (const auto& folder : {mine(), other()})
      hold(Campaign::create(folder, plan, identity(), cover()->size()).ok(), "a campaign can be made");
    work(plan);
    std::ifstream file(other() / "ledger.db", std::ios::binary);
    ledger_.assign(std::istreambuf_iterator<char>(file), {});
    std::ifstream target(mine() / "ledger.db", std::ios::binary);
    target_.assign(std::istreambuf_iterator<char>(target), {});
  }
  Folders(const Folders&) = delete;
  Folders& operator=(const Folders&) = delete;
  ~Folders() { std::filesystem::remove_all(home_); }

  std::filesystem::path mine() const { return home_ / "mine"; }
  std::filesystem::path other() const { return home_ / "other"; }
  const std::string& ledger() const { return ledger_; }

  void put(const std::string& ledger) const {
    write(other(), ledger);
    write(mine(), target_);
  }

 private:
  /// Three cosets with results of each kind, and one that a process without a lock has claimed.
  void work(const CampaignPlan& plan) const {
    Result<Campaign> campaign = Campaign::open(other(), Campaign::Access::write, {}, cover());
    hold(campaign.ok(), "a campaign can be opened");
    int number = 0;
    CampaignRunOptions options;
    options.limit = 3;
    const auto pretend = [&](Phase1Coset, const CampaignParameters&,
                             const std::stop_token&) -> Result<CosetResult> {
      if (++number == 3) return Error{ErrorKind::machine, "broken", {}};
      CosetResult result;
      result.levels = {
          {.depth = 3, .probes = 7, .fresh = 5, .total = 5},
          {.depth = 4, .fresh = kCosetPositions - 15, .total = kCosetPositions - 10, .exact = false}};
      result.remaining = number == 1 ? 0 : 10;
      if (number == 1) result.proved = plan.parameters.prove;
      return result;
    };
    hold(campaign->run(*cover(), identity(), pretend, options).ok(), "a campaign can be run");
    const Connection connection(other() / "ledger.db");
    connection.run(
        "INSERT INTO runner (host, pid, started) VALUES ('h', 1, 't');"
        "INSERT INTO claim SELECT coset, position, 2 FROM sample WHERE position = 4;");
  }

  static void write(const std::filesystem::path& folder, const std::string& ledger) {
    for (const char* rest : {"ledger.db-wal", "ledger.db-shm", "ledger.db-journal"})
      std::filesystem::remove(folder / rest);
    std::ofstream(folder / "ledger.db", std::ios::binary) << ledger;
  }

  std::filesystem::path home_;
  std::string ledger_;
  std::string target_;
};

/// Sets columns: a column, how, and eight bytes of value each.
void edit_columns(const std::filesystem::path& file, std::span<const std::uint8_t> edits) {
  const Connection connection(file);
  connection.run("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF");
  for (; edits.size() >= 10; edits = edits.subspan(10)) {
    const std::string name = kColumns[edits[0] % std::size(kColumns)];
    std::int64_t number = 0;
    std::memcpy(&number, edits.data() + 2, sizeof number);
    std::string value;
    switch (edits[1] % 4) {
      case 0:
        value = std::to_string(number);
        break;
      case 1:
        value = "NULL";
        break;
      case 2:
        value = '\'' + std::string(kTexts[edits[2] % std::size(kTexts)]) + '\'';
        break;
      default:
        value = std::to_string(static_cast<std::int8_t>(edits[2]));
    }
    const std::size_t dot = name.find('.');
    connection.run("UPDATE " + name.substr(0, dot) + " SET " + name.substr(dot + 1) + " = " + value +
                   (edits[1] >= 128 ? " WHERE rowid % 2 = 0" : ""));
  }
}

/// What is handed out shows what the campaign asks for, whatever the file says.
void hold_record(const CosetRecord& record, const CampaignPlan& plan) {
  hold(record.coset == cover()->coset(record.index), "a coset has its numbers");
  hold(record.parameters == plan.parameters, "a result is of the campaign's bound and cover");
  hold(record.outcome != CosetOutcome::proved || record.remaining == 0, "nothing is left of a proof");
  hold(record.at_once > 0 && record.seconds >= 0, "times can be used");
}

/// What is exported can be checked, and nothing differs.
void export_and_check(const Campaign& campaign) {
  const CosetRunner nobody = [](Phase1Coset, const CampaignParameters&,
                                const std::stop_token&) -> Result<CosetResult> {
    return Error{ErrorKind::machine, "nobody is asked", {}};
  };
  std::optional<Error> problem;
  const auto source = [&](const TextSink& sink) -> Result<void> {
    const Result<ProofTotals> totals = campaign.export_proof(sink);
    if (totals) return {};
    problem = totals.error();
    return totals.error();
  };
  const Result<ProofVerdict> verdict = verify_proof(source, nobody, {0, 1, cover()}, {});
  hold(problem || verdict.ok(), "what is exported can be read");
  hold(problem || verdict->difference_count == 0, "what is exported is right");
}

void read(const std::filesystem::path& folder) {
  const Result<Campaign> campaign = Campaign::open(folder, Campaign::Access::read, {}, cover());
  if (!campaign) return hold(!campaign.error().message.empty(), "an error says what is wrong");
  hold(check_plan(campaign->plan(), cover_size(campaign->plan().parameters.cover)).ok(),
       "what is opened is possible");
  const Result<CampaignStatus> status = campaign->status();
  if (status) {
    (void)status->rate();
    (void)status->remaining_seconds();
    hold(status->failures.size() <= CampaignStatus::kMostFailures, "a list of failures is short");
    hold(status->finished() <= status->total, "no more is done than there is");
  }
  std::optional<std::uint64_t> last;
  CampaignSummary summary(cover()->size());
  const Result<void> reported = campaign->each_result([&](const CosetRecord& record) {
    hold(!last || record.index > *last, "results come in ascending order");
    last = record.index;
    if (campaign->plan().parameters.cover == CoverKind::with_inverses) hold_record(record, campaign->plan());
    summary.add(record);
  });
  hold(reported.ok() || !status.ok(), "a status counts only what can be reported");
  if (status)
    hold(summary.proved() == status->proved && summary.unproved() == status->unproved,
         "a status counts what is reported");
  export_and_check(*campaign);
}

}  // namespace

/// A ledger as another machine or a broken disk may have left it. The first byte says what the others are:
/// the file itself, edits of its bytes (three of place, one of value), or edits of its columns.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folders folders;
  if (size == 0) return 0;
  const std::span<const std::uint8_t> rest(data + 1, size - 1);
  std::string ledger = folders.ledger();
  if (data[0] % 3 == 0) ledger.assign(rest.begin(), rest.end());
  if (data[0] % 3 == 1)
    for (std::size_t at = 0; at + 3 < rest.size(); at += 4)
      ledger[(rest[at] + 256U * rest[at + 1] + 65536U * rest[at + 2]) % ledger.size()] =
          static_cast<char>(rest[at + 3]);
  folders.put(ledger);
  if (data[0] % 3 == 2) edit_columns(folders.other() / "ledger.db", rest);
  read(folders.other());
  Result<Campaign> mine = Campaign::open(folders.mine(), Campaign::Access::write, {}, cover());
  hold(mine.ok(), "what is right can be opened");
  const Result<std::uint64_t> taken = mine->import(folders.other(), data[0] >= 128);
  const Result<CampaignStatus> status = mine->status();
  hold(status.ok(), "an import leaves a campaign whole");
  hold(status->finished() == (taken ? *taken : 0), "all or nothing is imported");
  export_and_check(*mine);
  return 0;
}
