#include "stage/pattern/shipped_counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "halfturn/analyzer.h"
#include "halfturn/distribution.h"
#include "halfturn/random.h"
#include "stage/pattern/any_slot.h"
#include "stage/pattern/best_of_crosses.h"
#include "support/test_store.h"

namespace halfturn::stage {
namespace {

ViewSet views(const std::string& colours) {
  return *parse_views(colours, ViewLetters::colours);
}
Stage stage(const std::string& name) {
  return *stage_of_name(name);
}
PositionCount sum_of(std::span<const PositionCount> counts) {
  return std::accumulate(counts.begin(), counts.end(), PositionCount{0});
}

const std::vector<std::string> kCrosses = {"cross", "pseudo_cross"};
const std::vector<std::string> kManyColours = {"WYORGB", "WYOR"};

TEST(ShippedCounts, AddUp) {
  for (const std::string& name : kCrosses)
    for (const std::string& colours : kManyColours) {
      const auto counts = shipped_counts(stage(name), views(colours));
      EXPECT_EQ(sum_of(counts), kEdgePositions) << name << colours;
    }
  const auto counts = shipped_counts(stage("xcross"), {});
  EXPECT_EQ(sum_of(counts), kFourSlotPositions);
  EXPECT_EQ(to_string(sum_of(shipped_counts(stage("xcross"), views("WY")))), "43252003274489856000");
}

/// Where all of some crosses are solved: as many positions as their edges leave to the others.
std::uint64_t all_solved(const std::string& colours) {
  // Edges are where two neighbouring colours meet.
  int edges = 0;
  for (const std::string edge : {"WO", "WR", "WG", "WB", "YO", "YR", "YG", "YB", "OG", "OB", "RG", "RB"})
    if (edge.find_first_of(colours) != std::string::npos) ++edges;
  std::uint64_t ways = 1;
  for (int left = 12 - edges; left > 0; --left) ways *= static_cast<std::uint64_t>(left) * 2;
  return edges == 12 ? 1 : ways / 2;
}

TEST(ShippedCounts, SolvedCrossesAreThoseOfInclusionAndExclusion) {
  for (const std::string& colours : kManyColours) {
    std::int64_t solved = 0;
    for (unsigned chosen = 1; chosen < 1u << colours.size(); ++chosen) {
      std::string some;
      for (std::size_t i = 0; i < colours.size(); ++i)
        if ((chosen >> i & 1) != 0) some += colours[i];
      solved += (some.size() % 2 != 0 ? 1 : -1) * static_cast<std::int64_t>(all_solved(some));
    }
    EXPECT_EQ(shipped_counts(stage("cross"), views(colours)).front(), static_cast<std::uint64_t>(solved))
        << colours;
  }
}

/// Positions of the cube with all but some edges and corners solved.
PositionCount positions_of(int edges, int corners) {
  PositionCount orders = 1;
  for (int left = edges; left > 1; --left) orders *= static_cast<unsigned>(left);
  for (int left = corners; left > 1; --left) orders *= static_cast<unsigned>(left);
  if (edges > 1 || corners > 1) orders /= 2;  // parity
  for (int turned = edges; turned > 1; --turned) orders *= 2;
  for (int turned = corners; turned > 1; --turned) orders *= 3;
  return orders;
}

TEST(ShippedCounts, SolvedXCrossesAreThoseOfInclusionAndExclusion) {
  EXPECT_EQ(to_string(positions_of(12, 8)), "43252003274489856000");
  // Of the lower colour, of the upper one, and of both, which share the edges between.
  PositionCount solved = 0;
  for (unsigned lower = 0; lower < 16; ++lower)
    for (unsigned upper = 0; upper < 16; ++upper) {
      const int corners = std::popcount(lower) + std::popcount(upper);
      if (corners == 0) continue;
      const int crosses = (lower != 0 ? 4 : 0) + (upper != 0 ? 4 : 0);
      const PositionCount some = positions_of(12 - crosses - std::popcount(lower | upper), 8 - corners);
      solved += corners % 2 != 0 ? some : -some;
    }
  EXPECT_EQ(to_string(shipped_counts(stage("xcross"), views("WY")).front()), to_string(solved));
}

TEST(ShippedCounts, MoreColoursAreNeverFurther) {
  for (const std::string& name : kCrosses) {
    const auto near = shipped_counts(stage(name), views("WYORGB"));
    const auto far = shipped_counts(stage(name), views("WYOR"));
    PositionCount near_sum = 0;
    PositionCount far_sum = 0;
    for (std::size_t d = 0; d < near.size(); ++d) {
      near_sum += near[d];
      far_sum += far[d];
      EXPECT_GE(near_sum, far_sum) << name << d;
    }
  }
}

TEST(ShippedCounts, ChoicesOfColoursThatAreAlikeHaveTheSame) {
  const Stage cross = stage("cross");
  EXPECT_EQ(shipped_counts(cross, views("WYOR")).data(), shipped_counts(cross, views("GBOR")).data());
  EXPECT_EQ(shipped_counts(stage("xcross"), {}).data(), shipped_counts(stage("xcross"), views("G")).data());
  EXPECT_TRUE(shipped_counts(cross, views("WYOG")).empty()) << "four colours of another kind";
  EXPECT_TRUE(shipped_counts(cross, views("WY")).empty()) << "counted at once";
  EXPECT_TRUE(shipped_counts(stage("xcross"), views("WG")).empty());
  EXPECT_TRUE(shipped_counts(stage("xxcross"), {}).empty());
}

/// The share of random cubes at each distance is that of all positions, as far as chance lets it be.
TEST(ShippedCountsWithTables, AreWhatTheAnalyzerFindsInASample) {
  constexpr std::size_t kCubes = 20'000;
  const std::vector<Stage> stages = {stage("cross"), stage("xcross"), stage("pseudo_cross")};
  const auto analyzer = Analyzer::open(test_tables(), {.stages = stages}, {});
  ASSERT_TRUE(analyzer);
  RandomCubes random(2026);
  std::vector<Cube> cubes;
  for (std::size_t i = 0; i < kCubes; ++i) cubes.push_back(random.next());
  struct Case {
    std::size_t stage;
    std::string colours;
    std::array<std::uint64_t, kCounts> found{};
  };
  std::vector<Case> cases = {{1, "W"}, {1, "WY"}};
  for (const std::size_t each : {0u, 2u})
    for (const std::string& colours : kManyColours) cases.push_back({each, colours});
  ASSERT_TRUE(
      analyzer->analyze_all(cubes, {.stages = stages}, {}, [&](std::size_t, std::span<const StageRow> rows) {
        for (Case& each : cases) {
          std::uint8_t least = kNotComputed;
          for (const View view : views(each.colours)) least = std::min(least, rows[each.stage][view]);
          ++each.found[least];
        }
      }));
  for (const Case& each : cases) {
    const auto counts = shipped_counts(stages[each.stage], views(each.colours));
    const double all = static_cast<double>(sum_of(counts));
    for (std::size_t d = 0; d < counts.size(); ++d) {
      const double share = static_cast<double>(counts[d]) / all;
      const double deviation = std::sqrt(kCubes * share * (1 - share));
      EXPECT_NEAR(static_cast<double>(each.found[d]), kCubes * share, 4.5 * deviation + 1)
          << each.colours << d;
    }
  }
}

}  // namespace
}  // namespace halfturn::stage
