// Several processes on one campaign, and processes that die.

#include <algorithm>
#include <random>

#include "fixture.h"
#include "support/child.h"

namespace halfturn::testing {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::StartsWith;

class CampaignProcesses : public CampaignTest {
 protected:
  void SetUp() override { cover(); }  // made before the forks, once

  /// A runner that does `before` cosets and then stays at the next for ever.
  CosetRunner stuck_after(int before) const {
    return runner([before](std::uint64_t) mutable {
      if (before-- > 0) return answer();
      while (true) ::pause();
    });
  }

  void expect_all_done(std::uint64_t count) const {
    const CampaignStatus now = status();
    EXPECT_EQ(now.proved, count);
    EXPECT_EQ(now.running + now.abandoned + now.left(), 0u);
    EXPECT_EQ(ask("SELECT count(*) FROM result"), static_cast<std::int64_t>(count)) << "none twice";
    EXPECT_EQ(ask("SELECT count(*) FROM earlier"), 0);
    EXPECT_EQ(ask("SELECT count(*) FROM claim"), 0);
    EXPECT_EQ(ask("SELECT count(*) FROM runner WHERE ended IS NULL"), 0);
    EXPECT_TRUE(names_in(folder_ / "runners").empty());
  }
};

TEST_F(CampaignProcesses, ShareTheWork) {
  created(range(100, 140));
  std::vector<std::unique_ptr<Child>> children;
  for (int i = 0; i < 4; ++i) children.push_back(std::make_unique<Child>([&] { return run_text(runner()); }));
  for (const auto& child : children) EXPECT_THAT(child->wait(), StartsWith("proved "));
  EXPECT_EQ(executions().size(), 40u);
  EXPECT_THAT(executions(), Each(Pair(::testing::_, 1)));
  expect_all_done(40);
}

TEST_F(CampaignProcesses, WhatAKilledOneHadIsTakenUpAgain) {
  created(sample(12, 5));
  for (int death = 1; death <= 2; ++death) {
    Child victim([&] { return run_text(stuck_after(2)); });
    const auto started = static_cast<std::size_t>(3 * death);
    ASSERT_TRUE(wait_until([&] { return executed().size() == started; }));
    EXPECT_EQ(status().running, 1u);
    victim.kill();
    const CampaignStatus after = status();
    EXPECT_EQ(after.running, 0u);
    EXPECT_EQ(after.abandoned, 1u);
    EXPECT_EQ(after.proved, static_cast<std::uint64_t>(2 * death));
    EXPECT_TRUE(after.runners.empty());
  }
  std::vector<std::string> notes;
  CampaignRunOptions options;
  options.noticed = [&](std::string_view text) { notes.emplace_back(text); };
  ASSERT_TRUE(run(runner(), options).ok());
  ASSERT_EQ(notes.size(), 1u) << "the second victim had taken up what the first left";
  EXPECT_THAT(notes.front(), HasSubstr("is taken up again"));
  // The third coset was begun twice, and the fifth, at which the second victim died.
  EXPECT_EQ(executed().size(), 12u + 2u);
  EXPECT_EQ(executions().size(), 12u);
  expect_all_done(12);
  EXPECT_EQ(ask("SELECT count(*) FROM event WHERE what = 'died'"), 2);
}

TEST_F(CampaignProcesses, TheLivingTakeOverFromTheDeadWhileTheyWork) {
  created(range(0, 20));
  Child first([&] { return run_text(stuck_after(1)); });
  Child second([&] { return run_text(stuck_after(1)); });
  ASSERT_TRUE(wait_until([&] { return executed().size() == 4; }));
  EXPECT_EQ(status().running, 2u);
  EXPECT_EQ(status().runners.size(), 2u);
  first.kill();
  CampaignRunOptions few;
  few.limit = 5;
  ASSERT_TRUE(run(runner(), few).ok());
  EXPECT_EQ(status().running, 1u) << "that of the one who lives is left alone";
  EXPECT_EQ(status().abandoned, 0u);
  second.kill();
  EXPECT_EQ(run_text(runner()), "proved 13");
  EXPECT_EQ(executed().size(), 20u + 2u);
  expect_all_done(20);
}

TEST_F(CampaignProcesses, OneThatWaitsForNothingLeavesTheRestToTheOthers) {
  created(range(0, 1));
  Child holder([&] { return run_text(stuck_after(0)); });
  ASSERT_TRUE(wait_until([&] { return executed().size() == 1; }));
  const Result<CampaignRunSummary> summary = run();
  ASSERT_TRUE(summary.ok());
  EXPECT_EQ(summary->elsewhere, 1u);
  EXPECT_EQ(executed().size(), 1u);
}

TEST_F(CampaignProcesses, SurviveDeathsAtAnyMoment) {
  created(range(0, 60));
  std::mt19937 random(1);
  int deaths = 0;
  for (; deaths < 25; ++deaths) {
    Child one([&] { return run_text(runner()); });
    Child two([&] { return run_text(runner()); });
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 60'000));
    one.kill();
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 5'000));
    two.kill();
  }
  ASSERT_TRUE(run().ok());
  EXPECT_EQ(executions().size(), 60u);
  EXPECT_LE(executed().size(), 60u + 2u * static_cast<std::size_t>(deaths)) << "a death costs one coset";
  expect_all_done(60);
}

}  // namespace
}  // namespace halfturn::testing
