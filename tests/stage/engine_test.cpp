#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstring>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "halfturn/analyzer.h"
#include "halfturn/notation.h"
#include "halfturn/random.h"
#include "stage/pattern/flip_shuffle.h"
#include "stage/pattern/goals.h"
#include "stage/pattern/pattern_build.h"
#include "stage/pattern/patterns.h"
#include "stage/search/bound_planner.h"
#include "stage/search/engine.h"
#include "stage/search/search_kernel.h"
#include "support/files.h"
#include "support/test_store.h"
#include "table/verified.h"

/// The parts of the analyzer, each against something simpler.
namespace halfturn::stage {
namespace {

std::vector<Pattern> all_patterns() {
  std::vector<Pattern> patterns = small_patterns();
  for (Pattern& pattern : large_patterns()) patterns.push_back(std::move(pattern));
  return patterns;
}

TEST(Looks, CarryMovesToMoves) {
  RandomCubes random(5);
  for (const BottomSymmetry& bottom_symmetry : kBottomSymmetries) {
    const PieceState state = PieceState::of(random.next());
    for (const Move move : kAllMoves) {
      const PieceState first = PortableOps::seen(
          PortableOps::moved(state, kMoveMaps[static_cast<std::size_t>(move.index())]), bottom_symmetry);
      const Move image = bottom_symmetry.symmetry(move);
      const PieceState then = PortableOps::moved(PortableOps::seen(state, bottom_symmetry),
                                                 kMoveMaps[static_cast<std::size_t>(image.index())]);
      EXPECT_TRUE(agree(first, then, 0x00FF0FFF));
    }
  }
}

TEST(Looks, WithoutRenamingSeeAsACubeDoes) {
  RandomCubes random(6);
  for (std::size_t l = 0; l < kBottomSymmetries.size(); l += 4) {
    const Cube cube = random.next();
    EXPECT_TRUE(agree(PortableOps::seen(PieceState::of(cube), kBottomSymmetries[l]),
                      PieceState::of(cube.seen_through(kBottomSymmetries[l].symmetry)), 0x00FF0FFF));
  }
}

template <class Word>
void check_shuffle(int flips) {
  std::mt19937_64 random(static_cast<std::uint64_t>(flips));
  const std::size_t words = std::max<std::size_t>(1, (std::size_t{1} << flips) / (8 * sizeof(Word)));
  const auto bit = [&](const std::vector<Word>& sets, std::size_t set, std::size_t index) {
    return sets[set * words + index / (8 * sizeof(Word))] >> index % (8 * sizeof(Word)) & 1;
  };
  std::vector<int> to(static_cast<std::size_t>(flips));
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<int>(i);
  for (int round = 0; round < 20; ++round) {
    std::ranges::shuffle(to, random);
    std::vector<Word> before(3 * words);
    for (Word& word : before) word = static_cast<Word>(random());
    const std::vector<std::uint32_t> turned = {static_cast<std::uint32_t>(random()) & ((1u << flips) - 1), 0,
                                               static_cast<std::uint32_t>(random()) & ((1u << flips) - 1)};
    std::vector<Word> after = before;
    for (int i = 0; i < flips; ++i) FlipShuffle<Word>::turn_over_where(after, words, i, turned);
    for (const auto& [i, j] : exchanges_for(to)) FlipShuffle<Word>::exchange(after, words, i, j);
    for (std::size_t set = 0; set < 3; ++set)
      for (std::size_t f = 0; f < std::size_t{1} << flips; ++f) {
        std::size_t g = 0;
        for (std::size_t i = 0; i < to.size(); ++i) g |= (f >> i & 1) << to[i];
        ASSERT_EQ(bit(after, set, f), bit(before, set, g ^ turned[set]));
      }
  }
}

TEST(FlipShuffle, MovesEveryBitWhereItBelongs) {
  check_shuffle<std::uint8_t>(3);
  check_shuffle<std::uint16_t>(4);
  check_shuffle<std::uint32_t>(5);
  check_shuffle<std::uint64_t>(6);
  check_shuffle<std::uint64_t>(7);
  check_shuffle<std::uint64_t>(8);
}

TEST(PatternSpaces, GiveEachPositionAnEntryThatItsLooksShare) {
  RandomCubes random(7);
  for (const Pattern& pattern : all_patterns()) {
    const PatternSpace space(pattern);
    for (int i = 0; i < 20; ++i) {
      const PieceState state = PieceState::of(random.next());
      const std::vector<std::size_t> entries = space.all_entries_of(state);
      ASSERT_NE(std::ranges::find(entries, space.entry_of(state)), entries.end()) << pattern.name;
      for (const int bottom_symmetry : space.bottom_symmetries()) {
        const std::size_t image = space.entry_of(
            PortableOps::seen(state, kBottomSymmetries[static_cast<std::size_t>(bottom_symmetry)]));
        EXPECT_NE(std::ranges::find(entries, image), entries.end()) << pattern.name;
      }
    }
  }
}

TEST(PatternSpaces, HaveTheSizesThatSymmetryGives) {
  // Mirror and rotations of the goal, and for goals up to a turn of the bottom its renamings.
  const auto looks_of = [](const char* name) {
    for (const Pattern& pattern : all_patterns())
      if (pattern.name == name) return PatternSpace(pattern).bottom_symmetries().size();
    return std::size_t{0};
  };
  EXPECT_EQ(looks_of("stage-cross"), 8u);
  EXPECT_EQ(looks_of("stage-xcross"), 2u);
  EXPECT_EQ(looks_of("stage-xxcross-adjacent"), 2u);
  EXPECT_EQ(looks_of("stage-xxcross-opposite"), 4u);
  EXPECT_EQ(looks_of("stage-edges-four"), 8u);
  EXPECT_EQ(looks_of("stage-turned-cross"), 32u);
  EXPECT_EQ(looks_of("stage-oriented-cross"), 4u);
}

/// How many positions of the pattern's pieces there are at each distance, by breadth first over plain states.
std::vector<std::uint64_t> counts_by_hand(const Pattern& pattern, int depth) {
  const auto key_of = [&](const PieceState& state) {
    std::string key;
    for (std::size_t piece = 0; piece < 24; ++piece)
      if ((pattern.goal.pieces >> piece & 1) != 0) key.push_back(static_cast<char>(state.byte[piece]));
    if (pattern.goal.oriented_axis != 0) {
      std::string flips(kEdgeCount, 'n');
      for (std::size_t edge = 0; edge < kEdgeCount; ++edge)
        if (state.turn(edge) != 0) flips[static_cast<std::size_t>(state.place(edge))] = 'y';
      key += flips;
    }
    return key;
  };
  std::set<std::string> known;
  std::vector<PieceState> level;
  for (const PieceState& end : pattern.goal.ends)
    if (known.insert(key_of(end)).second) level.push_back(end);
  std::vector<std::uint64_t> counts = {level.size()};
  for (int d = 1; d <= depth; ++d) {
    std::vector<PieceState> next;
    for (const PieceState& state : level)
      for (const PlaceMap& map : kMoveMaps) {
        const PieceState moved = PortableOps::moved(state, map);
        if (known.insert(key_of(moved)).second) next.push_back(moved);
      }
    level = std::move(next);
    counts.push_back(level.size());
  }
  return counts;
}

TEST(PatternBuild, CountsWhatIsThereForGoalsOfAnyKind) {
  const auto home = [](std::initializer_list<std::size_t> pieces) {
    PieceMask mask = 0;
    for (const std::size_t piece : pieces) mask |= piece_bit(piece);
    return at_home(mask);
  };
  const PieceMask line_edges = piece_bit(5) | piece_bit(7);
  const PieceMask block_edges = piece_bit(6) | piece_bit(9) | piece_bit(10);
  const std::vector<Pattern> patterns = {
      {"cross", "", at_home(kCrossEdges), kCrossEdges, Packing::nibbles},
      {"cross and an edge up to a turn", "", up_to_bottom_turn(home({4, 5, 6, 7, 9})), kCrossEdges,
       Packing::modulo_three},
      {"oriented cross", "", oriented(at_home(kCrossEdges), 2), kCrossEdges, Packing::modulo_three},
      {"oriented line", "", oriented(home({5, 7}), 2), line_edges, Packing::nibbles},
      {"Roux block", "", home({6, 9, 10, 21, 22}), block_edges, Packing::nibbles},
  };
  for (const Pattern& pattern : patterns) {
    const PatternSpace space(pattern);
    std::vector<std::byte> content(content_bytes(space));
    ASSERT_TRUE(build_pattern(space, content, {.threads = 2}).ok());
    std::array<std::uint64_t, kCounts> counts{};
    std::memcpy(counts.data(), content.data() + space.bytes(), sizeof counts);
    const std::vector<std::uint64_t> expected = counts_by_hand(pattern, 4);
    for (std::size_t d = 0; d < expected.size(); ++d) EXPECT_EQ(counts[d], expected[d]) << pattern.name << d;
    EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), space.positions())
        << pattern.name;
  }
}

TEST(Kernels, ReadTheSameEntries) {
  if (fastest_instruction_set() == InstructionSet::portable) GTEST_SKIP() << "this processor has no AVX2";
  std::vector<std::unique_ptr<PatternSpace>> spaces;
  std::vector<PatternTable> tables;
  for (const Pattern& pattern : all_patterns()) {
    spaces.push_back(std::make_unique<PatternSpace>(pattern));
    tables.push_back({spaces.back().get(), {}});
  }
  BoundPlanner planner(tables);
  for (const Stage stage : all_stages())
    for (const StageGoal& goal : goals_of(stage))
      ASSERT_FALSE(planner.readers_for(goal.goal).empty()) << stage.name();
  RandomCubes random(8);
  for (int i = 0; i < 200; ++i) {
    const PieceState state = PieceState::of(random.next());
    for (std::size_t number = 0; number < planner.size(); ++number) {
      const TableReader& reader = planner.reader(static_cast<int>(number));
      ASSERT_EQ(avx2_kernel().entry(state, reader), portable_kernel().entry(state, reader))
          << reader.space->pattern().name;
    }
  }
}

TEST(StageTables, OfSomeStagesAreThoseThatTheyNeed) {
  const auto names_of = [](const std::vector<Stage>& stages) {
    std::vector<std::string> names;
    for (const TableKind& kind : small_tables_of(stages)) names.push_back(kind.name);
    return names;
  };
  EXPECT_EQ(names_of({}), std::vector<std::string>{});
  EXPECT_EQ(names_of({*stage_of_name("cross")}), std::vector<std::string>{"stage-cross"});
  EXPECT_EQ(names_of({*stage_of_name("xxcross")}),
            (std::vector<std::string>{"stage-xcross", "stage-edges-adjacent", "stage-edges-opposite"}));
  const std::vector<Stage> all(all_stages().begin(), all_stages().end());
  EXPECT_EQ(small_tables_of(all).size(), small_stage_tables().size()) << "none is there for nothing";
}

TEST(SmallPatterns, FitWhatIsPromised) {
  std::uint64_t bytes = 0;
  for (const TableKind& kind : small_stage_tables()) bytes += kind.content_bytes();
  EXPECT_LE(bytes, 400'000'000u);
  bytes = 0;
  for (const TableKind& kind : large_stage_tables()) bytes += kind.content_bytes();
  EXPECT_LE(bytes, 6'000'000'000u);
}

/// The stages at these places of the catalogue.
std::vector<Stage> stages_at(std::initializer_list<std::size_t> places) {
  std::vector<Stage> stages;
  for (const std::size_t place : places) stages.emplace_back(place);
  return stages;
}

class AnalyzerWithTables : public ::testing::Test {
 protected:
  static Analyzer open(InstructionSet set = fastest_instruction_set()) {
    Result<Analyzer> opened = Analyzer::open(
        test_tables(),
        {.stages = {all_stages().begin(), all_stages().end()}, .size = TableSize::small, .set = set}, {});
    if (!opened) throw std::runtime_error(opened.error().text());
    return std::move(*opened);
  }
};

TEST_F(AnalyzerWithTables, GivesTheWorkedExampleOnEveryInstructionSet) {
  const Cube cube = parse_moves("B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B")->position();
  const std::vector<StageRow> expected = {{6, 6, 6, 5, 7, 5}, {7, 7, 8, 7, 9, 7}, {9, 10, 10, 9, 10, 9}};
  for (const InstructionSet set : {InstructionSet::portable, fastest_instruction_set()}) {
    const Analyzer analyzer = open(set);
    EXPECT_EQ(*analyzer.analyze(cube, {.stages = stages_at({0, 1, 2})}, {.threads = 1}), expected);
  }
  const Analyzer analyzer = open();
  const std::vector<StageRow> deep = {{14, 14, 14, 13, 14, 14}, {11, 11, 11, 12, 12, 10}};
  EXPECT_EQ(*analyzer.analyze(cube, {.stages = stages_at({4, 3})}, {.threads = 2}), deep);
}

TEST_F(AnalyzerWithTables, AnswersForManyAsForOneInOrder) {
  const Analyzer analyzer = open();
  RandomCubes random(9);
  std::vector<Cube> cubes(40);
  for (Cube& cube : cubes) cube = random.next();
  const AnalyzeRequest request{.stages = stages_at({0, 1, 2, 5, 6, 9, 13, 17})};
  std::size_t next = 0;
  const Result<std::size_t> done = analyzer.analyze_all(
      cubes, request, {.threads = 2}, [&](std::size_t index, std::span<const StageRow> rows) {
        ASSERT_EQ(index, next++);
        EXPECT_TRUE(std::ranges::equal(rows, *analyzer.analyze(cubes[index], request, {.threads = 1})));
      });
  EXPECT_EQ(*done, cubes.size());
}

/// Whatever is delivered before a stop is right, and cells that a stop has cut off are empty.
TEST_F(AnalyzerWithTables, AStopInTheMiddleSpoilsNothing) {
  const Analyzer analyzer = open();
  RandomCubes random(15);
  std::vector<Cube> cubes(60);
  for (Cube& cube : cubes) cube = random.next();
  const AnalyzeRequest whole{.stages = stages_at({0, 1, 3, 4})};
  std::stop_source stop;
  std::vector<std::vector<StageRow>> delivered;
  const std::size_t done = *analyzer.analyze_all(cubes, whole, {.threads = 2, .stop = stop.get_token()},
                                                 [&](std::size_t, std::span<const StageRow> rows) {
                                                   delivered.emplace_back(rows.begin(), rows.end());
                                                   if (delivered.size() == 3) stop.request_stop();
                                                 });
  EXPECT_EQ(done, delivered.size());
  EXPECT_GE(done, 3u);
  EXPECT_LT(done, cubes.size());
  for (std::size_t i = 0; i < done; ++i)
    EXPECT_EQ(delivered[i], *analyzer.analyze(cubes[i], whole, {.threads = 1}));

  std::stop_source soon;
  std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    soon.request_stop();
  });
  const std::vector<StageRow> cut =
      *analyzer.analyze(cubes[0], whole, {.threads = 2, .stop = soon.get_token()});
  const std::vector<StageRow> all = *analyzer.analyze(cubes[0], whole, {.threads = 1});
  for (std::size_t row = 0; row < all.size(); ++row)
    for (const View view : kAllViews)
      if (cut[row][view] != kNotComputed) {
        EXPECT_EQ(cut[row][view], all[row][view]);
      }
  EXPECT_TRUE(
      analyzer.solutions(cubes[0], {.stage = Stage(4), .count = 5}, {.stop = soon.get_token()})->empty());
}

/// Goals that are searched together, against each by itself.
TEST(NearestGoalWithTables, OfSeveralIsTheNearestOfEach) {
  const std::vector<Stage> stages = {*stage_of_name("xxcross"), *stage_of_name("pseudo_xxcross"),
                                     *stage_of_name("eo_xcross"), *stage_of_name("eo_xxxcross")};
  TableSet tables(small_patterns());
  std::vector<std::vector<std::vector<int>>> numbers;  // by stage and goal
  for (const Stage stage : stages) {
    numbers.emplace_back();
    for (const StageGoal& goal : goals_of(stage))
      numbers.back().push_back(tables.planner().readers_for(goal.goal));
  }
  ASSERT_TRUE(tables.open(test_tables(), Residency::mapped, Residency::mapped, {}));
  const SearchKernel kernel = kernel_for(fastest_instruction_set());
  RandomCubes random(18);
  for (int i = 0; i < 3; ++i) {
    const PieceState state = PieceState::of(random.next());
    for (std::size_t s = 0; s < stages.size(); ++s) {
      std::vector<std::vector<const TableReader*>> readers(numbers[s].size());
      std::vector<OpenGoal> goals;
      for (std::size_t g = 0; g < readers.size(); ++g) {
        for (const int number : numbers[s][g]) readers[g].push_back(&tables.planner().reader(number));
        OpenGoal& goal = goals.emplace_back();
        goal.readers = readers[g];
        goal.with_orientation = pieces_with_orientation(goals_of(stages[s])[g].goal);
        for (std::size_t r = 0; r < readers[g].size(); ++r)
          goal.bounds[r] = static_cast<std::uint8_t>(kernel.distance(*readers[g][r], state));
        goal.least = *std::ranges::max_element(goal.bounds);
      }
      SearchWork work;
      int nearest = kMostDistance;
      for (const OpenGoal& each : goals) {
        OpenGoal alone = each;
        nearest =
            std::min(nearest, nearest_goal(kernel, state, std::span(&alone, 1), nearest, {}, work).length);
      }
      const Nearest together = nearest_goal(kernel, state, goals, kMostDistance + 1, {}, work);
      EXPECT_TRUE(together.found);
      EXPECT_EQ(together.length, nearest) << stages[s].name();
    }
  }
}

TEST_F(AnalyzerWithTables, LeavesOutWhatWasNotOpened) {
  const Result<Analyzer> one = Analyzer::open(test_tables(), {.stages = stages_at({0})}, {});
  ASSERT_TRUE(one);
  const std::vector<StageRow> rows = *one->analyze(RandomCubes(16).next(), {.stages = stages_at({4, 0})}, {});
  for (const View view : kAllViews) {
    EXPECT_EQ(rows[0][view], kNotComputed);
    EXPECT_LE(rows[1][view], 8);
  }
}

TEST_F(AnalyzerWithTables, LeavesOutWhatWasNotAskedFor) {
  const Analyzer analyzer = open();
  const std::vector<StageRow> rows =
      *analyzer.analyze(RandomCubes(10).next(), {.stages = stages_at({1}), .views = {View::D, View::L}}, {});
  for (const View view : {View::U, View::R, View::F, View::B}) EXPECT_EQ(rows[0][view], kNotComputed);
  for (const View view : {View::D, View::L}) EXPECT_LE(rows[0][view], 10);
}

TEST_F(AnalyzerWithTables, FindsTheShortestWaysInOrder) {
  const Analyzer analyzer = open();
  RandomCubes random(11);
  constexpr std::size_t kCount = 30;
  for (const Stage stage : stages_at({0, 1, 2, 6, 9, 10, 14, 17})) {
    const Cube cube = random.next();
    for (const View view : {View::D, View::B}) {
      const std::vector<StageSolution> ways =
          *analyzer.solutions(cube, {.stage = stage, .view = view, .count = kCount}, {});
      ASSERT_EQ(ways.size(), kCount);
      const StageRow shortest = analyzer.analyze(cube, {.stages = {stage}}, {})->front();
      EXPECT_EQ(ways[0].moves.size(), shortest[view]);
      std::set<std::vector<int>> different;
      for (std::size_t i = 0; i < ways.size(); ++i) {
        Cube held = cube.seen_through(symmetry_of(view));
        std::vector<int> indices;
        for (const Move move : ways[i].moves) {
          EXPECT_FALSE(Analyzer::reached(held, stage, View::D));
          held.apply(move);
          indices.push_back(move.index());
        }
        EXPECT_TRUE(Analyzer::reached(held, stage, View::D));
        different.insert(indices);
        if (i > 0) {
          EXPECT_LE(ways[i - 1].moves.size(), ways[i].moves.size());
        }
      }
      EXPECT_EQ(different.size(), kCount);
    }
  }
}

TEST_F(AnalyzerWithTables, ASolvedCubeHasOneWayOfNoMoves) {
  const Analyzer analyzer = open();
  for (const Stage stage : all_stages()) {
    const std::vector<StageSolution> ways = *analyzer.solutions(Cube(), {.stage = stage, .count = 5}, {});
    ASSERT_EQ(ways.size(), 1u);
    EXPECT_TRUE(ways[0].moves.empty());
  }
}

/// A table whose numbers do not fit together comes back as an Error from everything that is public.
TEST_F(AnalyzerWithTables, SaysThatATableIsDamaged) {
  const halfturn::testing::TemporaryFolder folder;
  const TableStore store(folder.path());
  const std::vector<Stage> stages = stages_at({17});  // eo_cross
  const std::string name = "stage-oriented-cross.table";
  std::string table = halfturn::testing::read_file(test_tables().directory() / name);
  std::fill(table.begin() + 4096, table.end(), '\x01');  // behind the header
  const std::filesystem::path file = folder.path() / name;
  halfturn::testing::write_file(file, table);
  const Result<Analyzer> refused = Analyzer::open(store, {.stages = stages}, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::damaged);

  // A byte may rot unseen in a file that was verified before. That must not lead into an endless search.
  struct stat info {};
  ASSERT_EQ(::stat(file.c_str(), &info), 0);
  for (const Pattern& pattern : small_patterns())
    if (pattern.name + ".table" == name)
      remember_verified(file,
                        {identity_of(info), *store.checksum(kind_of(pattern)),
                         std::vector<std::uint64_t>(block_count(kind_of(pattern).content_bytes()))},
                        {});
  const Result<Analyzer> analyzer = Analyzer::open(store, {.stages = stages}, {});
  ASSERT_TRUE(analyzer) << analyzer.error().text();
  const std::vector<Cube> cubes = {RandomCubes(17).next()};
  const Result<std::vector<StageRow>> rows = analyzer->analyze(cubes[0], {.stages = stages}, {});
  ASSERT_FALSE(rows);
  EXPECT_EQ(rows.error().kind, ErrorKind::damaged);
  EXPECT_FALSE(analyzer->analyze_all(cubes, {.stages = stages}, {}, [](std::size_t, auto) {}));
  EXPECT_FALSE(analyzer->solutions(cubes[0], {.stage = stages[0]}, {}));
}

}  // namespace
}  // namespace halfturn::stage
