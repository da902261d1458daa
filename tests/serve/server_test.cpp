#include "serve/server_fixture.h"

namespace halfturn::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// The server where there are no tables.
class ServerAlone : public ServerTest {};

TEST_F(ServerAlone, BeginsAndEnds) {
  start();
  EXPECT_EQ(server_->url(), fmt::format("http://127.0.0.1:{}/", port_));
  server_.reset();
  Client late(port_);
  EXPECT_TRUE(late.is_ended());
}

TEST_F(ServerAlone, EndsAlsoAfterItsConnectionsHaveEnded) {
  start();
  EXPECT_EQ(get("/").status, 200);
  EXPECT_TRUE(comes_true([&] { return server_->counts().connections == 0; }));
  server_.reset();
}

TEST_F(ServerAlone, EndsWhileClientsAreThere) {
  start();
  Client idle(port_);
  Client half(port_);
  half.send("GET / HT");
  Client upload(port_);
  upload.send(post_text("stats", "R U\n", {{"Content-Type", "text/plain"}, {"Content-Length", "100000"}}));
  EXPECT_TRUE(comes_true([&] { return server_->counts().connections == 3; }));
  server_.reset();
  EXPECT_TRUE(idle.is_ended());
  EXPECT_TRUE(upload.is_ended());
}

TEST_F(ServerAlone, MayBeMovedAndReplaced) {
  start();
  serve::Server moved = *std::move(server_);
  EXPECT_EQ(get("/").status, 200);
  Result<serve::Server> other = serve::Server::start(store(), options_);
  ASSERT_TRUE(other.ok());
  const std::uint16_t other_port = other->port();
  moved = *std::move(other);
  EXPECT_TRUE(Client(port_).is_ended()) << "the first has ended";
  port_ = other_port;
  EXPECT_EQ(get("/").status, 200);
  server_.reset();
}

TEST_F(ServerAlone, TwoMayServeAtOnce) {
  start();
  Result<serve::Server> other = serve::Server::start(store(), options_);
  ASSERT_TRUE(other.ok());
  EXPECT_NE(other->port(), port_);
  EXPECT_EQ(get("/").body, "<p>the page");
  // Each has names of its own: the other's port is another server.
  const Answer foreign = get("/", {{"Host", fmt::format("127.0.0.1:{}", other->port())}});
  EXPECT_EQ(foreign.status, 403);
  options_.port = port_;
  const Result<serve::Server> third = serve::Server::start(store(), options_);
  ASSERT_FALSE(third.ok());
  EXPECT_EQ(third.error().kind, ErrorKind::machine);
}

TEST_F(ServerAlone, IsForOthersOnlyWithAToken) {
  options_.address = "0.0.0.0";
  const Result<serve::Server> open = serve::Server::start(store(), options_);
  ASSERT_FALSE(open.ok());
  EXPECT_EQ(open.error().kind, ErrorKind::bad_input);
  options_.token = "secret";
  start();
  EXPECT_THAT(server_->url(), HasSubstr("?token=secret"));
  EXPECT_EQ(get("/?token=secret").status, 200);
  expect_refused(get("/api/v1/about"), 401, "forbidden");
  expect_refused(get("/api/v1/about?token=secret"), 401, "forbidden");
  EXPECT_EQ(get("/api/v1/about").header("www-authenticate"), "Bearer");
  EXPECT_EQ(get("/api/v1/about", {{"Authorization", "Bearer secret"}, {"Host", "box.example:1"}}).status,
            200);
}

TEST_F(ServerAlone, WritesAnyTokenIntoItsAddress) {
  options_.token = "a b&c=\"d\"#%?/+";
  start();
  EXPECT_THAT(server_->url(), HasSubstr("/?token=a%20b%26c%3D%22d%22%23%25%3F%2F%2B"));
  EXPECT_EQ(get("/api/v1/about", {{"Authorization", "Bearer " + options_.token}}).status, 200);
}

TEST_F(ServerAlone, ServesThePage) {
  start();
  const Answer page = get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.body, "<p>the page");
  EXPECT_EQ(page.header("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(get("/", {{"If-None-Match", page.header("etag")}}).status, 304);
  Client client(port_);
  EXPECT_EQ(client.ask(request_text("HEAD", "/", port_), true).header("content-length"), "11");
  EXPECT_EQ(client.ask(request_text("GET", "/", port_)).body, "<p>the page");
}

TEST_F(ServerAlone, NoPathLeadsElsewhere) {
  start();
  for (const char* path : {"/../../../../etc/passwd", "/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
                           "/..%2f..%2fetc%2fpasswd", "/%5c..%5c..%5cetc", "/\\..\\etc", "/index.html/", "/.",
                           "/api", "/api/v1", "//api/v1/about", "/%61pi%2fv2/about"})
    EXPECT_EQ(get(path).status, 404) << path;
  EXPECT_EQ(get("/api/v1/%61bout").status, 200) << "the same path, written otherwise";
  for (const char* path : {"/api/v1/../../index.html", "/api/v1/about/", "/api/v1//about", "/api/v1/",
                           "/api/", "/api/v1/jobs", "/api/v1/ABOUT"})
    expect_refused(get(path), 404, "missing");
}

TEST_F(ServerAlone, KnowsWhichMethodsAPathHas) {
  start();
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"POST", "about"},    {"GET", "solve"},  {"PUT", "solve"},   {"DELETE", "about"}, {"PATCH", "tables"},
      {"OPTIONS", "solve"}, {"GET", "jobs/x"}, {"TRACE", "about"}, {"BREW", "about"}};
  for (const auto& [method, path] : wrong) {
    const Answer answer = ask(request_text(method, "/api/v1/" + path, port_));
    expect_refused(answer, 405, "bad_input");
    EXPECT_THAT(answer.header("allow"), Not(IsEmpty())) << method;
    EXPECT_THAT(answer.header("allow"), Not(HasSubstr(method + ","))) << method;
  }
  EXPECT_EQ(ask(request_text("GET", "/api/v1/jobs/x", port_)).header("allow"), "DELETE");
  EXPECT_EQ(ask(request_text("PUT", "/api/v1/tables", port_)).header("allow"), "GET, POST");
  const Answer page = ask(request_text("POST", "/", port_, {}, "x"));
  expect_refused(page, 405, "bad_input");
  EXPECT_EQ(page.header("allow"), "GET, HEAD");
}

TEST_F(ServerAlone, AsksWhoAsks) {
  start();
  const std::string own = fmt::format("127.0.0.1:{}", port_);
  EXPECT_EQ(get("/api/v1/about", {{"Host", fmt::format("localhost:{}", port_)}}).status, 200);
  EXPECT_EQ(get("/api/v1/about", {{"Host", fmt::format("[::1]:{}", port_)}}).status, 200);
  for (const char* host : {"evil.example", "127.0.0.1", "localhost", ""})
    for (const char* path : {"/", "/api/v1/about"})
      expect_refused(get(path, {{"Host", host}}), 403, "forbidden");
  EXPECT_EQ(get("/api/v1/about", {{"Origin", "http://" + own}}).status, 200);
  expect_refused(get("/api/v1/about", {{"Origin", "http://evil.example"}}), 403, "forbidden");
  expect_refused(get("/api/v1/about", {{"Origin", "null"}}), 403, "forbidden");
  expect_refused(post("position", "{}", {{"Sec-Fetch-Site", "cross-site"}}), 403, "forbidden");
  expect_refused(
      ask(request_text("POST", "/api/v1/analyze", port_,
                       {{"Content-Type", "text/plain"}, {"Origin", "http://evil.example"}}, "R U\n")),
      403, "forbidden");
}

TEST_F(ServerAlone, SaysWhatItIs) {
  start();
  nlohmann::json about = get("/api/v1/about").json();
  EXPECT_EQ(about["name"], "halfturn");
  EXPECT_EQ(about["version"], "1.2.3");
  EXPECT_EQ(about["threads"], 2);
  EXPECT_EQ(about["limits"]["body_bytes"], 1 << 20);
  EXPECT_EQ(about["can"]["campaigns"], false);
  EXPECT_EQ(about["distributions"][0], "cross");
  EXPECT_EQ(about["metrics"], (nlohmann::json{"half", "quarter"}));
  nlohmann::json api = get("/api/v1/openapi.json").json();
  ASSERT_TRUE(api.is_object());
  for (const char* path : {"about", "tables", "position", "solve", "analyze", "solutions", "judge",
                           "scramble", "distribution", "stats", "campaigns", "coset", "jobs/{job}"})
    EXPECT_TRUE(api["paths"].contains("/api/v1/" + std::string(path)) ||
                api["paths"].contains("/" + std::string(path)))
        << path;
}

TEST_F(ServerAlone, AnswersWhatNeedsNoTables) {
  start();
  const Answer answer = post("position", "{\"position\": \"R U R' U'\"}");
  ASSERT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(answer.json()["kind"], "moves");
  EXPECT_EQ(answer.json()["moves"], "R U R' U'");
  EXPECT_EQ(answer.json()["solved"], false);
  EXPECT_EQ(get("/api/v1/campaigns").body, "[]\n");
  EXPECT_EQ(get("/api/v1/tables").json()["folder"], tables_.path().string());
  expect_refused(post("tables", "{\"build\": \"nonsense\"}"), 400, "bad_input");
}

TEST_F(ServerAlone, RefusesWhatItCannotRead) {
  start();
  expect_refused(post("position", ""), 400, "bad_input");
  expect_refused(post("position", "{"), 400, "bad_input");
  expect_refused(post("position", std::string(1u << 20, '[')), 400, "bad_input");
  expect_refused(post("position", "[]"), 400, "bad_input");
  expect_refused(post("position", "{\"position\": \"K\"}"), 400, "bad_input");
  expect_refused(post("position", "{\"position\": \"R\"}", {{"Content-Type", "text/plain"}}), 415,
                 "bad_input");
  expect_refused(post("position", std::string((1u << 20) + 1, ' ')), 413, "bad_input");
  expect_refused(post("solve", "{\"position\": \"R\", \"time_ms\": 0}"), 400, "bad_input");
  expect_refused(post("solve", "{\"position\": \"R\", \"time_ms\": 600001}"), 400, "bad_input");
  expect_refused(post("scramble", "{\"count\": 1001}"), 400, "bad_input");
  expect_refused(post("scramble", "{\"seed\": \"x\"}"), 400, "bad_input");
  expect_refused(post("scramble", "{\"where\": \"cross(W)<\"}"), 400, "bad_input");
  expect_refused(get("/api/v1/distribution"), 400, "bad_input");
  expect_refused(post("analyze", "R U\n", {{"Content-Type", "image/png"}}), 415, "bad_input");
  expect_refused(ask(request_text("DELETE", "/api/v1/jobs/0123456789abcdef", port_)), 404, "missing");
}

TEST_F(ServerAlone, TheTypeOfABodyMayBeWrittenInAnyLetters) {
  start();
  const Answer answer = post("analyze", "{\"position\": \"R\", \"stages\": [\"cross\"]}",
                             {{"Content-Type", "Application/JSON"}});
  expect_refused(answer, 409, "missing");  // it was read as JSON, and the tables are not there
}

TEST_F(ServerAlone, NamesTheTablesThatAreMissing) {
  start();
  for (const auto& [path, body] : std::vector<std::pair<std::string, std::string>>{
           {"solve", "{\"position\": \"R U\"}"},
           {"analyze", "{\"position\": \"R U\", \"stages\": [\"cross\"]}"},
           {"analyze", "{\"position\": \"R U\"}"},
           {"scramble", "{}"},
           {"scramble", "{\"where\": \"cross(W)<=5\"}"},
           {"judge", "{\"position\": \"R U\", \"stage\": \"cross\", \"moves\": \"U'\"}"},
           {"solutions", "{\"position\": \"R U\", \"stage\": \"cross\", \"colour\": \"W\"}"}}) {
    const Answer answer = post(path, body);
    expect_refused(answer, 409, "missing");
    EXPECT_EQ(answer.error()["build"], "usual") << path;
  }
  EXPECT_EQ(post("solve", "{\"position\": \"R U\", \"optimal\": true}").error()["build"], "optimal");
  const Answer events = post("solve", "{\"position\": \"R U\"}", {{"Accept", "text/event-stream"}});
  EXPECT_EQ(events.status, 200);
  EXPECT_THAT(events.body, HasSubstr("event: started\n"));
  EXPECT_THAT(events.body, HasSubstr("event: error\ndata: {\"error\":{\"kind\":\"missing\""));
  EXPECT_TRUE(events.is_complete);
}

TEST_F(ServerAlone, ReadsLengthsOfStagesWithoutTables) {
  start();
  const std::string csv =
      "id,cross_z0,cross_z1,cross_z2,cross_z3,cross_x1,cross_x3\n1,5,6,5,6,7,6\n2,6,6,6,6,6,6\n";
  const Answer answer = post("stats?name=my%20file", csv, {{"Content-Type", "text/csv"}});
  ASSERT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(answer.json()["name"], "my file");
  EXPECT_EQ(answer.json()["kind"], "lengths");
  EXPECT_EQ(answer.json()["rows"], 2);
  const Answer chunked =
      post("stats", in_chunks(csv, 7), {{"Content-Type", "text/csv"}, {"Transfer-Encoding", "chunked"}});
  EXPECT_EQ(chunked.json()["rows"], 2);
}

TEST_F(ServerAlone, ShowsCampaignsThatCannotBeRead) {
  options_.campaigns = {tables_.path() / "nowhere"};
  start();
  EXPECT_EQ(get("/api/v1/about").json()["can"]["campaigns"], true);
  nlohmann::json campaigns = get("/api/v1/campaigns").json();
  ASSERT_EQ(campaigns.size(), 1u);
  EXPECT_EQ(campaigns[0]["name"], "nowhere");
  EXPECT_TRUE(campaigns[0]["problem"]["message"].is_string());
  const Answer head = Client(port_).ask(request_text("HEAD", "/api/v1/campaigns", port_), true);
  EXPECT_EQ(head.status, 200);
}

TEST_F(ServerAlone, HeadOfEventsIsNoStream) {
  options_.campaigns = {tables_.path() / "nowhere"};
  start();
  Client client(port_);
  client.send(request_text("HEAD", "/api/v1/campaigns", port_, {{"Accept", "text/event-stream"}}));
  EXPECT_EQ(client.read(true).status, 200);
  EXPECT_EQ(client.ask(request_text("GET", "/", port_)).body, "<p>the page");
}

TEST_F(ServerAlone, BuildsTablesUntilItEnds) {
  start();
  const Answer answer = post("tables", "{\"build\": \"quarter\"}");
  EXPECT_EQ(answer.status, 202);
  const Answer solving = post("solve", "{\"position\": \"R U\", \"metric\": \"quarter\"}");
  if (solving.status == 503) {
    EXPECT_EQ(solving.error()["kind"], "unavailable");
    EXPECT_EQ(solving.header("retry-after"), "1");
    EXPECT_EQ(solving.error()["retry_after"], 1);
    EXPECT_THAT(std::string(solving.error()["message"]), HasSubstr("the table phase"));
  } else {
    EXPECT_EQ(solving.status, 200) << "they may be there already";
  }
  server_.reset();
  for (const std::string& name : names_in(tables_.path())) EXPECT_THAT(name, Not(HasSubstr("partial")));
}

TEST_F(ServerAlone, AnswersManyAtOnce) {
  start();
  std::vector<std::jthread> threads;
  std::atomic<int> right = 0;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      Client client(port_);
      for (int i = 0; i < 30; ++i)
        right +=
            client.ask(post_text("position", fmt::format("{{\"position\": \"U{}\"}}", i % 3 + 1))).status ==
            200;
    });
  threads.clear();
  EXPECT_EQ(right, 120);
}

}  // namespace
}  // namespace halfturn::testing
