#include "halfturn/levels.h"

#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/bench/bench.h"
#include "cli/cover/cover_names.h"
#include "cli/shared/commands.h"
#include "cli/shared/result_output.h"

namespace halfturn::cli {

namespace {

struct LevelsArguments {
  int depth = 7;
  std::string cover = "plain";
};

void levels(Session& session, const LevelsArguments& arguments) {
  const Result<TableStore> store = session.store();
  if (!store) return session.fail(store.error());
  const Run run = session.run_for(*store);
  const Result<Phase1Table> table = Phase1Table::open(*store, Residency::resident, run);
  if (!table) return session.fail(table.error());
  const Stopwatch watch;
  const Cover cover = Cover::make(*cover_kind_named(arguments.cover), table->coordinates());
  const Result<LevelCounts> counts = count_levels(*table, cover, arguments.depth, run);
  session.clear_progress();
  if (!counts) return session.fail(counts.error());
  const double seconds = watch.seconds();

  if (session.json())
    return print_result(session, {{"depth", arguments.depth},
                                  {"cover", arguments.cover},
                                  {"positions", counts->positions},
                                  {"cosets", counts->cosets},
                                  {"near_cosets", counts->near_cosets},
                                  {"sequences", counts->sequences},
                                  {"seconds", seconds}});
  if (session.csv()) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (std::size_t d = 0; d < counts->positions.size(); ++d)
      rows.push_back({{"distance", d}, {"positions", counts->positions[d]}});
    return print_result(session, rows);
  }
  fmt::print("{:>8}  {:>20}\n", "distance", "positions");
  for (std::size_t d = 0; d < counts->positions.size(); ++d)
    fmt::print("{:>8}  {:>20}\n", d, grouped(counts->positions[d]));
  fmt::print("from {} of {} (cover {}), {}, {}\n", grouped(counts->near_cosets),
             counted(counts->cosets, "coset"), arguments.cover, counted(counts->sequences, "sequence"),
             duration(seconds));
}

}  // namespace

void add_levels_command(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("levels", "Count the positions of the cube at each distance from solved");
  const auto arguments = std::make_shared<LevelsArguments>();
  command->add_option("-d,--depth", arguments->depth, "Count as far as this")
      ->type_name("N")
      ->transform(natural(0, kMostLevels))
      ->capture_default_str();
  add_cover_option(*command, arguments->cover, names_of(kCoverKinds), "Which cosets to search")
      ->capture_default_str();
  session.add_tables_flag(*command);
  session.add_threads_flag(*command);
  session.add_result_flags(
      *command,
      {.json = "an object: depth, cover, positions (by distance), cosets, near_cosets, sequences, seconds",
       .csv = "a row a distance: distance, positions"});
  command->callback([arguments, &session] { session.print_to_output([&] { levels(session, *arguments); }); });
  command->footer("\nExample: halfturn levels --depth 8");
}

}  // namespace halfturn::cli
