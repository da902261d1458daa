
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/text.h"
#include "cli/shared/commands.h"
#include "cli/shared/say.h"
#include "cli/stats/stats_exact.h"
#include "cli/stats/stats_input.h"
#include "cli/stats/stats_output.h"
#include "cli/stats/stats_pictures.h"
#include "halfturn/stage.h"
#include "halfturn/stats_pictures.h"

namespace halfturn::cli {

namespace {

struct StatsArguments {
  std::vector<std::string> files;
  std::string stages;
  std::string subsets;
  PictureArguments pictures;
  bool exact = false;
  std::string by;
  bool compare = false;
};

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    std::string& part = parts.emplace_back(text.substr(at, end - at));
    std::erase(part, ' ');
    at = end + 1;
  }
  return parts;
}

/// By its letters, by the name of a colour, or `any` for the least of all six.
std::optional<stats::Subset> subset_of(const std::string& name) {
  if (base::in_lower_case(name) == "any") return stats::subset_named("BGORWY");
  if (const std::optional<View> view = view_of_colour(name))
    return stats::subset_named(std::string(1, colour_of(*view)));
  return stats::subset_named(name);
}

Result<StatsView> view_of(const StatsArguments& arguments) {
  if (arguments.subsets.empty() || base::in_lower_case(arguments.subsets) == "all")
    return StatsView{{stats::kAllSubsets.begin(), stats::kAllSubsets.end()}, true};
  StatsView view{{}, false};
  for (const std::string& name : split_at_commas(arguments.subsets)) {
    const std::optional<stats::Subset> subset = subset_of(name);
    if (!subset)
      return Error{
          ErrorKind::bad_input, fmt::format("--colours: there is no choice of colours '{}'", name),
          "W Y O R G B, WY BG OR, BGOR ORWY BGWY, BGORWY or any, white .. blue; with commas between them"};
    view.subsets.push_back(*subset);
  }
  std::ranges::sort(view.subsets);
  view.subsets.erase(std::unique(view.subsets.begin(), view.subsets.end()), view.subsets.end());
  return view;
}

/// Keeps the stages named by --stages, which may also name variants.
Result<void> choose_stages(const StatsArguments& arguments, std::span<DataSet> sets) {
  if (arguments.stages.empty()) return {};
  std::vector<std::string> there;
  std::unordered_multimap<std::string, std::string>
      called;  // the stages by their names and by their variants
  std::unordered_set<std::string> known;
  for (const DataSet& data : sets)
    for (const stats::StageStatistics* stage : data.statistics.stages()) {
      if (!known.insert(stage->name()).second) continue;
      there.push_back(stage->name());
      called.emplace(stage->name(), stage->name());
      called.emplace(stats::variant_of(stage->name()), stage->name());
    }
  std::vector<std::string> wanted;
  std::unordered_set<std::string> named;
  for (const std::string& name : split_at_commas(arguments.stages)) {
    if (!named.insert(name).second) continue;
    const std::size_t before = wanted.size();
    // As it is written in the file, else as a stage of the catalogue, or a variant, in any case.
    const std::string small = base::in_lower_case(name);
    for (const std::string& key : std::set{name, small, std::string(stats::canonical_stage(small))}) {
      const auto [first, last] = called.equal_range(key);
      for (auto found = first; found != last; ++found) wanted.push_back(found->second);
    }
    if (wanted.size() == before)
      return Error{ErrorKind::bad_input, fmt::format("--stages: there is no stage '{}'", name),
                   fmt::format("there are: {}", fmt::join(there, " "))};
  }
  for (DataSet& data : sets) data.statistics.keep(wanted);
  return {};
}

void statistics(const StatsArguments& arguments, const StatsView& view, Session& session) {
  BadRows bad_rows(session);
  Result<DataSet> data = read_data_set(arguments.files, bad_rows, session);
  if (!data) return session.fail(data.error());
  bad_rows.finish();
  if (const Result<void> chosen = choose_stages(arguments, {&*data, 1}); !chosen)
    return session.fail(chosen.error());
  if (arguments.exact) {
    Result<std::vector<stats::ExactDistribution>> exact = exact_distributions_of(data->statistics, session);
    if (!exact) return session.fail(exact.error());
    data->exact = std::move(*exact);
  }
  // Before the text, whose reader (a pager) may close the pipe early.
  if (arguments.pictures.wanted())
    write_pictures(
        arguments.pictures,
        stats::draw_statistics(data->statistics, data->name, arguments.pictures.options(data->exact)),
        session);
  if (session.json())
    print_stats_json(session, *data, view);
  else if (session.csv())
    print_stats_csv({&*data, 1}, view);
  else
    print_stats_text(*data, view);
}

/// The figures of each group, one after the other; in JSON as an array.
void grouped_statistics(const StatsArguments& arguments, const StatsView& view, Session& session) {
  if (arguments.compare || arguments.exact || arguments.pictures.wanted())
    return session.fail(
        {ErrorKind::bad_input, "--by does not go with --compare, --exact or --plots", "leave out one"});
  BadRows bad_rows(session);
  Result<std::vector<DataSet>> sets = read_groups(arguments.files, arguments.by, bad_rows, session);
  if (!sets) return session.fail(sets.error());
  bad_rows.finish();
  if (const Result<void> chosen = choose_stages(arguments, *sets); !chosen)
    return session.fail(chosen.error());
  if (session.csv()) return print_stats_csv(*sets, view);
  const bool is_array = session.format() == Format::json;
  for (const DataSet& data : *sets) {
    const bool is_first = &data == &sets->front();
    if (is_array) fmt::print("{}\n", is_first ? "[" : ",");
    if (session.json()) {
      print_stats_json(session, data, view);
    } else {
      if (!is_first) fmt::print("\n");
      print_stats_text(data, view);
    }
  }
  if (is_array) fmt::print("]\n");
}

/// Reports the stages that only one of the two has; an Error if they share none.
Result<void> name_unshared_stages(const std::vector<DataSet>& sets) {
  std::vector<std::vector<std::string>> alone(sets.size());
  bool shared = false;
  for (std::size_t i = 0; i < sets.size(); ++i)
    for (const stats::StageStatistics* stage : sets[i].statistics.stages()) {
      const bool both = sets[1 - i].statistics.find(stage->name()) != nullptr;
      shared = shared || both;
      if (!both) alone[i].push_back(stage->name());
    }
  if (!shared) return Error{ErrorKind::bad_input, "there is no stage that both files have", {}};
  for (std::size_t i = 0; i < sets.size(); ++i)
    if (!alone[i].empty())
      say("halfturn: in {} alone: {}\n", base::printable(sets[i].name),
          base::printable(fmt::format("{}", fmt::join(alone[i], " "))));
  return {};
}

void comparison(const StatsArguments& arguments, const StatsView& view, Session& session) {
  const std::vector<std::vector<std::string>> by_set = by_data_sets(arguments.files);
  if (by_set.size() != 2)
    return session.fail({ErrorKind::bad_input,
                         fmt::format("--compare takes two files, not {}", by_set.size()),
                         by_set.size() < arguments.files.size()
                             ? "a file without a header, as later shards are, belongs to the one before it"
                             : ""});
  BadRows bad_rows(session);
  std::vector<DataSet> sets;
  for (const std::vector<std::string>& files : by_set) {
    Result<DataSet> data = read_data_set(files, bad_rows, session);
    if (!data) return session.fail(data.error());
    sets.push_back(std::move(*data));
  }
  bad_rows.finish();
  if (sets[0].name == sets[1].name)
    for (DataSet& data : sets) data.name = data.files.front();
  if (sets[0].name == sets[1].name) {
    sets[0].name += " (A)";
    sets[1].name += " (B)";
  }
  if (const Result<void> chosen = choose_stages(arguments, sets); !chosen)
    return session.fail(chosen.error());
  if (const Result<void> shared = name_unshared_stages(sets); !shared) return session.fail(shared.error());
  if (arguments.pictures.wanted())
    write_pictures(arguments.pictures,
                   stats::draw_comparison(sets[0].statistics, sets[0].name, sets[1].statistics, sets[1].name,
                                          arguments.pictures.options({})),
                   session);
  if (session.json())
    print_comparison_json(session, sets[0], sets[1], view);
  else if (session.csv())
    print_comparison_csv(sets[0], sets[1], view);
  else
    print_comparison_text(sets[0], sets[1], view);
}

}  // namespace

void add_stats_command(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("stats", "Statistics and pictures of what 'halfturn analyze' prints as CSV");
  const auto arguments = std::make_shared<StatsArguments>();
  command
      ->add_option("files", arguments->files,
                   "CSV files, - for stdin; rows and stages of all of them are taken together; shards of "
                   "'analyze --shard' in their order")
      ->type_name("CSV")
      ->required();
  command
      ->add_option("--stages", arguments->stages,
                   "Only these stages or variants, with commas between them: cross,f2l,eo")
      ->type_name("LIST");
  command
      ->add_option("--colours,--colors,--subsets", arguments->subsets,
                   "Only these choices of bottom colours: W,WY,any (any: the least of all six; all: all 13, "
                   "as without this)")
      ->type_name("LIST")
      ->check(not_empty("name colours, as in W,WY"));
  command
      ->add_option("--by", arguments->by,
                   "Figures for each group of rows by itself, by a column that 'analyze --keep' has kept")
      ->type_name("COLUMN");
  CLI::Option* compare =
      command->add_flag("--compare", arguments->compare,
                        "Take the two files (or a file and its later shards) as two data sets, "
                        "against each other");
  command
      ->add_flag(
          "--exact", arguments->exact,
          "Set what all positions take beside the rows, in pictures too, for stages whose exact distribution "
          "is known: cross and pseudo_cross, and xcross with one colour")
      ->excludes(compare);
  add_picture_options(*command, arguments->pictures);
  session.add_tables_flag(*command);
  session.add_result_flags(
      *command,
      {.json = "an object: files, rows, error_rows, bad_rows, stages, increments; --by: an array of "
               "them; --compare: a, b, stages",
       .csv = "a row for each stage and choice of colours"});
  command->footer(
      "\nA choice of colours counts as the least of its colours, in the rows where all of them are filled. A "
      "row that\n"
      "cannot be read costs that row, and the exit code is then 2.\n"
      "Examples:\n"
      "  halfturn stats std.csv --stages cross,f2l --colours W,WY,BGORWY\n"
      "  halfturn stats std.csv eo.csv --json --plots pictures\n"
      "  halfturn stats std.0.csv std.1.csv std.2.csv\n"
      "  halfturn stats std.csv --exact --plots pictures --picture pdf --title \"My last 1,000 solves\"\n"
      "  halfturn stats --by event wca.csv --colours W,BGORWY\n"
      "  halfturn stats --compare all.csv hard.csv");
  command->callback([arguments, &session] {
    session.print_to_output(
        [&] {
          const Result<StatsView> view = view_of(*arguments);
          if (!view) return session.fail(view.error());
          // Before minutes of reading.
          if (const Result<void> can = can_write(arguments->pictures); !can) return session.fail(can.error());
          if (!arguments->by.empty()) return grouped_statistics(*arguments, *view, session);
          if (arguments->compare) return comparison(*arguments, *view, session);
          statistics(*arguments, *view, session);
        },
        arguments->files);
  });
}

}  // namespace halfturn::cli
