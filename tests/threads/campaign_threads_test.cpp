#include "campaign/fixture.h"

namespace halfturn::testing {
namespace {

class CampaignThreads : public CampaignTest {};

TEST_F(CampaignThreads, SeveralOnOneFolder) {
  created(sample(24, 5));
  {
    std::vector<std::jthread> runners;
    for (int i = 0; i < 4; ++i)
      runners.emplace_back([this] {
        const Result<CampaignRunSummary> summary = run();
        EXPECT_TRUE(summary.ok()) << summary.error().text();
      });
    // Somebody looks on.
    while (status().finished() < 24) std::this_thread::yield();
  }
  EXPECT_EQ(executions().size(), 24U);
  for (const auto& [coset, times] : executions()) EXPECT_EQ(times, 1) << coset;
}

}  // namespace
}  // namespace halfturn::testing
