#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "api/exchange.h"
#include "api/job.h"
#include "api/percent.h"
#include "serve/client.h"

/// What carries requests and answers, each part alone.
namespace halfturn::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

using api::Exchange;
using api::Plus;

TEST(Percent, DecodesBytes) {
  EXPECT_EQ(api::percent_decoded("", Plus::is_plus), "");
  EXPECT_EQ(api::percent_decoded("/a%20b%2Fc%2fd", Plus::is_plus), "/a b/c/d");
  EXPECT_EQ(api::percent_decoded("%41%7a", Plus::is_plus), "Az");
  EXPECT_EQ(api::percent_decoded("%25%32%35", Plus::is_plus), "%25") << "once, not twice";
  EXPECT_EQ(api::percent_decoded("%00%ff", Plus::is_plus), std::string("\0\xff", 2));
  EXPECT_EQ(api::percent_decoded("\xC3\xA9", Plus::is_plus), "\xC3\xA9");
}

TEST(Percent, APlusIsABlankWhereItIsSaid) {
  EXPECT_EQ(api::percent_decoded("a+b%2B", Plus::is_plus), "a+b+");
  EXPECT_EQ(api::percent_decoded("a+b%2B", Plus::is_blank), "a b+");
}

TEST(Percent, RefusesCodesThatAreNone) {
  for (const char* text : {"%", "a%", "%4", "%4g", "%g4", "%%41", "% 4", "%-1", "%+1", "%0x"})
    EXPECT_EQ(api::percent_decoded(text, Plus::is_plus), std::nullopt) << text;
}

TEST(Percent, ReadsQueries) {
  EXPECT_THAT(*api::query_of(""), IsEmpty());
  EXPECT_THAT(*api::query_of("&&"), IsEmpty());
  EXPECT_THAT(*api::query_of("a=1&b=2"), ElementsAre(Pair("a", "1"), Pair("b", "2")));
  EXPECT_THAT(*api::query_of("a=1&a=2"), ElementsAre(Pair("a", "2"))) << "the last";
  EXPECT_THAT(*api::query_of("a"), ElementsAre(Pair("a", "")));
  EXPECT_THAT(*api::query_of("a=b=c&"), ElementsAre(Pair("a", "b=c")));
  EXPECT_THAT(*api::query_of("a%3D=%26+x"), ElementsAre(Pair("a=", "& x")));
  for (const char* text : {"a=%", "%=a", "a=1&b=%zz"}) EXPECT_EQ(api::query_of(text), std::nullopt) << text;
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

TEST(Jobs, AreStoppedByNamesThatNobodyGuesses) {
  api::Jobs jobs;
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
  api::Request request{.method = "POST", .path = "/x"};
  request.headers = {{"accept", type}};
  return std::make_shared<Exchange>(request, [] {});
}

TEST(Job, SendsEventsToThoseWhoWantThem) {
  api::Jobs jobs;
  const auto exchange = exchange_that_accepts("text/event-stream");
  {
    api::Job job(jobs, exchange);
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
  api::Jobs jobs;
  const auto exchange = exchange_that_accepts("*/*");
  api::Job job(jobs, exchange);
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
  api::Jobs jobs;
  const api::Refusal refusal{409, {ErrorKind::missing, "not there", "build it"}};
  const auto plain = exchange_that_accepts("");
  api::Job(jobs, plain).fail(refusal);
  EXPECT_EQ(plain->take_output()->head->status, 409);
  const auto events = exchange_that_accepts("text/event-stream");
  api::Job job(jobs, events);
  job.begin();
  job.fail(refusal);
  EXPECT_THAT(events->take_output()->bytes,
              ::testing::EndsWith(
                  "event: error\ndata: {\"error\":{\"kind\":\"missing\",\"message\":\"not there\",\"hint\":"
                  "\"build it\",\"line\":null,\"column\":null}}\n\n"));
}

TEST(Job, StopsWhenTheClientHasGone) {
  api::Jobs jobs;
  const auto exchange = exchange_that_accepts("text/event-stream");
  api::Job job(jobs, exchange);
  exchange->cancel();
  EXPECT_TRUE(job.stop().stop_requested());
  const auto gone = exchange_that_accepts("");
  gone->cancel();
  api::Job late(jobs, gone);
  EXPECT_TRUE(late.stop().stop_requested());
}
}  // namespace
}  // namespace halfturn::testing
