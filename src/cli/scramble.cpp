#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <vector>

#include "cli/session.h"
#include "cli/solve_engine.h"
#include "halfturn/notation.h"
#include "halfturn/position.h"
#include "halfturn/random.h"

namespace halfturn::cli {

namespace {

constexpr int kScrambleMoves = 20;
constexpr std::uint64_t kAtOnce = 2000;
constexpr std::int64_t kMost = 1'000'000'000'000;

struct Arguments {
  std::uint64_t count = 1;
  std::optional<std::uint64_t> seed;
  std::string notation = "wca";
};

/// A uniform position that no single move solves: then no solution, and so no scramble, has fewer than two.
Cube draw(RandomCubes& random) {
  while (true) {
    const Cube cube = random.next();
    bool close = cube.is_solved();
    for (Move move : kAllMoves) close = close || cube.after(move).is_solved();
    if (!close) return cube;
  }
}

void print_scrambles(Session& session, const Arguments& arguments) {
  std::random_device device;
  const std::uint64_t seed = arguments.seed ? *arguments.seed : std::uint64_t{device()} << 32 | device();
  RandomCubes random(seed);
  const Result<SolveEngine> engine =
      SolveEngine::open(session, arguments.count < kManyCubes ? Residency::mapped : Residency::resident);
  if (!engine) return session.fail(engine.error());
  const Notation notation = arguments.notation == "numeric" ? Notation::numeric : Notation::wca;
  SolveOptions options;
  options.max_moves = kScrambleMoves;
  options.threads = session.threads();
  options.stop = session.stop_token();
  // By the thousand, so that any number of them takes no more memory than a few.
  for (std::uint64_t left = arguments.count; left > 0;) {
    std::vector<Cube> cubes(std::min<std::uint64_t>(left, kAtOnce));
    for (Cube& cube : cubes) cube = draw(random);
    left -= cubes.size();
    const std::size_t done =
        engine->solver().solve_all(cubes, options, [&](std::size_t index, const SolveResult& result) {
          const Moves scramble = inverse(result.best());
          if (session.json())
            fmt::print("{}\n", nlohmann::ordered_json{{"scramble", format_moves(scramble, notation)},
                                                      {"length", scramble.size()},
                                                      {"facelets", format_facelets(cubes[index])}}
                                   .dump());
          else
            fmt::print("{}\n", format_moves(scramble, notation));
        });
    if (done < cubes.size())
      return session.fail({ErrorKind::stopped, "stopped before all scrambles were made", {}});
  }
}

}  // namespace

void add_scramble_command(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("scramble", "Print random-state scrambles: every position equally likely");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("-n,--count", arguments->count, "How many")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{0}, kMost))
      ->capture_default_str();
  command->add_option("--seed", arguments->seed, "The same seed gives the same scrambles on every machine")
      ->type_name("S")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--notation", arguments->notation, "R U2 F' or R1U2F3")
      ->check(CLI::IsMember({"wca", "numeric"}))
      ->capture_default_str();
  session.add_json_flag(*command);
  session.add_tables_flag(*command);
  session.add_threads_flag(*command);
  session.add_cpu_flag(*command);
  command->footer(
      "\nNever shorter than two moves, as the rules of competitions want it.\n"
      "Example: halfturn scramble -n 5 --seed 2026");
  command->callback([arguments, &session] { print_scrambles(session, *arguments); });
}

}  // namespace halfturn::cli
