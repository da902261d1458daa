#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "serve/client.h"
#include "serve/exchange.h"
#include "serve/gate.h"
#include "serve/job.h"
#include "serve/percent.h"
#include "serve/work_queue.h"

/// The small parts of the server, each alone.
namespace halfturn::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

using serve::Exchange;
using serve::Plus;
using serve::WorkQueue;

TEST(Percent, DecodesBytes) {
  EXPECT_EQ(serve::percent_decoded("", Plus::is_plus), "");
  EXPECT_EQ(serve::percent_decoded("/a%20b%2Fc%2fd", Plus::is_plus), "/a b/c/d");
  EXPECT_EQ(serve::percent_decoded("%41%7a", Plus::is_plus), "Az");
  EXPECT_EQ(serve::percent_decoded("%25%32%35", Plus::is_plus), "%25") << "once, not twice";
  EXPECT_EQ(serve::percent_decoded("%00%ff", Plus::is_plus), std::string("\0\xff", 2));
  EXPECT_EQ(serve::percent_decoded("\xC3\xA9", Plus::is_plus), "\xC3\xA9");
}

TEST(Percent, APlusIsABlankWhereItIsSaid) {
  EXPECT_EQ(serve::percent_decoded("a+b%2B", Plus::is_plus), "a+b+");
  EXPECT_EQ(serve::percent_decoded("a+b%2B", Plus::is_blank), "a b+");
}

TEST(Percent, RefusesCodesThatAreNone) {
  for (const char* text : {"%", "a%", "%4", "%4g", "%g4", "%%41", "% 4", "%-1", "%+1", "%0x"})
    EXPECT_EQ(serve::percent_decoded(text, Plus::is_plus), std::nullopt) << text;
}

TEST(Percent, ReadsQueries) {
  EXPECT_THAT(*serve::query_of(""), IsEmpty());
  EXPECT_THAT(*serve::query_of("&&"), IsEmpty());
  EXPECT_THAT(*serve::query_of("a=1&b=2"), ElementsAre(Pair("a", "1"), Pair("b", "2")));
  EXPECT_THAT(*serve::query_of("a=1&a=2"), ElementsAre(Pair("a", "2"))) << "the last";
  EXPECT_THAT(*serve::query_of("a"), ElementsAre(Pair("a", "")));
  EXPECT_THAT(*serve::query_of("a=b=c&"), ElementsAre(Pair("a", "b=c")));
  EXPECT_THAT(*serve::query_of("a%3D=%26+x"), ElementsAre(Pair("a=", "& x")));
  for (const char* text : {"a=%", "%=a", "a=1&b=%zz"}) EXPECT_EQ(serve::query_of(text), std::nullopt) << text;
}

/// What a gate says to a request with these headers: a status, 0 if it may pass.
int gate_status(const serve::Gate& gate, const Headers& headers, const std::string& path = "/api/v1/solve") {
  serve::Request request{.method = "GET", .path = path};
  request.headers = headers;
  const std::optional<serve::Response> refused = gate.refusal(request);
  return refused ? refused->status : 0;
}

TEST(Gate, LetsInThoseWhoUseItsName) {
  const serve::Gate gate({"127.0.0.1:8137", "localhost:8137"}, "");
  for (const char* path : {"/", "/api/v1/solve"}) {
    EXPECT_EQ(gate_status(gate, {{"host", "127.0.0.1:8137"}}, path), 0);
    EXPECT_EQ(gate_status(gate, {{"host", "LocalHost:8137"}}, path), 0);
    for (const char* host :
         {"", "127.0.0.1", "127.0.0.1:80", "evil.example:8137", "localhost:8137.evil.example", "evil.example",
          "127.0.0.1:8137 ", "localhost:81370"})
      EXPECT_EQ(gate_status(gate, {{"host", host}}, path), 403) << host;
    EXPECT_EQ(gate_status(gate, {}, path), 403);
  }
}

TEST(Gate, LetsInNoPagesOfOthers) {
  const serve::Gate gate({"127.0.0.1:8137", "localhost:8137"}, "");
  const auto from = [&](const char* origin, const char* path) {
    return gate_status(gate, {{"host", "127.0.0.1:8137"}, {"origin", origin}}, path);
  };
  for (const char* path : {"/", "/api/v1/solve"}) {
    EXPECT_EQ(from("http://127.0.0.1:8137", path), 0);
    for (const char* origin : {"null", "https://127.0.0.1:8137", "http://127.0.0.1", "http://evil.example",
                               "http://127.0.0.1:8137.evil.example", "http://localhost:8137", "file://"})
      EXPECT_EQ(from(origin, path), 403) << origin;
  }
}

TEST(Gate, BelievesABrowserThatSaysWhereARequestCameFrom) {
  const serve::Gate gate({"localhost:1"}, "");
  const auto from = [&](const char* site, const char* path) {
    return gate_status(gate, {{"host", "localhost:1"}, {"sec-fetch-site", site}}, path);
  };
  for (const char* site : {"same-origin", "none", ""}) EXPECT_EQ(from(site, "/api/v1/about"), 0) << site;
  for (const char* site : {"cross-site", "same-site", "nonsense"})
    EXPECT_EQ(from(site, "/api/v1/about"), 403) << site;
  EXPECT_EQ(from("cross-site", "/"), 0) << "a link to the page may stand anywhere";
}

TEST(Gate, WantsTheTokenForTheApiAlone) {
  const serve::Gate gate({}, "secret");
  EXPECT_EQ(gate_status(gate, {}, "/"), 0) << "the page asks with the token of its address";
  EXPECT_EQ(gate_status(gate, {{"host", "any:1"}, {"authorization", "Bearer secret"}}), 0);
  for (const char* given : {"", "secret", "Bearer", "Bearer ", "Bearer secre", "Bearer secrets",
                            "Bearer Secret", "Basic secret", "Bearer  secret"})
    EXPECT_EQ(gate_status(gate, {{"authorization", given}}), 401) << given;
  serve::Request request{.method = "GET", .path = "/api/v1/about"};
  const auto refused = gate.refusal(request);
  ASSERT_TRUE(refused);
  EXPECT_THAT(refused->headers, ElementsAre(Pair("WWW-Authenticate", "Bearer")));
  EXPECT_THAT(refused->body, Not(HasSubstr("secret")));
}

TEST(Gate, ATokenDoesNotOpenItForForeignPages) {
  const serve::Gate gate({}, "secret");
  const Headers right = {{"host", "box:1"}, {"authorization", "Bearer secret"}};
  Headers foreign = right;
  foreign["origin"] = "http://evil.example";
  EXPECT_EQ(gate_status(gate, foreign), 403);
  foreign = right;
  foreign["sec-fetch-site"] = "cross-site";
  EXPECT_EQ(gate_status(gate, foreign), 403);
}

TEST(Exchange, HandsOverAnAnswerOnce) {
  int woken = 0;
  Exchange exchange({.method = "GET", .path = "/x"}, [&] { ++woken; });
  EXPECT_EQ(exchange.request().path, "/x");
  EXPECT_FALSE(exchange.take_output());
  exchange.reply({.status = 201, .body = "text"});
  EXPECT_EQ(woken, 1);
  const auto output = exchange.take_output();
  ASSERT_TRUE(output && output->head);
  EXPECT_EQ(output->head->status, 201);
  EXPECT_EQ(output->head->body, "text");
  EXPECT_FALSE(output->streams);
  EXPECT_TRUE(output->is_end);
  EXPECT_FALSE(exchange.take_output());
}

TEST(Exchange, HandsOverAStreamInWhateverPieces) {
  int woken = 0;
  Exchange exchange({}, [&] { ++woken; });
  exchange.begin({.content_type = "text/csv"});
  EXPECT_TRUE(exchange.write("a"));
  EXPECT_TRUE(exchange.write("b"));
  EXPECT_EQ(woken, 3);
  auto output = exchange.take_output();
  ASSERT_TRUE(output && output->head);
  EXPECT_TRUE(output->streams);
  EXPECT_EQ(output->bytes, "ab");
  EXPECT_FALSE(output->is_end);
  EXPECT_FALSE(exchange.take_output());
  EXPECT_TRUE(exchange.write("c"));
  output = exchange.take_output();
  ASSERT_TRUE(output);
  EXPECT_FALSE(output->head);
  EXPECT_EQ(output->bytes, "c");
  exchange.end();
  output = exchange.take_output();
  ASSERT_TRUE(output);
  EXPECT_TRUE(output->is_end);
  EXPECT_FALSE(output->is_abandoned);
  EXPECT_FALSE(exchange.take_output());
}

TEST(Exchange, SaysThatAStreamWasAbandoned) {
  Exchange exchange({}, [] {});
  exchange.begin({});
  exchange.write("half");
  exchange.abandon();
  const auto output = exchange.take_output();
  ASSERT_TRUE(output);
  EXPECT_EQ(output->bytes, "half");
  EXPECT_TRUE(output->is_end);
  EXPECT_TRUE(output->is_abandoned);
}

TEST(Exchange, HoldsAWriterThatIsTooFarAhead) {
  Exchange exchange({}, [] {});
  exchange.begin({});
  const std::string piece(Exchange::kMostUnsent / 4, 'x');
  std::atomic<int> written = 0;
  std::jthread writer([&] {
    for (int i = 0; i < 40 && exchange.write(piece); ++i) ++written;
    exchange.end();
  });
  std::size_t all = 0;
  bool is_end = false;
  EXPECT_TRUE(comes_true([&] {
    const auto output = exchange.take_output();
    if (!output) return false;
    EXPECT_LE(output->bytes.size(), Exchange::kMostUnsent + piece.size());
    all += output->bytes.size();
    return is_end = output->is_end;
  }));
  EXPECT_EQ(all, 40 * piece.size());
  EXPECT_EQ(written, 40);
}

TEST(Exchange, HoldsAWriterUntilSomethingIsTaken) {
  Exchange exchange({}, [] {});
  exchange.begin({});
  EXPECT_TRUE(exchange.write(std::string(Exchange::kMostUnsent, 'x')));
  std::atomic<bool> is_written = false;
  std::jthread writer([&] {
    exchange.write("y");
    is_written = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(is_written);
  EXPECT_EQ(exchange.take_output()->bytes.size(), Exchange::kMostUnsent);
  EXPECT_TRUE(comes_true([&] { return is_written.load(); }));
  EXPECT_EQ(exchange.take_output()->bytes, "y");
}

TEST(Exchange, SetsAWriterFreeWhenTheClientHasGone) {
  Exchange exchange({}, [] {});
  exchange.begin({});
  exchange.write(std::string(Exchange::kMostUnsent, 'x'));
  std::atomic<int> result = -1;
  std::jthread writer([&] { result = exchange.write("y") ? 1 : 0; });
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(exchange.gone().stop_requested());
  exchange.cancel();
  EXPECT_TRUE(exchange.gone().stop_requested());
  EXPECT_TRUE(comes_true([&] { return result != -1; }));
  EXPECT_EQ(result, 0);
  EXPECT_FALSE(exchange.write("z"));
  exchange.cancel();  // once more
}

TEST(Exchange, CancelAndWriteAtTheSameTimeNeverHang) {
  for (int i = 0; i < 200; ++i) {
    Exchange exchange({}, [] {});
    exchange.begin({});
    std::jthread writer([&] {
      while (exchange.write(std::string(Exchange::kMostUnsent / 2, 'x'))) {
      }
    });
    if (i % 2 == 0) exchange.take_output();
    exchange.cancel();
  }
}

/// Holds the threads of a queue until it is opened.
class Barrier {
 public:
  void wait() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return is_open_; });
  }
  void open() {
    const std::lock_guard lock(mutex_);
    is_open_ = true;
    changed_.notify_all();
  }
  /// Waits until so many threads stand here.
  void await(int count) {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, kLongestWait, [&] { return waiting_ >= count; }));
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int waiting_ = 0;
  bool is_open_ = false;
};

TEST(WorkQueue, DoesWhatItWasGivenInThisOrder) {
  std::vector<int> done;
  {
    Barrier barrier;
    WorkQueue queue({.threads = 1, .most_waiting = 100});
    EXPECT_TRUE(queue.submit([&] { barrier.wait(); }));
    barrier.await(1);
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(queue.submit([&, i] { done.push_back(i); }));
    barrier.open();
    EXPECT_TRUE(comes_true([&] { return queue.waiting() == 0 && queue.running() == 0; }));
  }
  ASSERT_EQ(done.size(), 100u);
  EXPECT_TRUE(std::ranges::is_sorted(done));
}

TEST(WorkQueue, TakesNoMoreThanMayWait) {
  Barrier barrier;
  std::atomic<int> done = 0;
  WorkQueue queue({.threads = 2, .most_waiting = 3});
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(queue.submit([&] { barrier.wait(); }));
  barrier.await(2);
  EXPECT_EQ(queue.running(), 2u);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(queue.submit([&] { ++done; }));
  EXPECT_EQ(queue.waiting(), 3u);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(queue.submit([&] { done += 100; })) << "the line is full";
  barrier.open();
  EXPECT_TRUE(comes_true([&] { return done == 3; }));
  EXPECT_TRUE(comes_true([&] { return queue.running() == 0; }));
  EXPECT_TRUE(queue.submit([&] { ++done; })) << "there is room again";
  EXPECT_TRUE(comes_true([&] { return done == 4; }));
}

TEST(WorkQueue, FreeThreadsNeedNoRoomInTheLine) {
  Barrier barrier;
  WorkQueue queue({.threads = 2, .most_waiting = 0});
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(queue.submit([&] { barrier.wait(); }));
  EXPECT_FALSE(queue.submit([] {}));
  barrier.await(2);
  EXPECT_FALSE(queue.submit([] {}));
  barrier.open();
}

TEST(WorkQueue, ForgetsWhatWaitsWhenItIsClosed) {
  Barrier barrier;
  bool done = false;
  auto held = std::make_shared<int>();
  {
    WorkQueue queue({.threads = 1, .most_waiting = 10});
    EXPECT_TRUE(queue.submit([&] { barrier.wait(); }));
    barrier.await(1);
    EXPECT_TRUE(queue.submit([&done, held] { done = true; }));
    EXPECT_EQ(held.use_count(), 2);
    queue.close();
    EXPECT_EQ(held.use_count(), 1) << "what it held is let go";
    EXPECT_EQ(queue.waiting(), 0u);
    EXPECT_FALSE(queue.submit([] {}));
    queue.close();
    barrier.open();
  }
  EXPECT_FALSE(done);
}

TEST(WorkQueue, WhatWaitsMayUseTheQueueWhenItIsForgotten) {
  Barrier barrier;
  WorkQueue queue({.threads = 1, .most_waiting = 10});
  EXPECT_TRUE(queue.submit([&] { barrier.wait(); }));
  barrier.await(1);
  bool is_asked = false;
  const std::shared_ptr<void> asks_at_its_end(nullptr, [&](void*) { is_asked = queue.waiting() == 0; });
  EXPECT_TRUE(queue.submit([kept = asks_at_its_end] {}));
  const_cast<std::shared_ptr<void>&>(asks_at_its_end).reset();
  queue.close();
  EXPECT_TRUE(is_asked);
  barrier.open();
}

TEST(WorkQueue, LetsGoOfWorkThatIsDone) {
  WorkQueue queue({.threads = 1});
  const auto held = std::make_shared<int>();
  EXPECT_TRUE(queue.submit([held] {}));
  EXPECT_TRUE(comes_true([&] { return held.use_count() == 1; }));
}

TEST(WorkQueue, ManyMayGiveItWork) {
  std::atomic<int> done = 0;
  std::atomic<int> taken = 0;
  {
    WorkQueue queue({.threads = 3, .most_waiting = 5});
    std::vector<std::jthread> givers;
    for (int t = 0; t < 3; ++t)
      givers.emplace_back([&] {
        for (int i = 0; i < 200; ++i)
          if (queue.submit([&] { ++done; })) ++taken;
      });
    givers.clear();
    EXPECT_TRUE(comes_true([&] { return queue.waiting() == 0 && queue.running() == 0; }));
  }
  EXPECT_EQ(done, taken);
  EXPECT_GE(taken, 5);
}

TEST(Jobs, AreStoppedByNamesThatNobodyGuesses) {
  serve::Jobs jobs;
  std::stop_source first;
  std::stop_source second;
  const std::string name = jobs.add(first);
  const std::string other = jobs.add(second);
  EXPECT_EQ(name.size(), 16u);
  EXPECT_NE(name, other);
  EXPECT_FALSE(jobs.stop(""));
  EXPECT_FALSE(jobs.stop("0000000000000000"));
  EXPECT_TRUE(jobs.stop(name));
  EXPECT_TRUE(first.stop_requested());
  EXPECT_FALSE(second.stop_requested());
  EXPECT_TRUE(jobs.stop(name)) << "until it has come to its end";
  jobs.remove(name);
  EXPECT_FALSE(jobs.stop(name));
}

std::shared_ptr<Exchange> exchange_that_accepts(const std::string& type) {
  serve::Request request{.method = "POST", .path = "/x"};
  request.headers = {{"accept", type}};
  return std::make_shared<Exchange>(request, [] {});
}

TEST(Job, SendsEventsToThoseWhoWantThem) {
  serve::Jobs jobs;
  const auto exchange = exchange_that_accepts("text/event-stream");
  {
    serve::Job job(jobs, exchange);
    EXPECT_FALSE(exchange->take_output());
    job.begin();
    job.begin();  // once is enough
    auto output = exchange->take_output();
    ASSERT_TRUE(output && output->head);
    EXPECT_EQ(output->head->content_type, "text/event-stream");
    EXPECT_THAT(output->bytes,
                ::testing::MatchesRegex("event: started\ndata: [{]\"job\":\"[0-9a-f]+\"[}]\n\n"));
    const std::string name = output->bytes.substr(output->bytes.find("job\":\"") + 6, 16);
    job.send("row", {{"a", "line\nend"}});
    EXPECT_EQ(exchange->take_output()->bytes, "event: row\ndata: {\"a\":\"line\\nend\"}\n\n");
    EXPECT_FALSE(job.stop().stop_requested());
    EXPECT_TRUE(jobs.stop(name));
    EXPECT_TRUE(job.stop().stop_requested());
    EXPECT_FALSE(job.is_answered());
    job.done({{"b", 1}});
    EXPECT_TRUE(job.is_answered());
    output = exchange->take_output();
    EXPECT_EQ(output->bytes, "event: done\ndata: {\"b\":1}\n\n");
    EXPECT_TRUE(output->is_end);
  }
}

TEST(Job, SendsJsonAtTheEndToAllOthers) {
  serve::Jobs jobs;
  const auto exchange = exchange_that_accepts("*/*");
  serve::Job job(jobs, exchange);
  job.begin();
  job.send("row", {{"a", 1}});
  job.send_progress({{"a", 1}});
  EXPECT_FALSE(exchange->take_output());
  job.done({{"b", 2}});
  const auto output = exchange->take_output();
  ASSERT_TRUE(output && output->head);
  EXPECT_FALSE(output->streams);
  EXPECT_EQ(output->head->body, "{\"b\":2}\n");
}

TEST(Job, FailsAsAnEventOrAsAStatus) {
  serve::Jobs jobs;
  const serve::Refusal refusal{409, {ErrorKind::missing, "not there", "build it"}};
  const auto plain = exchange_that_accepts("");
  serve::Job(jobs, plain).fail(refusal);
  EXPECT_EQ(plain->take_output()->head->status, 409);
  const auto events = exchange_that_accepts("text/event-stream");
  serve::Job job(jobs, events);
  job.begin();
  job.fail(refusal);
  EXPECT_THAT(events->take_output()->bytes,
              ::testing::EndsWith(
                  "event: error\ndata: {\"error\":{\"kind\":\"missing\",\"message\":\"not there\",\"hint\":"
                  "\"build it\",\"line\":null,\"column\":null}}\n\n"));
}

TEST(Job, StopsWhenTheClientHasGone) {
  serve::Jobs jobs;
  const auto exchange = exchange_that_accepts("text/event-stream");
  serve::Job job(jobs, exchange);
  exchange->cancel();
  EXPECT_TRUE(job.stop().stop_requested());
  const auto gone = exchange_that_accepts("");
  gone->cancel();
  serve::Job late(jobs, gone);
  EXPECT_TRUE(late.stop().stop_requested());
}

}  // namespace
}  // namespace halfturn::testing
