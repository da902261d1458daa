#include <algorithm>

#include "api/fields.h"
#include "api/paths/answers.h"
#include "api/paths/paths.h"
#include "front/stage_ways.h"
#include "front/without_count.h"

namespace halfturn::api {

using Json = nlohmann::ordered_json;

namespace {

SlotSet slots_named(const std::vector<std::string>& names) {
  if (names.empty()) return kEverySlot;
  SlotSet slots = 0;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(kSlotNames, name);
    if (found == kSlotNames.end())
      throw Refusal{
          400, {ErrorKind::bad_input, "there is no such slot", "FR, FL, BL and BR, as the cube is held"}};
    slots |= 1u << (found - kSlotNames.begin());
  }
  return slots;
}

Refusal stopped_early() {
  return {409, {ErrorKind::stopped, "stopped before all was found", {}}};
}

struct StageWish {
  Position position;
  SolutionsRequest request;
  std::optional<FaceSet> prefer;
};

Json stage_solutions_json(const Analyzer& analyzer, const StageWish& wish, const Run& run) {
  const View view = wish.request.view;
  const std::vector<StageSolution> found =
      value_or_refuse(shortest_ways(analyzer, by_colour(wish.position), wish.request, wish.prefer, run));
  if (run.stop.stop_requested()) throw stopped_early();
  Json list = Json::array();
  for (const StageSolution& solution : found) list.push_back(stage_solution_json(solution, view));
  return {{"stage", wish.request.stage.name()},
          {"colour", std::string(1, colour_of(view))},
          {"rotation", rotation_to(view, wish.position.orientation)},
          {"optimum", found.empty() ? Json(nullptr) : Json(found.front().moves.size())},
          {"solutions", list}};
}

/// A person's sequence, tried on a cube with each of the colours that count.
struct Attempt {
  std::optional<View> view;          ///< with which the stage is reached at the end
  std::optional<int> reached_after;  ///< moves
};

Attempt attempt_of(const Position& start, const Moves& moves, Stage stage, ViewSet views) {
  Attempt attempt;
  Position now = start;
  now.cube = start.cube.after(moves);
  for (const View view : views)
    if (!attempt.view && Analyzer::reached(by_colour(now), stage, view)) attempt.view = view;
  if (!attempt.view) return attempt;
  now.cube = start.cube;
  int made = 0;
  for (const Move move : moves) {
    if (Analyzer::reached(by_colour(now), stage, *attempt.view)) break;
    now.cube.apply(move);
    ++made;
  }
  attempt.reached_after = made;
  return attempt;
}

constexpr std::size_t kShownBest = 5;
constexpr std::size_t kMostJudgedMoves = 1000;

}  // namespace

std::optional<LongWork> solutions(Desk& desk, Exchange& exchange) {
  const Fields fields(exchange.request(),
                      {"position", "input", "stage", "colour", "count", "max_moves", "slots", "prefer"});
  StageWish wish{
      .position = fields.position(),
      .request = {.stage = fields.stage(),
                  .view = about_member("colour", [&] { return view_named(fields.text("colour")); }),
                  .count = static_cast<std::size_t>(fields.whole("count", 1, kMostSolutions, 1)),
                  .max_moves =
                      static_cast<int>(fields.whole("max_moves", 0, kMostStageMoves, kMostStageMoves)),
                  .slots = about_member("slots", [&] { return slots_named(fields.texts("slots")); })},
      .prefer = {}};
  if (fields.has("prefer")) wish.prefer = fields.faces();
  constexpr std::size_t kFew = 20;
  if (is_quick(wish.request.stage) && wish.request.count <= kFew && !wish.prefer) {
    const auto analyzer = desk.engines.analyzer({wish.request.stage});
    exchange.reply(json_response(
        stage_solutions_json(*analyzer, wish, {.threads = 1, .stop = exchange.gone(), .progress = {}})));
    return std::nullopt;
  }
  return [&desk, wish](Job& job) {
    const auto analyzer = desk.engines.analyzer({wish.request.stage});
    job.done(stage_solutions_json(*analyzer, wish, {.threads = 1, .stop = job.stop(), .progress = {}}));
  };
}

std::optional<LongWork> judge(Desk& desk, Exchange& exchange) {
  const Fields fields(exchange.request(), {"position", "input", "stage", "colours", "moves"});
  const Position position = fields.position();
  const Stage stage = fields.stage();
  const ViewSet views = fields.colours();
  const MoveSequence typed = about_member(
      "moves", [&] { return value_or_refuse(parse_moves(without_count(fields.text("moves")))); });
  if (typed.moves.size() > kMostJudgedMoves)
    throw Refusal{400, {ErrorKind::bad_input, "these are too many moves for a stage", "1,000 at most"}};
  return [&desk, position, stage, views, typed](Job& job) {
    const auto analyzer = desk.engines.analyzer({stage});
    Attempt attempt = attempt_of(position, typed.moves, stage, views);
    std::string held;
    // Perhaps typed as seen with the colour at the bottom, without the rotation before it.
    for (const View view : views) {
      if (attempt.view) break;
      const Symmetry turn = position.orientation.inverse() * symmetry_of(view);
      Position turned = position;
      turned.cube = position.cube.seen_through(turn);
      turned.orientation = position.orientation * turn;
      attempt = attempt_of(turned, typed.moves, stage, ViewSet(view));
      if (attempt.view) held = rotation_to(view, position.orientation);
    }
    const Run run{.threads = desk.threads(), .stop = job.stop(), .progress = {}};
    const Cube cube = by_colour(position);
    const ViewSet judged = attempt.view ? ViewSet(*attempt.view) : views;
    const StageRow row =
        value_or_refuse(analyzer->analyze(cube, {.stages = {stage}, .views = judged}, run)).front();
    std::optional<View> best;
    for (const View view : judged)
      if (row[view] != kNotComputed && (!best || row[view] < row[*best])) best = view;
    Json ways = Json::array();
    if (best) {
      const std::vector<StageSolution> found = value_or_refuse(analyzer->solutions(
          cube, {.stage = stage, .view = *best, .count = kShownBest, .max_moves = row[*best]}, run));
      for (const StageSolution& way : found) ways.push_back(stage_solution_json(way, *best));
    }
    if (job.stop().stop_requested()) throw stopped_early();
    const auto colour = [](const std::optional<View>& view) {
      return view ? Json(std::string(1, colour_of(*view))) : Json(nullptr);
    };
    job.done({{"reached", attempt.view.has_value()},
              {"colour", colour(attempt.view)},
              {"reached_after", attempt.reached_after ? Json(*attempt.reached_after) : Json(nullptr)},
              {"held", held},
              {"length", count_moves(typed.moves).half_turn},
              {"optimum", best ? Json(row[*best]) : Json(nullptr)},
              {"best_colour", colour(best)},
              {"rotation", best ? rotation_to(*best, position.orientation) : ""},
              {"best", ways}});
  };
}

}  // namespace halfturn::api
