#include <atomic>
#include <thread>

#include "serve/http_fixture.h"

namespace halfturn::testing {
namespace {

using ::testing::EndsWith;
using ::testing::StartsWith;

/// Answers that come in pieces, and clients that do not wait for their end.
class HttpStreams : public HttpTest {
 protected:
  /// A stream of events that has begun, and its client.
  std::shared_ptr<serve::Exchange> begun(Client& client, const std::string& type = "text/event-stream") {
    client.send(get("/kept"));
    const auto exchange = kept();
    if (exchange) exchange->begin({.content_type = type});
    return exchange;
  }
};

TEST_F(HttpStreams, ComeAsTheyAreWritten) {
  start();
  Client client(port_);
  const auto exchange = begun(client);
  ASSERT_TRUE(exchange);
  EXPECT_THAT(client.read_until("\r\n\r\n"), StartsWith("HTTP/1.1 200 OK\r\n"));
  for (int i = 0; i < 3; ++i) {
    const std::string event = fmt::format("data: {}\n\n", i);
    EXPECT_TRUE(exchange->write(event));
    // Each is read before the next one is written.
    EXPECT_EQ(client.read_until(event + "\r\n"), fmt::format("{:x}\r\n{}\r\n", event.size(), event));
  }
  exchange->end();
  EXPECT_EQ(client.read_until("0\r\n\r\n"), "0\r\n\r\n");
  EXPECT_EQ(client.ask(get("/now")).body, "at once") << "the connection goes on";
}

TEST_F(HttpStreams, AreWholeWhateverTheirPieces) {
  start();
  Client client(port_);
  const auto exchange = begun(client, "text/csv");
  ASSERT_TRUE(exchange);
  std::string all;
  std::jthread writer([&] {
    for (std::size_t i = 1; i < 300; ++i) {
      const std::string piece(i * i % 5000 + 1, static_cast<char>('a' + i % 26));
      all += piece;
      if (!exchange->write(piece)) return;
    }
    exchange->end();
  });
  const Answer answer = client.read();
  writer.join();
  EXPECT_TRUE(answer.is_complete);
  EXPECT_TRUE(answer.body == all);
}

TEST_F(HttpStreams, MayHaveNoBytes) {
  start();
  Client client(port_);
  const auto exchange = begun(client);
  ASSERT_TRUE(exchange);
  exchange->end();
  const Answer answer = client.read();
  EXPECT_EQ(answer.status, 200);
  EXPECT_TRUE(answer.is_complete);
  EXPECT_EQ(answer.body, "");
}

TEST_F(HttpStreams, AnEmptyPieceIsNotTheEnd) {
  start();
  Client client(port_);
  const auto exchange = begun(client);
  ASSERT_TRUE(exchange);
  client.read_until("\r\n\r\n");
  exchange->write("");
  exchange->write("x");
  EXPECT_EQ(client.read_until("x\r\n"), "1\r\nx\r\n");
  exchange->end();
}

TEST_F(HttpStreams, ThatAreAbandonedAreNotTakenForWhole) {
  start();
  Client client(port_);
  const auto exchange = begun(client, "text/csv");
  ASSERT_TRUE(exchange);
  exchange->write("a row\n");
  exchange->abandon();
  const Answer answer = client.read();
  EXPECT_EQ(answer.body, "a row\n");
  EXPECT_FALSE(answer.is_complete);
  EXPECT_TRUE(client.is_ended());
}

TEST_F(HttpStreams, ThatAreAbandonedAreNotTakenForWholeInTheOldVersionEither) {
  start();
  Client client(port_);
  client.send("GET /kept HTTP/1.0\r\n\r\n");
  const auto exchange = kept();
  ASSERT_TRUE(exchange);
  exchange->begin({.content_type = "text/csv"});
  exchange->write("a row\n");
  client.read_until("a row\n");
  exchange->abandon();
  EXPECT_TRUE(client.is_cut());
}

TEST_F(HttpStreams, GetAPingWhereTheyAreSilent) {
  limits_.ping = soon<decltype(limits_.ping)>();
  start();
  Client client(port_);
  const auto exchange = begun(client);
  ASSERT_TRUE(exchange);
  client.read_until("\r\n\r\n");
  for (int i = 0; i < 2; ++i) EXPECT_EQ(client.read_until("\n\n\r\n"), "e\r\n: still here\n\n\r\n");
  exchange->write("data: 1\n\n");
  EXPECT_THAT(client.read_until("1\n\n\r\n"), EndsWith("9\r\ndata: 1\n\n\r\n"));
  exchange->end();
}

TEST_F(HttpStreams, GetNoPingWhereItWouldBecomePartOfThem) {
  limits_.ping = soon<decltype(limits_.ping)>();
  start();
  Client rows(port_);
  const auto csv = begun(rows, "text/csv");
  Client events(port_);
  const auto stream = begun(events);
  ASSERT_TRUE(csv && stream);
  events.read_until(": still here\n\n");  // as much time has gone by as the rows would have needed
  events.read_until(": still here\n\n");
  csv->write("a,b\n");
  csv->end();
  EXPECT_EQ(rows.read().body, "a,b\n");
}

TEST_F(HttpStreams, TellTheWorkerThatTheClientHasGone) {
  start();
  for (const bool is_rude : {false, true}) {
    Client client(port_);
    const auto exchange = begun(client);
    ASSERT_TRUE(exchange);
    exchange->write("data: 1\n\n");
    client.read_until("data: 1\n\n");
    is_rude ? client.reset() : client.close();
    EXPECT_TRUE(is_gone(exchange)) << is_rude;
    EXPECT_FALSE(exchange->write("data: 2\n\n"));
    EXPECT_TRUE(has_open(0));
  }
}

TEST_F(HttpStreams, TheWorkerIsToldAlsoBeforeAnythingWasSent) {
  start();
  Client client(port_);
  client.send(get("/kept"));
  const auto exchange = kept();
  ASSERT_TRUE(exchange);
  client.close();
  EXPECT_TRUE(is_gone(exchange));
  exchange->reply({.body = "late"});  // harms nobody
  EXPECT_TRUE(has_open(0));
  EXPECT_TRUE(is_well());
}

TEST_F(HttpStreams, TheWorkerIsToldAlsoWhereAFurtherRequestWasSent) {
  start();
  for (const char* further : {"GET /now HTTP/1.1\r\n\r\n", "\r\n"}) {
    Client client(port_);
    client.send(get("/kept"));
    const auto exchange = kept();
    ASSERT_TRUE(exchange);
    client.send(further);  // after the first is being answered, so that it lies unread
    client.close();
    EXPECT_TRUE(is_gone(exchange));
  }
  EXPECT_TRUE(has_open(0));
}

TEST_F(HttpStreams, AMomentOfPatienceWithManyWhoGo) {
  start();
  std::vector<std::unique_ptr<Client>> clients;
  std::vector<std::shared_ptr<serve::Exchange>> exchanges;
  for (int i = 0; i < 50; ++i) {
    clients.push_back(std::make_unique<Client>(port_));
    exchanges.push_back(begun(*clients.back()));
    ASSERT_TRUE(exchanges.back());
  }
  clients.clear();
  for (const auto& exchange : exchanges) EXPECT_TRUE(is_gone(exchange));
  EXPECT_TRUE(has_open(0));
}

TEST_F(HttpStreams, ASlowReaderHoldsTheWriterAndNotTheMemory) {
  start();
  Client client(port_, 4096);
  const auto exchange = begun(client, "text/csv");
  ASSERT_TRUE(exchange);
  constexpr std::size_t kPieces = 2000;
  const std::string piece(1u << 14, 'x');  // 32 MB in all: more than the system holds for a connection
  std::atomic<std::size_t> written = 0;
  std::jthread writer([&] {
    for (std::size_t i = 0; i < kPieces && exchange->write(piece); ++i) ++written;
    exchange->end();
  });
  // Until it is held: nothing more is written while nobody reads.
  std::size_t before = 0;
  EXPECT_TRUE(comes_true([&] {
    const std::size_t now = written;
    const bool is_held = now > 0 && now == before;
    before = now;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return is_held;
  }));
  EXPECT_LT(written, kPieces);
  EXPECT_TRUE(is_well()) << "others do not wait";
  const Answer answer = client.read();
  writer.join();
  EXPECT_TRUE(answer.is_complete);
  EXPECT_EQ(answer.body.size(), kPieces * piece.size());
}

TEST_F(HttpStreams, AWriterThatIsHeldIsSetFreeWhenItsReaderGoes) {
  start();
  Client client(port_, 4096);
  const auto exchange = begun(client, "text/csv");
  ASSERT_TRUE(exchange);
  std::atomic<bool> is_free = false;
  std::jthread writer([&] {
    while (exchange->write(std::string(1u << 16, 'x'))) {
    }
    is_free = true;
  });
  client.read_some(1);
  client.close();
  EXPECT_TRUE(comes_true([&] { return is_free.load(); }));
}

TEST_F(HttpStreams, AWriterThatIsHeldIsSetFreeWhenItsReaderStalls) {
  limits_.stall = soon<decltype(limits_.stall)>();
  start();
  Client client(port_, 4096);
  const auto exchange = begun(client, "text/csv");
  ASSERT_TRUE(exchange);
  std::atomic<bool> is_free = false;
  std::jthread writer([&] {
    while (exchange->write(std::string(1u << 16, 'x'))) {
    }
    is_free = true;
  });
  EXPECT_TRUE(comes_true([&] { return is_free.load(); }));
  EXPECT_TRUE(has_open(0));
}

TEST_F(HttpStreams, EndWithTheServer) {
  start();
  Client client(port_);
  const auto exchange = begun(client);
  ASSERT_TRUE(exchange);
  client.read_until("\r\n\r\n");
  std::atomic<bool> is_free = false;
  std::jthread writer([&] {
    while (exchange->write("data: 1\n\n")) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    is_free = true;
  });
  client.read_until("data: 1\n\n");
  server_.reset();
  EXPECT_TRUE(exchange->gone().stop_requested());
  EXPECT_TRUE(comes_true([&] { return is_free.load(); }));
  EXPECT_FALSE(client.read_to_end().ends_with("0\r\n\r\n")) << "it is not whole";
}

TEST_F(HttpStreams, TheServerEndsWhateverIsGoingOn) {
  start();
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 12; ++i) clients.push_back(std::make_unique<Client>(port_));
  clients[1]->send("GET /ec");
  clients[2]->send(post("/echo", "x", {{"Content-Length", "1000"}}));
  clients[3]->send(get("/kept"));
  const auto silent = kept();
  const auto begun_one = begun(*clients[4]);
  const auto answered = begun(*clients[5]);
  ASSERT_TRUE(silent && begun_one && answered);
  answered->end();
  EXPECT_EQ(clients[6]->ask(get("/now")).status, 200);
  EXPECT_EQ(clients[7]->ask(get("/now", {{"Connection", "close"}})).status, 200);
  clients[8]->send("nonsense\r\n\r\n");
  clients[9]->reset();
  server_->close();
  EXPECT_TRUE(silent->gone().stop_requested());
  EXPECT_TRUE(begun_one->gone().stop_requested());
  Client late(port_);
  EXPECT_TRUE(late.is_ended());
  server_->close();  // once more does no harm
  server_.reset();
  // After the server, its exchanges are still there for whoever keeps them.
  silent->reply({.body = "late"});
  EXPECT_FALSE(begun_one->write("late"));
  begun_one->end();
}

TEST_F(HttpStreams, AnAnswerThatIsReadyIsSentBeforeTheEnd) {
  start();
  Client client(port_);
  client.send(get("/kept"));
  const auto exchange = kept();
  ASSERT_TRUE(exchange);
  exchange->reply({.content_type = "text/plain", .body = "just in time"});
  server_->close();
  EXPECT_EQ(client.read().body, "just in time");
}

TEST_F(HttpStreams, ClosingTwiceWithATimeBetweenEnds) {
  start();
  EXPECT_TRUE(is_well());
  EXPECT_TRUE(has_open(0));
  server_->close();
  std::this_thread::sleep_for(
      std::chrono::milliseconds(50));  // with nothing to do, its thread might have ended
  server_->close();
  server_.reset();
}

}  // namespace
}  // namespace halfturn::testing
