#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

#include "serve/server_fixture.h"
#include "support/test_store.h"

namespace halfturn::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// The server with its engines.
class ServerWithTables : public ServerTest {
 protected:
  void SetUp() override {
    if (std::getenv("HALFTURN_TEST_TABLES") == nullptr)  // NOLINT(concurrency-mt-unsafe): one thread
      GTEST_SKIP() << "HALFTURN_TEST_TABLES does not name a folder with tables";
  }
  TableStore store() const override { return test_tables(); }

  /// A search that nobody sees the end of.
  static constexpr const char* kLong =
      "{\"position\": \"R2 U' F2 D B2 L2 D' F2 U2 R2 B' R' D2 F U' L B' D' R F2\", \"time_ms\": 600000, "
      "\"max_moves\": 15}";

  /// The name of the job of a stream that has begun.
  static std::string job_of(Client& client) {
    const std::string begun = client.read_until("\"}\n\n");
    const std::size_t at = begun.find("\"job\":\"");
    return at == std::string::npos ? "" : begun.substr(at + 7, 16);
  }
  bool has_ended(const std::string& job) const {
    return comes_true(
        [&] { return ask(request_text("DELETE", "/api/v1/jobs/" + job, port_)).status == 404; });
  }
};

TEST_F(ServerWithTables, Solves) {
  start();
  const Answer answer = post("solve", "{\"position\": \"R U F2\"}");
  ASSERT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(answer.json()["metric"], "half");
  ASSERT_FALSE(answer.json()["solutions"].empty());
  EXPECT_LE(answer.json()["solutions"][0]["length"], 20);
  const Answer same = post("solve", "{\"position\": \"R U F2\"}");
  EXPECT_EQ(same.json()["solutions"], answer.json()["solutions"]);
}

TEST_F(ServerWithTables, StreamsASearch) {
  start();
  const Answer answer =
      post("solve", "{\"position\": \"R U F2 D L B\", \"time_ms\": 50}", {{"Accept", "text/event-stream"}});
  EXPECT_EQ(answer.header("content-type"), "text/event-stream");
  EXPECT_THAT(answer.body, StartsWith("event: started\ndata: {\"job\":\""));
  EXPECT_THAT(answer.body, HasSubstr("event: improvement\n"));
  EXPECT_THAT(answer.body, HasSubstr("event: done\ndata: {\"solutions\":"));
  EXPECT_TRUE(answer.is_complete);
}

TEST_F(ServerWithTables, EndsASearchWhoseClientHasGone) {
  start();
  for (const bool is_rude : {false, true}) {
    Client client(port_);
    client.send(post_text("solve", kLong, {{"Accept", "text/event-stream"}}));
    const std::string job = job_of(client);
    ASSERT_EQ(job.size(), 16u);
    is_rude ? client.reset() : client.close();
    // Asking for its end is what ends it, too; so the connections are what is looked at first.
    EXPECT_TRUE(comes_true([&] { return server_->counts().connections == 0; }));
    EXPECT_TRUE(has_ended(job));
  }
}

TEST_F(ServerWithTables, EndsASearchThatItsClientEnds) {
  start();
  Client client(port_);
  client.send(post_text("solve", kLong, {{"Accept", "text/event-stream"}}));
  const std::string job = job_of(client);
  EXPECT_EQ(ask(request_text("DELETE", "/api/v1/jobs/" + job, port_)).status, 204);
  EXPECT_THAT(client.read_until("event: done\n"), HasSubstr("event: done\n"));
  EXPECT_THAT(client.read_until("0\r\n\r\n"), HasSubstr("\"solutions\":"));
  EXPECT_TRUE(has_ended(job));
  EXPECT_EQ(client.ask(request_text("GET", "/", port_)).status, 200) << "the connection goes on";
}

TEST_F(ServerWithTables, EndsWhileItSearches) {
  start();
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 4; ++i) {
    clients.push_back(std::make_unique<Client>(port_));
    clients.back()->send(
        post_text("solve", kLong, i % 2 == 0 ? Headers{{"Accept", "text/event-stream"}} : Headers{}));
  }
  EXPECT_EQ(job_of(*clients[0]).size(), 16u);
  server_.reset();
  // What was found until then may still come; after that, nothing.
  for (const auto& client : clients) {
    client->read_to_end();
    EXPECT_TRUE(client->is_ended());
  }
}

TEST_F(ServerWithTables, TellsThoseToComeBackForWhomThereIsNoRoom) {
  options_.queue = 1;
  start();
  EXPECT_EQ(post("solve", "{\"position\": \"R U\"}").status, 200);
  // Sixteen run at once and one waits; whoever comes then is told.
  std::vector<std::unique_ptr<Client>> clients;
  Answer refused;
  EXPECT_TRUE(comes_true([&] {
    if (clients.size() < 17) {
      clients.push_back(std::make_unique<Client>(port_));
      clients.back()->send(post_text("solve", kLong, {{"Accept", "text/event-stream"}}));
      if (clients.size() <= 16) {
        EXPECT_EQ(job_of(*clients.back()).size(), 16u);
      }
    }
    if (clients.size() < 17) return false;
    refused = post("solve", "{\"position\": \"R U\", \"time_ms\": 1}", {{"Accept", "text/event-stream"}});
    return refused.status == 503;
  }));
  expect_refused(refused, 503, "busy");
  EXPECT_EQ(refused.header("retry-after"), "1");
  EXPECT_EQ(refused.error()["retry_after"], 1);
  EXPECT_EQ(post("solve", "{\"position\": \"R U\"}").status, 200)
      << "short answers do not wait behind long ones";
  clients.clear();
  EXPECT_TRUE(
      comes_true([&] { return post("solve", "{\"position\": \"R U\", \"time_ms\": 1}").status == 200; }));
}

TEST_F(ServerWithTables, Analyzes) {
  start();
  const Answer quick = post("analyze", "{\"position\": \"R U F2\", \"stages\": [\"cross\", \"xcross\"]}");
  ASSERT_EQ(quick.status, 200) << quick.body;
  ASSERT_EQ(quick.json()["rows"].size(), 2u);
  EXPECT_EQ(quick.json()["rows"][0]["stage"], "cross");
  EXPECT_LE(quick.json()["rows"][0]["lengths"]["W"], 3);
  const Answer events = post("analyze", "{\"position\": \"R U F2\", \"stages\": [\"cross\", \"xcross\"]}",
                             {{"Accept", "text/event-stream"}});
  EXPECT_THAT(events.body, HasSubstr("event: row\ndata: {\"stage\":\"cross\""));
  EXPECT_THAT(events.body, HasSubstr("event: done\n"));
}

TEST_F(ServerWithTables, AnalyzesAList) {
  start();
  const Answer answer = post("analyze?stages=xcross,cross&colours=W", "R U F2\nnonsense K\nD L\n",
                             {{"Content-Type", "text/plain"}});
  ASSERT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(answer.header("content-type"), "text/csv; charset=utf-8");
  EXPECT_TRUE(answer.is_complete);
  EXPECT_EQ(lines_of(answer.body).size(), 4u) << answer.body;
  expect_refused(post("analyze?stages=nothing", "R U\n", {{"Content-Type", "text/plain"}}), 400, "bad_input");
  expect_refused(post("analyze", "R U\n", {{"Content-Type", "text/plain"}, {"Accept", "text/event-stream"}}),
                 406, "bad_input");
  const Answer stats = post("stats?stages=cross", "R U F2\nD L\n", {{"Content-Type", "text/plain"}});
  ASSERT_EQ(stats.status, 200) << stats.body;
  EXPECT_EQ(stats.json()["kind"], "scrambles");
  EXPECT_EQ(stats.json()["rows"], 2);
}

TEST_F(ServerWithTables, AClientThatLeavesALongListIsNotWaitedFor) {
  start();
  std::string list;
  for (int i = 0; i < 20'000; ++i)
    list += fmt::format("R U{} F2 D L B2 R' U{} F{}\n", i % 3 + 1, i % 2 + 1, i % 3 + 1);
  Client client(port_, 4096);
  client.send(post_text("analyze?stages=cross", list, {{"Content-Type", "text/plain"}}));
  EXPECT_THAT(client.read_until("\n"), StartsWith("HTTP/1.1 200"));
  client.close();
  EXPECT_TRUE(comes_true([&] { return server_->counts().connections == 0; }));
  server_.reset();
}

TEST_F(ServerWithTables, JudgesAndScrambles) {
  start();
  const Answer judged =
      post("judge", "{\"position\": \"R\", \"stage\": \"cross\", \"colours\": \"W\", \"moves\": \"R'\"}");
  ASSERT_EQ(judged.status, 200) << judged.body;
  EXPECT_EQ(judged.json()["reached"], true);
  const Answer none =
      post("judge", "{\"position\": \"R\", \"stage\": \"cross\", \"colours\": \"W\", \"moves\": \"\"}");
  EXPECT_EQ(none.status, 200) << none.body;
  EXPECT_EQ(none.json()["reached"], false);
  const Answer drawn = post("scramble", "{\"count\": 2, \"seed\": \"7\"}");
  ASSERT_EQ(drawn.json()["scrambles"].size(), 2u);
  EXPECT_EQ(drawn.json(), post("scramble", "{\"count\": 2, \"seed\": \"7\"}").json());
  const Answer chosen = post("scramble", "{\"where\": \"cross(W)=3\", \"seed\": \"7\"}");
  ASSERT_EQ(chosen.status, 200) << chosen.body;
  EXPECT_EQ(chosen.json()["scrambles"][0]["stages"]["cross"]["W"], 3);
}

TEST_F(ServerWithTables, FindsShortestSolutions) {
  start();
  const Answer answer =
      post("solve", "{\"position\": \"R U F2 D\", \"optimal\": true}", {{"Accept", "text/event-stream"}});
  EXPECT_THAT(answer.body, HasSubstr("\"proved_shortest\":true"));
  EXPECT_THAT(answer.body, HasSubstr("\"length\":4"));
}

TEST_F(ServerWithTables, ManyAskForEveryThingAtOnce) {
  start();
  std::vector<std::jthread> threads;
  std::atomic<int> right = 0;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      Client client(port_);
      for (int i = 0; i < 10; ++i) {
        const std::string position = fmt::format("\"position\": \"R U{} F2 D L{}\"", i % 3 + 1, t % 3 + 1);
        right += client.ask(post_text("solve", "{" + position + "}")).status == 200;
        right +=
            client.ask(post_text("analyze", "{" + position + ", \"stages\": [\"cross\"]}")).status == 200;
        right += client.ask(post_text("scramble", "{}")).status == 200;
      }
    });
  threads.clear();
  EXPECT_EQ(right, 120);
}

}  // namespace
}  // namespace halfturn::testing
