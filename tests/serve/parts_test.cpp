#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "serve/client.h"
#include "serve/gate.h"
#include "serve/work_queue.h"

/// The small parts of the server, each alone.
namespace halfturn::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

using serve::WorkQueue;

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

}  // namespace
}  // namespace halfturn::testing
