#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/nearest_name.h"
#include "base/system_error.h"
#include "cli/shared/commands.h"
#include "cli/shared/result_output.h"
#include "cli/shared/say.h"
#include "front/catalogue.h"

namespace halfturn::cli {

namespace {

/// The named tables; every known one if there is no name. An Error for an unknown name.
Result<std::vector<TableKind>> named_tables(const std::vector<std::string>& names) {
  const std::vector<TableKind> known = all_tables();
  if (names.empty()) return known;
  const std::vector<TableGroup> groups = table_groups();
  std::vector<TableKind> chosen;
  const auto add = [&](const std::vector<TableKind>& group) {
    for (const TableKind& kind : group)
      if (std::ranges::find(chosen, kind.name, &TableKind::name) == chosen.end()) chosen.push_back(kind);
  };
  for (const std::string& name : names) {
    if (name == "all") {
      add(known);
    } else if (name == "stages") {
      add(small_stage_tables());
    } else {
      const auto found = std::ranges::find(known, name, &TableKind::name);
      const auto group = std::ranges::find(groups, name, &TableGroup::name);
      if (found != known.end()) {
        add({*found});
      } else if (group != groups.end()) {
        add(group->tables);
      } else {
        std::vector<std::string> names_known;
        for (const TableKind& kind : known) names_known.push_back(kind.name);
        for (const char* several :
             {"usual", "quarter", "compact", "stages", "stages-large", "optimal", "optimal-quarter", "all"})
          names_known.emplace_back(several);
        return Error{
            ErrorKind::bad_input,
            fmt::format("there is no table named '{}'{}", name, base::did_you_mean(name, names_known)),
            fmt::format("the names are: {} (the last eight are several at once)",
                        fmt::join(names_known, " "))};
      }
    }
  }
  return chosen;
}

/// The width that a list must fit into.
constexpr std::size_t kWidestLine = 100;

/// The words in lines of at most `width` characters each; a longer word stands alone.
std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines(1);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    at = end + 1;
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

struct TableLine {
  TableKind kind;
  TableStatus status;
};

void print_list(const std::vector<TableLine>& tables) {
  std::size_t names = 0;
  std::size_t states = 0;
  std::uint64_t all = 0;
  std::uint64_t ready = 0;
  std::uint64_t ready_tables = 0;
  for (const auto& [kind, status] : tables) {
    names = std::max(names, kind.name.size());
    states = std::max(states, to_string(status.state).size());
    all += kind.content_bytes();
    if (status.state != TableState::ready) continue;
    ready += kind.content_bytes();
    ++ready_tables;
  }
  const auto print = [&](std::string_view name, std::string_view size, std::string_view state,
                         const std::string& purpose) {
    fmt::print("{:<{}}  {:>6}  {:<{}}  {}\n", name, names, size, state, states, purpose);
  };
  const std::size_t before = names + 2 + 6 + 2 + states + 2;
  print("table", "size", "state", "purpose");
  for (const auto& [kind, status] : tables) {
    const std::vector<std::string> purpose = wrapped(kind.purpose, kWidestLine - before);
    print(kind.name, human_bytes(kind.content_bytes()), to_string(status.state), purpose.front());
    for (std::size_t i = 1; i < purpose.size(); ++i) fmt::print("{:{}}{}\n", "", before, purpose[i]);
  }
  print("total", human_bytes(all), "",
        fmt::format("{}; {} of them ready, {}", counted(tables.size(), "table"), ready_tables,
                    human_bytes(ready)));
}

void list_tables(Session& session) {
  const Result<TableStore> store = session.store();
  if (!store) return session.fail(store.error());
  if (session.format() != Format::table) {
    nlohmann::ordered_json tables = nlohmann::ordered_json::array();
    for (const TableKind& kind : all_tables()) {
      const TableStatus status = store->status(kind);
      nlohmann::ordered_json row = {{"name", kind.name},
                                    {"purpose", kind.purpose},
                                    {"path", store->path_of(kind).string()},
                                    {"bytes", kind.content_bytes()},
                                    {"entries", kind.entries},
                                    {"bits_per_entry", kind.bits_per_entry},
                                    {"state", to_string(status.state)}};
      row["problem"] = status.state == TableState::ready || status.state == TableState::missing
                           ? nlohmann::ordered_json(nullptr)
                           : nlohmann::ordered_json(with_command(status.error).text());
      tables.push_back(std::move(row));
    }
    if (session.csv()) return print_result(session, tables);
    return print_result(session, {{"directory", store->directory().string()}, {"tables", tables}});
  }
  std::vector<TableLine> tables;
  for (const TableKind& kind : all_tables()) tables.push_back({kind, store->status(kind)});
  print_list(tables);
  for (const auto& [kind, status] : tables)
    if (status.state != TableState::ready && status.state != TableState::missing)
      say("halfturn: {}\n", base::printable(with_command(status.error).text()));
}

void build_tables(Session& session, const std::vector<std::string>& names, bool force) {
  const Result<TableStore> store = session.store();
  if (!store) return session.fail(store.error());
  const Result<std::vector<TableKind>> kinds = named_tables(names);
  if (!kinds) return session.fail(kinds.error());
  const Run run = session.run_for(*store);
  for (const TableKind& kind : *kinds) {
    const TableStatus status = store->status(kind);
    if (status.state == TableState::ready && !force && store->open(kind, Residency::mapped, run)) {
      fmt::print("{}: already there\n", kind.name);
      continue;
    }
    // A file that is not ours may be valuable: it is overwritten only with --force.
    if (status.state == TableState::foreign && !force) {
      session.fail(status.error);
      continue;
    }
    const Result<TableData> built = store->build(kind, force, run);
    if (!built) return session.fail(built.error());
    fmt::print("{}: built, {}\n", kind.name, store->path_of(kind).string());
  }
}

void verify_tables(Session& session, const std::vector<std::string>& names) {
  const Result<TableStore> store = session.store();
  if (!store) return session.fail(store.error());
  const Result<std::vector<TableKind>> kinds = named_tables(names);
  if (!kinds) return session.fail(kinds.error());
  const Run run = session.run_for(*store);
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const TableKind& kind : *kinds) {
    const Result<void> sound = store->verify(kind, run);
    if (!sound && sound.error().kind == ErrorKind::stopped) return session.fail(sound.error());
    // A table that was never built is an error only if it was named.
    const bool missing = !sound && sound.error().kind == ErrorKind::missing;
    const TableState state = store->status(kind).state;
    const std::string verdict(sound ? "sound"
                                    : to_string(state == TableState::ready ? TableState::damaged : state));
    rows.push_back({{"name", kind.name}, {"verdict", verdict}});
    if (!sound && !(missing && names.empty())) {
      session.fail(sound.error(), sound.error().kind == ErrorKind::machine ? kMachineFailed : kNo);
    }
    if (session.format() == Format::table)
      fmt::print("{}: {}\n", kind.name, sound ? "sound, every byte checked" : verdict);
  }
  if (session.format() != Format::table) print_result(session, rows);
}

}  // namespace

void add_tables_command(CLI::App& app, Session& session) {
  CLI::App* tables = app.add_subcommand("tables", "List, build and check the tables on disk");
  tables->footer(
      "\nWithout a subcommand: lists what exists and what could.\n"
      "Examples:\n"
      "  halfturn tables\n"
      "  halfturn tables build phase1 phase2\n"
      "  halfturn tables verify\n"
      "  HALFTURN_TABLES=/data/tables halfturn tables path");
  tables->require_subcommand(0, 1);
  session.add_tables_flag(*tables);
  session.add_result_flags(
      *tables, {.json = "an object: directory, and the array tables: name, purpose, path, bytes, entries, "
                        "bits_per_entry, state, problem",
                .csv = "a row for each table, with these columns"});
  tables->callback([tables, &session] {
    if (tables->get_subcommands().empty()) session.print_to_output([&] { list_tables(session); });
  });

  // CLI11 fills these while it parses, and runs the callbacks after.
  struct Arguments {
    std::vector<std::string> names;
    bool force = false;
  };
  const auto arguments = std::make_shared<Arguments>();

  CLI::App* build = tables->add_subcommand("build", "Build tables ahead of their first use");
  build
      ->add_option(
          "name", arguments->names,
          "Which tables: names, or usual, quarter, stages, stages-large, optimal, optimal-quarter, all")
      ->required()
      ->type_name("NAME");
  build->add_flag("--force", arguments->force,
                  "Build anew even where the table is there, whatever the file is");
  session.add_tables_flag(*build);
  session.add_threads_flag(*build);
  // Asked for when it is shown: to know the sizes of all tables takes longer than all else that a program
  // does at its start.
  build->footer([] {
    std::uint64_t all_bytes = 0;
    for (const TableKind& kind : all_tables()) all_bytes += kind.content_bytes();
    return "\nusual: what is built on first use anyway, 1.1 GB. stages: what analyze needs of it, some 400 "
           "MB.\n"
           "quarter: what --metric quarter needs, 737 MB.\n"
           "stages-large: 6 GB that make analyze several times faster; used from then on.\n"
           "optimal: the least that solve --optimal needs, 786 MB. optimal-1400m and on, up to 8 GB, make it "
           "faster, the larger\n"
           "the more; the largest that fits into memory is used.\n"
           "all: everything, " +
           human_bytes(all_bytes) + ".";
  });
  build->footer(
      "Examples:\n"
      "  halfturn tables build stages-large\n"
      "  halfturn tables build optimal-2800m");
  build->callback([arguments, &session] { build_tables(session, arguments->names, arguments->force); });

  CLI::App* verify =
      tables->add_subcommand("verify", "Check every byte of the tables against their checksums");
  verify->add_option("name", arguments->names, "Which tables; all that exist where none is named")
      ->type_name("NAME");
  session.add_tables_flag(*verify);
  session.add_result_flags(
      *verify, {.json = "an array of objects: name, verdict", .csv = "the columns name, verdict"});
  verify->footer("\nExit code 1 where a table is not sound.\nExample: halfturn tables verify phase1");
  verify->callback(
      [arguments, &session] { session.print_to_output([&] { verify_tables(session, arguments->names); }); });

  CLI::App* path = tables->add_subcommand("path", "Print the folder where tables live");
  session.add_tables_flag(*path);
  path->footer("\nExample: du -sh \"$(halfturn tables path)\"");
  path->callback([&session] {
    const Result<TableStore> store = session.store();
    if (!store) return session.fail(store.error());
    fmt::print("{}\n", store->directory().string());
  });
}

}  // namespace halfturn::cli
