#pragma once

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "campaign/sqlite.h"
#include "halfturn/campaign.h"
#include "support/files.h"

namespace halfturn::testing {

/// A campaign in a folder of its own, with a runner that only pretends to work and counts what it was given.
class CampaignTest : public ::testing::Test {
 protected:
  static const std::shared_ptr<const Cover>& the_cover() {
    static const std::shared_ptr<const Cover> cover = shared_cover(CoverKind::with_inverses);
    return cover;
  }
  static const Cover& cover() { return *the_cover(); }

  static CampaignIdentity identity() {
    static const std::uint64_t cover_checksum = checksum_of(cover());
    return {"1.2.3", 0xfedcba9876543210, 0x0123456789abcdef, cover_checksum};
  }

  static CampaignPlan range(std::uint64_t first, std::uint64_t end) { return {{}, CosetRange{first, end}}; }
  static CampaignPlan sample(std::uint64_t count, std::uint64_t seed) {
    return {{}, CosetSample{count, seed}};
  }

  Result<void> create(const CampaignPlan& plan) const {
    return Campaign::create(folder_, plan, identity(), cover().size());
  }
  void created(const CampaignPlan& plan) const {
    const Result<void> result = create(plan);
    ASSERT_TRUE(result.ok()) << result.error().text();
  }

  /// What a coset's work comes to in these tests.
  static CosetResult answer(bool proved = true) {
    CosetResult result;
    result.levels = {{.depth = 3, .probes = 7, .fresh = 5, .total = 5, .search_seconds = 0.25},
                     {.depth = 4,
                      .probes = 19'508'428'800,
                      .fresh = {},
                      .total = 19'508'428'790,
                      .exact = false,
                      .search_seconds = 0.5,
                      .prepass_seconds = 0.125}};
    if (proved) result.proved = 20;
    result.remaining = proved ? 0 : 10;
    return result;
  }

  /// Writes the coset's number to the file of executions, from any process, then does `work`.
  CosetRunner runner(std::function<Result<CosetResult>(std::uint64_t)> work = nullptr) const {
    return [this, work](Phase1Coset coset, const CampaignParameters&,
                        const std::stop_token&) -> Result<CosetResult> {
      const std::uint64_t index = cover().index_of(coset).value();
      const std::string line = std::to_string(index) + "\n";
      const int file = ::open(executions_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
      if (file < 0 || ::write(file, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
        std::abort();
      ::close(file);
      return work ? work(index) : answer();
    };
  }

  Result<CampaignRunSummary> run(const CosetRunner& work, const CampaignRunOptions& options = {},
                                 const CampaignIdentity& with = identity(),
                                 const halfturn::Run& how = {}) const {
    Result<Campaign> campaign = Campaign::open(folder_, Campaign::Access::write, {}, the_cover());
    if (!campaign) return campaign.error();
    return campaign->run(cover(), with, work, options, how);
  }
  Result<CampaignRunSummary> run() const { return run(runner()); }

  /// For children: "proved 3" or the error.
  std::string run_text(const CosetRunner& work) const {
    const Result<CampaignRunSummary> summary = run(work);
    return summary ? "proved " + std::to_string(summary->proved) : summary.error().text();
  }

  CampaignStatus status() const {
    const Result<Campaign> campaign = Campaign::open(folder_, Campaign::Access::read, {}, the_cover());
    if (!campaign) {
      ADD_FAILURE() << campaign.error().text();
      return {};
    }
    const Result<CampaignStatus> status = campaign->status();
    EXPECT_TRUE(status.ok());
    return status ? *status : CampaignStatus{};
  }

  std::vector<CosetRecord> results() const {
    std::vector<CosetRecord> records;
    const Result<Campaign> campaign = Campaign::open(folder_, Campaign::Access::read, {}, the_cover());
    if (!campaign) {
      ADD_FAILURE() << campaign.error().text();
      return records;
    }
    const Result<void> read =
        campaign->each_result([&](const CosetRecord& record) { records.push_back(record); });
    EXPECT_TRUE(read.ok());
    return records;
  }

  std::vector<std::uint64_t> finished() const {
    std::vector<std::uint64_t> numbers;
    for (const CosetRecord& record : results()) numbers.push_back(record.index);
    return numbers;
  }

  /// The cosets that runners were given, in this order.
  std::vector<std::uint64_t> executed() const {
    std::vector<std::uint64_t> numbers;
    std::ifstream file(executions_);
    for (std::uint64_t number = 0; file >> number;) numbers.push_back(number);
    return numbers;
  }
  std::map<std::uint64_t, int> executions() const {
    std::map<std::uint64_t, int> counts;
    for (const std::uint64_t number : executed()) ++counts[number];
    return counts;
  }

  std::int64_t ask(const std::string& sql) const {
    return sql::Database(ledger_, SQLITE_OPEN_READWRITE).integer(sql).value_or(-1);
  }

  static bool wait_until(const std::function<bool()>& happened) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!happened()) {
      if (std::chrono::steady_clock::now() > deadline) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }

  const TemporaryFolder home_;
  const std::filesystem::path folder_ = home_.path() / "campaign";
  const std::filesystem::path ledger_ = folder_ / "ledger.db";
  const std::filesystem::path executions_ = home_.path() / "executions";
};

}  // namespace halfturn::testing
