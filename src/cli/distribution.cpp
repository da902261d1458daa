#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/analyze/analyze_request.h"
#include "cli/shared/commands.h"
#include "cli/shared/result_output.h"
#include "front/statistics.h"

namespace halfturn::cli {

namespace {

struct DistributionArguments {
  std::string stage;
  std::string colours;
  bool recount = false;
};

/// The share of each distance, and of all up to it.
struct Shares {
  double own = 0;
  double up_to = 0;
};

std::vector<Shares> shares_of(const StageDistribution& distribution) {
  std::vector<Shares> shares;
  PositionCount sum = 0;
  for (const PositionCount count : distribution.counts) {
    sum += count;
    const auto all = static_cast<double>(distribution.positions);
    shares.push_back({static_cast<double>(count) / all, static_cast<double>(sum) / all});
  }
  return shares;
}

void print_text(const StageDistribution& distribution) {
  fmt::print("{}: {}; {} positions\n", distribution.stage, distribution.fixed,
             grouped(halfturn::to_string(distribution.positions)));
  std::size_t width = 16;
  for (const PositionCount count : distribution.counts)
    width = std::max(width, grouped(halfturn::to_string(count)).size());
  fmt::print("{:>8}  {:>{}}  {:>14}  {:>14}\n", "distance", "positions", width, "share", "up to here");
  const std::vector<Shares> shares = shares_of(distribution);
  for (std::size_t d = 0; d < shares.size(); ++d)
    fmt::print("{:>8}  {:>{}}  {:>12.8f} %  {:>12.8f} %\n", d,
               grouped(halfturn::to_string(distribution.counts[d])), width, 100 * shares[d].own,
               100 * shares[d].up_to);
  fmt::print("mean {:.5f}\n", distribution.mean());
}

void print_csv(const std::vector<StageDistribution>& distributions) {
  fmt::print("stage,fixed,distance,positions,share,up_to_here\n");
  for (const StageDistribution& distribution : distributions) {
    const std::vector<Shares> shares = shares_of(distribution);
    for (std::size_t d = 0; d < shares.size(); ++d)
      fmt::print("{},\"{}\",{},{},{:.12g},{:.12g}\n", distribution.stage, distribution.fixed, d,
                 halfturn::to_string(distribution.counts[d]), shares[d].own, shares[d].up_to);
  }
}

void print_distributions(Session& session, const DistributionArguments& arguments) {
  ViewSet views;
  if (!arguments.colours.empty()) {
    const Result<ViewSet> parsed = chosen_views(arguments.colours, ViewLetters::colours_or_faces);
    if (!parsed) return session.fail(parsed.error());
    views = *parsed;
  }
  const Result<TableStore> store = session.store();
  if (!store) return session.fail(store.error());
  const Result<std::vector<StageDistribution>> distributions =
      exact_distributions(*store, base::in_lower_case(arguments.stage), views, session.run_for(*store),
                          arguments.recount ? Counting::again : Counting::shipped);
  if (!distributions) {
    Error error = distributions.error();
    if (error.remedy == Remedy::sample_positions)
      error.hint += ": halfturn scramble -n 1000 | halfturn analyze - --stages STAGE | halfturn stats -";
    return session.fail(error);
  }
  if (session.json()) return print_result(session, distributions_json(*distributions));
  if (session.csv()) return print_csv(*distributions);
  for (const StageDistribution& distribution : *distributions) print_text(distribution);
}

}  // namespace

void add_distribution_command(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "distribution", "Count how many positions a CFOP stage takes how many moves for: exact");
  const auto arguments = std::make_shared<DistributionArguments>();
  command->add_option("stage", arguments->stage, "Which stage, such as cross or xcross")
      ->required()
      ->type_name("STAGE");
  command
      ->add_option("--colours,--colors", arguments->colours,
                   "The best of several crosses: WY, two opposite colours; WG, two neighbours; WYORGB, all "
                   "six. With the "
                   "xcross two opposite ones")
      ->type_name("COLOURS")
      ->check(not_empty("name colours, as in WY"));
  command->add_flag(
      "--recount", arguments->recount,
      "Count again what comes with the program, which takes seconds to minutes: four colours (two opposite "
      "pairs), all six, and the xcross with any slot. After Ctrl-C, the same command goes on");
  session.add_result_flags(*command,
                           {.json = "an array of objects: stage, fixed, positions, counts, mean",
                            .csv = "a row a distance: stage, fixed, distance, positions, share, up_to_here"});
  session.add_tables_flag(*command);
  session.add_threads_flag(*command);
  command->footer(
      "\nFor one colour and one choice of slots, pair and axis; the xcross with any slot too. Other "
      "stages have no exact counts: draw samples.\n"
      "Examples:\n"
      "  halfturn distribution xcross\n"
      "  halfturn distribution cross --colours WY\n"
      "  halfturn distribution cross --colours WYORGB\n"
      "  halfturn distribution xcross --colours WY");
  command->callback(
      [arguments, &session] { session.print_to_output([&] { print_distributions(session, *arguments); }); });
}

}  // namespace halfturn::cli
