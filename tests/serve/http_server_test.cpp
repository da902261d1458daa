#include "serve/http_server.h"

#include "serve/http_fixture.h"

namespace halfturn::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// What well-behaved clients do.
class HttpServing : public HttpTest {};

TEST_F(HttpServing, AnswersOnAConnectionThatStaysOpen) {
  start();
  Client client(port_);
  for (int i = 0; i < 3; ++i) {
    const Answer answer = client.ask(get(fmt::format("/echo?i={}", i)));
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.version, "HTTP/1.1");
    EXPECT_EQ(answer.body, fmt::format("GET /echo i={}|", i));
    EXPECT_EQ(answer.header("content-type"), "text/plain");
    EXPECT_NE(answer.header("connection"), "close");
  }
  EXPECT_EQ(server_->counts().connections, 1u);
  EXPECT_EQ(server_->counts().requests, 3u);
  EXPECT_EQ(server_->counts().turned_away, 0u);
}

TEST_F(HttpServing, SendsHeadersThatKeepThePageSafeWithEveryAnswer) {
  start();
  Client client(port_);
  for (const char* path : {"/now", "/echo"}) {
    const Answer answer = client.ask(get(path));
    EXPECT_THAT(answer.header("content-security-policy"),
                StartsWith("default-src 'none'; script-src 'self'"));
    EXPECT_EQ(answer.header("x-content-type-options"), "nosniff");
    EXPECT_EQ(answer.header("cross-origin-resource-policy"), "same-origin");
    EXPECT_EQ(answer.header("referrer-policy"), "no-referrer");
    EXPECT_EQ(answer.header("cache-control"), "no-store");
    EXPECT_FALSE(answer.headers.contains("access-control-allow-origin"));
  }
}

TEST_F(HttpServing, ClosesWhenItIsAskedTo) {
  start();
  Client client(port_);
  const Answer answer = client.ask(get("/echo", {{"Connection", "close"}}));
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.header("connection"), "close");
  EXPECT_TRUE(client.is_ended());
  EXPECT_TRUE(has_open(0));
}

TEST_F(HttpServing, AnswersRequestsThatComeAllAtOnceInTheirOrder) {
  start();
  Client client(port_);
  std::string all;
  for (int i = 0; i < 20; ++i)
    all += i % 3 == 0 ? post("/echo", fmt::format("body {}", i)) : get(fmt::format("/echo?i={}", i));
  client.send(all);
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(client.read().body,
              i % 3 == 0 ? fmt::format("POST /echo|body {}", i) : fmt::format("GET /echo i={}|", i));
}

TEST_F(HttpServing, KeepsTheOrderWhereTheFirstAnswerTakesItsTime) {
  start();
  Client client(port_);
  client.send(get("/kept") + get("/echo?second=1") + get("/now"));
  const auto first = kept();
  ASSERT_TRUE(first);
  EXPECT_FALSE(first->gone().stop_requested()) << "a further request is no reason to give up the first";
  first->reply({.content_type = "text/plain", .body = "first"});
  EXPECT_EQ(client.read().body, "first");
  EXPECT_EQ(client.read().body, "GET /echo second=1|");
  EXPECT_EQ(client.read().body, "at once");
}

TEST_F(HttpServing, ReadsRequestsThatComeByteByByte) {
  start();
  Client client(port_);
  const std::string request = post("/echo?a=b", "the body");
  for (const char byte : request) client.send({&byte, 1});
  EXPECT_EQ(client.read().body, "POST /echo a=b|the body");
  EXPECT_EQ(client.ask(get("/now")).body, "at once");
}

TEST_F(HttpServing, HeadHasTheHeadersOfGetAndNoBody) {
  start();
  Client client(port_);
  for (const char* path : {"/now", "/echo"}) {
    const Answer full = client.ask(get(path));
    const Answer head = client.ask(request_text("HEAD", path, port_), true);
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.headers, full.headers);
    EXPECT_EQ(head.header("content-length"), std::to_string(full.body.size()));
  }
  EXPECT_EQ(client.ask(get("/now")).body, "at once") << "nothing was left of the answers before";
}

TEST_F(HttpServing, HeadOfAStreamHasNoBodyEither) {
  start();
  Client client(port_);
  client.send(request_text("HEAD", "/kept", port_));
  const auto exchange = kept();
  ASSERT_TRUE(exchange);
  exchange->begin({.content_type = "text/event-stream"});
  exchange->write("event: started\n\n");
  exchange->end();
  EXPECT_EQ(client.read(true).status, 200);
  const Answer next = client.ask(get("/now"));
  EXPECT_EQ(next.status, 200) << "what follows a HEAD is the next answer";
  EXPECT_EQ(next.body, "at once");
}

TEST_F(HttpServing, SpeaksTheOldVersionToo) {
  start();
  {
    Client client(port_);
    const Answer answer = client.ask("GET /echo HTTP/1.0\r\n\r\n");
    EXPECT_EQ(answer.version, "HTTP/1.0");
    EXPECT_EQ(answer.body, "GET /echo|");
    EXPECT_TRUE(client.is_ended());
  }
  Client client(port_);
  for (int i = 0; i < 2; ++i) {
    const Answer answer = client.ask("GET /echo HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    EXPECT_EQ(answer.header("connection"), "keep-alive");
    EXPECT_EQ(answer.body, "GET /echo|");
  }
}

TEST_F(HttpServing, AStreamInTheOldVersionEndsWithTheConnection) {
  start();
  Client client(port_);
  client.send("GET /kept HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  const auto exchange = kept();
  ASSERT_TRUE(exchange);
  exchange->begin({.content_type = "text/csv"});
  exchange->write("a,b\n");
  exchange->write("1,2\n");
  exchange->end();
  const Answer answer = client.read();
  EXPECT_FALSE(answer.headers.contains("transfer-encoding"));
  EXPECT_EQ(answer.body, "a,b\n1,2\n");
}

TEST_F(HttpServing, ReadsBodiesInChunks) {
  start();
  Client client(port_);
  const std::string body(100'000, 'x');
  for (const std::size_t length : {1'000u, 65'536u, 99'999u, 100'000u}) {
    client.send(post("/echo", in_chunks(body, length), {{"Transfer-Encoding", "chunked"}}));
    EXPECT_EQ(client.read().body, "POST /echo|" + body);
  }
  client.send(post("/echo", "3;name=value\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: yes\r\n\r\n",
                   {{"Transfer-Encoding", "chunked"}}));
  EXPECT_EQ(client.read().body, "POST /echo|abcde");
  client.send(post("/echo", "0\r\n\r\n", {{"Transfer-Encoding", "chunked"}}));
  EXPECT_EQ(client.read().body, "POST /echo|");
  EXPECT_EQ(client.ask(get("/now")).body, "at once");
}

TEST_F(HttpServing, SaysThatTheBodyMayCome) {
  start();
  Client client(port_);
  client.send(post("/echo", "", {{"Content-Length", "4"}, {"Expect", "100-continue"}}));
  EXPECT_EQ(client.read_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("body");
  EXPECT_EQ(client.read().body, "POST /echo|body");
  EXPECT_EQ(client.ask(get("/now")).body, "at once");
}

TEST_F(HttpServing, SaysAtOnceThatTheBodyNeedNotCome) {
  limits_.body_bytes = 1000;
  start();
  for (const char* path : {"/now", "/echo"}) {
    Client client(port_);
    client.send(post(path, "", {{"Content-Length", "5000"}, {"Expect", "100-continue"}}));
    EXPECT_THAT(client.read_until("\r\n"),
                StartsWith(path == std::string("/now") ? "HTTP/1.1 200" : "HTTP/1.1 413"));
    EXPECT_THAT(client.read_to_end(), HasSubstr("Connection: close"));
  }
}

TEST_F(HttpServing, DecodesPathsAndQueries) {
  start();
  Client client(port_);
  EXPECT_EQ(client.ask(get("/a%20b+c?x=1%262&y=+z&x=3&&flag&=e")).body, "GET /a b+c =e flag= x=3 y= z|");
  EXPECT_EQ(client.ask(get("/echo?")).body, "GET /echo|");
  EXPECT_EQ(client.ask(get("/echo?a=?&b=/")).body, "GET /echo a=? b=/|");
}

TEST_F(HttpServing, AnswersOthersWhileOneWaits) {
  start();
  Client waiting(port_);
  waiting.send(get("/kept"));
  const auto exchange = kept();
  ASSERT_TRUE(exchange);
  EXPECT_TRUE(is_well());
  exchange->reply({.content_type = "text/plain", .body = "late"});
  EXPECT_EQ(waiting.read().body, "late");
}

TEST_F(HttpServing, SendsLongAnswersWhole) {
  start();
  Client client(port_, 4096);
  std::string body;
  for (int i = 0; body.size() < (8u << 20); ++i) body += fmt::format("line {}\n", i);
  client.send(get("/kept"));
  const auto exchange = kept();
  ASSERT_TRUE(exchange);
  exchange->reply({.content_type = "text/plain", .body = body});
  EXPECT_TRUE(client.read().body == body);
}

TEST_F(HttpServing, ListensOnOneAddressOnce) {
  start();
  const auto second = serve::HttpServer::listen({.port = port_});
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().kind, ErrorKind::machine);
  EXPECT_THAT(second.error().message, HasSubstr(fmt::format("127.0.0.1 port {}", port_)));
}

TEST_F(HttpServing, RefusesAddressesThatAreNone) {
  for (const char* address : {"localhost", "127.0.0", "", "127.0.0.1:80", "[::1]"}) {
    const auto server = serve::HttpServer::listen({.address = address});
    ASSERT_FALSE(server.ok()) << address;
    EXPECT_EQ(server.error().kind, ErrorKind::bad_input) << address;
  }
}

TEST_F(HttpServing, ServesOnTheLongAddressOfThisMachine) {
  auto server = serve::HttpServer::listen({.address = "::1"});
  if (!server) GTEST_SKIP() << "there is no IPv6 here: " << server.error().text();
  (*server)->serve({.look = [](const serve::Request&) { return serve::Response{.body = "six"}; },
                    .takes_upload = [](const serve::Request&) { return false; },
                    .answer = [](const std::shared_ptr<serve::Exchange>&) {}});
  Client client((*server)->port(), 0, "::1");
  EXPECT_EQ(client.ask(get("/")).body, "six");
}

TEST_F(HttpServing, TwoServersInOneProcessDoNotMeet) {
  start();
  auto other = serve::HttpServer::listen({});
  ASSERT_TRUE(other.ok());
  (*other)->serve({.look = [](const serve::Request&) { return serve::Response{.body = "the other"}; },
                   .takes_upload = [](const serve::Request&) { return false; },
                   .answer = [](const std::shared_ptr<serve::Exchange>&) {}});
  Client first(port_);
  Client second((*other)->port());
  EXPECT_EQ(first.ask(get("/now")).body, "at once");
  EXPECT_EQ(second.ask(get("/now")).body, "the other");
  (*other).reset();
  EXPECT_TRUE(second.is_ended());
  EXPECT_EQ(first.ask(get("/now")).body, "at once");
}

TEST_F(HttpServing, MayBeDestroyedBeforeItServes) {
  auto server = serve::HttpServer::listen({});
  ASSERT_TRUE(server.ok());
  (*server)->close();
}

}  // namespace
}  // namespace halfturn::testing
