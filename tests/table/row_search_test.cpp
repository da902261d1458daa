#include "table/row_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <queue>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace halfturn::testing {
namespace {

/// A puzzle of three wheels, which stand at a (of 12), b (of 10) and c (of 128).
///
/// Six moves: wheel a by one place forth or back, which takes c along by an amount that depends on b; wheel b
/// by one place; wheel c by `kStep` places. Seen in a mirror (all three negated) it is the same puzzle. A row
/// holds the wheels b and c for one class {a, -a}; the classes {0} and {6} are their own mirror images, so
/// that their rows hold every position twice. With an even step half of the positions cannot be reached.
template <int kStep>
class Wheels {
 public:
  static constexpr int kA = 12;
  static constexpr int kB = 10;
  static constexpr int kC = 128;
  static constexpr std::size_t kRows = kA / 2 + 1;
  static constexpr std::size_t kBlocks = kB;
  static constexpr std::size_t kBlockEntries = kC;

  struct Position {
    int a = 0;
    int b = 0;
    int c = 0;
  };
  struct Turn {
    int wheel;
    int direction;
  };
  static constexpr std::array<Turn, 6> kTurns = {{{0, 1}, {0, -1}, {1, 1}, {1, -1}, {2, 1}, {2, -1}}};

  static Position after(Position p, Turn turn) {
    if (turn.wheel == 0) {
      const int from_zero = std::min(p.b, kB - p.b);
      p.a += turn.direction;
      p.c += turn.direction * 2 * from_zero * from_zero;
    } else if (turn.wheel == 1) {
      p.b += turn.direction;
    } else {
      p.c += turn.direction * kStep;
    }
    return wrapped(p);
  }

  static Position seen(Position p, bool mirrored) { return mirrored ? wrapped({-p.a, -p.b, -p.c}) : p; }

  /// Where a turn, then perhaps the mirror, takes the wheels b and c of a row.
  struct Map {
    Turn turn;
    bool mirrored;

    std::size_t block(std::size_t b) const { return static_cast<std::size_t>(target(b, 0).b); }
    auto within(std::size_t b) const {
      return [this, b](std::size_t c) { return static_cast<std::size_t>(target(b, c).c); };
    }
    Position target(std::size_t b, std::size_t c) const {
      return seen(after({0, static_cast<int>(b), static_cast<int>(c)}, turn), mirrored);
    }
  };

 private:
  static Position wrapped(Position p) {
    const auto modulo = [](int value, int count) { return (value % count + count) % count; };
    return {modulo(p.a, kA), modulo(p.b, kB), modulo(p.c, kC)};
  }
};

template <int kStep>
class WheelSearch {
 public:
  using Puzzle = Wheels<kStep>;
  using Search = RowSearch<Puzzle>;
  using Position = typename Puzzle::Position;

  /// Which links lead into a row: all of them, or only those that out has in the other direction.
  enum class In { all, one_for_each_turn };

  explicit WheelSearch(In in = In::all) {
    for (const auto& turn : Puzzle::kTurns)
      for (const bool mirrored : {false, true})
        maps_.push_back(std::make_unique<typename Puzzle::Map>(typename Puzzle::Map{turn, mirrored}));
    for (std::size_t row = 0; row < Puzzle::kRows; ++row) {
      for (std::size_t t = 0; t < Puzzle::kTurns.size(); ++t) {
        const Position to = Puzzle::after({static_cast<int>(row), 0, 0}, Puzzle::kTurns[t]);
        const std::size_t target = row_of(to);
        bool first = true;
        for (const bool mirrored : {false, true}) {
          if (Puzzle::seen(to, mirrored).a != static_cast<int>(target)) continue;
          const auto* const map = maps_[2 * t + (mirrored ? 1 : 0)].get();
          if (first) links.out[row].push_back({target, map});
          if (first || in == In::all) links.in[target].push_back({row, map});
          first = false;
        }
      }
    }
  }

  static std::size_t row_of(Position p) { return static_cast<std::size_t>(std::min(p.a, Puzzle::kA - p.a)); }

  static std::size_t index_of(Position p) {
    const std::size_t row = row_of(p);
    const Position q = Puzzle::seen(p, p.a != static_cast<int>(row));
    return (row * Puzzle::kBlocks + static_cast<std::size_t>(q.b)) * Puzzle::kBlockEntries +
           static_cast<std::size_t>(q.c);
  }

  std::vector<std::uint8_t> distances(const halfturn::Run& run = {}) const {
    const Result<base::PageBuffer> found = Search::distances(links, "wheels", run);
    if (!found) {
      ADD_FAILURE() << found.error().text();
      return {};
    }
    std::vector<std::uint8_t> result;
    for (const std::byte byte : found->bytes()) result.push_back(static_cast<std::uint8_t>(byte));
    return result;
  }

  /// The same by a search that knows nothing of rows, blocks and mirrors.
  static std::vector<std::uint8_t> plain_distances() {
    std::vector<std::uint8_t> of_position(kPositions, Search::kUnreached);
    std::vector<std::uint8_t> result(Search::kEntries, Search::kUnreached);
    std::queue<Position> waiting;
    waiting.push({});
    of_position[0] = 0;
    while (!waiting.empty()) {
      const Position p = waiting.front();
      waiting.pop();
      const std::uint8_t distance = of_position[number_of(p)];
      result[index_of(p)] = distance;
      for (const auto& turn : Puzzle::kTurns) {
        const Position next = Puzzle::after(p, turn);
        if (of_position[number_of(next)] != Search::kUnreached) continue;
        of_position[number_of(next)] = static_cast<std::uint8_t>(distance + 1);
        waiting.push(next);
      }
    }
    return result;
  }

  typename Search::Links links;

 private:
  static constexpr std::size_t kPositions = std::size_t{Puzzle::kA} * Puzzle::kB * Puzzle::kC;
  static std::size_t number_of(Position p) {
    const int number = (p.a * Puzzle::kB + p.b) * Puzzle::kC + p.c;
    return static_cast<std::size_t>(number);
  }

  std::vector<std::unique_ptr<const typename Puzzle::Map>> maps_;
};

using Whole = WheelSearch<1>;
using Half = WheelSearch<2>;

TEST(RowSearch, FindsWhatAPlainSearchFinds) {
  const std::vector<std::uint8_t> expected = Whole::plain_distances();
  ASSERT_EQ(std::ranges::count(expected, Whole::Search::kUnreached), 0);
  EXPECT_EQ(Whole().distances(), expected);
}

TEST(RowSearch, LeavesOutWhatCannotBeReached) {
  const std::vector<std::uint8_t> expected = Half::plain_distances();
  ASSERT_EQ(std::ranges::count(expected, Half::Search::kUnreached), std::ssize(expected) / 2);
  EXPECT_EQ(Half().distances(), expected);
}

TEST(RowSearch, GivesTheSameWhateverTheNumberOfThreads) {
  const Whole search;
  const std::vector<std::uint8_t> one = search.distances({.threads = 1});
  for (const int threads : {2, 5, 16, 0}) EXPECT_EQ(search.distances({.threads = threads}), one) << threads;
}

// The two that follow show that the puzzle puts to the test what it should: with a part of the links left
// out, the distances are wrong.

TEST(RowSearch, NeedsALinkForEverySymmetryOfARow) {
  EXPECT_NE(Whole(Whole::In::one_for_each_turn).distances(), Whole::plain_distances());
}

TEST(RowSearch, UsesTheLinksOfBothDirections) {
  Whole no_out;
  for (auto& links : no_out.links.out) links.clear();
  EXPECT_NE(no_out.distances(), Whole::plain_distances());
  Whole no_in;
  for (auto& links : no_in.links.in) links.clear();
  EXPECT_NE(no_in.distances(), Whole::plain_distances());
}

TEST(RowSearch, StopsWhenAsked) {
  const Whole search;
  for (const int calls_before_stop : {0, 1, 10, 50}) {
    std::stop_source source;
    int calls = 0;
    if (calls_before_stop == 0) source.request_stop();
    // With one thread there is a report for each row of each level; with more, some rows are done by others.
    const halfturn::Run run{.threads = 1, .stop = source.get_token(), .progress = [&](const Progress&) {
                              if (++calls == calls_before_stop) source.request_stop();
                            }};
    const Result<base::PageBuffer> found = Whole::Search::distances(search.links, "wheels", run);
    ASSERT_FALSE(found.ok()) << calls_before_stop;
    EXPECT_EQ(found.error().kind, ErrorKind::stopped);
    EXPECT_EQ(found.error().message, "stopped while building the table wheels");
    EXPECT_EQ(calls, calls_before_stop);
  }
}

TEST(RowSearch, ReportsProgressFromTheCallersThreadAlone) {
  const std::thread::id caller = std::this_thread::get_id();
  for (const int threads : {1, 4}) {
    double last = 0;
    const halfturn::Run run{.threads = threads, .progress = [&](const Progress& progress) {
                              EXPECT_EQ(std::this_thread::get_id(), caller);
                              EXPECT_EQ(progress.task, "wheels");
                              EXPECT_EQ(progress.step, "distances");
                              EXPECT_GE(progress.fraction, last);
                              EXPECT_LE(progress.fraction, 1);
                              last = progress.fraction;
                            }};
    EXPECT_EQ(Whole().distances(run), Whole::plain_distances());
    if (threads == 1) {
      EXPECT_GT(last, 0.9);
    }
  }
}

}  // namespace
}  // namespace halfturn::testing
