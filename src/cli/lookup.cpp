#include <fmt/core.h>

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/shared/commands.h"
#include "cli/shared/json.h"
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

std::string counted(const Moves& moves) {
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

void lookup(Session& session, const std::string& text) {
  const Result<Position> position = parse_position(text);
  if (!position) return session.fail(position.error());
  const Result<TableStore> store = session.store();
  if (!store) return session.fail(store.error());
  const Run run = session.run_for(*store);
  // Only a few look-ups, so the files are mapped.
  const Result<Phase1Table> phase1 = Phase1Table::open(*store, Residency::mapped, run);
  if (!phase1) return session.fail(phase1.error());
  std::optional<Phase2Table> phase2;

  constexpr std::array<const char*, 3> kNames = {"U-D", "R-L", "F-B"};
  std::vector<AxisAnswer> answers;
  for (int axis = 0; axis < 3; ++axis) {
    const Symmetry up = axis_to_ud(axis);
    const Cube cube = position->cube.seen_through(up);
    const Phase1Coset coset = phase1->coordinates().coset_of(cube);
    AxisAnswer answer{.axis = kNames[static_cast<std::size_t>(axis)], .distance = phase1->distance(coset)};
    answer.closer = moves_in(up.inverse()(phase1->distance_and_moves(coset, answer.distance).moves));
    answer.way = seen_through(phase1->solve(coset), up.inverse());
    if (answer.distance == 0) {
      if (!phase2) {
        Result<Phase2Table> opened = Phase2Table::open(*store, Residency::mapped, run);
        if (!opened) return session.fail(opened.error());
        phase2.emplace(std::move(*opened));
      }
      const Phase2Position in_h = *phase2->coordinates().position_of(cube);
      answer.bound = phase2->distance(in_h);
      if (const std::optional<Moves> home = phase2->solve(in_h, kPhase2Diameter, run.stop); home)
        answer.solution = seen_through(*home, up.inverse());
      else
        return session.fail({ErrorKind::stopped, "stopped while solving within H", {}});
    }
    answers.push_back(std::move(answer));
  }

  if (session.json()) {
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
    return fmt::print("{}\n", json_text(nlohmann::ordered_json{{"axes", rows}}, 2));
  }
  for (const AxisAnswer& answer : answers) {
    if (answer.solution)
      fmt::print("{}  in H; home in at least {}: {}\n", answer.axis, *answer.bound,
                 counted(*answer.solution));
    else
      fmt::print("{}  {} from H: {}   closer: {}\n", answer.axis, answer.distance, counted(answer.way),
                 format_moves(answer.closer));
  }
}

}  // namespace

void add_lookup_command(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("lookup", "Ask the tables: distance to H on each axis, and the way there");
  const auto words = std::make_shared<std::vector<std::string>>();
  command->add_option("position", *words, "Moves, 54 facelets (URFDLB), or 20 pieces (UF UR ..)")
      ->required()
      ->type_name("POSITION");
  session.add_tables_flag(*command);
  session.add_threads_flag(*command);
  session.add_json_flag(*command);
  command->footer(
      "\nH is the group of U, D and half turns of the other faces; each of the three axes can take the part "
      "of U-D.\n"
      "Within H, prints a shortest solution by H's own ten moves.\n"
      "Example: halfturn lookup \"F U2 L' B D2 R\"");
  command->callback([words, &session] {
    const Result<std::string> text = session.text_of(*words);
    if (!text) return session.fail(text.error());
    lookup(session, *text);
  });
}

}  // namespace halfturn::cli
