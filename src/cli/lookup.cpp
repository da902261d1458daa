#include <fmt/core.h>

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/shared/commands.h"
#include "cli/shared/given_positions.h"
#include "cli/shared/result_output.h"
#include "halfturn/notation.h"
#include "halfturn/phase1.h"
#include "halfturn/phase2.h"
#include "halfturn/position.h"

namespace halfturn::cli {

namespace {

Moves moves_in(MoveMask mask) {
  Moves moves;
  for (; !mask.empty(); mask = mask.without_first()) moves.push_back(mask.first());
  return moves;
}

std::string moves_and_count(const Moves& moves) {
  return fmt::format("{}{}({})", format_moves(moves), moves.empty() ? "" : " ", moves.size());
}

/// The answers of the two tables for a position with one of its axes as U-D. Moves are for the position as
/// given.
struct AxisAnswer {
  const char* axis;
  int distance = 0;
  Moves closer;
  Moves way;
  std::optional<int> bound;       // within H
  std::optional<Moves> solution;  // within H
};

/// The two tables, the second opened when it is first needed.
class AxisLookup {
 public:
  /// Only a few look-ups, so the files are mapped.
  static Result<AxisLookup> open(Session& session) {
    const Result<TableStore> store = session.store();
    if (!store) return store.error();
    Run run = session.run_for(*store);
    Result<Phase1Table> phase1 = Phase1Table::open(*store, Residency::mapped, run);
    if (!phase1) return phase1.error();
    return AxisLookup(*store, std::move(run), std::move(*phase1));
  }

  Result<std::vector<AxisAnswer>> answers(const Cube& given) {
    constexpr std::array<const char*, 3> kNames = {"U-D", "R-L", "F-B"};
    std::vector<AxisAnswer> all;
    for (int axis = 0; axis < 3; ++axis) {
      const Symmetry up = axis_to_ud(axis);
      const Cube cube = given.seen_through(up);
      const Phase1Coset coset = phase1_.coordinates().coset_of(cube);
      AxisAnswer answer{.axis = kNames[static_cast<std::size_t>(axis)], .distance = phase1_.distance(coset)};
      answer.closer = moves_in(up.inverse()(phase1_.distance_and_moves(coset, answer.distance).moves));
      answer.way = seen_through(phase1_.solve(coset), up.inverse());
      if (answer.distance == 0) {
        if (!phase2_) {
          Result<Phase2Table> opened = Phase2Table::open(store_, Residency::mapped, run_);
          if (!opened) return opened.error();
          phase2_.emplace(std::move(*opened));
        }
        const Phase2Position in_h = *phase2_->coordinates().position_of(cube);
        answer.bound = phase2_->distance(in_h);
        if (const std::optional<Moves> home = phase2_->solve(in_h, kPhase2Diameter, run_.stop); home)
          answer.solution = seen_through(*home, up.inverse());
        else
          return Error{ErrorKind::stopped, "stopped while solving within H", {}};
      }
      all.push_back(std::move(answer));
    }
    return all;
  }

 private:
  AxisLookup(TableStore store, Run run, Phase1Table phase1)
      : store_(std::move(store)), run_(std::move(run)), phase1_(std::move(phase1)) {}

  TableStore store_;
  Run run_;
  Phase1Table phase1_;
  std::optional<Phase2Table> phase2_;
};

nlohmann::ordered_json axes_json(const std::vector<AxisAnswer>& answers) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const AxisAnswer& answer : answers) {
    nlohmann::ordered_json row = {{"axis", answer.axis},
                                  {"distance_to_h", answer.distance},
                                  {"closer", format_moves(answer.closer)},
                                  {"way", format_moves(answer.way)},
                                  {"bound_in_h", nullptr},
                                  {"solution_in_h", nullptr}};
    if (answer.bound) row["bound_in_h"] = *answer.bound;
    if (answer.solution) row["solution_in_h"] = format_moves(*answer.solution);
    rows.push_back(std::move(row));
  }
  return rows;
}

void print_axes(const std::vector<AxisAnswer>& answers) {
  for (const AxisAnswer& answer : answers) {
    if (answer.solution)
      fmt::print("{}  in H; home in at least {}: {}\n", answer.axis, *answer.bound,
                 moves_and_count(*answer.solution));
    else
      fmt::print("{}  {} from H: {}   closer: {}\n", answer.axis, answer.distance,
                 moves_and_count(answer.way), format_moves(answer.closer));
  }
}

/// A row for each axis.
void add_csv_rows(ResultRows& rows, const nlohmann::ordered_json& id, const nlohmann::ordered_json& axes) {
  for (const nlohmann::ordered_json& axis : axes) {
    nlohmann::ordered_json row = {{"id", id}};
    row.update(axis);
    row["error"] = nullptr;
    rows.add(row);
  }
}

/// A row that says why there are no axes.
void add_csv_error(ResultRows& rows, const std::string& id, const Error& error) {
  nlohmann::ordered_json row = {{"id", id}};
  for (const char* name : {"axis", "distance_to_h", "closer", "way", "bound_in_h", "solution_in_h"})
    row[name] = nullptr;
  row["error"] = error.text();
  rows.add(row);
}

void lookup_one(Session& session, const std::string& text) {
  const Result<Position> position = read_given(text, session.input(), "position");
  if (!position) return session.fail(position.error());
  Result<AxisLookup> tables = AxisLookup::open(session);
  if (!tables) return session.fail(tables.error());
  const Result<std::vector<AxisAnswer>> answers = tables->answers(position->cube);
  if (!answers) return session.fail(answers.error());
  if (session.json()) return print_result(session, nlohmann::ordered_json{{"axes", axes_json(*answers)}});
  if (!session.csv()) return print_axes(*answers);
  ResultRows rows(session);
  add_csv_rows(rows, nullptr, axes_json(*answers));
}

/// Each position of a list: its id, then the three axes; in JSON one object a line.
void lookup_list(Session& session, const GivenPositions& given) {
  const Result<std::unique_ptr<PositionList>> list =
      PositionList::open(given, {.events = {}, .input = session.input(), .keep = {}}, session.stop_token());
  if (!list) return session.fail(list.error());
  std::optional<AxisLookup> tables;
  ResultRows rows(session);
  const bool is_for_people = session.format() == Format::table;
  while (true) {
    const Result<std::optional<Scramble>> scramble = (*list)->source().next();
    if (!scramble) return session.fail(scramble.error());
    if (!*scramble) break;
    const Result<Position> position = position_of(**scramble);
    nlohmann::ordered_json row = {{"id", (*scramble)->id}, {"axes", nullptr}, {"error", nullptr}};
    if (is_for_people) fmt::print("{}\n", base::printable((*scramble)->id));
    if (position) {
      if (!tables) {
        Result<AxisLookup> opened = AxisLookup::open(session);
        if (!opened) return session.fail(opened.error());
        tables.emplace(std::move(*opened));
      }
      const Result<std::vector<AxisAnswer>> answers = tables->answers(position->cube);
      if (!answers) return session.fail(answers.error());
      if (is_for_people) print_axes(*answers);
      if (session.csv()) add_csv_rows(rows, (*scramble)->id, axes_json(*answers));
      row["axes"] = axes_json(*answers);
    } else {
      row["error"] = position.error().text();
      if (is_for_people) fmt::print("error: {}\n", base::printable(position.error().text()));
      if (session.csv()) add_csv_error(rows, (*scramble)->id, position.error());
      session.fail(position.error());
    }
    if (session.json()) rows.add(row);
  }
  tell_skipped(**list);
}

}  // namespace

void add_lookup_command(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("lookup", "Ask the tables: distance to H on each axis, and the way there");
  const auto words = std::make_shared<std::vector<std::string>>();
  command->add_option("position", *words, "Moves, 54 facelets (URFDLB), or 20 pieces (UF UR ..)")
      ->required()
      ->type_name("POSITION|FILE|-");
  session.add_input_flag(*command);
  session.add_tables_flag(*command);
  session.add_threads_flag(*command);
  session.add_result_flags(
      *command, {.json = "an object with the array axes: axis, distance_to_h, closer, way, bound_in_h, "
                         "solution_in_h; of several positions a line each: id, axes, error",
                 .csv = "a row for each axis: id, axis, .., error"});
  command->footer(
      "\nH is the group of U, D and half turns of the other faces; each of the three axes can take the part "
      "of U-D.\n"
      "Within H, prints a shortest solution by H's own ten moves.\n"
      "Several positions, each in quotes, or a file of them are looked up one after the other (--json: a "
      "line "
      "each).\n"
      "Example: halfturn lookup \"F U2 L' B D2 R\"");
  command->callback([words, &session] {
    session.print_to_output(
        [&] {
          const Result<GivenPositions> given = given_positions(*words, session.input(), "position");
          if (!given) return session.fail(given.error());
          if (given->kind == GivenPositions::Kind::one) return lookup_one(session, given->text);
          lookup_list(session, *given);
        },
        files_among(*words));
  });
}

}  // namespace halfturn::cli
