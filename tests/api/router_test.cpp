#include "api/router.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <new>
#include <set>
#include <stdexcept>

#include "api/tables.h"

namespace halfturn::testing {
namespace {

using api::Refusal;
using api::Request;
using ::testing::HasSubstr;

/// Tables of which nothing is there.
class NoTables final : public api::Tables {
 public:
  bool build(const std::string& /*group*/) override { return false; }
  nlohmann::ordered_json json() const override { return nullptr; }
  std::string group_of(const std::string& table) const override { return table == "known" ? "usual" : ""; }
};

Request asking(const std::string& method, const std::string& path, const std::string& type = {}) {
  Request request{.method = method, .path = path};
  if (!type.empty()) request.headers["content-type"] = type;
  return request;
}

TEST(Router, FindsARouteByMethodAndPath) {
  const api::Router router(api::common_routes());
  ASSERT_NE(router.find(asking("GET", "/api/v1/about")), nullptr);
  EXPECT_EQ(router.find(asking("GET", "/api/v1/about"))->path, "about");
  EXPECT_EQ(router.find(asking("DELETE", "/api/v1/jobs/0123"))->path, "jobs/{job}");
  for (const char* path : {"/api/v1/jobs/", "/api/v1/jobs/1/2", "/api/v1/", "/api/v2/about", "/about", "",
                           "/api/v1/coset", "/api/v1/campaigns", "/api/v1/openapi.json"})
    EXPECT_EQ(router.find(asking("DELETE", path)), nullptr) << path;
  EXPECT_EQ(router.find(asking("POST", "/api/v1/about")), nullptr);
}

TEST(Router, SaysWhatIsNotThere) {
  const api::Router router(api::common_routes());
  EXPECT_EQ(router.no_route(asking("GET", "/api/v1/nothing")).status, 404);
  const api::Response wrong = router.no_route(asking("PATCH", "/api/v1/tables"));
  EXPECT_EQ(wrong.status, 405);
  ASSERT_EQ(wrong.headers.size(), 1u);
  EXPECT_EQ(wrong.headers.front(), (std::pair<std::string, std::string>("Allow", "GET, POST")));
}

TEST(Router, KnowsWhichBodiesAreFiles) {
  const api::Router router(api::common_routes());
  EXPECT_TRUE(router.takes_upload(asking("POST", "/api/v1/stats", "application/json")));
  EXPECT_TRUE(router.takes_upload(asking("POST", "/api/v1/analyze", "text/plain")));
  EXPECT_FALSE(router.takes_upload(asking("POST", "/api/v1/analyze", "Application/JSON")));
  EXPECT_FALSE(router.takes_upload(asking("POST", "/api/v1/solve", "text/plain")));
  EXPECT_FALSE(router.takes_upload(asking("GET", "/api/v1/stats")));
}

TEST(Router, HasEachRouteOnce) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const api::Route& route : api::common_routes())
    EXPECT_TRUE(seen.emplace(route.method, route.path).second) << route.path;
}

/// What is handed over when the work throws.
Refusal refused_by(const std::function<void()>& work) {
  Refusal refused{0, {}};
  api::answered(NoTables(), work, [&](const Refusal& refusal) { refused = refusal; });
  return refused;
}

TEST(Answered, HandsOverWhateverGoesWrong) {
  EXPECT_EQ(refused_by([] {}).status, 0);
  EXPECT_EQ(refused_by([] { throw Refusal{418, {}}; }).status, 418);
  EXPECT_EQ(refused_by([] { throw std::bad_alloc(); }).status, 503);
  const Refusal failed = refused_by([] { throw std::runtime_error("a \x1b[31m thing"); });
  EXPECT_EQ(failed.status, 500);
  EXPECT_THAT(failed.error.message, HasSubstr("this failed: a "));
  EXPECT_EQ(failed.error.message.find('\x1b'), std::string::npos);
}

TEST(Answered, NamesTheGroupOfAMissingTable) {
  const auto missing = [](const std::string& table) {
    Error error{ErrorKind::missing, "there is no table", {}};
    error.table = table;
    return refused_by([&] { throw api::refusal_of(error); });
  };
  EXPECT_EQ(missing("known").further["build"], "usual");
  EXPECT_TRUE(missing("unknown").further.is_null());
  EXPECT_TRUE(missing("").further.is_null());
}

TEST(TablesJson, SaysWhatIsReadyBuildingAndWrong) {
  const TableKind a{.name = "a", .purpose = "one", .entries = 8};
  const TableKind b{.name = "b", .purpose = "two", .entries = 16};
  const TableKind c{.name = "c", .purpose = "three", .entries = 32};
  const std::vector<TableStatus> states = {
      {TableState::ready, {}},
      {TableState::missing, {}},
      {TableState::damaged, {ErrorKind::damaged, "it is cut short", {}}}};
  api::Building building;
  building.current = {"b", "distances", 0.25};
  const nlohmann::ordered_json json =
      api::tables_json(TableStore("/somewhere"), {a, b, c}, states,
                       {{"all", "all of it", {a, b}}, {"first", "", {a}}}, building);
  EXPECT_EQ(json["folder"], "/somewhere");
  EXPECT_EQ(json["building"], "b");
  EXPECT_EQ(json["tables"][0]["state"], "ready");
  EXPECT_EQ(json["tables"][1]["state"], "building");
  EXPECT_EQ(json["tables"][1]["fraction"], 0.25);
  EXPECT_THAT(json["tables"][2]["problem"].get<std::string>(), HasSubstr("cut short"));
  EXPECT_EQ(json["groups"][0]["missing_bytes"], 16);
  EXPECT_EQ(json["groups"][0]["ready"], false);
  EXPECT_EQ(json["groups"][1]["ready"], true);
  EXPECT_EQ(api::group_with({{"all", "", {a, b}}}, "b"), "all");
  EXPECT_EQ(api::group_with({{"all", "", {a, b}}}, "c"), "");
}

}  // namespace
}  // namespace halfturn::testing
