#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/line_reader.h"
#include "cli/analyze/analyze_request.h"
#include "cli/analyze/analyze_table.h"
#include "cli/scramble/scramble_where.h"
#include "cli/shared/commands.h"
#include "cli/shared/net.h"
#include "cli/shared/standard_files.h"
#include "front/stage_ways.h"
#include "front/without_count.h"
#include "halfturn/analyzer.h"
#include "halfturn/notation.h"
#include "halfturn/position.h"
#include "halfturn/random.h"
#include "halfturn/solve.h"
#include "halfturn/where.h"

namespace halfturn::cli {

namespace {

constexpr std::size_t kShownSolutions = 3;
constexpr std::uint64_t kMostQuestions = 1'000'000;

struct TrainArguments {
  ScrambleArguments scramble;  // its seed, conditions and tries
  std::string stage = "cross";
  std::string colours = "W";
  std::optional<std::uint64_t> count;
};

/// What is asked for each scramble.
struct Task {
  Stage stage;
  View view{};

  std::string name() const { return fmt::format("{} on {}", stage.name(), colour_of(view)); }
  std::string rotation() const { return rotation_to(view, {}); }
};

/// Positions one after another, with or without conditions.
class Questions {
 public:
  static Result<Questions> open(Session& session, const ScrambleArguments& arguments) {
    Questions questions(arguments);
    if (arguments.where.empty()) return questions;
    Result<Where> where = where_of(arguments.where);
    if (!where) return where.error();
    const Result<TableStore> store = session.store();
    if (!store) return store.error();
    const Result<InstructionSet> set = session.instruction_set();
    if (!set) return set.error();
    Result<ConditionalCubes> cubes = ConditionalCubes::open(
        *store,
        {.where = std::move(*where), .seed = questions.seed_, .residency = Residency::mapped, .set = *set},
        session.run_for(*store));
    if (!cubes) return cubes.error();
    questions.conditional_.emplace(std::move(*cubes));
    return questions;
  }

  Result<Cube> next(const Run& run) {
    while (true) {
      Cube cube;
      if (conditional_) {
        const Result<std::vector<ConditionalCube>> found = conditional_->next(1, {.tries = tries_}, run);
        if (!found) return found.error();
        if (run.stop.stop_requested()) return Error{ErrorKind::stopped, "stopped", {}};
        if (found->empty())
          return Error{ErrorKind::bad_input, "gave up: no position that satisfies the conditions was found",
                       "ask for less, or for more --tries"};
        cube = found->front().cube;
      } else {
        cube = random_.next();
      }
      if (!is_too_close(cube)) return cube;
    }
  }

 private:
  explicit Questions(const ScrambleArguments& arguments)
      : seed_(arguments.seed_or_any()), tries_(arguments.tries), random_(seed_) {}

  std::uint64_t seed_;
  std::uint64_t tries_;
  RandomCubes random_;
  std::optional<ConditionalCubes> conditional_;
};

/// What a person made of the questions.
struct Score {
  std::uint64_t asked = 0;
  std::uint64_t solved = 0;
  std::uint64_t best = 0;   ///< solved in the fewest moves
  std::uint64_t extra = 0;  ///< moves beyond the fewest, of those solved
  std::uint64_t shown = 0;  ///< the answer was asked for

  std::string text() const {
    std::string line = fmt::format("{}: {} solved, {} in the fewest moves, {} shown",
                                   counted(asked, "scramble"), solved, best, shown);
    if (solved > 0)
      line += fmt::format("; {:.2f} moves more than the fewest on average",
                          static_cast<double>(extra) / static_cast<double>(solved));
    return line;
  }
};

/// The quiz on the terminal.
class Quiz {
 public:
  Quiz(Session& session, const Task& task, const Analyzer& analyzer, const Solver& solver)
      : session_(session),
        task_(task),
        analyzer_(analyzer),
        solver_(solver),
        answers_(STDIN_FILENO, "stdin", session.stop_token()) {}

  void run(Questions& questions, const std::optional<std::uint64_t>& count) {
    fmt::print("Solve the {}. Type the moves as you hold the cube: white on top and green in front{}.\n",
               task_.name(), task_.rotation().empty() ? "" : ", or " + task_.rotation() + " from there");
    fmt::print("? shows the answer, n goes on without it, q ends.\n");
    Result<bool> more = true;
    while (more && *more && (!count || score_.asked < *count)) more = ask(questions);
    fmt::print("\n{}\n", score_.text());
    if (!more) session_.fail(more.error());
  }

 private:
  /// One scramble. False at the end.
  Result<bool> ask(Questions& questions) {
    const Result<Cube> cube = questions.next(session_.run());
    if (!cube) return cube.error();
    SolveOptions options;
    options.max_moves = kScrambleMoves;
    const Moves scramble = inverse(solver_.solve(*cube, options, session_.run()).best());
    const Result<std::vector<StageSolution>> ways = analyzer_.solutions(
        *cube, {.stage = task_.stage, .view = task_.view, .count = kShownSolutions}, session_.run());
    if (!ways) return ways.error();
    if (session_.stop_token().stop_requested()) return Error{ErrorKind::stopped, "stopped", {}};
    fmt::print("\n{}. {}\n\n{}\n", ++score_.asked, format_moves(scramble),
               unfolded(format_facelets(*cube), has_colours(STDOUT_FILENO)));
    while (true) {
      fmt::print("{}> ", task_.name());
      flush_output();
      const Result<std::optional<TextLine>> line = answers_.next();
      if (!line) {
        --score_.asked;
        return line.error();
      }
      if (!*line) {
        fmt::print("\n");
        --score_.asked;
        return false;
      }
      const std::string answer = base::printable((*line)->too_long ? "" : trimmed((*line)->text));
      const std::string wish = base::in_lower_case(answer);  // no move is called Q or N
      if (wish == "q" || wish == "quit") {
        --score_.asked;
        return false;
      }
      if (wish == "n" || wish == "next") return true;
      if (answer == "?") {
        ++score_.shown;
        show(*ways);
        return true;
      }
      if (!answer.empty() && is_right(*cube, answer, ways->front().moves.size())) return true;
    }
  }

  void show(const std::vector<StageSolution>& ways) const {
    for (const StageSolution& way : ways)
      fmt::print("  {}{}{} ({}){}{}\n", task_.rotation(), task_.rotation().empty() ? "" : " ",
                 format_moves(way.moves), way.moves.size(), way.reached.empty() ? "" : "   ", way.reached);
  }

  /// Judges an answer and says so.
  bool is_right(const Cube& cube, const std::string& answer, std::size_t fewest) {
    const Result<MoveSequence> typed = parse_moves(without_count(answer));
    if (!typed) {
      fmt::print("  {}\n", typed.error().text());
      return false;
    }
    // As typed, or as seen with the colour at the bottom.
    const Cube held = cube.seen_through(symmetry_of(task_.view));
    const bool solved = Analyzer::reached(cube.after(typed->moves), task_.stage, task_.view) ||
                        Analyzer::reached(held.after(typed->moves), task_.stage, View::D);
    if (!solved) {
      fmt::print("  that does not solve the {}; try again, or ? for the answer\n", task_.name());
      return false;
    }
    const auto length = static_cast<std::size_t>(count_moves(typed->moves).half_turn);
    ++score_.solved;
    score_.best += length <= fewest ? 1 : 0;
    score_.extra += length - std::min(length, fewest);
    if (length <= fewest)
      fmt::print("  solved in {}, which is the fewest\n", counted(length, "move"));
    else
      fmt::print("  solved in {}; the fewest is {}\n", counted(length, "move"), fewest);
    return true;
  }

  static std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
  }

  Session& session_;
  const Task& task_;
  const Analyzer& analyzer_;
  const Solver& solver_;
  LineReader answers_;
  Score score_;
};

Result<Task> task_of(const TrainArguments& arguments) {
  const Result<std::vector<Stage>> stages = chosen_stages({}, {arguments.stage});
  if (!stages) {
    Error error = stages.error();
    error.message.replace(0, std::string_view("--stages").size(), "--stage");
    return error;
  }
  const Result<ViewSet> views = chosen_views(arguments.colours);
  if (!views) return views.error();
  if (views->size() != 1)
    return Error{ErrorKind::bad_input, "--colours: one colour is trained at a time", "as in --colours W"};
  return Task{stages->front(), *views->begin()};
}

void train(Session& session, const TrainArguments& arguments) {
  const Result<Task> task = task_of(arguments);
  if (!task) return session.fail(task.error());
  Result<Questions> questions = Questions::open(session, arguments.scramble);
  if (!questions) return session.fail(questions.error());
  const Result<TableStore> store = session.store();
  if (!store) return session.fail(store.error());
  const Result<InstructionSet> set = session.instruction_set();
  if (!set) return session.fail(set.error());
  const Result<Analyzer> analyzer =
      Analyzer::open(*store, {.stages = {task->stage}, .set = *set}, session.run_for(*store));
  if (!analyzer) return session.fail(analyzer.error());
  const Result<Solver> solver = session.open_solver(Residency::mapped);
  if (!solver) return session.fail(solver.error());
  Quiz(session, *task, *analyzer, *solver).run(*questions, arguments.count);
}

}  // namespace

void add_train_command(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "train", "A quiz: solve the cross or another stage, and compare with the fewest moves");
  const auto arguments = std::make_shared<TrainArguments>();
  command->add_option("--where", arguments->scramble.where, "Scrambles as in halfturn scramble --where")
      ->type_name("CONDITIONS");
  command->add_option("--stage", arguments->stage, "What to solve: cross, xcross, .. f2l, pseudo_cross, ..")
      ->type_name("STAGE")
      ->capture_default_str();
  command->add_option("--colours,--colors", arguments->colours, "The colour at the bottom, of WYORGB")
      ->type_name("LETTER")
      ->check(not_empty("name a colour, as in W"))
      ->capture_default_str();
  command->add_option("-n,--count", arguments->count, "End after so many scrambles (else at q)")
      ->type_name("N")
      ->transform(natural(1, kMostQuestions));
  command->add_option("--seed", arguments->scramble.seed, "The same seed gives the same scrambles")
      ->type_name("S")
      ->transform(natural());
  command
      ->add_option("--tries", arguments->scramble.tries,
                   "With --where: give up after so many failures in a row")
      ->type_name("N")
      ->transform(natural(1))
      ->capture_default_str();
  session.add_tables_flag(*command);
  session.add_threads_flag(*command);
  session.add_cpu_flag(*command);
  command->footer(
      "\nShows a scramble and its net, waits for the moves of a solution, checks them, and says how many "
      "more they\n"
      "are than the fewest. A solution may begin with a rotation; without one it counts as seen with white "
      "on top\n"
      "or with the colour at the bottom, whichever solves. ? shows up to three of the shortest solutions, n "
      "goes\n"
      "on, q, the end of the input and Ctrl-C end it; then a summary is printed.\n"
      "The net has colours on a terminal, unless NO_COLOR is set or TERM is dumb.\n"
      "Examples:\n"
      "  halfturn train\n"
      "  halfturn train --stage xcross --colours Y --where \"xcross(Y)<=6\"\n"
      "  halfturn train --where \"cross(W)=7 or cross(W)=8\" -n 10");
  command->callback([arguments, command, &session] {
    if (command->count("--tries") > 0 && arguments->scramble.where.empty())
      return session.fail({ErrorKind::bad_input, "--tries is about the conditions of --where",
                           "name one, as in --where \"cross(W)=7\""});
    train(session, *arguments);
  });
}

}  // namespace halfturn::cli
