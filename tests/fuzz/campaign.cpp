#include "halfturn/campaign.h"

#include <sqlite3.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <span>

#include "fuzz/fuzz.h"

using namespace halfturn;
using fuzz::hold;

namespace {

constexpr std::uint64_t kCoverSize = 1000;

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
                                    "result.cover",
                                    "result.prove",
                                    "result.program_version",
                                    "result.outcome",
                                    "result.remaining",
                                    "result.message",
                                    "result.seconds",
                                    "result.threads",
                                    "result.at_once",
                                    "level.depth",
                                    "level.probes",
                                    "level.fresh",
                                    "level.total",
                                    "level.exact",
                                    "unit.coset",
                                    "unit.position",
                                    "unit.state",
                                    "unit.runner",
                                    "unit.result"};
constexpr const char* kTexts[] = {"",      "all",  "plain", "with-inverses",   "proved", "unproved",
                                  "error", "open", "-1",    "ffffffffffffffff"};

CampaignIdentity identity() {
  return {"1", 2, 3, 4};
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
      hold(Campaign::create(folder, plan, identity(), kCoverSize).ok(), "a campaign can be made");
    {
      const Connection connection(other() / "ledger.db");
      connection.run(
          "PRAGMA journal_mode = DELETE;"
          "INSERT INTO runner (host, pid, started) VALUES ('h', 1, 't');"
          "INSERT INTO result SELECT position + 1, coset, 1, 2, 3, 'with-inverses', 20, '1', "
          "'0000000000000002',"
          " '0000000000000003', '0000000000000004', CASE position WHEN 2 THEN 'error' WHEN 1 THEN 'unproved' "
          "ELSE"
          " 'proved' END, position, 'm', 1.5, 2, 1, 'h', 't', 't' FROM sample WHERE position < 4;"
          "INSERT INTO level SELECT id, coset, 3, 7, 5, 5, 1, 0.25, NULL FROM result;"
          "INSERT INTO unit SELECT coset, id - 1, outcome, NULL, id FROM result;"
          "INSERT INTO unit SELECT coset, position, 'open', 1, NULL FROM sample WHERE position = 4;");
    }
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

void read(const std::filesystem::path& folder) {
  const Result<Campaign> campaign = Campaign::open(folder, Campaign::Access::read);
  if (!campaign) return hold(!campaign.error().message.empty(), "an error says what is wrong");
  if (const Result<CampaignStatus> status = campaign->status()) {
    (void)status->rate();
    (void)status->remaining_seconds();
    hold(status->failures.size() <= CampaignStatus::kMostFailures, "a list of failures is short");
  }
  std::optional<std::uint64_t> last;
  (void)campaign->each_result([&](const CosetRecord& record) {
    hold(!last || record.index > *last, "results come in ascending order");
    last = record.index;
  });
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
  Result<Campaign> mine = Campaign::open(folders.mine(), Campaign::Access::write);
  hold(mine.ok(), "what is right can be opened");
  (void)mine->import(folders.other(), data[0] >= 128);
  const Result<CampaignStatus> status = mine->status();
  hold(status.ok() && status->finished() <= status->total, "an import leaves a campaign whole");
  return 0;
}
