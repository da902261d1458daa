#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "cli/scramble/scramble_where.h"
#include "cli/shared/commands.h"
#include "cli/shared/metric_option.h"
#include "cli/shared/residency.h"
#include "halfturn/random.h"

namespace halfturn::cli {

namespace {

constexpr std::uint64_t kAtOnce = 2000;
constexpr std::uint64_t kMostSolutions = 1000;
constexpr std::uint64_t kLongestScramble = 10'000;
constexpr std::uint64_t kMostScrambles = 1'000'000'000'000;

void print_scrambles(Session& session, const ScrambleArguments& arguments) {
  RandomCubes random(arguments.seed_or_any());
  ScrambleRows rows(session, arguments.style());
  if (arguments.count == 0) return rows.begin({}, false);
  const Result<Solver> solver = session.open_solver(residency_for(arguments.count, kManyToSolve));
  if (!solver) return session.fail(solver.error());
  const bool shows_progress = ::isatty(STDOUT_FILENO) == 0;  // on a terminal, rows would mix with the bar
  std::uint64_t made = 0;
  SolveOptions options;
  options.max_moves = kScrambleMoves;
  // In batches, so that memory stays bounded for any count.
  for (std::uint64_t left = arguments.count; left > 0;) {
    std::vector<Cube> cubes(std::min<std::uint64_t>(left, kAtOnce));
    for (Cube& cube : cubes) cube = draw_scrambled(random);
    left -= cubes.size();
    const std::size_t done =
        solver->solve_all(cubes, options, session.run(), [&](std::size_t index, const SolveResult& result) {
          rows.add(cubes[index], inverse(result.best()));
          ++made;
          if (shows_progress)
            session.show_progress("scramble", grouped(made),
                                  static_cast<double>(made) / static_cast<double>(arguments.count));
        });
    if (done < cubes.size())
      return session.fail({ErrorKind::stopped, "stopped before all scrambles were made", {}});
  }
  session.clear_progress();
}

/// Prints random move sequences, which needs no tables.
void print_random_moves(Session& session, const ScrambleArguments& arguments) {
  const Result<Metric> metric = parse_metric(arguments.metric.value_or("half"));
  if (!metric) return session.fail(metric.error());
  RandomCubes random(arguments.seed_or_any());
  ScrambleRows rows(session, arguments.style(), *metric);
  rows.begin({}, false);
  for (std::uint64_t left = arguments.count; left > 0; --left) {
    if (session.stop_token().stop_requested())
      return session.fail({ErrorKind::stopped, "stopped before all scrambles were made", {}});
    const Moves moves = random_moves(random, *arguments.length, *metric);
    rows.add(Cube().after(moves), moves);
  }
}

/// What does not go together; nothing if all does.
std::optional<Error> contradiction(const CLI::App& command, const ScrambleArguments& arguments) {
  if (arguments.metric && !arguments.length)
    return Error{ErrorKind::bad_input, "--metric is about the turns of --length",
                 "give a length, as in --length 25"};
  if (arguments.length && (arguments.serve || !arguments.where.empty()))
    return Error{ErrorKind::bad_input, "--length does not go with --where or --serve-stdin",
                 "leave out one or the other"};
  const bool about_stages = arguments.solutions > 0 || !arguments.prefer.empty();
  if (arguments.serve && (about_stages || command.count("--count") > 0))
    return Error{ErrorKind::bad_input, "--serve-stdin does not go with --count, --solutions or --prefer",
                 "leave these out: each line says how many it asks for, and gets scrambles alone"};
  if (command.count("--tries") > 0 && arguments.where.empty() && !arguments.serve)
    return Error{ErrorKind::bad_input, "--tries is about the conditions of --where",
                 "name one, as in --where \"cross(W)=7\""};
  if (about_stages && arguments.where.empty())
    return Error{ErrorKind::bad_input, "--solutions and --prefer are about the stages of --where",
                 "name one, as in --where \"cross(W)=7\""};
  return std::nullopt;
}

}  // namespace

std::uint64_t ScrambleArguments::seed_or_any() const {
  std::random_device device;
  return seed ? *seed : std::uint64_t{device()} << 32 | device();
}

void add_scramble_command(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("scramble", "Print random-state scrambles: every position equally likely");
  const auto arguments = std::make_shared<ScrambleArguments>();
  command->add_option("-n,--count", arguments->count, "How many")
      ->type_name("N")
      ->transform(natural(0, kMostScrambles))
      ->capture_default_str();
  command->add_option("--seed", arguments->seed, "The same seed gives the same scrambles on every machine")
      ->type_name("S")
      ->transform(natural());
  command
      ->add_option("--length", arguments->length,
                   "Instead of random positions: N random turns, none of which cancel or join")
      ->type_name("N")
      ->transform(natural(1, kLongestScramble));
  add_metric_option(*command, arguments->metric,
                    "With --length: whether N counts moves (half) or quarter turns");
  add_notation_option(*command, arguments->notation);
  command
      ->add_option("--where", arguments->where,
                   "Only positions whose CFOP stages satisfy this; several are joined")
      ->type_name("CONDITIONS");
  command->add_option("--tries", arguments->tries, "With --where: give up after so many failures in a row")
      ->type_name("N")
      ->transform(natural(1))
      ->capture_default_str();
  command
      ->add_option("--solutions", arguments->solutions,
                   "With --where: also print the N shortest ways to each stage that the conditions speak of")
      ->type_name("N")
      ->transform(natural(1, kMostSolutions));
  add_prefer_option(*command, arguments->prefer);
  command->add_flag(
      "--serve-stdin", arguments->serve,
      "Say ready, then answer each line of stdin with scrambles: a number, conditions, or both; without "
      "--count, --solutions and --prefer");
  session.add_result_flags(
      *command,
      {.json = "an object a line: scramble, length, facelets; with --where also stages (by stage and "
               "colour) and solutions; metric",
       .csv = "id, scramble, length, facelets, the lengths that --where looks at, metric; with "
              "--solutions a row for each of them"});
  session.add_compact_flag(*command);
  session.add_tables_flag(*command);
  session.add_threads_flag(*command);
  session.add_cpu_flag(*command);
  command->footer(
      "\nNever shorter than two moves, as the rules of competitions want it. With --length, positions are "
      "not "
      "equally\n"
      "likely, and some are close to solved.\n"
      "--where \"STAGE(SIDE) OP NUMBER and ..\": every position that satisfies it is equally likely. STAGE "
      "as in\n"
      "halfturn analyze; SIDE a colour W Y O R G B or its name, or a face U D L R F B, several for the least "
      "of\n"
      "them, any for the least of all six, worst for the greatest; behind it slots, FR FL BL BR, as in "
      "xcross(W,FR);\n"
      "OP one of = != < <= > >=, or a range as in =4..6. Conditions are joined by and (or a comma), or, not "
      "and\n"
      "brackets; and binds tighter than or.\n"
      "Examples:\n"
      "  halfturn scramble -n 5 --seed 2026\n"
      "  halfturn scramble --length 30 --metric quarter\n"
      "  halfturn scramble --where \"cross(W)<=4 and xcross(W)=6\"\n"
      "  halfturn scramble --where \"xcross(W)=10, xcross(Y)=10\"\n"
      "  halfturn scramble --where \"cross(W)=7\" --solutions 3\n"
      "  halfturn scramble --where \"(cross(white)>=7 or cross(yellow)>=7) and not xcross(any)<=6\"\n"
      "  some-trainer | halfturn scramble --where \"cross(W)=5\" --serve-stdin");
  command->callback([arguments, command, &session] {
    session.print_to_output(
        [&] {
          if (const std::optional<Error> error = contradiction(*command, *arguments))
            return session.fail(*error);
          if (arguments->length) return print_random_moves(session, *arguments);
          if (arguments->serve) return serve_scrambles(session, *arguments);
          if (!arguments->where.empty()) return print_scrambles_where(session, *arguments);
          print_scrambles(session, *arguments);
        },
        {arguments->serve ? "-" : ""});
  });
}

}  // namespace halfturn::cli
