#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/output_file.h"
#include "cli/cover/cover_names.h"
#include "cli/shared/commands.h"
#include "cli/shared/progress_bar.h"
#include "cli/shared/result_output.h"
#include "cover/bound.h"
#include "cover/search.h"
#include "cover/text.h"

namespace halfturn::cli {

namespace {

struct CoverArguments {
  std::string kind;
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> steps;
  std::string output;
};

std::vector<CoverKind> kinds_named(const std::string& name) {
  std::vector<CoverKind> kinds;
  for (const CoverKind kind : kSearchedCovers)
    if (name.empty() || name == to_string(kind)) kinds.push_back(kind);
  return kinds;
}

CLI::Option* add_kind_option(CLI::App& command, CoverArguments& arguments) {
  return add_cover_option(command, arguments.kind, names_of(kSearchedCovers), "Which cover");
}

void build(Session& session, const CoverArguments& arguments) {
  // Opened before the work, which would be in vain if the file could not be written.
  std::optional<OutputFile> output;
  if (!arguments.output.empty()) {
    Result<OutputFile> opened = OutputFile::open(arguments.output, session.stop_token());
    if (!opened) return session.fail(opened.error());
    output.emplace(*std::move(opened));
  }
  const std::unique_ptr<const Phase1Coordinates> coordinates = Phase1Coordinates::make();
  ProgressBar bar;
  double done = 0;
  CoverSearchOptions options;
  options.kind = kinds_named(arguments.kind).front();
  options.seed = arguments.seed;
  options.steps = arguments.steps.value_or(usual_cover_steps(options.kind));
  const FoundCover found = search_cover(
      *coordinates, options, {session.threads(), session.stop_token(), [&](const Progress& progress) {
                                done = progress.fraction;
                                bar.show(progress);
                              }});
  bar.clear();

  CoverText text{.kind = options.kind, .cost = found.cost, .chosen = found.chosen};
  for (const bool chosen : found.chosen) text.class_count += chosen ? 1 : 0;
  text.made_by = fmt::format("halfturn cover build --cover {} --seed {} --steps {}", arguments.kind,
                             arguments.seed, *options.steps);
  if (found.stopped) text.made_by += fmt::format(", stopped after {:.1f} % of it", 100 * done);
  if (!output) {
    fmt::print("{}", format_cover(text));
  } else {
    Result<void> written = output->write(format_cover(text));
    if (written) written = output->commit();
    if (!written) return session.fail(written.error());
  }
  if (found.stopped)
    return session.fail({ErrorKind::stopped, "stopped; the best cover so far has been written", {}});
  if (!arguments.output.empty())
    fmt::print("{}: {} classes, {} cosets\n", arguments.output,
               grouped(static_cast<std::uint64_t>(text.class_count)), grouped(text.cost));
}

void show(Session& session, const CoverArguments& arguments) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  const bool is_for_people = session.format() == Format::table;
  if (is_for_people)
    fmt::print("{:<14} {:>8} {:>12} {:>12} {:>7} {:>7}\n", "cover", "classes", "cosets", "at least", "ratio",
               "of all");
  for (const CoverKind kind : kinds_named(arguments.kind)) {
    const Result<CoverText> text = parse_cover(embedded_cover(kind));
    if (!text) return session.fail(text.error());
    const std::uint64_t bound = known_cover_bound(kind);
    const double ratio = static_cast<double>(text->cost) / static_cast<double>(bound);
    const double share =
        static_cast<double>(text->cost) / static_cast<double>(known_cover_bound(CoverKind::all));
    rows.push_back({{"kind", to_string(kind)},
                    {"classes", text->class_count},
                    {"cosets", text->cost},
                    {"lower_bound", bound},
                    {"ratio", ratio},
                    {"share_of_all", share},
                    {"made_by", text->made_by}});
    if (is_for_people)
      fmt::print("{:<14} {:>8} {:>12} {:>12} {:>7.3f} {:>5.1f} %\n", to_string(kind),
                 grouped(static_cast<std::uint64_t>(text->class_count)), grouped(text->cost), grouped(bound),
                 ratio, 100 * share);
  }
  if (!is_for_people) print_result(session, rows);
}

void bound(Session& session, const CoverArguments& arguments) {
  const std::unique_ptr<const Phase1Coordinates> coordinates = Phase1Coordinates::make();
  const std::unique_ptr<const EdgeClasses> classes = EdgeClasses::make(*coordinates);
  const CoverProblem problem = make_cover_problem(*coordinates, *classes);
  ProgressBar bar;
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const CoverKind kind : kinds_named(arguments.kind)) {
    CoverBoundOptions options;
    options.kind = kind;
    const Result<std::uint64_t> proved = cover_lower_bound(
        problem, options, {1, session.stop_token(), [&](const Progress& progress) { bar.show(progress); }});
    bar.clear();
    if (!proved) return session.fail(proved.error());
    rows.push_back({{"kind", to_string(kind)}, {"lower_bound", *proved}});
    if (session.format() == Format::table)
      fmt::print("{}: no cover costs less than {}\n", to_string(kind), grouped(*proved));
  }
  if (session.format() != Format::table) print_result(session, rows);
}

}  // namespace

void add_cover_command(CLI::App& app, Session& session) {
  CLI::App* cover = app.add_subcommand("cover", "Choices of cosets of H that leave no position out");
  cover->require_subcommand(1);
  add_cover_verify_command(*cover, session);
  cover->footer(
      "\nplain: every position is in a chosen coset along one of its three axes; with-inverses: it or its "
      "inverse "
      "is.\n"
      "Example: halfturn cover show");
  // CLI11 fills these while it parses, and runs the callbacks after.
  const auto arguments = std::make_shared<CoverArguments>();

  CLI::App* shown = cover->add_subcommand("show", "The covers that come with halfturn, and what they cost");
  add_kind_option(*shown, *arguments);
  session.add_result_flags(*shown, {.json = "an array of objects: kind, classes, cosets, lower_bound, ratio, "
                                            "share_of_all, made_by",
                                    .csv = "the same columns"});
  shown->footer("\nExample: halfturn cover show --json");
  shown->callback([arguments, &session] { session.print_to_output([&] { show(session, *arguments); }); });

  CLI::App* built = cover->add_subcommand("build", "Search for a cheap cover");
  add_kind_option(*built, *arguments)->required();
  built->add_option("--seed", arguments->seed, "Where the random numbers begin")
      ->type_name("N")
      ->transform(natural())
      ->capture_default_str();
  built
      ->add_option("--steps", arguments->steps,
                   fmt::format("Proposals in all: the more, the longer and the better; else as many as made "
                               "the covers that come with halfturn (plain: {}, with-inverses: {})",
                               grouped(usual_cover_steps(CoverKind::plain)),
                               grouped(usual_cover_steps(CoverKind::with_inverses))))
      ->type_name("N")
      ->transform(natural(1, std::uint64_t{1} << 50));
  built->add_option("-o,--output", arguments->output, "File to write (else stdout)")->type_name("FILE");
  session.add_threads_flag(*built);
  built->footer(
      "\nThe same kind, seed and steps give the same cover on every machine, with any number of threads. The "
      "search for\n"
      "a cover with inverses uses one thread. Ctrl-C writes the best so far.\n"
      "Example: halfturn cover build --cover plain --steps 400000000 --output cover.txt");
  built->callback([arguments, &session] { build(session, *arguments); });

  CLI::App* bounded =
      cover->add_subcommand("bound", "Prove what a cover costs at least; takes a minute or two");
  add_kind_option(*bounded, *arguments);
  session.add_result_flags(
      *bounded, {.json = "an array of objects: kind, lower_bound", .csv = "the columns kind, lower_bound"});
  bounded->footer("\nExample: halfturn cover bound --cover plain");
  bounded->callback([arguments, &session] { session.print_to_output([&] { bound(session, *arguments); }); });
}

}  // namespace halfturn::cli
