// The search for shortest solutions, and the levels of its tables, with several threads.

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "halfturn/notation.h"
#include "halfturn/random.h"
#include "optimal/coset_levels.h"
#include "optimal/depth_search.h"
#include "optimal/nearness_table.h"
#include "support/test_store.h"

namespace halfturn::optimal {
namespace {

const halfturn::Run kOne{.threads = 1};
const halfturn::Run kFour{.threads = 4};

/// Reads the table for the last moves in the place of the large one, and for the last moves a table that
/// excludes nothing: the sanitizer keeps four times as much about memory as there is.
class OptimalThreads : public ::testing::Test {
 protected:
  OptimalThreads() : space_(CosetSpace::make()), corners_(CornerDistances::make(false)) {
    const NearnessTable table = last_moves_table(Metric::half);
    Result<TableData> data = test_tables().open(table.kind(), Residency::mapped);
    if (!data) throw std::runtime_error(data.error().text());
    main_ = std::move(*data);
    const TableLayout nothing{.metric = Metric::half, .fold = 9, .by_parity = false, .first_limit = 3};
    excludes_nothing_.assign(nothing.entries() / 4 + 1, std::byte{0xFF});
    const CosetSpace::KernelTables* cosets = &space_->kernel_tables();
    tables_ = {.readers = {{table.layout, main_.bytes(), cosets}, {nothing, excludes_nothing_, cosets}},
               .corners = corners_.get()};
  }

  std::unique_ptr<const CosetSpace> space_;
  std::unique_ptr<const CornerDistances> corners_;
  TableData main_;
  std::vector<std::byte> excludes_nothing_;
  SearchTables tables_;
};

TEST_F(OptimalThreads, OneDepthWithSeveral) {
  RandomCubes random(1);
  Moves scramble;
  while (scramble.size() < 12) {
    scramble.push_back(Move::from_index(static_cast<int>(random.below(kMoveCount))));
    scramble = cancelled(scramble);
  }
  const Cube cube = Cube().after(scramble);
  for (const DepthSearch::Wanted wanted : {DepthSearch::Wanted::first, DepthSearch::Wanted::all}) {
    DepthSearch alone(tables_, fastest_instruction_set(), cube, kOne);
    DepthSearch together(tables_, fastest_instruction_set(), cube, kFour);
    std::size_t heard = 0;
    const std::vector<Moves> expected = alone.search(12, wanted, {}).solutions;
    const std::vector<Moves> found = together.search(12, wanted, [&](const Moves&) { ++heard; }).solutions;
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(found, expected);
    EXPECT_EQ(heard, wanted == DepthSearch::Wanted::all ? expected.size() : 0);
  }
}

TEST_F(OptimalThreads, AStopEndsAllOfThem) {
  RandomCubes random(2);
  std::stop_source stop;
  const halfturn::Run run{
      .threads = 4, .stop = stop.get_token(), .progress = [&](const Progress&) { stop.request_stop(); }};
  DepthSearch search(tables_, fastest_instruction_set(), random.next(), run);
  EXPECT_FALSE(search.search(13, DepthSearch::Wanted::all, {}).complete);
}

TEST_F(OptimalThreads, LevelsWithSeveral) {
  Result<CosetLevels> levels = CosetLevels::make(*space_, {});
  ASSERT_TRUE(levels.ok()) << levels.error().text();
  while (levels->level() < 7) ASSERT_TRUE(levels->advance(kFour, [](double) {}).ok());
  RandomCubes random(3);
  for (int i = 0; i < 1000; ++i) {
    Cube cube;
    for (int k = 0; k < 7; ++k) cube.apply(Move::from_index(static_cast<int>(random.below(kMoveCount))));
    EXPECT_TRUE(levels->within(0).has(space_->index_of(cube).entry()));
  }
}

}  // namespace
}  // namespace halfturn::optimal
