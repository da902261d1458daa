// What one process does with a campaign.

#include <algorithm>
#include <limits>
#include <set>
#include <stdexcept>

#include "fixture.h"

namespace halfturn::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Numbers = std::vector<std::uint64_t>;

class CampaignWork : public CampaignTest {
 protected:
  static void expect_refusal(const Error& error, ErrorKind kind, const std::string& message) {
    EXPECT_EQ(error.kind, kind) << error.text();
    EXPECT_THAT(error.text(), HasSubstr(message));
  }
  template <class T>
  static void expect_refusal(const Result<T>& result, ErrorKind kind, const std::string& message) {
    ASSERT_FALSE(result.ok()) << "expected: " << message;
    expect_refusal(result.error(), kind, message);
  }
};

TEST_F(CampaignWork, DoesEachCosetOfARangeOnceInOrder) {
  created(range(5, 9));
  const Result<CampaignRunSummary> summary = run();
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->proved, 4u);
  EXPECT_EQ(summary->unproved + summary->errors + summary->elsewhere, 0u);
  EXPECT_FALSE(summary->limit_reached);
  EXPECT_THAT(executed(), ElementsAre(5, 6, 7, 8));
  EXPECT_THAT(finished(), ElementsAre(5, 6, 7, 8));
  ASSERT_TRUE(run().ok());
  EXPECT_EQ(executed().size(), 4u) << "nothing is left to do";
}

TEST_F(CampaignWork, RecordsEverythingAboutACoset) {
  created(range(1234, 1235));
  CampaignRunOptions options;
  std::vector<CosetRecord> told;
  options.done = [&](const CosetRecord& record) { told.push_back(record); };
  ASSERT_TRUE(run(runner(), options, identity(), {.threads = 3}).ok());
  ASSERT_EQ(told.size(), 1u);
  const std::vector<CosetRecord> records = results();
  ASSERT_EQ(records.size(), 1u);
  const CosetRecord& record = records.front();
  EXPECT_EQ(record.index, 1234u);
  EXPECT_EQ(record.coset, cover().coset(1234));
  EXPECT_EQ(record.parameters, CampaignParameters{});
  EXPECT_EQ(record.identity, identity());
  EXPECT_EQ(record.outcome, CosetOutcome::proved);
  EXPECT_EQ(record.remaining, 0u);
  EXPECT_EQ(record.message, "");
  EXPECT_EQ(record.threads, 3);
  EXPECT_EQ(record.at_once, 1);
  EXPECT_EQ(record.seconds, told.front().seconds);
  EXPECT_FALSE(record.host.empty());
  EXPECT_NEAR(static_cast<double>(record.started), static_cast<double>(std::time(nullptr)), 60);
  ASSERT_EQ(record.levels.size(), 2u);
  const CosetLevel& deep = record.levels[1];
  EXPECT_EQ(record.levels[0].depth, 3);
  EXPECT_EQ(record.levels[0].fresh, 5u);
  EXPECT_TRUE(record.levels[0].exact);
  EXPECT_EQ(deep.depth, 4);
  EXPECT_EQ(deep.probes, 19'508'428'800u);
  EXPECT_EQ(deep.fresh, std::nullopt) << "what was not counted is not 0";
  EXPECT_EQ(deep.total, 19'508'428'790u);
  EXPECT_FALSE(deep.exact);
  EXPECT_EQ(deep.search_seconds, 0.5);
  EXPECT_EQ(deep.prepass_seconds, 0.125);
}

TEST_F(CampaignWork, WritesAResultBeforeTheNextCosetBegins) {
  created(range(0, 3));
  ASSERT_TRUE(run(runner([&](std::uint64_t index) {
                EXPECT_EQ(finished().size(), index);
                EXPECT_EQ(status().running, 1u);
                return answer();
              })).ok());
  EXPECT_EQ(status().running, 0u);
}

TEST_F(CampaignWork, GoesOnAfterALimit) {
  created(range(0, 5));
  CampaignRunOptions options;
  options.limit = 2;
  const Result<CampaignRunSummary> summary = run(runner(), options);
  ASSERT_TRUE(summary.ok());
  EXPECT_TRUE(summary->limit_reached);
  EXPECT_THAT(executed(), ElementsAre(0, 1));
  ASSERT_TRUE(run().ok());
  EXPECT_THAT(executed(), ElementsAre(0, 1, 2, 3, 4));
}

TEST_F(CampaignWork, DoesOneCosetByItsNumber) {
  created(range(10, 14));
  CampaignRunOptions options;
  options.only = 12;
  ASSERT_TRUE(run(runner(), options).ok());
  EXPECT_THAT(executed(), ElementsAre(12));
  std::string note;
  options.noticed = [&](std::string_view text) { note = text; };
  const Result<CampaignRunSummary> again = run(runner(), options);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->proved, 1u);
  EXPECT_EQ(note, "coset 12 is done already: proved");
  EXPECT_THAT(executed(), ElementsAre(12));
  options.only = 14;
  expect_refusal(run(runner(), options), ErrorKind::bad_input, "coset 14 is not part of this campaign");
  ASSERT_TRUE(run().ok());
  EXPECT_THAT(executed(), ElementsAre(12, 10, 11, 13));
}

TEST_F(CampaignWork, DrawsASampleThatTheSeedAloneDecides) {
  created(sample(20, std::numeric_limits<std::uint64_t>::max()));
  EXPECT_EQ(std::get<CosetSample>(status().plan.cosets).seed, std::numeric_limits<std::uint64_t>::max());
  CampaignRunOptions half;
  half.limit = 10;
  ASSERT_TRUE(run(runner(), half).ok());
  CampaignRunOptions one;
  one.only = draw_sample({20, std::numeric_limits<std::uint64_t>::max()}, cover().size())[15];
  ASSERT_TRUE(run(runner(), one).ok());
  ASSERT_TRUE(run().ok());
  Numbers expected = draw_sample({20, std::numeric_limits<std::uint64_t>::max()}, cover().size());
  EXPECT_FALSE(std::ranges::is_sorted(expected)) << "in random order";
  std::rotate(expected.begin() + 10, expected.begin() + 15, expected.begin() + 16);
  EXPECT_EQ(executed(), expected);
  one.only = 0;
  ASSERT_FALSE(std::ranges::count(expected, 0u));
  expect_refusal(run(runner(), one), ErrorKind::bad_input, "coset 0 is not part");
}

TEST_F(CampaignWork, SamplesWithoutRepetitionAndWithoutPreference) {
  EXPECT_THAT(draw_sample({6, 1}, 1'000'000), ElementsAre(311528, 638431, 660708, 748566, 302248, 644894));
  for (const std::uint64_t count : {1u, 5u, 9u, 10u}) {
    const Numbers drawn = draw_sample({count, 7}, 10);
    EXPECT_EQ(std::set<std::uint64_t>(drawn.begin(), drawn.end()).size(), count);
    EXPECT_LT(std::ranges::max(drawn), 10u);
  }
  // Of 10 numbers, 3 are drawn 20,000 times: each of them 6000 times, give or take 5 standard deviations.
  std::map<std::uint64_t, int> counts;
  for (std::uint64_t seed = 0; seed < 20'000; ++seed)
    for (const std::uint64_t number : draw_sample({3, seed}, 10)) ++counts[number];
  for (const auto& [number, count] : counts) EXPECT_NEAR(count, 6000, 325) << number;
}

TEST_F(CampaignWork, AStopGivesTheCosetBackAndKeepsTheRest) {
  created(range(0, 4));
  for (const bool as_error : {false, true}) {
    std::stop_source source;
    int begun = 0;
    const Result<CampaignRunSummary> stopped = run(runner([&](std::uint64_t) -> Result<CosetResult> {
                                                     if (++begun == 1) return answer();
                                                     source.request_stop();
                                                     if (as_error)
                                                       return Error{ErrorKind::stopped, "stopped", {}};
                                                     CosetResult result = answer(false);
                                                     result.stopped = true;
                                                     return result;
                                                   }),
                                                   {}, identity(), {.stop = source.get_token()});
    expect_refusal(stopped, ErrorKind::stopped, "is given back, recorded by this run: 1");
  }
  EXPECT_THAT(executed(), ElementsAre(0, 1, 1, 2));
  EXPECT_THAT(finished(), ElementsAre(0, 1));
  EXPECT_EQ(status().running + status().abandoned + status().unproved, 0u);
  ASSERT_TRUE(run().ok());
  EXPECT_THAT(executed(), ElementsAre(0, 1, 1, 2, 2, 3));
}

TEST_F(CampaignWork, AStopBeforeTheFirstCosetTakesNone) {
  created(range(0, 4));
  std::stop_source source;
  source.request_stop();
  expect_refusal(run(runner(), {}, identity(), {.stop = source.get_token()}), ErrorKind::stopped,
                 "stopped; recorded by this run: 0");
  EXPECT_TRUE(executed().empty());
}

TEST_F(CampaignWork, WhatFailsIsRecordedAndTriedAgainOnlyWhenAsked) {
  created(range(0, 5));
  const auto failing = [&](std::uint64_t index) -> Result<CosetResult> {
    if (index == 1) return answer(false);
    if (index == 2) return Error{ErrorKind::machine, "the lamp went out", "light it"};
    if (index == 3) throw std::runtime_error("a stumble");
    return answer();
  };
  const Result<CampaignRunSummary> summary = run(runner(failing));
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->proved, 2u);
  EXPECT_EQ(summary->unproved, 1u);
  EXPECT_EQ(summary->errors, 2u);

  const CampaignStatus now = status();
  EXPECT_EQ(now.unproved, 1u);
  EXPECT_EQ(now.errors, 2u);
  ASSERT_EQ(now.failures.size(), 3u);
  EXPECT_EQ(now.failures[0].index, 1u);
  EXPECT_EQ(now.failures[0].remaining, 10u);
  EXPECT_EQ(now.failures[1].message, "the lamp went out (light it)");
  EXPECT_EQ(now.failures[1].remaining, std::nullopt);
  EXPECT_EQ(now.failures[2].message, "a stumble");

  ASSERT_TRUE(run().ok());
  EXPECT_EQ(executed().size(), 5u);
  CampaignRunOptions options;
  options.retry_failed = true;
  options.only = 2;
  ASSERT_TRUE(run(runner(), options).ok());
  EXPECT_EQ(executed().back(), 2u);
  EXPECT_EQ(status().failures.size(), 2u);
  options.only.reset();
  ASSERT_TRUE(run(runner(failing), options).ok());
  EXPECT_EQ(executed().size(), 8u) << "what fails again is not tried for ever";
  ASSERT_TRUE(run(runner(), options).ok());
  EXPECT_EQ(status().proved, 5u);
  EXPECT_EQ(results().size(), 5u);
  EXPECT_EQ(ask("SELECT count(*) FROM result"), 5);
  EXPECT_EQ(ask("SELECT count(*) FROM earlier"), 5) << "earlier results stay in the ledger";
  EXPECT_EQ(ask("SELECT count(*) FROM event WHERE what = 'reopened'"), 5);
}

TEST_F(CampaignWork, ABoundAboveTheOneAskedForIsNoProof) {
  created({{.prove = 19}, CosetRange{0, 1}});
  ASSERT_TRUE(run().ok());
  EXPECT_EQ(status().unproved, 1u);
}

TEST_F(CampaignWork, ThreeErrorsInARowEndTheRun) {
  created(range(0, 100));
  expect_refusal(run(runner([](std::uint64_t) -> Result<CosetResult> {
                   return Error{ErrorKind::machine, "not enough memory", {}};
                 })),
                 ErrorKind::machine, "3 cosets failed one after the other; the last: not enough memory");
  EXPECT_THAT(executed(), ElementsAre(0, 1, 2));
  EXPECT_EQ(status().errors, 3u);
  EXPECT_EQ(status().running, 0u);
}

TEST_F(CampaignWork, AChangedTableOrProgramIsRefusedUntilAccepted) {
  created(range(0, 5));
  CampaignRunOptions one;
  one.limit = 1;
  CampaignRunOptions accepting = one;
  accepting.accept_change = true;
  CampaignIdentity now = identity();

  now.table_checksum = 1;
  expect_refusal(run(runner(), one, now), ErrorKind::damaged,
                 "the checksum of the phase-1 table was 0123456789abcdef and is 0000000000000001");
  EXPECT_TRUE(executed().empty());
  EXPECT_EQ(ask("SELECT count(*) FROM runner"), 0);
  ASSERT_TRUE(run(runner(), accepting, now).ok());
  ASSERT_TRUE(run(runner(), one, now).ok()) << "once accepted, it is the new normal";

  now.program_version = "1.2.4";
  expect_refusal(run(runner(), one, now), ErrorKind::damaged, "the program's version was 1.2.3 and is 1.2.4");
  now.program_checksum = 2;
  expect_refusal(run(runner(), one, now), ErrorKind::damaged, "the checksum of the program was");
  std::vector<std::string> notes;
  accepting.noticed = [&](std::string_view text) { notes.emplace_back(text); };
  ASSERT_TRUE(run(runner(), accepting, now).ok());
  EXPECT_EQ(notes.size(), 2u);

  EXPECT_EQ(status().changes.size(), 3u);
  EXPECT_THAT(status().changes.front(), HasSubstr("phase-1 table"));
  const std::vector<CosetRecord> records = results();
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].identity.table_checksum, 1u);
  EXPECT_EQ(records[1].identity.program_version, "1.2.3");
  EXPECT_EQ(records[2].identity, now);
  expect_refusal(run(runner(), one, identity()), ErrorKind::damaged, "something has changed");
}

TEST_F(CampaignWork, AnotherCoverIsNeverAccepted) {
  created(range(0, 5));
  CampaignIdentity now = identity();
  now.cover_checksum = 1;
  CampaignRunOptions accepting;
  accepting.accept_change = true;
  expect_refusal(run(runner(), accepting, now), ErrorKind::damaged,
                 "the cover is not the one that the campaign was created with");
  EXPECT_TRUE(executed().empty());
  std::vector<bool> chosen(kEdgeClassCount, true);
  const auto coordinates = Phase1Coordinates::make();
  const std::uint64_t all = checksum_of(Cover::of(chosen, *coordinates));
  chosen[17] = false;
  EXPECT_NE(checksum_of(Cover::of(chosen, *coordinates)), all);
}

TEST_F(CampaignWork, APlanThatDoesNotFitIsRefusedBeforeAnythingIsMade) {
  const std::uint64_t size = cover().size();
  const std::string last = std::to_string(size - 1);
  expect_refusal(create(range(3, 3)), ErrorKind::bad_input, "there is no coset in 3..3");
  expect_refusal(create(range(4, 3)), ErrorKind::bad_input, "there is no coset in 4..3");
  expect_refusal(create(range(0, size + 1)), ErrorKind::bad_input,
                 "there is no coset " + std::to_string(size) +
                     " (the cover with-inverses has the cosets 0 to " + last + ")");
  expect_refusal(create(sample(0, 1)), ErrorKind::bad_input, "a sample of no cosets");
  expect_refusal(create(sample(size + 1, 1)), ErrorKind::bad_input, "different cosets to draw");
  expect_refusal(create(sample(kLargestSample + 1, 1)), ErrorKind::bad_input, "is too large");
  EXPECT_FALSE(fs::exists(folder_));
  created(range(size - 1, size));
  ASSERT_TRUE(run().ok());
  EXPECT_THAT(executed(), ElementsAre(size - 1));
}

TEST_F(CampaignWork, AWholeCoverTakesNoTimeToPlan) {
  created(range(0, cover().size()));
  EXPECT_LT(fs::file_size(ledger_), 200'000u);
  EXPECT_EQ(status().left(), cover().size());
}

TEST_F(CampaignWork, SeveralInOneProcessShareTheWork) {
  created(range(0, 30));
  std::vector<std::string> answers(3);
  {
    std::vector<std::jthread> threads;
    for (std::string& text : answers) threads.emplace_back([&] { text = run_text(runner()); });
  }
  for (const std::string& text : answers) EXPECT_THAT(text, ::testing::StartsWith("proved "));
  EXPECT_EQ(executed().size(), 30u);
  EXPECT_EQ(executions().size(), 30u);
  EXPECT_EQ(finished().size(), 30u);
  EXPECT_TRUE(names_in(folder_ / "runners").empty());
}

TEST_F(CampaignWork, WhatAnotherHasIsNotTaken) {
  created(range(0, 2));
  ASSERT_TRUE(run(runner([&](std::uint64_t index) {
                if (index != 0) return answer();
                CampaignRunOptions same;
                same.only = 0;
                const Result<CampaignRunSummary> held = run(runner(), same);
                EXPECT_TRUE(held.ok() && held->elsewhere == 1 && held->proved == 0);
                CampaignRunOptions other;
                other.only = 1;
                EXPECT_TRUE(run(runner(), other).ok());
                const Result<CampaignRunSummary> nothing = run();
                EXPECT_TRUE(nothing.ok() && nothing->elsewhere == 1 && nothing->proved == 0);
                return answer();
              })).ok());
  EXPECT_THAT(executed(), ElementsAre(0, 1));
  const std::vector<CosetRecord> records = results();
  EXPECT_EQ(records[0].at_once, 1);
  EXPECT_EQ(records[1].at_once, 2);
}

TEST_F(CampaignWork, AWriterWaitsItsTurn) {
  created(range(0, 1));
  std::jthread other;
  const auto work = runner([&](std::uint64_t) {
    const auto database = std::make_shared<sql::Database>(ledger_, SQLITE_OPEN_READWRITE);
    database->run("BEGIN IMMEDIATE");
    other = std::jthread([database] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      database->run("COMMIT");
    });
    return answer();
  });
  CampaignRunOptions options;
  options.trouble = [](const Error& error) { ADD_FAILURE() << error.text(); };
  const Result<CampaignRunSummary> summary = run(work, options);
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->proved, 1u);
}

TEST_F(CampaignWork, AReaderThatStandsStillDoesNotHoldUpTheWork) {
  created(range(0, 4));
  CampaignRunOptions one;
  one.limit = 1;
  ASSERT_TRUE(run(runner(), one).ok());
  const Result<Campaign> campaign = Campaign::open(folder_, Campaign::Access::read);
  int seen = 0;
  ASSERT_TRUE(campaign
                  ->each_result([&](const CosetRecord&) {
                    ++seen;
                    EXPECT_TRUE(run(runner(), one).ok());
                  })
                  .ok());
  EXPECT_EQ(seen, 4);
  EXPECT_EQ(finished().size(), 4u);
}

TEST_F(CampaignWork, ImportsWhatIsMissing) {
  created(range(0, 6));
  CampaignRunOptions options;
  options.limit = 2;
  ASSERT_TRUE(run(runner([](std::uint64_t index) { return answer(index == 0); }), options).ok());
  const fs::path other = home_.path() / "other";
  ASSERT_TRUE(Campaign::create(other, range(1, 9), identity(), cover().size()).ok());
  {
    Result<Campaign> there = Campaign::open(other, Campaign::Access::write);
    options.limit = 7;
    ASSERT_TRUE(there
                    ->run(cover(), identity(), runner([](std::uint64_t index) -> Result<CosetResult> {
                            if (index == 3) return Error{ErrorKind::machine, "broken", {}};
                            return answer();
                          }),
                          options)
                    .ok());
  }
  Result<Campaign> here = Campaign::open(folder_, Campaign::Access::write);
  const Result<std::uint64_t> taken = here->import(other, false);
  ASSERT_TRUE(taken.ok()) << taken.error().text();
  EXPECT_EQ(*taken, 4u) << "1, which was unproved, and 2, 4, 5";
  EXPECT_THAT(finished(), ElementsAre(0, 1, 2, 4, 5));
  EXPECT_EQ(status().proved, 5u);
  EXPECT_EQ(results()[1].levels.size(), 2u);
  EXPECT_EQ(*here->import(other, false), 0u);
  ASSERT_TRUE(run().ok());
  EXPECT_EQ(executed().back(), 3u);

  const fs::path foreign = home_.path() / "foreign";
  ASSERT_TRUE(Campaign::create(foreign, {{.prove = 19}, CosetRange{0, 9}}, identity(), cover().size()).ok());
  expect_refusal(here->import(foreign, true), ErrorKind::bad_input, "asks something else");
  const fs::path changed = home_.path() / "changed";
  CampaignIdentity program = identity();
  program.program_checksum = 1;
  ASSERT_TRUE(Campaign::create(changed, range(0, 9), program, cover().size()).ok());
  expect_refusal(here->import(changed, false), ErrorKind::damaged, "the checksum of the program");
  EXPECT_TRUE(here->import(changed, true).ok());
  expect_refusal(here->import(home_.path() / "nowhere", false), ErrorKind::missing, "no campaign");
}

}  // namespace
}  // namespace halfturn::testing
