#include <sys/resource.h>

#include <csignal>

#include "serve/http_fixture.h"

namespace halfturn::testing {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

/// What clients do that are broken, slow or evil.
class HttpHostility : public HttpTest {
 protected:
  /// What comes back for these bytes, when the connection ends with them.
  Answer answer_to(std::string_view bytes) const {
    Client client(port_);
    client.send(bytes);
    const Answer answer = client.read();
    EXPECT_TRUE(client.is_ended()) << "what follows is not to be trusted";
    return answer;
  }
};

TEST_F(HttpHostility, RefusesWhatIsNoRequest) {
  start();
  for (const std::string& bytes :
       {std::string("nonsense\r\n\r\n"), std::string("GET\r\n\r\n"), std::string("GET /\r\n\r\n"),
        std::string("GET  / HTTP/1.1\r\n\r\n"), std::string("GET / HTTP/2.0\r\n\r\n"),
        std::string("GET / FTP/1.1\r\n\r\n"), std::string("G@T / HTTP/1.1\r\n\r\n"),
        std::string("GET / HTTP/1.1\r\nno colon\r\n\r\n"), std::string("GET / HTTP/1.1\r\n: x\r\n\r\n"),
        std::string("GET / HTTP/1.1\nHost: x\n\n\r\n\r\n"), std::string("\0\0\0\0\r\n\r\n", 8),
        std::string("GET /\0 HTTP/1.1\r\n\r\n", 19), std::string("GET / HTTP/1.1\r\nA: b\0c\r\n\r\n", 27),
        std::string("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")}) {
    const Answer answer = answer_to(bytes);
    EXPECT_EQ(answer.status, 400) << base::printable(bytes);
    EXPECT_EQ(answer.error()["kind"], "bad_input") << base::printable(bytes);
    EXPECT_EQ(answer.header("connection"), "close") << base::printable(bytes);
  }
  EXPECT_TRUE(is_well());
}

TEST_F(HttpHostility, AnswersThoseWhoSpeakTls) {
  start();
  const std::string hello("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11);
  const Answer answer = answer_to(hello + std::string(506, '\x5a'));
  EXPECT_EQ(answer.status, 400);
  EXPECT_THAT(std::string(answer.error()["hint"]), HasSubstr("without TLS"));
}

TEST_F(HttpHostility, RefusesLengthsThatMayMeanTwoThings) {
  start();
  for (const Headers& headers : {Headers{{"Content-Length", "-1"}}, Headers{{"Content-Length", "5x"}},
                                 Headers{{"Content-Length", "99999999999999999999999"}},
                                 Headers{{"Content-Length", "5"}, {"Transfer-Encoding", "chunked"}},
                                 Headers{{"Content-Length", "5\r\nContent-Length: 6"}}}) {
    const Answer answer = answer_to(post("/echo", "0\r\n\r\n", headers));
    EXPECT_THAT(answer.status, AnyOf(400, 413)) << headers.begin()->second;
  }
  EXPECT_TRUE(is_well());
}

TEST_F(HttpHostility, RefusesPathsThatAreNone) {
  start();
  for (const char* target :
       {"*", "echo", "/%", "/%4", "/%zz", "/a%00b", "/echo?a=%", "/echo?%f=1", "127.0.0.1:80"}) {
    const Answer answer = answer_to(get(target));
    EXPECT_EQ(answer.status, 400) << target;
    EXPECT_EQ(answer.error()["kind"], "bad_input") << target;
  }
}

TEST_F(HttpHostility, HandsOverOddPathsAsTheyAre) {
  start();
  Client client(port_);
  EXPECT_EQ(client.ask(get("/../../etc/passwd")).body, "GET /../../etc/passwd|");
  EXPECT_EQ(client.ask(get("/%2e%2e/%2fetc")).body, "GET /..//etc|");
  EXPECT_EQ(client.ask(get("//now")).body, "GET //now|");
  EXPECT_EQ(client.ask(get("/\\..\\x")).body, "GET /\\..\\x|");
}

TEST_F(HttpHostility, RefusesHeadersThatAreTooLong) {
  limits_.header_bytes = 2000;
  start();
  const std::string much(5000, 'x');
  for (const std::string& bytes :
       {get("/" + much), get("/echo", {{"X-Much", much}}), get("/echo", {{much, "x"}}), "GET /" + much}) {
    const Answer answer = answer_to(bytes);
    EXPECT_EQ(answer.status, 431);
    EXPECT_EQ(answer.error()["message"], "the header of the request is too long");
  }
  std::string many = "GET /echo HTTP/1.1\r\n";
  for (int i = 0; i < 1000; ++i) many += fmt::format("X-{}: y\r\n", i);
  EXPECT_EQ(answer_to(many + "\r\n").status, 431);
  EXPECT_TRUE(is_well());
}

TEST_F(HttpHostility, RefusesBodiesThatAreTooLargeAndTheSenderCanReadWhy) {
  limits_.body_bytes = 100'000;
  limits_.upload_bytes = 200'000;
  start();
  const std::string body(3u << 20, 'x');
  for (const char* path : {"/echo", "/upload"})
    for (const bool by_chunks : {false, true}) {
      Client client(port_);
      // All of it is sent before anything is read, as simple clients do.
      client.send(by_chunks ? post(path, in_chunks(body, 10'000), {{"Transfer-Encoding", "chunked"}})
                            : post(path, body));
      const Answer answer = client.read();
      EXPECT_EQ(answer.status, 413) << path << by_chunks;
      EXPECT_THAT(std::string(answer.error()["hint"]),
                  HasSubstr(path == std::string("/echo") ? "100,000 bytes" : "200,000 bytes"));
      EXPECT_TRUE(client.is_ended());
    }
  EXPECT_TRUE(is_well());
}

TEST_F(HttpHostility, TakesBodiesThatAreJustNotTooLarge) {
  limits_.body_bytes = 100'000;
  start();
  Client client(port_);
  const std::string body(100'000, 'x');
  EXPECT_EQ(client.ask(post("/echo", body)).body, "POST /echo|" + body);
  client.send(post("/echo", in_chunks(body, 100'000), {{"Transfer-Encoding", "chunked"}}));
  EXPECT_EQ(client.read().body, "POST /echo|" + body);
  EXPECT_EQ(client.ask(post("/echo", body + "x")).status, 413);
}

TEST_F(HttpHostility, TheSenderOfAVeryLargeBodyCanReadWhyItIsRefused) {
  limits_.upload_bytes = 200'000;
  start();
  Client client(port_);
  const std::string body(40u << 20, 'x');
  EXPECT_TRUE(client.send(post("/upload", body))) << "cut off before the answer could be read";
  EXPECT_EQ(client.read().status, 413);
}

TEST_F(HttpHostility, RefusesChunksThatAreNone) {
  start();
  for (const char* chunks :
       {"x\r\n", "5\r\nabcdeXXXX\r\n", "-1\r\n", "ffffffffffffffffff\r\n", "5 5\r\nabcde\r\n"}) {
    const Answer answer = answer_to(post("/echo", chunks, {{"Transfer-Encoding", "chunked"}}));
    EXPECT_EQ(answer.status, 400) << chunks;
  }
  EXPECT_TRUE(is_well());
}

TEST_F(HttpHostility, KeepsNoEndlessExtensionsOfChunksInMemory) {
  start();
  for (const char* beginning : {"1;", "0\r\nTrailer: "}) {
    Client client(port_);
    client.send(post("/echo", beginning, {{"Transfer-Encoding", "chunked"}}));
    // The server may close the connection while this is sent.
    const std::string much(1u << 20, 'x');
    bool taken = true;
    for (int i = 0; i < 64 && taken; ++i) taken = client.send(much);
    // 408 would come from a server that has kept it all, and waits for more.
    const bool is_refused = !taken || client.read().status == 400;
    EXPECT_TRUE(is_refused) << beginning;
  }
  EXPECT_TRUE(is_well());
}

TEST_F(HttpHostility, SurvivesClientsThatLeaveInTheMiddle) {
  start();
  const std::string request = post("/upload", std::string(300, 'x'), {{"X-Header", "value"}});
  for (std::size_t length = 1; length < request.size(); length += 7) {
    Client polite(port_);
    polite.send(std::string_view(request).substr(0, length));
    polite.close();
    Client rude(port_);
    rude.send(std::string_view(request).substr(0, length));
    rude.reset();
  }
  EXPECT_TRUE(has_open(0));
  EXPECT_TRUE(is_well());
}

TEST_F(HttpHostility, EndsWithThoseWhoseHeaderIsCut) {
  start();
  Client client(port_);
  client.send("GET /echo HTTP/1.1\r\nHo");
  client.finish_sending();
  EXPECT_THAT(client.read().status, AnyOf(0, 400)) << "an answer is not needed";
  EXPECT_TRUE(has_open(0));
}

TEST_F(HttpHostility, EndsConnectionsThatSendNothing) {
  limits_.idle = soon<decltype(limits_.idle)>();
  start();
  Client silent(port_);
  EXPECT_TRUE(silent.is_ended());
  Client once(port_);
  EXPECT_EQ(once.ask(get("/now")).body, "at once");
  EXPECT_TRUE(once.is_ended());
  EXPECT_TRUE(has_open(0));
}

TEST_F(HttpHostility, WaitsOnlySoLongForAHeader) {
  limits_.header_time = soon<decltype(limits_.header_time)>();
  start();
  {
    Client client(port_);
    client.send("GET /echo HTTP/1.1\r\nHost:");
    EXPECT_THAT(client.read().status, AnyOf(0, 408)) << "an answer is not needed";
    EXPECT_TRUE(client.is_ended());
  }
  // Bytes that come one by one do not make it longer.
  Client client(port_);
  client.send("GET /echo HTTP/1.1\r\nX: ");
  EXPECT_TRUE(comes_true([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return !client.send("x");
  }));
  EXPECT_TRUE(has_open(0));
  EXPECT_TRUE(is_well());
}

TEST_F(HttpHostility, WaitsOnlySoLongForABody) {
  limits_.stall = soon<decltype(limits_.stall)>();
  start();
  for (const char* path : {"/echo", "/upload"}) {
    Client client(port_);
    client.send(post(path, "only this", {{"Content-Length", "1000"}}));
    EXPECT_THAT(client.read().status, AnyOf(0, 408)) << path;
    EXPECT_TRUE(client.is_ended());
  }
  EXPECT_TRUE(has_open(0));
  EXPECT_TRUE(is_well());
}

TEST_F(HttpHostility, WaitsOnlySoLongForAReader) {
  limits_.stall = soon<decltype(limits_.stall)>();
  start();
  Client client(port_, 4096);
  client.send(get("/kept"));
  const auto exchange = kept();
  ASSERT_TRUE(exchange);
  exchange->reply({.content_type = "text/plain", .body = std::string(32u << 20, 'x')});
  EXPECT_TRUE(has_open(0)) << "nobody reads it";
  EXPECT_TRUE(is_well());
}

TEST_F(HttpHostility, TurnsAwayWhatIsTooMuchAndRecovers) {
  limits_.connections = 3;
  start();
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 3; ++i) {
    clients.push_back(std::make_unique<Client>(port_));
    EXPECT_EQ(clients.back()->ask(get("/now")).status, 200);
  }
  for (int i = 0; i < 3; ++i) {
    Client one_more(port_);
    const Answer answer = one_more.read();
    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(answer.header("retry-after"), "5");
    EXPECT_EQ(answer.error()["kind"], "busy");
    EXPECT_EQ(answer.error()["retry_after"], 5);
    EXPECT_TRUE(one_more.is_ended());
  }
  EXPECT_EQ(server_->counts().turned_away, 3u);
  for (const auto& client : clients) EXPECT_EQ(client->ask(get("/now")).status, 200) << "not at their cost";
  clients.pop_back();
  EXPECT_TRUE(comes_true([&] { return Client(port_).ask(get("/now")).status == 200; }));
}

TEST_F(HttpHostility, ThoseTurnedAwayTakeNobodysPlace) {
  limits_.connections = 1;
  start();
  auto only = std::make_unique<Client>(port_);
  EXPECT_EQ(only->ask(get("/now")).status, 200);
  Client lingering(port_);
  EXPECT_EQ(lingering.read().status, 503);  // and then stays, without closing
  only.reset();
  EXPECT_TRUE(has_open(0)) << "open are those that are answered";
  Client next(port_);
  EXPECT_EQ(next.ask(get("/now")).status, 200);
}

TEST_F(HttpHostility, ManyClientsComeAndGoAtOnce) {
  start();
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([this, t] {
      for (int i = 0; i < 50; ++i) {
        Client client(port_);
        client.send((i + t) % 3 == 0 ? get("/kept") : get("/echo"));
        if (i % 2 == 0) client.reset();
      }
    });
  threads.clear();
  EXPECT_TRUE(has_open(0));
  EXPECT_TRUE(is_well());
}

/// Uploads, and what a disk does to them.
class HttpUploads : public HttpHostility {};

TEST_F(HttpUploads, GoIntoAFileWithoutAName) {
  limits_.body_bytes = 10;
  start();
  std::string body;
  for (int i = 0; body.size() < 500'000; ++i) body += fmt::format("R U{}\n", i);
  Client client(port_);
  EXPECT_TRUE(client.ask(post("/upload", body)).body == body);
  client.send(post("/upload", in_chunks(body, 70'000), {{"Transfer-Encoding", "chunked"}}));
  EXPECT_TRUE(client.read().body == body);
  EXPECT_TRUE(names_in(folder_.path()).empty());
}

TEST_F(HttpUploads, SayWhenThereIsNoFolderForThem) {
  serve::HttpServer::Options options;
  options.upload_folder = "/nowhere";
  auto server = serve::HttpServer::listen(options);
  ASSERT_TRUE(server.ok());
  (*server)->serve({.look = [](const serve::Request&) { return std::nullopt; },
                    .takes_upload = [](const serve::Request&) { return true; },
                    .answer = [](const std::shared_ptr<serve::Exchange>&) {}});
  Client client((*server)->port());
  const Answer answer = client.ask(post("/upload", std::string(100'000, 'x')));
  EXPECT_EQ(answer.status, 507);
  EXPECT_THAT(std::string(answer.error()["message"]), HasSubstr("/nowhere"));
}

TEST_F(HttpUploads, SayWhenTheDiskIsFull) {
  // A limit of this process stands for the full disk.
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{.rlim_cur = 100'000, .rlim_max = before.rlim_max};
  start();
  Client client(port_);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  client.send(post("/upload", std::string(300'000, 'x')));
  const Answer answer = client.read();
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(answer.status, 507);
  EXPECT_EQ(answer.error()["kind"], "machine");
  EXPECT_THAT(std::string(answer.error()["message"]), HasSubstr("the uploaded file"));
  EXPECT_TRUE(is_well());
}

TEST_F(HttpUploads, StopWithTheServer) {
  start();
  Client client(port_);
  client.send(post("/upload", std::string(100'000, 'x'), {{"Content-Length", "1000000"}}));
  EXPECT_TRUE(has_open(1));
  server_.reset();
  EXPECT_TRUE(client.is_ended());
}

}  // namespace
}  // namespace halfturn::testing
