#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <vector>

#include "cli/scramble/scramble_where.h"
#include "cli/shared/commands.h"
#include "cli/shared/json.h"
#include "cli/shared/residency.h"
#include "halfturn/notation.h"
#include "halfturn/position.h"
#include "halfturn/random.h"

namespace halfturn::cli {

namespace {

constexpr std::uint64_t kAtOnce = 2000;
constexpr std::uint64_t kMostSolutions = 1000;
constexpr std::uint64_t kMostScrambles = 1'000'000'000'000;

/// A uniform position that no single move solves.
Cube draw(RandomCubes& random) {
  while (true) {
    const Cube cube = random.next();
    if (!is_too_close(cube)) return cube;
  }
}

void print_scrambles(Session& session, const ScrambleArguments& arguments) {
  RandomCubes random(arguments.seed_or_any());
  const Result<Solver> solver = session.open_solver(residency_for(arguments.count, kManyToSolve));
  if (!solver) return session.fail(solver.error());
  const Notation notation = arguments.notation == "numeric" ? Notation::numeric : Notation::wca;
  SolveOptions options;
  options.max_moves = kScrambleMoves;
  // In batches, so that memory stays bounded for any count.
  for (std::uint64_t left = arguments.count; left > 0;) {
    std::vector<Cube> cubes(std::min<std::uint64_t>(left, kAtOnce));
    for (Cube& cube : cubes) cube = draw(random);
    left -= cubes.size();
    const std::size_t done =
        solver->solve_all(cubes, options, session.run(), [&](std::size_t index, const SolveResult& result) {
          const Moves scramble = inverse(result.best());
          if (session.json())
            fmt::print("{}\n",
                       json_text(nlohmann::ordered_json{{"scramble", format_moves(scramble, notation)},
                                                        {"length", scramble.size()},
                                                        {"facelets", format_facelets(cubes[index])}}));
          else
            fmt::print("{}\n", format_moves(scramble, notation));
        });
    if (done < cubes.size())
      return session.fail({ErrorKind::stopped, "stopped before all scrambles were made", {}});
  }
}

}  // namespace

bool is_too_close(const Cube& cube) {
  return cube.is_solved() ||
         std::ranges::any_of(kAllMoves, [&](Move move) { return cube.after(move).is_solved(); });
}

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
  command->add_option("--notation", arguments->notation, "R U2 F' or R1U2F3")
      ->check(CLI::IsMember({"wca", "numeric"}))
      ->capture_default_str();
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
      "Say ready, then answer each line of stdin with scrambles: a number, conditions, or both");
  session.add_json_flag(*command);
  session.add_tables_flag(*command);
  session.add_threads_flag(*command);
  session.add_cpu_flag(*command);
  command->footer(
      "\nNever shorter than two moves, as the rules of competitions want it.\n"
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
      "  halfturn scramble --where \"cross(W)<=4 and xcross(W)=6\"\n"
      "  halfturn scramble --where \"xcross(W)=10, xcross(Y)=10\"\n"
      "  halfturn scramble --where \"cross(W)=7\" --solutions 3\n"
      "  halfturn scramble --where \"(cross(white)>=7 or cross(yellow)>=7) and not xcross(any)<=6\"\n"
      "  some-trainer | halfturn scramble --where \"cross(W)=5\" --serve-stdin");
  command->callback([arguments, &session] {
    if (arguments->serve) return serve_scrambles(session, *arguments);
    if (!arguments->where.empty()) return print_scrambles_where(session, *arguments);
    if (arguments->solutions > 0 || !arguments->prefer.empty())
      return session.fail({ErrorKind::bad_input, "--solutions and --prefer are about the stages of --where",
                           "name one, as in --where \"cross(W)=7\""});
    print_scrambles(session, *arguments);
  });
}

}  // namespace halfturn::cli
