#include "base/ordered.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <latch>
#include <stdexcept>
#include <string>

namespace halfturn::base {
namespace {

TEST(DeliverInOrder, HandsOverEveryResultInOrder) {
  for (const int threads : {0, 1, 2, 7}) {
    for (const std::size_t count : {0u, 1u, 2u, 7u, 1000u}) {
      // Without a lock: the thread sanitizer sees where two threads hand over at once.
      std::size_t expected = 0;
      const std::size_t delivered = deliver_in_order(
          threads, count, {}, [](std::size_t index) { return std::to_string(index); },
          [&](std::size_t index, const std::string& result) {
            ASSERT_EQ(index, expected++);
            ASSERT_EQ(result, std::to_string(index));
          });
      EXPECT_EQ(delivered, count);
      EXPECT_EQ(expected, count);
    }
  }
}

TEST(DeliverInOrder, KeepsWhatIsFinishedBeforeItsTurn) {
  std::latch others(9);  // the first index waits for all others
  std::size_t expected = 0;
  deliver_in_order(
      2, 10, {},
      [&](std::size_t index) {
        if (index == 0)
          others.wait();
        else
          others.count_down();
        return index;
      },
      [&](std::size_t index, std::size_t) { ASSERT_EQ(index, expected++); });
  EXPECT_EQ(expected, 10u);
}

TEST(DeliverInOrder, DropsWhatWasAtWorkWhenTheStopCame) {
  for (const int threads : {1, 3}) {
    std::stop_source stop;
    std::size_t calls = 0;
    const std::size_t delivered = deliver_in_order(
        threads, 1000, stop.get_token(),
        [&](std::size_t index) {
          if (index == 100) stop.request_stop();
          return index;
        },
        [&](std::size_t, std::size_t) { ++calls; });
    EXPECT_LE(delivered, 100u);
    EXPECT_TRUE(threads > 1 || delivered == 100u);
    EXPECT_EQ(calls, delivered);
  }
}

TEST(DeliverInOrder, StopsBeforeItBegins) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(deliver_in_order(
                2, 10, stop.get_token(), [](std::size_t index) { return index; },
                [](std::size_t, std::size_t) { FAIL(); }),
            0u);
}

TEST(DeliverInOrder, AnExceptionOfTheWorkComesOut) {
  for (const int threads : {1, 3}) {
    std::size_t delivered = 0;
    const auto work = [](std::size_t index) {
      if (index == 50) throw std::runtime_error("broken");
      return index;
    };
    EXPECT_THROW(deliver_in_order(threads, 200, {}, work, [&](std::size_t, std::size_t) { ++delivered; }),
                 std::runtime_error);
    EXPECT_LE(delivered, 50u);
  }
}

TEST(DeliverInOrder, AReceiverThatThrewIsNotCalledAgain) {
  for (const int threads : {1, 3}) {
    for (int round = 0; round < 50; ++round) {
      std::size_t calls = 0;
      EXPECT_THROW(deliver_in_order(
                       threads, 200, {}, [](std::size_t index) { return index; },
                       [&](std::size_t index, std::size_t) {
                         ++calls;
                         if (index == 50) throw std::runtime_error("full");
                       }),
                   std::runtime_error);
      EXPECT_EQ(calls, 51u);
    }
  }
}

}  // namespace
}  // namespace halfturn::base
