// Scrambles through the interface for C.

#include <algorithm>
#include <atomic>
#include <thread>

#include "c/c_support.h"
#include "cube/scrambles.h"
#include "halfturn/analyzer.h"
#include "halfturn/where.h"
#include "support/test_store.h"

namespace halfturn::testing {
namespace {

class CScramblesWithTables : public ::testing::Test {
 protected:
  void open(const char* where, std::uint64_t seed, std::uint64_t tries = 0) {
    auto options = defaults<halfturn_scrambler_options>();
    options.where = where;
    options.seeded = 1;
    options.seed = seed;
    options.tries = tries;
    ASSERT_STATUS(HALFTURN_OK,
                  halfturn_scrambler_open(table_folder(), &options, nullptr, scrambler.put(), &error));
    EXPECT_EQ(halfturn_scrambler_seed(scrambler.get()), seed);
  }

  std::vector<halfturn_scramble> next(std::size_t count, int threads = 0) {
    std::vector<halfturn_scramble> scrambles(count);
    auto run = defaults<halfturn_run>();
    run.threads = threads;
    std::size_t made = 0;
    EXPECT_STATUS(HALFTURN_OK,
                  halfturn_scrambles(scrambler.get(), count, &run, scrambles.data(), &made, &error));
    EXPECT_EQ(made, count);
    return scrambles;
  }

  halfturn_error error;
  OwnedScrambler scrambler;
};

/// What a scramble is, as bytes.
std::vector<std::uint8_t> bytes_of(const halfturn_scramble& scramble) {
  const auto* first = reinterpret_cast<const std::uint8_t*>(&scramble);
  return {first, first + sizeof scramble};
}

void expect_leads_there(const halfturn_scramble& scramble, const Cube& cube) {
  EXPECT_GE(scramble.count, 2);
  ASSERT_LE(scramble.count, HALFTURN_MOST_SCRAMBLE_MOVES);
  EXPECT_EQ(Cube().after(as_moves(scramble.moves, scramble.count)), cube);
  EXPECT_EQ(halfturn::testing::bytes_of(scramble.cube), halfturn::testing::bytes_of(as_c(cube)));
  for (std::size_t i = scramble.count; i < HALFTURN_MOST_SCRAMBLE_MOVES; ++i) EXPECT_EQ(scramble.moves[i], 0);
}

TEST_F(CScramblesWithTables, AreThePositionsOfTheSeed) {
  open(nullptr, 2026);
  const std::vector<halfturn_scramble> scrambles = next(600);  // more than are drawn at once
  RandomCubes random(2026);
  for (const halfturn_scramble& scramble : scrambles) expect_leads_there(scramble, draw_scrambled(random));
}

TEST_F(CScramblesWithTables, DoNotDependOnHowTheyAreAskedFor) {
  for (const char* where : {static_cast<const char*>(nullptr), "cross(W)<=3"}) {
    open(where, 5);
    const std::vector<halfturn_scramble> whole = next(40, 2);
    open(where, 5);
    std::vector<halfturn_scramble> parts;
    for (const std::size_t count : {1U, 0U, 7U, 30U, 2U})
      for (const halfturn_scramble& one : next(count, 1)) parts.push_back(one);
    ASSERT_EQ(parts.size(), whole.size());
    for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_EQ(bytes_of(parts[i]), bytes_of(whole[i]));
  }
}

TEST_F(CScramblesWithTables, SatisfyTheirConditions) {
  const char* where = "cross(W)=7 and xcross(any)>=7";
  open(where, 11);
  auto cubes =
      ConditionalCubes::open(test_tables(), {.where = parse_where(where).value(), .seed = 11}, {}).value();
  const std::vector<ConditionalCube> expected = cubes.next(20, {}, {}).value();
  const std::vector<halfturn_scramble> scrambles = next(20);
  for (std::size_t i = 0; i < scrambles.size(); ++i) expect_leads_there(scrambles[i], expected[i].cube);
  const std::vector<Stage> stages = {*stage_of_name("cross"), *stage_of_name("xcross")};
  const Analyzer analyzer = Analyzer::open(test_tables(), {.stages = stages}, {}).value();
  for (const ConditionalCube& one : expected) {
    const std::vector<StageRow> rows = analyzer.analyze(one.cube, {.stages = stages}, {}).value();
    EXPECT_EQ(rows[0][View::U], 7);
    EXPECT_GE(std::ranges::min(rows[1].values), 7);
  }
}

TEST_F(CScramblesWithTables, WithoutASeedDifferEachTime) {
  std::vector<std::vector<std::uint8_t>> first;
  for (int i = 0; i < 3; ++i) {
    ASSERT_STATUS(HALFTURN_OK,
                  halfturn_scrambler_open(table_folder(), nullptr, nullptr, scrambler.put(), &error));
    first.push_back(bytes_of(next(1).front()));
  }
  EXPECT_NE(first[0], first[1]);
  EXPECT_NE(first[1], first[2]);
}

TEST_F(CScramblesWithTables, ConditionsThatAreWrongHaveTheirPlace) {
  const struct {
    const char* where;
    std::size_t column;
  } cases[] = {{"cross(W)=", 10}, {"crss(W)=3", 1}, {"cross(Q)=3", 7}, {"", 1}, {"cross(W)=9", 0}};
  for (const auto& one : cases) {
    auto options = defaults<halfturn_scrambler_options>();
    options.where = one.where;
    EXPECT_STATUS(HALFTURN_BAD_INPUT,
                  halfturn_scrambler_open(table_folder(), &options, nullptr, scrambler.put(), &error))
        << one.where;
    EXPECT_EQ(scrambler.get(), nullptr);
    EXPECT_EQ(error.column, one.column) << one.where << ": " << error.message;
  }
}

TEST_F(CScramblesWithTables, GiveUpAfterSoManyTries) {
  open("cross(W)=8 and cross(Y)=8 and cross(R)=8", 1, 3);
  halfturn_scramble scrambles[5];
  std::size_t made = 99;
  EXPECT_STATUS(HALFTURN_GAVE_UP, halfturn_scrambles(scrambler.get(), 5, nullptr, scrambles, &made, &error));
  EXPECT_LT(made, 5U);
  EXPECT_NE(std::string(error.message).find("3 candidates"), std::string::npos) << error.message;
}

TEST_F(CScramblesWithTables, AStopLosesNone) {
  for (const char* where : {static_cast<const char*>(nullptr), "cross(W)<=4"}) {
    open(where, 8);
    const std::vector<halfturn_scramble> whole = next(30);
    open(where, 8);
    std::vector<halfturn_scramble> parts(30);
    std::size_t all = 0;
    int stops = 0;
    // Stops at the third report of each call, and goes on until all are there.
    for (int calls = 0; all < parts.size(); ++calls) {
      ASSERT_LT(calls, 1000);
      int reports = 0;
      auto run = defaults<halfturn_run>();
      run.threads = 1;
      run.user = &reports;
      run.progress = [](void* user, const char*, const char*, double) {
        return ++*static_cast<int*>(user) == 3 ? 1 : 0;
      };
      std::size_t made = 99;
      const halfturn_status status =
          halfturn_scrambles(scrambler.get(), parts.size() - all, &run, parts.data() + all, &made, &error);
      ASSERT_LE(made, parts.size() - all);
      all += made;
      if (status == HALFTURN_STOPPED) ++stops;
      ASSERT_TRUE(status == HALFTURN_OK || status == HALFTURN_STOPPED) << error.message;
      EXPECT_EQ(status == HALFTURN_OK, all == parts.size());
    }
    EXPECT_GT(stops, 1);
    for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_EQ(bytes_of(parts[i]), bytes_of(whole[i])) << i;
  }
}

TEST_F(CScramblesWithTables, OneCallAtATime) {
  open(nullptr, 1);
  struct Inner {
    halfturn_scrambler* scrambler;
    halfturn_status status = HALFTURN_OK;
    std::size_t made = 99;
  } inner{scrambler.get()};
  auto run = defaults<halfturn_run>();
  run.user = &inner;
  run.threads = 1;
  run.progress = [](void* user, const char*, const char*, double) {
    auto& it = *static_cast<Inner*>(user);
    halfturn_scramble one;
    it.status = halfturn_scrambles(it.scrambler, 1, nullptr, &one, &it.made, nullptr);
    return 0;
  };
  halfturn_scramble scrambles[3];
  ASSERT_STATUS(HALFTURN_OK, halfturn_scrambles(scrambler.get(), 3, &run, scrambles, nullptr, &error));
  EXPECT_EQ(inner.status, HALFTURN_BAD_ARGUMENT);
  EXPECT_EQ(inner.made, 0U);
  EXPECT_EQ(next(1).size(), 1U);  // and afterwards it is free again
}

TEST_F(CScramblesWithTables, RefusesNull) {
  open(nullptr, 1);
  std::size_t made = 99;
  EXPECT_EQ(halfturn_scrambles(scrambler.get(), 2, nullptr, nullptr, &made, &error), HALFTURN_BAD_ARGUMENT);
  EXPECT_EQ(made, 0U);
  EXPECT_EQ(halfturn_scrambles(scrambler.get(), 0, nullptr, nullptr, &made, &error), HALFTURN_OK);
}

}  // namespace
}  // namespace halfturn::testing
