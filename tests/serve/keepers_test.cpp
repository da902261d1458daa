#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "campaign/fixture.h"
#include "front/catalogue.h"
#include "serve/campaigns.h"
#include "serve/client.h"
#include "serve/table_keeper.h"

/// Those parts of the server that look after folders.
namespace halfturn::testing {
namespace {

using serve::Campaigns;
using serve::TableKeeper;
using ::testing::HasSubstr;

using Json = nlohmann::ordered_json;

Json table_in(const Json& all, const std::string& name) {
  for (const Json& table : all["tables"])
    if (table["name"] == name) return table;
  return nullptr;
}

TEST(TableKeeper, KnowsWhatIsThere) {
  const TemporaryFolder folder;
  TableKeeper keeper(TableStore(folder.path()), 1, [] {});
  const Json all = keeper.json();
  EXPECT_EQ(all["folder"], folder.path().string());
  EXPECT_EQ(all["building"], nullptr);
  EXPECT_EQ(all["tables"].size(), all_tables().size());
  std::set<std::string> names;
  for (const Json& table : all["tables"]) {
    names.insert(table["name"]);
    EXPECT_EQ(table["state"], "missing");
    EXPECT_EQ(table["problem"], nullptr);
    EXPECT_GT(table["bytes"], 0);
  }
  EXPECT_EQ(names.size(), all["tables"].size());
  ASSERT_FALSE(all["groups"].empty());
  EXPECT_EQ(all["groups"][0]["name"], "usual");
  for (const Json& group : all["groups"]) {
    EXPECT_EQ(group["ready"], false);
    EXPECT_EQ(group["missing_bytes"], group["bytes"]);
    for (const Json& name : group["tables"]) EXPECT_TRUE(names.contains(name)) << name;
  }
}

TEST(TableKeeper, BuildsNoGroupThatItDoesNotKnow) {
  const TemporaryFolder folder;
  TableKeeper keeper(TableStore(folder.path()), 1, [] {});
  for (const char* name : {"", "phase1", "Usual", "usual ", "../usual"})
    EXPECT_FALSE(keeper.build(name)) << name;
  EXPECT_EQ(keeper.json()["building"], nullptr);
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{});
}

TEST(TableKeeper, SaysWhatIsWrongWithAFile) {
  const TemporaryFolder folder;
  write_file(folder.path() / "phase1.table", "this is no table");
  TableKeeper keeper(TableStore(folder.path()), 1, [] {});
  const Json table = table_in(keeper.json(), "phase1");
  EXPECT_NE(table["state"], "ready");
  EXPECT_NE(table["state"], "missing");
  EXPECT_TRUE(table["problem"].is_string());
  EXPECT_EQ(keeper.being_built({"phase1"}), "");
}

TEST(TableKeeper, SaysWhyATableCouldNotBeBuilt) {
  const TemporaryFolder folder;
  write_file(folder.path() / "file", "");
  TableKeeper keeper(TableStore(folder.path() / "file"), 1, [] { ADD_FAILURE() << "nothing was built"; });
  EXPECT_TRUE(keeper.build("quarter"));
  EXPECT_TRUE(comes_true([&] {
    const Json all = keeper.json();
    for (const TableKind& kind : quarter_tables())
      if (!table_in(all, kind.name)["problem"].is_string()) return false;
    return all["building"].is_null();
  }));
  EXPECT_EQ(keeper.being_built({quarter_tables().front().name}), "");
}

TEST(TableKeeper, BuildsInItsOrderAndStopsWhenItIsTold) {
  const TemporaryFolder folder;
  std::atomic<int> changes = 0;
  TableKeeper keeper(TableStore(folder.path()), 1, [&] { ++changes; });
  const std::vector<TableKind> kinds = quarter_tables();
  EXPECT_TRUE(keeper.build("quarter"));
  EXPECT_TRUE(keeper.build("quarter")) << "once more is no more";
  EXPECT_TRUE(comes_true([&] { return keeper.json()["building"] == kinds[0].name; }));
  const Json all = keeper.json();
  if (all["building"] == kinds[0].name) {
    EXPECT_EQ(table_in(all, kinds[0].name)["state"], "building");
    EXPECT_EQ(table_in(all, kinds[1].name)["state"], "waiting");
    EXPECT_THAT(keeper.being_built({kinds[0].name}),
                HasSubstr("the table " + kinds[0].name + " is being built"));
    EXPECT_THAT(keeper.being_built({kinds[1].name}), HasSubstr("the table " + kinds[1].name + " is next"));
  }
  EXPECT_EQ(keeper.being_built({"phase1"}), "");
  keeper.stop();
  EXPECT_EQ(keeper.json()["building"], nullptr);
  for (const std::string& name : names_in(folder.path())) EXPECT_FALSE(name.ends_with(".partial")) << name;
  keeper.stop();
  EXPECT_TRUE(keeper.build("quarter"));
  EXPECT_EQ(keeper.json()["building"], nullptr) << "nothing is built afterwards";
}

/// Campaigns that are shown.
class ShownCampaigns : public CampaignTest {};

TEST_F(ShownCampaigns, MayBeNone) {
  Campaigns campaigns({});
  EXPECT_TRUE(campaigns.empty());
  EXPECT_EQ(campaigns.json({}), Json::array());
}

TEST_F(ShownCampaigns, HaveTheirStatus) {
  created(range(10, 14));
  Campaigns campaigns({folder_});
  EXPECT_FALSE(campaigns.empty());
  Json json = campaigns.json({});
  ASSERT_EQ(json.size(), 1u);
  EXPECT_EQ(json[0]["name"], "campaign");
  EXPECT_EQ(json[0]["folder"], folder_.string());
  EXPECT_EQ(json[0]["problem"], nullptr);
  EXPECT_EQ(json[0]["total"], 4);
  EXPECT_EQ(json[0]["proved"], 0);
  ASSERT_TRUE(run().ok());
  // It is kept for a while, a second at least, and then looked at anew.
  EXPECT_TRUE(comes_true([&] { return campaigns.json({})[0]["proved"] == 4; }));
}

TEST_F(ShownCampaigns, SayWhenTheyCannotBeRead) {
  write_file(home_.path() / "a file", "");
  Campaigns campaigns({home_.path() / "nowhere", home_.path() / "a file", home_.path()});
  const Json json = campaigns.json({});
  ASSERT_EQ(json.size(), 3u);
  for (const Json& each : json) {
    EXPECT_TRUE(each["problem"]["message"].is_string()) << each;
    EXPECT_EQ(each["total"], nullptr);
    EXPECT_EQ(each["runners"], nullptr);
  }
}

TEST_F(ShownCampaigns, HaveNamesOfTheirOwn) {
  Campaigns campaigns({"/x/one", "/y/one", "/z/one/", "/x/two/."});
  std::vector<std::string> names;
  for (const Json& each : campaigns.json({})) names.push_back(each["name"]);
  EXPECT_EQ(names, (std::vector<std::string>{"one", "one-2", "one-3", "two"}));
}

TEST_F(ShownCampaigns, ThatNobodyHasWaitedForAreReadByTheNext) {
  created(range(10, 14));
  Campaigns campaigns({folder_});
  std::stop_source gone;
  gone.request_stop();
  EXPECT_NO_THROW(EXPECT_EQ(campaigns.json(gone.get_token()).size(), 1u));
  const Json json = campaigns.json({});
  EXPECT_EQ(json[0]["problem"], nullptr) << "the stop of one client is no trouble of the campaign";
  EXPECT_EQ(json[0]["total"], 4);
}

TEST_F(ShownCampaigns, MayBeAskedForByManyAtOnce) {
  created(range(10, 14));
  Campaigns campaigns({folder_});
  std::vector<std::jthread> threads;
  std::atomic<int> right = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] { right += campaigns.json({})[0]["total"] == 4 ? 1 : 0; });
  threads.clear();
  EXPECT_EQ(right, 4);
}

}  // namespace
}  // namespace halfturn::testing
