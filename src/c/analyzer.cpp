#include "halfturn/analyzer.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "c/solutions.h"
#include "c/values.h"

// NOLINTBEGIN(readability-identifier-naming): names in C
struct halfturn_analyzer {
  halfturn::Analyzer analyzer;
  std::vector<halfturn::Stage> stages;
};

using namespace halfturn;     // NOLINT(google-build-using-namespace)
using namespace halfturn::c;  // NOLINT(google-build-using-namespace)

static_assert(HALFTURN_NOT_COMPUTED == kNotComputed);
static_assert(HALFTURN_COLOURS == kViewCount);

namespace {

constexpr int kMostStageSolutions = 100'000;

std::vector<Stage> stages_from_c(const char* const* names, size_t count) {
  if (count == 0)
    throw bad_argument("no stage is named", "an analyzer is opened for one or more, such as cross");
  array_of(names, count, "stages");
  std::vector<Stage> stages;
  for (size_t i = 0; i < count; ++i) {
    const Stage stage = stage_from_c(names[i], i);
    if (std::ranges::find(stages, stage) != stages.end())
      throw bad_argument(fmt::format("the stage {} is named twice", stage.name()), "name each once", i);
    stages.push_back(stage);
  }
  return stages;
}

TableSize table_size_from_c(int size) {
  switch (size) {
    case HALFTURN_BEST_TABLES:
      return TableSize::best;
    case HALFTURN_SMALL_TABLES:
      return TableSize::small;
    case HALFTURN_LARGE_TABLES:
      return TableSize::large;
    default:
      throw bad_argument(fmt::format("{} is no halfturn_table_size", size), "0 to 2 are");
  }
}

ViewSet views_from_c(uint32_t colours) {
  constexpr uint32_t kEvery = (1U << HALFTURN_COLOURS) - 1;
  if (colours > kEvery)
    throw bad_argument(fmt::format("{} is no set of colours", colours),
                       "bit n stands for halfturn_colour n; 0 for all six");
  if (colours == 0) return ViewSet::all();
  ViewSet views;
  for (const View view : kAllViews)
    if ((colours >> index_of(view) & 1U) != 0) views |= view;
  return views;
}

/// Copies the rows of one cube.
void write_rows(std::span<const StageRow> rows, uint8_t* to) {
  for (const StageRow& row : rows) to = std::ranges::copy(row, to).out;
}

}  // namespace

const char* halfturn_stage_name(size_t number) {
  // The catalogue's names are literals, and so end with a zero.
  return number < all_stages().size() ? all_stages()[number].name().data() : nullptr;
}

halfturn_status halfturn_stage_reached(const halfturn_cube* cube, const char* stage, int colour,
                                       uint32_t slots, int* reached, halfturn_error* error) {
  return guarded(error, [&] {
    not_null(reached, "reached");
    const Cube scrambled = cube_from_c(cube, "cube");
    *reached =
        Analyzer::reached(scrambled, stage_from_c(stage), view_from_c(colour), slots_from_c(slots)) ? 1 : 0;
  });
}

halfturn_status halfturn_analyzer_open(const char* folder, const char* const* stages, size_t count,
                                       const halfturn_analyzer_options* options, const halfturn_run* run,
                                       halfturn_analyzer** analyzer, halfturn_error* error) {
  return guarded(error, [&] {
    *not_null(analyzer, "analyzer") = nullptr;
    const auto given = options_from_c(options, "halfturn_analyzer_options");
    std::vector<Stage> wanted = stages_from_c(stages, count);
    const AnalyzerOptions how{.stages = wanted,
                              .residency = residency_from_c(given.residency),
                              .size = table_size_from_c(given.tables)};
    const Call call(run);
    Analyzer opened = value_or_fail(Analyzer::open(store_from_c(folder), how, call.run()));
    *analyzer = new halfturn_analyzer{std::move(opened), std::move(wanted)};
  });
}

void halfturn_analyzer_free(halfturn_analyzer* analyzer) {
  delete analyzer;
}

size_t halfturn_analyzer_stages(const halfturn_analyzer* analyzer) {
  return analyzer == nullptr ? 0 : analyzer->stages.size();
}

halfturn_status halfturn_analyze(const halfturn_analyzer* analyzer, const halfturn_cube* cubes, size_t count,
                                 const halfturn_analyze_options* options, const halfturn_run* run,
                                 uint8_t* lengths, size_t* done, halfturn_error* error) {
  return guarded(error, [&] {
    if (done != nullptr) *done = 0;
    not_null(analyzer, "analyzer");
    array_of(lengths, count, "lengths");
    const auto given = options_from_c(options, "halfturn_analyze_options");
    const AnalyzeRequest request{
        .stages = analyzer->stages, .views = views_from_c(given.colours), .slots = slots_from_c(given.slots)};
    const size_t per_cube = analyzer->stages.size() * HALFTURN_COLOURS;
    if (count > std::numeric_limits<size_t>::max() / per_cube)
      throw bad_argument(fmt::format("no memory could hold the lengths of {} cubes", count));
    const Call call(run);
    const std::vector<Cube> scrambled = cubes_from_c(cubes, count);
    std::fill_n(lengths, count * per_cube, uint8_t{HALFTURN_NOT_COMPUTED});
    size_t finished = 0;
    if (count == 1) {
      const auto rows = value_or_fail(analyzer->analyzer.analyze(scrambled.front(), request, call.run()));
      if (!call.stopped()) {
        write_rows(rows, lengths);
        finished = 1;
      }
    } else {
      value_or_fail(analyzer->analyzer.analyze_all(scrambled, request, call.run(),
                                                   [&](size_t index, std::span<const StageRow> rows) {
                                                     write_rows(rows, lengths + index * per_cube);
                                                     finished = index + 1;
                                                     if (done != nullptr) *done = finished;
                                                     call.report_from_any_thread("analyze", finished, count);
                                                   }));
    }
    if (done != nullptr) *done = finished;
    if (finished < count)
      throw Failure{HALFTURN_STOPPED,
                    {ErrorKind::stopped, fmt::format("stopped after {} of {} cubes", finished, count), {}},
                    finished};
  });
}

halfturn_status halfturn_stage_solutions(const halfturn_analyzer* analyzer, const halfturn_cube* cube,
                                         const char* stage, int colour, const halfturn_stage_options* options,
                                         const halfturn_run* run, halfturn_solutions** solutions,
                                         halfturn_error* error) {
  return guarded(error, [&] {
    *not_null(solutions, "solutions") = nullptr;
    not_null(analyzer, "analyzer");
    const Cube scrambled = cube_from_c(cube, "cube");
    const Stage wanted = stage_from_c(stage);
    if (std::ranges::find(analyzer->stages, wanted) == analyzer->stages.end())
      throw bad_argument(fmt::format("the analyzer was not opened for {}", wanted.name()),
                         "name it in halfturn_analyzer_open()");
    const auto given = options_from_c(options, "halfturn_stage_options");
    refuse_reserved(given.reserved == 0, "halfturn_stage_options");
    const int most = number_from_c(given.solutions, 1, kMostStageSolutions, 1, "the number of solutions");
    const int max_moves = number_from_c(given.max_moves, 1, kMostStageMoves, kMostStageMoves, "max_moves");
    const SolutionsRequest request{.stage = wanted,
                                   .view = view_from_c(colour),
                                   .count = static_cast<std::size_t>(most),
                                   .max_moves = max_moves,
                                   .slots = slots_from_c(given.slots)};
    const Call call(run);
    const auto found = value_or_fail(analyzer->analyzer.solutions(scrambled, request, call.run()));
    auto result = std::make_unique<halfturn_solutions>();
    for (const StageSolution& one : found) result->add(one.moves, one.reached);
    result->target_met = found.size() == request.count;
    result->complete = result->target_met || !call.stopped();
    if (!found.empty())
      result->lower_bound = static_cast<int>(found.front().moves.size());
    else if (result->complete)
      result->lower_bound = max_moves + 1;
    const bool complete = result->complete;
    *solutions = result.release();
    if (!complete) fail_as_stopped("stopped before all solutions were found");
  });
}
// NOLINTEND(readability-identifier-naming)
