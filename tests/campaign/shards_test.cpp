// A campaign in several folders, each with a part of its cosets.

#include <algorithm>
#include <cmath>

#include "campaign/level_code.h"
#include "fixture.h"
#include "halfturn/campaign_folders.h"
#include "support/sanitized.h"

namespace halfturn::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(LevelCode, KeepsWhatItIsGiven) {
  const std::vector<CosetLevel> levels = {
      {.depth = 7, .probes = 3, .fresh = 2, .total = 2, .search_seconds = 0.0001},
      {.depth = 8, .fresh = 0, .total = 2},
      {.depth = 9, .probes = 127, .fresh = 128, .total = 130, .prepass_seconds = 12.3456},
      {.depth = 12, .probes = 16'384, .total = 19'508'428'000, .exact = false},
      {.depth = 13, .fresh = 7, .exact = false},
      {.depth = 14, .exact = false},
      {.depth = 20, .fresh = 800, .total = 19'508'428'800, .exact = false, .search_seconds = 86'400},
  };
  std::vector<CosetLevel> back;
  decode_levels(encoded_levels(levels), back);
  ASSERT_EQ(back.size(), levels.size());
  for (std::size_t i = 0; i < levels.size(); ++i) {
    SCOPED_TRACE(levels[i].depth);
    EXPECT_EQ(back[i].depth, levels[i].depth);
    EXPECT_EQ(back[i].probes, levels[i].probes);
    EXPECT_EQ(back[i].fresh, levels[i].fresh);
    EXPECT_EQ(back[i].total, levels[i].total);
    EXPECT_EQ(back[i].exact, levels[i].exact);
    EXPECT_DOUBLE_EQ(back[i].search_seconds, levels[i].search_seconds);
    EXPECT_DOUBLE_EQ(back[i].prepass_seconds, levels[i].prepass_seconds);
  }
  EXPECT_EQ(encoded_levels({}), "");
  decode_levels("", back);
  EXPECT_TRUE(back.empty());
}

/// As a proof of a random coset has them: levels must not take more than 120 bytes.
TEST(LevelCode, TakesFewBytes) {
  std::vector<CosetLevel> levels;
  std::uint64_t total = 0;
  for (int depth = 9; depth <= 20; ++depth) {
    CosetLevel& level = levels.emplace_back();
    level.depth = depth;
    level.probes = depth <= 15 ? static_cast<std::uint64_t>(600'000'000 / std::pow(13, 15 - depth)) : 0;
    level.fresh = std::min<std::uint64_t>(kCosetPositions - total, level.probes * 3 + 4'000'000'000);
    level.total = total += *level.fresh;
    level.exact = depth <= 15;
    level.search_seconds = static_cast<double>(level.probes) / 3e8;
    level.prepass_seconds = 0.8765;
  }
  EXPECT_LE(encoded_levels(levels).size(), 120U);
}

class CampaignShards : public CampaignTest {
 protected:
  fs::path shard_folder(std::uint64_t index) const {
    return home_.path() / ("shard-" + std::to_string(index));
  }

  static CampaignPlan part(CampaignPlan plan, std::uint64_t index, std::uint64_t count) {
    plan.shard = {index, count};
    return plan;
  }
  void create_shards(const CampaignPlan& plan, std::uint64_t count,
                     const CampaignIdentity& with = identity()) const {
    for (std::uint64_t i = 0; i < count; ++i) {
      const Result<void> made = Campaign::create(shard_folder(i), part(plan, i, count), with, cover().size());
      ASSERT_TRUE(made.ok()) << made.error().text();
    }
  }
  void run_shard(std::uint64_t index, const CampaignIdentity& with = identity()) const {
    Result<Campaign> campaign = Campaign::open(shard_folder(index), Campaign::Access::write, {}, the_cover());
    ASSERT_TRUE(campaign.ok()) << campaign.error().text();
    ASSERT_TRUE(campaign->run(cover(), with, runner(), {}).ok());
  }
  std::vector<fs::path> folders(std::uint64_t count) const {
    std::vector<fs::path> all;
    for (std::uint64_t i = 0; i < count; ++i) all.push_back(shard_folder(i));
    return all;
  }
  CampaignFolders opened(const std::vector<fs::path>& all) const {
    Result<CampaignFolders> campaign = CampaignFolders::open(all, {}, the_cover());
    if (!campaign) throw std::runtime_error(campaign.error().text());
    return std::move(*campaign);
  }
  static std::vector<std::string> reasons(const CampaignFolders& campaign) {
    std::vector<std::string> all;
    for (const CampaignFolders::Refused& one : campaign.refused())
      all.push_back(one.folder.filename().string() + ": " + one.error.text());
    return all;
  }
};

TEST_F(CampaignShards, EveryCosetBelongsToOneShardWhateverTheirNumber) {
  for (const CampaignPlan& plan : {range(100, 123), sample(23, 5)}) {
    created(plan);
    const CosetRunner all = runner();
    ASSERT_TRUE(run(all).ok());
    std::vector<std::uint64_t> expected = executed();
    EXPECT_EQ(expected.size(), 23U);
    for (const std::uint64_t count : {1U, 2U, 5U, 23U}) {
      SCOPED_TRACE(count);
      std::vector<std::uint64_t> in_order(23);
      create_shards(plan, count);
      for (std::uint64_t i = 0; i < count; ++i) {
        fs::remove(executions_);
        run_shard(i);
        const std::vector<std::uint64_t> mine = executed();
        EXPECT_EQ(mine.size(), part(plan, i, count).count());
        for (std::size_t k = 0; k < mine.size(); ++k) in_order.at(i + k * count) = mine[k];
        fs::remove_all(shard_folder(i));
      }
      EXPECT_EQ(in_order, expected);
    }
    fs::remove_all(folder_);
    fs::remove(executions_);
  }
}

TEST_F(CampaignShards, ThatCannotBe) {
  const auto refusal = [&](const CampaignPlan& plan) {
    const Result<void> made = create(plan);
    return made ? "(it was made)" : made.error().text();
  };
  EXPECT_EQ(refusal(part(range(0, 9), 8, 8)), "there is no shard 8/8 (there are the shards 0/8 to 7/8)");
  EXPECT_THAT(refusal(part(range(0, 9), 0, 0)), HasSubstr("there is no shard 0/0"));
  EXPECT_EQ(refusal(part(range(0, 3), 3, 4)),
            "the shard 3/4 has no coset (make at most 3 shards, one a coset)");
}

TEST_F(CampaignShards, TogetherAreTheWhole) {
  const CampaignPlan plan = sample(40, 9);
  create_shards(plan, 4);
  for (std::uint64_t i = 0; i < 3; ++i) run_shard(i);
  created(plan);
  Result<Campaign> whole = Campaign::open(folder_, Campaign::Access::write, {}, the_cover());
  ASSERT_TRUE(whole.ok());
  for (const std::uint64_t taken : {10U, 0U}) {
    const auto imported = whole->import(folders(4), false);
    ASSERT_TRUE(imported.ok()) << imported.error().text();
    ASSERT_EQ(imported->size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_FALSE((*imported)[i].refused);
      EXPECT_EQ((*imported)[i].taken, i < 3 ? taken : 0U);
    }
  }
  run_shard(3);
  ASSERT_TRUE(whole->import(folders(4), false).ok());
  const std::vector<CosetRecord> merged = results();
  ASSERT_EQ(merged.size(), 40U);
  EXPECT_THAT(executions(), ::testing::Each(::testing::Pair(::testing::_, 1)));

  // Without an import, too.
  CampaignFolders campaign = opened(folders(4));
  const Result<CampaignSurvey> found = campaign.survey();
  ASSERT_TRUE(found.ok()) << found.error().text();
  EXPECT_EQ(found->status.total, 40U);
  EXPECT_EQ(found->status.proved, 40U);
  EXPECT_EQ(found->status.plan.shard, CampaignShard{});
  EXPECT_EQ(found->summary.proved(), 40U);
  const Result<CampaignSurvey> of_whole = whole->survey();
  ASSERT_TRUE(of_whole.ok());
  EXPECT_DOUBLE_EQ(found->summary.levels().at(4).probes.mean(),
                   of_whole->summary.levels().at(4).probes.mean());
  std::size_t i = 0;
  ASSERT_TRUE(campaign
                  .each_result([&](const CosetRecord& record) {
                    ASSERT_LT(i, merged.size());
                    EXPECT_EQ(record.index, merged[i++].index);
                  })
                  .ok());
  EXPECT_EQ(i, 40U);
  EXPECT_EQ(campaign.parts().size(), 4U);
}

TEST_F(CampaignShards, WhatDoesNotBelongIsNamedAndTheRestMerged) {
  const CampaignPlan plan = range(0, 60);
  create_shards(plan, 6);
  for (std::uint64_t i = 0; i < 6; ++i) run_shard(i);
  // 1: not there. 2: damaged. 3: another program. 4: another range. 5: a result that shows nothing.
  fs::remove_all(shard_folder(1));
  std::string ledger = read_file(shard_folder(2) / "ledger.db");
  ledger.replace(4096, 8192, 8192, '\x5a');
  write_file(shard_folder(2) / "ledger.db", ledger);
  CampaignIdentity other = identity();
  other.program_version = "1.2.4";
  other.program_checksum = 77;
  fs::remove_all(shard_folder(3));
  ASSERT_TRUE(Campaign::create(shard_folder(3), part(plan, 3, 6), other, cover().size()).ok());
  run_shard(3, other);
  fs::remove_all(shard_folder(4));
  ASSERT_TRUE(Campaign::create(shard_folder(4), part(range(60, 120), 4, 6), identity(), cover().size()).ok());
  run_shard(4);
  sql::Database(shard_folder(5) / "ledger.db", SQLITE_OPEN_READWRITE)
      .script("UPDATE result SET remaining = 3");

  CampaignFolders campaign = opened(folders(6));
  const Result<CampaignSurvey> found = campaign.survey();
  ASSERT_TRUE(found.ok()) << found.error().text();
  EXPECT_EQ(found->status.proved, 10U);
  EXPECT_EQ(found->status.left(), 50U) << "also what is not there is left";
  const std::vector<std::string> why = reasons(campaign);
  ASSERT_EQ(why.size(), 5U);
  EXPECT_THAT(why[0], HasSubstr("shard-1: there is no campaign in"));
  EXPECT_THAT(why[1], HasSubstr("shard-2: cannot use"));
  EXPECT_THAT(why[2], HasSubstr("shard-3: it was not made with the same as"));
  EXPECT_THAT(why[2], HasSubstr("the program's version was 1.2.3 and is 1.2.4"));
  EXPECT_THAT(why[2], HasSubstr("there: 1.2.3 fedcba9876543210 0123456789abcdef"));
  EXPECT_THAT(why[2], HasSubstr("here: 1.2.4 000000000000004d 0123456789abcdef"));
  EXPECT_THAT(why[3], HasSubstr("shard-4: it is not of the same campaign as"));
  EXPECT_THAT(why[4], HasSubstr("shard-5: cannot use"));
  EXPECT_THAT(why[4], HasSubstr("outcome is proved and remaining is 3"));

  created(plan);
  Result<Campaign> whole = Campaign::open(folder_, Campaign::Access::write, {}, the_cover());
  const auto imported = whole->import(folders(6), false);
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  const auto refused = [&](std::size_t i) {
    return (*imported)[i].refused ? (*imported)[i].refused->text() : "(it was taken)";
  };
  EXPECT_EQ(refused(0), "(it was taken)");
  EXPECT_EQ((*imported)[0].taken, 10U);
  EXPECT_THAT(refused(1), HasSubstr("there is no campaign in"));
  EXPECT_THAT(refused(2), HasSubstr("cannot use"));
  EXPECT_THAT(refused(3), HasSubstr("the program's version was 1.2.3 and is 1.2.4"));
  EXPECT_THAT(refused(4), HasSubstr("has no coset of this campaign"));
  EXPECT_THAT(refused(5), HasSubstr("remaining is 3"));
  EXPECT_EQ(status().proved, 10U);
}

/// One that somebody has gone on with in another way for a while is left out; it does not cost the others.
TEST_F(CampaignShards, WhatWasAcceptedElsewhereIsNotAcceptedHere) {
  create_shards(range(0, 8), 2);
  run_shard(0);
  CampaignIdentity other = identity();
  other.program_checksum = 77;
  for (const CampaignIdentity& with : {other, identity()}) {
    Result<Campaign> campaign = Campaign::open(shard_folder(1), Campaign::Access::write, {}, the_cover());
    CampaignRunOptions options;
    options.accept_change = true;
    options.limit = 1;
    ASSERT_TRUE(campaign->run(cover(), with, runner(), options).ok());
  }
  created(range(0, 8));
  Result<Campaign> whole = Campaign::open(folder_, Campaign::Access::write, {}, the_cover());
  const auto imported = whole->import(folders(2), false);
  ASSERT_TRUE(imported.ok()) << imported.error().text();
  EXPECT_EQ((*imported)[0].taken, 4U);
  ASSERT_TRUE((*imported)[1].refused);
  EXPECT_THAT((*imported)[1].refused->text(), HasSubstr("has results of another program, table or cover"));
}

/// What the whole says decides, not the first shard.
TEST_F(CampaignShards, AreComparedWithTheWhole) {
  created(range(0, 9));
  create_shards(range(0, 9), 3);
  fs::remove_all(shard_folder(0));
  CampaignIdentity other = identity();
  other.program_checksum = 77;
  ASSERT_TRUE(Campaign::create(shard_folder(0), part(range(0, 9), 0, 3), other, cover().size()).ok());
  Result<CampaignFolders> campaign = CampaignFolders::open(folders(3), {}, the_cover(), folder_);
  ASSERT_TRUE(campaign.ok()) << campaign.error().text();
  ASSERT_EQ(campaign->refused().size(), 1U);
  EXPECT_EQ(campaign->refused().front().folder, shard_folder(0));
}

TEST_F(CampaignShards, ErrorsAreTriedAgainAndWhatIsNotProvedIsNot) {
  created(range(0, 3));
  const auto failing = [](std::uint64_t index) -> Result<CosetResult> {
    if (index == 1) return Error{ErrorKind::machine, "the lamp went out", {}};
    return answer(index != 2);
  };
  ASSERT_TRUE(run(runner(failing)).ok());
  CampaignRunOptions options;
  options.retry_errors = true;
  ASSERT_TRUE(run(runner(), options).ok());
  EXPECT_THAT(executed(), ElementsAre(0, 1, 2, 1));
  EXPECT_EQ(status().errors, 0U);
  EXPECT_EQ(status().unproved, 1U);
}

TEST_F(CampaignShards, OneGivenTwiceIsRefused) {
  create_shards(range(0, 8), 2);
  run_shard(0);
  CampaignFolders campaign = opened({shard_folder(0), shard_folder(0), shard_folder(1)});
  EXPECT_THAT(reasons(campaign), ElementsAre(HasSubstr("has the same cosets")));
  EXPECT_EQ(campaign.survey()->status.proved, 4U);
  // A shard of the same campaign has nothing for another shard.
  Result<Campaign> first = Campaign::open(shard_folder(0), Campaign::Access::write, {}, the_cover());
  const Result<std::uint64_t> taken = first->import(shard_folder(1), false);
  ASSERT_FALSE(taken.ok());
  EXPECT_THAT(taken.error().text(), HasSubstr("has no coset of this campaign"));
}

TEST_F(CampaignShards, AShardOrARehearsalIsNoProof) {
  create_shards(range(0, 4), 2);
  run_shard(0);
  const auto nowhere = [](std::string_view) -> Result<void> { return {}; };
  const Result<Campaign> shard = Campaign::open(shard_folder(0), Campaign::Access::read, {}, the_cover());
  EXPECT_THAT(shard->export_proof(nowhere).error().text(), HasSubstr("this is the shard 0/2 of a campaign"));

  created({{.rehearsal = true}, CosetRange{0, 25'000}});
  Result<Campaign> rehearsal = Campaign::open(folder_, Campaign::Access::write, {}, the_cover());
  CampaignRunOptions options;
  options.limit = 12'345;
  const Result<CampaignRunSummary> some = rehearsal->rehearse(identity(), options, {});
  ASSERT_TRUE(some.ok()) << some.error().text();
  EXPECT_EQ(some->proved, 12'345U);
  EXPECT_TRUE(some->limit_reached);
  ASSERT_TRUE(rehearsal->rehearse(identity(), {}, {}).ok());
  EXPECT_EQ(status().proved, 25'000U);
  EXPECT_THAT(rehearsal->export_proof(nowhere).error().text(), HasSubstr("a rehearsal proves nothing"));
  // Nothing made up gets into a real campaign.
  Result<Campaign> real = Campaign::open(shard_folder(1), Campaign::Access::write, {}, the_cover());
  EXPECT_THAT(real->import(folder_, true).error().text(), HasSubstr("asks something else of its cosets"));
  EXPECT_THAT(real->rehearse(identity(), {}, {}).error().text(), HasSubstr("the campaign is no rehearsal"));
}

/// Many results are read on several threads; that changes nothing.
TEST_F(CampaignShards, ASurveyDoesNotDependOnTheThreads) {
  constexpr std::uint64_t kCosets = kSanitized ? 50'000 : 250'000;
  created({{.rehearsal = true}, CosetRange{0, kCosets}});
  Result<Campaign> campaign = Campaign::open(folder_, Campaign::Access::write, {}, the_cover());
  ASSERT_TRUE(campaign->rehearse(identity(), {}, {}).ok());
  const Result<CampaignSurvey> one = campaign->survey({.threads = 1, .stop = {}, .progress = {}});
  const Result<CampaignSurvey> three = campaign->survey({.threads = 3, .stop = {}, .progress = {}});
  ASSERT_TRUE(one.ok() && three.ok());
  EXPECT_EQ(one->status.proved, kCosets);
  EXPECT_EQ(three->status.proved, kCosets);
  EXPECT_NEAR(one->summary.machine_seconds().mean(), three->summary.machine_seconds().mean(), 1e-9);
  EXPECT_NEAR(one->summary.machine_seconds().deviation(), three->summary.machine_seconds().deviation(), 1e-9);
  sql::Database(ledger_, SQLITE_OPEN_READWRITE)
      .script("UPDATE result SET twist = 0, flip = 0 WHERE coset IN (24000, 48000)");
  EXPECT_THAT(campaign->survey({.threads = 3, .stop = {}, .progress = {}}).error().text(),
              HasSubstr("the result of coset 24000: "));
}

}  // namespace
}  // namespace halfturn::testing
