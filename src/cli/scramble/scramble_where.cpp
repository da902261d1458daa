#include "cli/scramble/scramble_where.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/shared/json.h"
#include "cli/shared/residency.h"
#include "cli/shared/session.h"
#include "cli/shared/standard_files.h"
#include "halfturn/notation.h"
#include "halfturn/position.h"
#include "halfturn/where.h"

namespace halfturn::cli {

namespace {

constexpr std::uint64_t kMostAtOnce = 512;

/// {"cross": {"W": 4}}: the lengths that the conditions depend on.
nlohmann::ordered_json lengths_of(const ConditionalCube& cube, std::span<const Stage> stages) {
  nlohmann::ordered_json lengths = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < stages.size(); ++i) {
    nlohmann::ordered_json& row = lengths[std::string(stages[i].name())];
    for (const View view : kAllViews)
      if (const int length = cube.rows[i][view]; length != kNotComputed)
        row[std::string(1, colour_of(view))] = length;
  }
  return lengths;
}

/// Draws positions and prints a scramble for each.
class Printer {
 public:
  Printer(Session& session, const ScrambleArguments& arguments, ConditionalCubes& cubes, const Solver& solver)
      : session_(session), arguments_(arguments), cubes_(cubes), solver_(solver) {}

  void print() {
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

  /// False after a stop.
  bool print_scrambles(const std::vector<ConditionalCube>& found) {
    SolveOptions options;
    options.max_moves = kScrambleMoves;
    std::vector<Cube> cubes;
    std::ranges::transform(found, std::back_inserter(cubes), &ConditionalCube::cube);
    const Notation notation = arguments_.notation == "numeric" ? Notation::numeric : Notation::wca;
    const std::size_t done =
        solver_.solve_all(cubes, options, session_.run(), [&](std::size_t index, const SolveResult& result) {
          const Moves scramble = inverse(result.best());
          fmt::print("{}", scramble_row(found[index], cubes_.stages(), scramble, notation, session_.json()));
          ++printed_;
        });
    flush_output();
    return done == cubes.size();
  }

  Session& session_;
  const ScrambleArguments& arguments_;
  ConditionalCubes& cubes_;
  const Solver& solver_;
  std::uint64_t printed_ = 0;
};

}  // namespace

Result<std::vector<Condition>> conditions_of(const std::vector<std::string>& texts) {
  std::vector<Condition> conditions;
  for (const std::string& text : texts) {
    Result<std::vector<Condition>> some = parse_conditions(text);
    if (!some) {
      Error error = some.error();
      if (texts.size() > 1) error.message = fmt::format("in '{}': {}", text, error.message);
      return error;
    }
    std::ranges::move(*some, std::back_inserter(conditions));
  }
  return conditions;
}

std::string scramble_row(const ConditionalCube& cube, std::span<const Stage> stages, const Moves& scramble,
                         Notation notation, bool json) {
  if (!json) return format_moves(scramble, notation) + "\n";
  return json_text(nlohmann::ordered_json{{"scramble", format_moves(scramble, notation)},
                                          {"length", scramble.size()},
                                          {"facelets", format_facelets(cube.cube)},
                                          {"stages", lengths_of(cube, stages)}}) +
         "\n";
}

void print_scrambles_where(Session& session, const ScrambleArguments& arguments) {
  Result<std::vector<Condition>> conditions = conditions_of(arguments.where);
  if (!conditions) return session.fail(conditions.error());
  if (const Result<void> possible = check_conditions(*conditions); !possible)
    return session.fail(possible.error());
  const Result<TableStore> store = session.store();
  if (!store) return session.fail(store.error());
  const Result<InstructionSet> set = session.instruction_set();
  if (!set) return session.fail(set.error());
  Result<ConditionalCubes> cubes = ConditionalCubes::open(
      *store, {.conditions = std::move(*conditions), .seed = arguments.seed_or_any(), .set = *set},
      session.run_for(*store));
  if (!cubes) return session.fail(cubes.error());
  const Result<Solver> solver = session.open_solver(residency_for(arguments.count, kManyToSolve));
  if (!solver) return session.fail(solver.error());
  Printer(session, arguments, *cubes, *solver).print();
}

}  // namespace halfturn::cli
