#include "cli/bench/bench.h"
#include "cli/shared/commands.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "cli/shared/result_output.h"
#include "cli/shared/standard_files.h"

namespace halfturn::cli {

struct BenchReport::Rows {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
};

BenchReport::BenchReport(const Session& session, bool counts_only)
    : session_(session),
      rows_(session.format() == Format::table ? nullptr : std::make_unique<Rows>()),
      counts_only_(counts_only) {}

BenchReport::~BenchReport() {
  if (!rows_) return;
  try {
    print_result(session_, rows_->json);
  } catch (const std::system_error&) {  // main() looks at stdout in the end
  }
}

void BenchReport::add(std::string_view what, double value, std::string_view unit,
                      std::optional<std::uint64_t> count) {
  if (counts_only_) {
    if (!count) return;
    if (rows_)
      rows_->json.push_back({{"what", what}, {"count", *count}});
    else
      fmt::print("{:<44} {}\n", what, grouped(*count));
    return;
  }
  if (rows_) {
    nlohmann::ordered_json row = {{"what", what}, {"value", value}, {"unit", unit}, {"count", nullptr}};
    if (count) row["count"] = *count;
    rows_->json.push_back(std::move(row));
    return;
  }
  fmt::print("{:<44} {:>9.3f} {:<4} {}\n", what, value, unit, count ? "count " + grouped(*count) : "");
  flush_output();
}

void add_bench_command(CLI::App& app, Session& session) {
  CLI::App* bench = app.add_subcommand("bench", "Run fixed work; print counts that never change, and times");
  bench->require_subcommand(1);
  bench->footer("\nExample: halfturn bench tables");
  const auto add_quick_flag = [](CLI::App& command) {
    auto quick = std::make_shared<bool>(false);
    command.add_flag("--quick", *quick, "Some seconds of the work, for its counts alone");
    return quick;
  };
  const auto add_report_flags = [&session](CLI::App& command) {
    session.add_result_flags(
        command, {.json = "an array of objects: what, value, unit, count", .csv = "the same columns"});
  };
  CLI::App* tables =
      bench->add_subcommand("tables", "Build the tables in a folder of their own, open and read them");
  session.add_tables_flag(*tables);
  session.add_threads_flag(*tables);
  add_report_flags(*tables);
  tables->footer(
      "\nBuilds in a temporary folder inside the tables folder and removes it; takes 750 MB of disk and some "
      "20 s.\n"
      "Example: halfturn bench tables");
  tables->callback([&session, quick = add_quick_flag(*tables)] {
    session.print_to_output([&] { bench_tables(session, *quick); });
  });

  CLI::App* analyze =
      bench->add_subcommand("analyze", "Analyse fixed random cubes: every variant, with each size of tables");
  const auto cubes = std::make_shared<std::size_t>(1000);
  analyze->add_option("-n,--count", *cubes, "How many cubes for each line")
      ->type_name("N")
      ->transform(natural(1, 1'000'000))
      ->capture_default_str();
  session.add_tables_flag(*analyze);
  session.add_threads_flag(*analyze);
  add_report_flags(*analyze);
  session.add_cpu_flag(*analyze);
  analyze->footer(
      "\nCounts: positions expanded, table entries read. With all 1,000 cubes some 40 minutes; the large "
      "tables are\n"
      "measured where they are there.\n"
      "Example: halfturn bench analyze -n 20");
  analyze->callback([&session, cubes, quick = add_quick_flag(*analyze)] {
    session.print_to_output([&] { bench_analyze(session, *cubes, *quick); });
  });

  CLI::App* coset =
      bench->add_subcommand("coset", "Prepasses alone, a search alone, and two cosets to a proof of 20");
  session.add_tables_flag(*coset);
  session.add_threads_flag(*coset);
  add_report_flags(*coset);
  session.add_cpu_flag(*coset);
  coset->footer("\nTakes 6 GB of memory and about half a minute.\nExample: halfturn bench coset");
  coset->callback([&session, quick = add_quick_flag(*coset)] {
    session.print_to_output([&] { bench_coset(session, *quick); });
  });

  CLI::App* optimal =
      bench->add_subcommand("optimal", "Shortest solutions of fixed random cubes, with each table there is");
  const auto optimal_cubes = std::make_shared<std::size_t>(20);
  optimal->add_option("-n,--count", *optimal_cubes, "How many cubes for each table")
      ->type_name("N")
      ->transform(natural(1, 1'000'000))
      ->capture_default_str();
  session.add_tables_flag(*optimal);
  add_report_flags(*optimal);
  session.add_cpu_flag(*optimal);
  optimal->footer(
      "\nOne thread. Counts: table entries read, positions whose moves were tried, phase-1 solutions tried. "
      "With 20 cubes\n"
      "some minutes a table, longer in quarter turns.\n"
      "Example: halfturn bench optimal -n 5");
  optimal->callback([&session, optimal_cubes, quick = add_quick_flag(*optimal)] {
    session.print_to_output([&] { bench_optimal(session, *optimal_cubes, *quick); });
  });

  CLI::App* solve =
      bench->add_subcommand("solve", "Solve fixed random cubes to 20, to 19, and as well as 10 ms allow");
  session.add_tables_flag(*solve);
  add_report_flags(*solve);
  session.add_cpu_flag(*solve);
  solve->footer("\nTakes about half a minute.\nExample: halfturn bench solve");
  solve->callback([&session, quick = add_quick_flag(*solve)] {
    session.print_to_output([&] { bench_solve(session, *quick); });
  });
}

}  // namespace halfturn::cli
