#include <fmt/format.h>

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
/// Fewer moves than this are no scramble.
constexpr std::size_t kFewestMoves = 2;

struct Arguments {
  std::size_t count = 1;
  std::optional<std::uint64_t> seed;
  std::string notation = "wca";
};

/// A uniform position that is not solved by fewer than kFewestMoves moves.
Cube draw(RandomCubes& random) {
  while (true) {
    const Cube cube = random.next();
    bool close = cube.is_solved();
    for (Move move : kAllMoves) close = close || cube.after(move).is_solved();
    if (!close) return cube;
  }
}

void print_scrambles(Session& session, const Arguments& arguments) {
  const std::uint64_t seed =
      arguments.seed ? *arguments.seed : std::random_device()() * 0x100000001ULL + std::random_device()();
  RandomCubes random(seed);
  std::vector<Cube> cubes;
  for (std::size_t i = 0; i < arguments.count; ++i) cubes.push_back(draw(random));

  const Result<SolveEngine> engine =
      SolveEngine::open(session, cubes.size() < 100 ? Residency::mapped : Residency::resident);
  if (!engine) return session.fail(engine.error());
  const Notation notation = arguments.notation == "numeric" ? Notation::numeric : Notation::wca;
  SolveOptions options;
  options.max_moves = kScrambleMoves;
  options.threads = session.threads();
  options.stop = session.stop_token();
  const std::size_t done =
      engine->solver().solve_all(cubes, options, [&](std::size_t index, const SolveResult& result) {
        const Moves scramble = inverse(result.best());
        // A solution of a cube that is not close cannot be shorter; this guards the promise all the same.
        if (scramble.size() < kFewestMoves) throw std::logic_error("halfturn: a scramble came out too short");
        if (session.json())
          fmt::print("{}\n", nlohmann::ordered_json{{"scramble", format_moves(scramble, notation)},
                                                    {"length", scramble.size()},
                                                    {"facelets", format_facelets(cubes[index])}}
                                 .dump());
        else
          fmt::print("{}\n", format_moves(scramble, notation));
      });
  if (done < cubes.size()) session.fail({ErrorKind::stopped, "stopped before all scrambles were made", {}});
}

}  // namespace

void add_scramble_command(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("scramble", "Print random-state scrambles: every position equally likely");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("-n,--count", arguments->count, "How many")->type_name("N")->capture_default_str();
  command->add_option("--seed", arguments->seed, "The same seed gives the same scrambles on every machine")
      ->type_name("S");
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
