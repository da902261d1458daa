// Folders and disks that are not as they should be.

#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <csignal>

#include "fixture.h"
#include "support/child.h"

namespace halfturn::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class CampaignTrouble : public CampaignTest {
 protected:
  static std::string text_of(const Result<CampaignRunSummary>& result) {
    return result ? "proved " + std::to_string(result->proved) : result.error().text();
  }
  std::string status_text() const {
    const Result<Campaign> campaign = Campaign::open(folder_, Campaign::Access::read);
    if (!campaign) return campaign.error().text();
    const Result<CampaignStatus> status = campaign->status();
    return status ? "proved " + std::to_string(status->proved) : status.error().text();
  }
  Error open_error() const {
    const Result<Campaign> campaign = Campaign::open(folder_, Campaign::Access::read);
    return campaign ? Error{ErrorKind::bad_input, "(it opened)", {}} : campaign.error();
  }
  Error status_error() const {
    const Result<Campaign> campaign = Campaign::open(folder_, Campaign::Access::read);
    if (!campaign) return campaign.error();
    const Result<CampaignStatus> status = campaign->status();
    return status ? Error{ErrorKind::bad_input, "(it has a status)", {}} : status.error();
  }
  void limited_run(std::uint64_t limit) const {
    CampaignRunOptions options;
    options.limit = limit;
    ASSERT_TRUE(run(runner(), options).ok());
  }
};

TEST_F(CampaignTrouble, NoCampaignThere) {
  const std::string message = "there is no campaign in " + folder_.string();
  EXPECT_EQ(open_error().kind, ErrorKind::missing);
  EXPECT_EQ(open_error().message, message);
  fs::create_directories(folder_);
  EXPECT_EQ(open_error().message, message);
  write_file(ledger_, "");
  EXPECT_EQ(open_error().message, message) << "a creation that was cut short";
  EXPECT_EQ(open_error().kind, ErrorKind::missing);
  created(range(0, 1));
  EXPECT_EQ(status_text(), "proved 0");
}

TEST_F(CampaignTrouble, AFileInPlaceOfTheFolder) {
  write_file(folder_, "a file");
  EXPECT_EQ(open_error().kind, ErrorKind::missing);
  const Result<void> made = create(range(0, 1));
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().kind, ErrorKind::machine);
  EXPECT_THAT(made.error().message, HasSubstr("cannot make the folder " + folder_.string()));
  EXPECT_EQ(read_file(folder_), "a file");
}

TEST_F(CampaignTrouble, ASecondCreationIsRefusedAndHarmless) {
  created(range(0, 3));
  limited_run(2);
  const Result<void> again = create(range(0, 9));
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().kind, ErrorKind::bad_input);
  EXPECT_THAT(again.error().message, HasSubstr("there is a campaign in " + folder_.string() + " already"));
  EXPECT_EQ(status_text(), "proved 2");
  EXPECT_EQ(status().total, 3u);
}

TEST_F(CampaignTrouble, SomebodyElsesDatabase) {
  fs::create_directories(folder_);
  sql::Database(ledger_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      .script("CREATE TABLE diary (day TEXT); INSERT INTO diary VALUES ('Monday')");
  EXPECT_EQ(open_error().kind, ErrorKind::damaged);
  EXPECT_EQ(open_error().message, ledger_.string() + " is not the ledger of a campaign");
  EXPECT_FALSE(create(range(0, 1)).ok());
  EXPECT_EQ(ask("SELECT count(*) FROM diary"), 1);
}

TEST_F(CampaignTrouble, ALedgerOfAnotherVersion) {
  created(range(0, 1));
  sql::Database(ledger_, SQLITE_OPEN_READWRITE).script("PRAGMA user_version = 1");
  EXPECT_EQ(open_error().kind, ErrorKind::damaged);
  EXPECT_THAT(open_error().message, HasSubstr("another version of halfturn"));
}

TEST_F(CampaignTrouble, ADamagedLedgerIsNamedAndLeftAlone) {
  created(range(0, 40));
  limited_run(30);
  const std::string good = read_file(ledger_);
  ASSERT_GT(good.size(), 16'384u);
  struct Damage {
    const char* name;
    std::string content;
  };
  std::string blank_middle = good;
  blank_middle.replace(good.size() / 2 / 4096 * 4096, 4096, 4096, '\0');
  std::string noise = good;
  noise.replace(8192, 4096, std::string(4096, '\x5a'));
  for (const Damage& damage : {Damage{"no database", "Dear diary\n" + std::string(5000, 'x')},
                               Damage{"cut short", good.substr(0, good.size() / 2)},
                               Damage{"a blank page", blank_middle}, Damage{"a page of noise", noise}}) {
    SCOPED_TRACE(damage.name);
    write_file(ledger_, damage.content);
    const Error error = status_error();
    EXPECT_EQ(error.kind, ErrorKind::damaged) << error.text();
    EXPECT_THAT(error.message, HasSubstr("cannot use " + ledger_.string() + ": "));
    EXPECT_THAT(error.hint, HasSubstr("put back a copy"));
    EXPECT_FALSE(run().ok());
    EXPECT_FALSE(create(range(0, 1)).ok());
    EXPECT_TRUE(read_file(ledger_) == damage.content);
  }
  EXPECT_EQ(executed().size(), 30u);
  write_file(ledger_, good);
  EXPECT_EQ(text_of(run()), "proved 10");
}

TEST_F(CampaignTrouble, AFolderThatMayNotBeWrittenToCanBeRead) {
  created(range(0, 3));
  limited_run(1);
  fs::permissions(folder_ / "ledger.db", fs::perms(0444));
  fs::permissions(folder_ / "runners", fs::perms(0555));
  fs::permissions(folder_, fs::perms(0555));
  EXPECT_EQ(as_ordinary_user([&] { return status_text(); }), "proved 1");
  EXPECT_THAT(
      as_ordinary_user([&] { return text_of(run()); }),
      HasSubstr("cannot write " + ledger_.string() + ": it may only be read (a campaign needs a folder"));
  fs::permissions(folder_ / "ledger.db", fs::perms(0666));
  EXPECT_THAT(as_ordinary_user([&] { return text_of(run()); }), HasSubstr("cannot "));
  EXPECT_EQ(executed().size(), 1u);
  const fs::path below = folder_ / "below";
  EXPECT_THAT(as_ordinary_user([&] {
                const Result<void> made = Campaign::create(below, range(0, 1), identity(), cover().size());
                return made ? "made" : made.error().text();
              }),
              HasSubstr("cannot make the folder " + below.string() + ": Permission denied"));
}

TEST_F(CampaignTrouble, AResultThatCannotBeWrittenIsTriedAgain) {
  created(range(0, 3));
  limited_run(1);
  const std::string answer_text = in_child([&]() -> std::string {
    std::signal(SIGXFSZ, SIG_IGN);
    int troubles = 0;
    CampaignRunOptions options;
    options.patience = std::chrono::milliseconds(200);
    options.limit = 1;
    options.trouble = [&](const Error&) {
      ++troubles;
      const rlimit none{RLIM_INFINITY, RLIM_INFINITY};
      ::setrlimit(RLIMIT_FSIZE, &none);
    };
    const auto full = [](std::uint64_t) {
      const rlimit tiny{100, RLIM_INFINITY};
      if (::setrlimit(RLIMIT_FSIZE, &tiny) != 0) std::abort();
      return answer();
    };
    const std::string text = text_of(run(runner(full), options));
    return text + ", troubles " + std::to_string(troubles);
  });
  EXPECT_EQ(answer_text, "proved 1, troubles 1");
  EXPECT_EQ(finished().size(), 2u);
}

TEST_F(CampaignTrouble, AResultThatCannotBeWrittenAtAllIsDoneAgain) {
  created(range(0, 3));
  limited_run(1);
  const std::string answer_text = in_child([&]() -> std::string {
    std::signal(SIGXFSZ, SIG_IGN);
    CampaignRunOptions options;
    options.patience = std::chrono::milliseconds(50);
    const auto full = [](std::uint64_t) {
      const rlimit tiny{100, RLIM_INFINITY};
      if (::setrlimit(RLIMIT_FSIZE, &tiny) != 0) std::abort();
      return answer();
    };
    return text_of(run(runner(full), options));
  });
  EXPECT_THAT(answer_text,
              HasSubstr("the result of coset 1 is not recorded: cannot use " + ledger_.string() + ": "));
  EXPECT_THAT(answer_text, HasSubstr("File too large"));
  EXPECT_EQ(finished().size(), 1u);
  EXPECT_EQ(text_of(run()), "proved 2");
  EXPECT_EQ(executed().size(), 4u);
}

TEST_F(CampaignTrouble, AFullDiskIsSeenBeforeACosetIsBegun) {
  const fs::path disk = home_.path() / "disk";
  fs::create_directories(disk);
  const std::string answer_text = in_child([&]() -> std::string {
    // In a name space of its own, so that nobody else sees the mount and it goes with this process.
    if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=6m") != 0)
      return "(not permitted)";
    const fs::path folder = disk / "campaign";
    if (!Campaign::create(folder, range(0, 5), identity(), cover().size()).ok()) return "no campaign";
    Result<Campaign> campaign = Campaign::open(folder, Campaign::Access::write);
    CampaignRunOptions one;
    one.limit = 1;
    if (!campaign->run(cover(), identity(), runner(), one).ok()) return "no first coset";
    write_file(disk / "ballast", std::string(3'000'000, 'x'));
    std::string text = text_of(campaign->run(cover(), identity(), runner(), {}));
    fs::remove(disk / "ballast");
    return text + " Then: " + text_of(campaign->run(cover(), identity(), runner(), {}));
  });
  if (answer_text == "(not permitted)") GTEST_SKIP() << "this process may not mount a small disk";
  EXPECT_THAT(answer_text, HasSubstr("too little to begin a coset whose result must be written (make room"));
  EXPECT_THAT(answer_text, HasSubstr("Then: proved 4"));
  EXPECT_EQ(executed().size(), 5u);
}

TEST_F(CampaignTrouble, NoRoomForTheCreation) {
  EXPECT_THAT(in_child([&]() -> std::string {
                std::signal(SIGXFSZ, SIG_IGN);
                const rlimit tiny{20'000, RLIM_INFINITY};
                if (::setrlimit(RLIMIT_FSIZE, &tiny) != 0) return "no limit";
                const Result<void> made = create(range(0, 1));
                return made ? "made" : made.error().text();
              }),
              HasSubstr("cannot use " + ledger_.string() + ": disk I/O error"));
  EXPECT_EQ(open_error().kind, ErrorKind::missing);
  created(range(0, 1));
  EXPECT_EQ(text_of(run()), "proved 1");
}

TEST_F(CampaignTrouble, RemovedLocksAreNoticedBeforeAResultIsDoubled) {
  created(range(0, 1));
  const Result<CampaignRunSummary> robbed = run(runner([&](std::uint64_t) {
    fs::remove_all(folder_ / "runners");
    if (executed().size() == 1) {
      EXPECT_TRUE(run().ok());
    }
    return answer();
  }));
  ASSERT_FALSE(robbed.ok());
  EXPECT_EQ(robbed.error().message,
            "the result of coset 0 is not recorded: coset 0 was given to another process meanwhile");
  EXPECT_EQ(ask("SELECT count(*) FROM result"), 1);
}

}  // namespace
}  // namespace halfturn::testing
