// Ledgers that somebody has written into: nothing in them counts that does not show what the campaign asks.

#include <fmt/core.h>

#include <atomic>
#include <utility>

#include "campaign/level_code.h"
#include "fixture.h"
#include "support/child.h"

namespace halfturn::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class CampaignTrust : public CampaignTest {
 protected:
  void change(const std::string& sql) const {
    const sql::Database database(ledger_, SQLITE_OPEN_READWRITE);
    database.script("PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = OFF");
    database.script(sql.c_str());
  }
  template <class T>
  static std::string text_of(const Result<T>& result) {
    return result ? "(it was taken)" : result.error().text();
  }
  template <class T>
  static void expect_damage(const Result<T>& result, const std::string& message, const char* where) {
    ASSERT_FALSE(result.ok()) << where << " takes what should be: " << message;
    EXPECT_EQ(result.error().kind, ErrorKind::damaged) << where;
    EXPECT_THAT(result.error().text(), HasSubstr(message)) << where;
  }

  /// Whatever reads results refuses this one, and changes nothing.
  void expect_refusal_everywhere(const std::string& message) const {
    Result<Campaign> campaign = Campaign::open(folder_, Campaign::Access::write);
    ASSERT_TRUE(campaign.ok()) << campaign.error().text();
    expect_damage(campaign->status(), message, "status");
    expect_damage(campaign->each_result([](const CosetRecord&) {}), message, "report");
    const std::size_t before = executed().size();
    expect_damage(campaign->run(cover(), identity(), runner(), {}), message, "run");
    CampaignRunOptions only;
    only.only = 1;
    expect_damage(campaign->run(cover(), identity(), runner(), only), message, "run of one");
    EXPECT_EQ(executed().size(), before);
    const fs::path target = home_.path() / "target";
    fs::remove_all(target);
    ASSERT_TRUE(Campaign::create(target, range(0, 9), identity(), cover().size()).ok());
    Result<Campaign> other = Campaign::open(target, Campaign::Access::write);
    expect_damage(other->import(folder_, false), message, "import");
    const Result<CampaignStatus> untouched = other->status();
    ASSERT_TRUE(untouched.ok());
    EXPECT_EQ(untouched->finished(), 0u);
  }

  Error open_error() const {
    const Result<Campaign> campaign = Campaign::open(folder_, Campaign::Access::write);
    return campaign ? Error{ErrorKind::bad_input, "(it opened)", {}} : campaign.error();
  }
};

TEST_F(CampaignTrust, AResultThatShowsSomethingElseIsRefusedOnEveryWay) {
  struct Change {
    std::string sql;
    std::string message;
  };
  const Phase1Coset coset = *cover().coset(1);
  // Results share their setting, so coset 1 gets one of its own.
  const auto setting = [](const std::string& column, const std::string& value) {
    return "INSERT INTO setting SELECT 7, cover, prove, program_version, program_checksum, table_checksum, "
           "cover_checksum, host, 77 FROM setting WHERE id = 1; UPDATE setting SET " +
           column + " = " + value + " WHERE id = 7; UPDATE result SET setting = 7 WHERE coset = 1";
  };
  const auto result = [](const std::string& change) {
    return "UPDATE result SET " + change + " WHERE coset = 1";
  };
  const auto levels = [](const std::function<void(std::vector<CosetLevel>&)>& change) {
    std::vector<CosetLevel> all = answer().levels;
    change(all);
    std::string hex;
    for (const char byte : encoded_levels(all))
      hex += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    return "UPDATE result SET levels = x'" + hex + "' WHERE coset = 1";
  };
  using Levels = std::vector<CosetLevel>;
  const std::vector<Change> changes = {
      {setting("prove", "25"), "prove is 25 and should be 20"},
      {setting("cover", "'plain'"), "cover is plain and should be with-inverses"},
      {setting("cover", "'none'"), "there is no cover 'none'"},
      {setting("program_version", "'9.9'"),
       "the program's version was 1.2.3 and is 9.9, which nobody has accepted"},
      {setting("program_checksum", "'0000000000000001'"),
       "the checksum of the program was fedcba9876543210 and is 0000000000000001"},
      {setting("table_checksum", "'0000000000000001'"),
       "the checksum of the phase-1 table was 0123456789abcdef and is 0000000000000001"},
      {setting("table_checksum", "'x'"), "table_checksum is 'x' and should be 16 hexadecimal digits"},
      {setting("cover_checksum", "'0000000000000001'"),
       "cover_checksum is 0000000000000001, that of the campaign "},
      {"PRAGMA foreign_keys = OFF; " + result("setting = 77"), "there is no setting 77"},
      {result("twist = 2186"), "twist is 2186 and should be " + std::to_string(coset.twist)},
      {result("twist = twist + 65536"), "twist is 65537 and should be a number from 0 to 2186"},
      {result("flip = 2047"), "flip is 2047 and should be " + std::to_string(coset.flip)},
      {result("slice = 494"), "slice is 494 and should be " + std::to_string(coset.slice)},
      {result("outcome = 1"), "outcome is unproved and remaining is 0"},
      {result("outcome = 2"), "an error has no positions left and no levels"},
      {result("outcome = 3"), "outcome is 3 and should be a number from 0 to 2"},
      {result("remaining = 3"), "outcome is proved and remaining is 3 and should be 0"},
      {result("remaining = NULL"), "outcome is proved and remaining is not known and should be 0"},
      {result("remaining = -1"), "remaining is -1 and should be a number from 0 to"},
      {result("at_once = 0"), "at_once is 0 and should be at least 1"},
      {result("micros = -1"), "micros is -1 and should be a number"},
      {result("started = -1"), "started is -1 and should be a number"},
      {levels([](Levels& all) { all[1].total = 5000; }),
       "the levels reach 5000 positions and 0 are left: together they should be 19508428800"},
      {levels([](Levels& all) { all[1].total = 19'508'428'801; }),
       "levels: total is 19508428801 and should be a number from 0 to 19508428800"},
      {levels([](Levels& all) { all[1].total = 4; }), "level 4: total is 4 and should be at least 5"},
      {levels([](Levels& all) { all[0].fresh = 4; }), "level 3: fresh is 4 and should be 5"},
      {levels([](Levels& all) { all[1].depth = 21; }), "level 21: there are no levels below 0 or above 20"},
      {levels([](Levels& all) { all[1].depth = 3; }), "level 3: it comes after level 3"},
      {levels([](Levels& all) { std::swap(all[0].exact, all[1].exact); }),
       "level 4: it is exact, and the one before is not"},
      {levels([](Levels& all) { all.clear(); }), "the levels reach 0 positions"},
      {result("levels = x'03'"), "the levels reach 0 positions"},
      {result("levels = substr(levels, 1, length(levels) - 1)"), "levels: they end early"},
      {result("levels = x'0301ff'"), "levels: depth is 255 and should be a number from 0 to 30"},
      {result("levels = x'0302ffffffffffffffffffffff01'"), "levels: probes is too large"},
      {result("levels = zeroblob(99)"), "levels: there are too many"},
  };
  created(range(0, 3));
  ASSERT_TRUE(run().ok());
  const std::string good = read_file(ledger_);
  for (const Change& one : changes) {
    SCOPED_TRACE(one.sql);
    write_file(ledger_, good);
    change(one.sql);
    expect_refusal_everywhere("the result of coset 1: " + one.message);
  }
  write_file(ledger_, good);
  EXPECT_EQ(status().proved, 3u) << "what nobody has changed counts";
}

TEST_F(CampaignTrust, AResultOfATwistThatIsNotTheCosetsIsNoProof) {
  // As long as each number alone is possible, only the cover tells.
  created(range(5, 7));
  ASSERT_TRUE(run().ok());
  change("UPDATE result SET twist = (SELECT twist FROM result WHERE coset = 6) WHERE coset = 5");
  const Result<Campaign> campaign = Campaign::open(folder_, Campaign::Access::read);
  expect_damage(campaign->status(),
                "the result of coset 5: twist is " + std::to_string(cover().coset(6)->twist) +
                    " and should be " + std::to_string(cover().coset(5)->twist),
                "status");
}

TEST_F(CampaignTrust, NumbersBeyondTheCoverAreRefusedOnOpening) {
  struct Change {
    CampaignPlan plan;
    const char* sql;
    const char* message;
  };
  const std::vector<Change> changes = {
      {range(0, 3), "UPDATE campaign SET first = 42192255", "there is no coset 42192257"},
      {range(0, 3), "UPDATE campaign SET first = 9223372036854775807", "first is 9223372036854775807 and"},
      {range(0, 3), "UPDATE campaign SET first = -1",
       "first is -1 and should be a number from 0 to 42192255"},
      {range(0, 3), "UPDATE campaign SET count = 42192256", "count is 42192256 and should be a number"},
      {range(0, 3), "UPDATE campaign SET count = 0", "there is no coset in 0..0"},
      {range(0, 3), "UPDATE campaign SET count = -3", "count is -3 and should be"},
      {range(0, 3), "UPDATE campaign SET next = -1", "next is -1 and should be a number from 0 to 3"},
      {range(0, 3), "UPDATE campaign SET next = 4", "next is 4 and should be a number from 0 to 3"},
      {range(0, 3), "UPDATE campaign SET prove = 0", "campaign.prove is 0 and should be at least 1"},
      {range(0, 3), "UPDATE campaign SET prove = 31", "prove is 31 and should be a number from 0 to 30"},
      {range(0, 3), "UPDATE campaign SET cover = 'plain'",
       "campaign.cover_size is 42192255 and should be 55878399"},
      {range(0, 3), "UPDATE campaign SET cover_size = 99999999999",
       "campaign.cover_size is 99999999999 and should be 42192255"},
      {range(0, 3), "UPDATE campaign SET table_checksum = '12'", "should be 16 hexadecimal digits"},
      {range(0, 3), "UPDATE campaign SET program_version = 'a' || char(10) || 'b'", "one short word"},
      {range(0, 3), "UPDATE campaign SET first = NULL", "seed is NULL and should be a text"},
      {range(0, 3), "UPDATE campaign SET first = NULL, seed = '1'",
       "the sample has 0 cosets and should have 3"},
      {range(0, 3), "INSERT INTO claim VALUES (42192255, 7, NULL)",
       "claim: coset 42192255 at position 7 is not part of the campaign"},
      {range(0, 3), "INSERT INTO claim VALUES (-1, -1, NULL)", "claim: coset -1 at position -1"},
      {range(0, 3), "INSERT INTO claim VALUES (1, 2, NULL)", "claim: coset 1 at position 2"},
      {sample(4, 1), "UPDATE sample SET coset = 42192255 WHERE position = 2",
       "last_coset is 42192255 and should be a number from 0 to 42192254"},
      {sample(4, 1), "UPDATE sample SET coset = -5 WHERE position = 2", "first_coset is -5 and should be"},
      {sample(4, 1), "UPDATE sample SET position = 9 WHERE position = 2",
       "positions 0 to 9 and should have 0"},
      {sample(4, 1), "UPDATE sample SET position = -9 WHERE position = 2", "positions -9 to 3"},
      {sample(4, 1), "DELETE FROM sample WHERE position = 2", "the sample has 3 cosets and should have 4"},
      {sample(4, 1), "UPDATE campaign SET seed = '-1'", "campaign.seed is '-1' and should be a number"},
      {sample(4, 1), "UPDATE campaign SET seed = '1x'", "campaign.seed is '1x' and should be a number"},
      {sample(4, 1), "INSERT INTO claim VALUES (3, 0, NULL)", "claim: coset 3 at position 0"},
  };
  for (const Change& one : changes) {
    SCOPED_TRACE(one.sql);
    fs::remove_all(folder_);
    created(one.plan);
    change(one.sql);
    EXPECT_EQ(open_error().kind, ErrorKind::damaged);
    EXPECT_THAT(open_error().text(), HasSubstr(one.message));
    EXPECT_THAT(open_error().text(), HasSubstr("cannot use " + ledger_.string() + ": "));
  }
  EXPECT_TRUE(executed().empty());
}

TEST_F(CampaignTrust, TextWhereNumbersShouldBeIsRefusedOnOpening) {
  created(range(0, 3));
  // A table that is not STRICT takes anything.
  change(
      "CREATE TABLE loose AS SELECT * FROM campaign; DROP TABLE campaign; ALTER TABLE loose RENAME TO "
      "campaign; UPDATE campaign SET count = 'three'");
  EXPECT_THAT(open_error().text(), HasSubstr("count is 'three' and should be a number from 0 to 42192255"));
}

TEST_F(CampaignTrust, EarlierAndImportedIdentitiesAreAccepted) {
  created(range(0, 3));
  CampaignRunOptions one;
  one.limit = 1;
  ASSERT_TRUE(run(runner(), one).ok());
  CampaignIdentity later = identity();
  later.program_version = "1.2.4";
  later.program_checksum = 7;
  one.accept_change = true;
  ASSERT_TRUE(run(runner(), one, later).ok());
  EXPECT_EQ(status().proved, 2u) << "one of each program";

  const fs::path target = home_.path() / "target";
  ASSERT_TRUE(Campaign::create(target, range(0, 3), later, cover().size()).ok());
  Result<Campaign> other = Campaign::open(target, Campaign::Access::write);
  const Result<std::uint64_t> refused = other->import(folder_, false);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message,
              HasSubstr("(the program's version was 1.2.4 and is 1.2.3; the checksum of the program"));
  ASSERT_EQ(text_of(other->import(folder_, true)), "(it was taken)");
  const Result<CampaignStatus> now = other->status();
  ASSERT_TRUE(now.ok()) << now.error().text();
  EXPECT_EQ(now->proved, 2u);
}

TEST_F(CampaignTrust, ReadingStopsWhenAsked) {
  created(range(0, 3));
  ASSERT_TRUE(run().ok());
  const Result<Campaign> campaign = Campaign::open(folder_, Campaign::Access::read);
  std::stop_source source;
  int seen = 0;
  const Result<void> read = campaign->each_result(
      [&](const CosetRecord&) {
        ++seen;
        source.request_stop();
      },
      {.stop = source.get_token()});
  ASSERT_FALSE(read.ok()) << "the batch that has been read is handed out, and no other";
  EXPECT_EQ(read.error().kind, ErrorKind::stopped);
  EXPECT_EQ(seen, 3);
  EXPECT_EQ(campaign->status({.stop = source.get_token()}).error().kind, ErrorKind::stopped);
  EXPECT_EQ(Campaign::open(folder_, Campaign::Access::read, source.get_token()).error().kind,
            ErrorKind::stopped);
  EXPECT_TRUE(campaign->status().ok()) << "a stop is for one call";
}

TEST_F(CampaignTrust, AnImportThatIsStoppedTakesNothing) {
  created(range(0, 3));
  ASSERT_TRUE(run().ok());
  const fs::path target = home_.path() / "target";
  ASSERT_TRUE(Campaign::create(target, range(0, 3), identity(), cover().size()).ok());
  Result<Campaign> other = Campaign::open(target, Campaign::Access::write);
  std::stop_source source;
  const Result<std::uint64_t> stopped = other->import(
      folder_, false,
      {.stop = source.get_token(), .progress = [&](const Progress&) { source.request_stop(); }});
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().kind, ErrorKind::stopped);
  EXPECT_EQ(stopped.error().message, "stopped; nothing has been taken over");
  EXPECT_EQ(other->status()->finished(), 0u);
  EXPECT_EQ(text_of(other->import(folder_, false)), "(it was taken)");
  EXPECT_EQ(other->status()->finished(), 3u);
}

TEST_F(CampaignTrust, WaitingForAnotherProcessStopsWhenAsked) {
  created(range(0, 3));
  ASSERT_TRUE(run().ok());
  const fs::path target = home_.path() / "target";
  ASSERT_TRUE(Campaign::create(target, range(0, 3), identity(), cover().size()).ok());
  Result<Campaign> other = Campaign::open(target, Campaign::Access::write);
  const sql::Database holder(target / "ledger.db", SQLITE_OPEN_READWRITE);
  holder.run("BEGIN IMMEDIATE");
  std::stop_source source;
  const std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    source.request_stop();
  });
  // Without the stop it would be refused after a minute, as a failure of the machine.
  const Result<std::uint64_t> stopped = other->import(folder_, false, {.stop = source.get_token()});
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().kind, ErrorKind::stopped);
}

TEST_F(CampaignTrust, AFolderWithTheNameOfAUriIsAFolder) {
  EXPECT_EQ(in_child([&]() -> std::string {
              fs::current_path(home_.path());
              const fs::path folder = "file:x?mode=memory";
              if (!Campaign::create(folder, range(0, 1), identity(), cover().size()).ok())
                return "not created";
              const Result<Campaign> campaign = Campaign::open(folder, Campaign::Access::read);
              return campaign ? "opened" : campaign.error().text();
            }),
            "opened");
  EXPECT_TRUE(fs::exists(home_.path() / "file:x?mode=memory" / "ledger.db"));
}

}  // namespace
}  // namespace halfturn::testing
