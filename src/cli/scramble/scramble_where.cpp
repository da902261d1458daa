#include "cli/scramble/scramble_where.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "cli/analyze/analyze_table.h"
#include "cli/shared/prefer.h"
#include "cli/shared/residency.h"
#include "cli/shared/session.h"
#include "cli/shared/standard_files.h"
#include "front/stage_ways.h"
#include "halfturn/where.h"

namespace halfturn::cli {

namespace {

constexpr std::uint64_t kMostAtOnce = 512;

/// Draws positions and prints a scramble for each.
class Printer {
 public:
  Printer(Session& session, const ScrambleArguments& arguments, ConditionalCubes& cubes, const Solver& solver)
      : session_(session),
        arguments_(arguments),
        cubes_(cubes),
        solver_(solver),
        stages_(stages_of(cubes)),
        rows_(session, arguments.style()) {}

  /// Prints solutions too. `analyzer` must outlive this.
  void add_solutions(const Analyzer& analyzer, const std::optional<FaceSet>& prefer) {
    analyzer_ = &analyzer;
    prefer_ = prefer;
  }

  void print() {
    rows_.begin(stages_, analyzer_ != nullptr);
    // Few at first, so that the first scramble appears soon.
    for (std::uint64_t at_once = 1; printed_ < arguments_.count;
         at_once = std::min(2 * at_once, kMostAtOnce)) {
      const std::uint64_t wanted = std::min(arguments_.count - printed_, at_once);
      Result<std::vector<ConditionalCube>> found =
          cubes_.next(wanted, {.tries = arguments_.tries}, run_for(wanted));
      session_.clear_progress();
      if (!found) return session_.fail(found.error());
      const std::size_t drawn = found->size();
      std::erase_if(*found, [](const ConditionalCube& cube) { return is_too_close(cube.cube); });
      if (!print_scrambles(*found) || session_.stop_token().stop_requested())
        return session_.fail({ErrorKind::stopped, fmt::format("stopped after {}", so_far()), {}});
      if (drawn < wanted)
        return session_.fail(
            {ErrorKind::bad_input,
             fmt::format("gave up: the last {} candidates, drawn from {}, do not satisfy the "
                         "conditions; {}",
                         grouped(arguments_.tries), cubes_.method(), so_far()),
             "ask for less, or for more --tries"},
            kNo);
    }
  }

 private:
  /// Shows the progress over all scrambles while the next `wanted` are drawn.
  Run run_for(std::uint64_t wanted) {
    return {.threads = session_.threads(),
            .stop = session_.stop_token(),
            .progress = [this, wanted](const Progress& progress) {
              const double done =
                  static_cast<double>(printed_) + progress.fraction * static_cast<double>(wanted);
              session_.show_progress("scramble", fmt::format("{} candidates tried", grouped(cubes_.tried())),
                                     done / static_cast<double>(arguments_.count));
            }};
  }

  std::string so_far() const {
    return fmt::format("{} of {} scrambles made from {} candidates", grouped(printed_),
                       grouped(arguments_.count), grouped(cubes_.tried()));
  }

  /// The solutions of all stages that the conditions speak of; none if they are not asked for.
  Result<std::vector<CellSolutions>> solutions_of(const Cube& cube) const {
    std::vector<CellSolutions> cells;
    for (std::size_t s = 0; analyzer_ != nullptr && s < cubes_.stages().size(); ++s)
      for (const View view : cubes_.views(s)) {
        const StageBySlots& stage = cubes_.stages()[s];
        Result<std::vector<StageSolution>> ways = shortest_ways(
            *analyzer_, cube,
            {.stage = stage.stage, .view = view, .count = arguments_.solutions, .slots = stage.slots},
            prefer_, session_.run());
        if (!ways) return ways.error();
        cells.push_back({name_of(stage), view, std::move(*ways)});
      }
    return cells;
  }

  /// False after a stop.
  bool print_scrambles(const std::vector<ConditionalCube>& found) {
    SolveOptions options;
    options.max_moves = kScrambleMoves;
    std::vector<Cube> cubes;
    std::ranges::transform(found, std::back_inserter(cubes), &ConditionalCube::cube);
    std::optional<Error> failed;
    const std::size_t done =
        solver_.solve_all(cubes, options, session_.run(), [&](std::size_t index, const SolveResult& result) {
          const Result<std::vector<CellSolutions>> solutions = solutions_of(cubes[index]);
          if (!solutions || session_.stop_token().stop_requested() || failed) {
            if (!solutions && !failed) failed = solutions.error();
            return;
          }
          const Moves scramble = inverse(result.best());
          if (analyzer_ != nullptr)
            rows_.add(found[index], stages_, scramble, *solutions);
          else
            rows_.add(found[index], stages_, scramble);
          ++printed_;
        });
    if (failed) session_.fail(*failed);
    flush_output();
    return done == cubes.size() && !failed;
  }

  Session& session_;
  const ScrambleArguments& arguments_;
  ConditionalCubes& cubes_;
  const Solver& solver_;
  const Analyzer* analyzer_ = nullptr;  // for solutions
  std::optional<FaceSet> prefer_;
  StagesOfConditions stages_;
  ScrambleRows rows_;
  std::uint64_t printed_ = 0;
};

}  // namespace

Result<Where> where_of(const std::vector<std::string>& texts) {
  std::optional<Where> all;
  for (const std::string& text : texts) {
    Result<Where> some = parse_where(text);
    if (some && all) some = both(*all, *some);
    if (!some) {
      Error error = some.error();
      if (texts.size() > 1) error.message = fmt::format("in '{}': {}", text, error.message);
      return error;
    }
    all = std::move(*some);
  }
  return without_impossible(all ? std::move(*all) : Where{});
}

StagesOfConditions stages_of(const ConditionalCubes& cubes) {
  StagesOfConditions stages;
  for (std::size_t i = 0; i < cubes.stages().size(); ++i)
    stages.emplace_back(cubes.stages()[i], cubes.views(i));
  return stages;
}

void print_scrambles_where(Session& session, const ScrambleArguments& arguments) {
  Result<Where> where = where_of(arguments.where);
  if (!where) return session.fail(where.error());
  const Result<std::optional<FaceSet>> prefer = preferred_faces(arguments.prefer, arguments.solutions > 0);
  if (!prefer) return session.fail(prefer.error());
  const Result<TableStore> store = session.store();
  if (!store) return session.fail(store.error());
  const Result<InstructionSet> set = session.instruction_set();
  if (!set) return session.fail(set.error());
  Result<ConditionalCubes> cubes = ConditionalCubes::open(
      *store, {.where = std::move(*where), .seed = arguments.seed_or_any(), .set = *set},
      session.run_for(*store));
  if (!cubes) return session.fail(cubes.error());
  const Result<Solver> solver = session.open_solver(residency_for(arguments.count, kManyToSolve));
  if (!solver) return session.fail(solver.error());
  Printer printer(session, arguments, *cubes, *solver);
  std::optional<Analyzer> analyzer;
  if (arguments.solutions > 0) {
    std::vector<Stage> stages;
    for (const StageBySlots& stage : cubes->stages())
      if (stages.empty() || stages.back() != stage.stage) stages.push_back(stage.stage);
    Result<Analyzer> opened =
        Analyzer::open(*store, {.stages = stages, .set = *set}, session.run_for(*store));
    if (!opened) return session.fail(opened.error());
    analyzer.emplace(std::move(*opened));
    printer.add_solutions(*analyzer, *prefer);
  }
  printer.print();
}

}  // namespace halfturn::cli
