#include <charconv>
#include <random>

#include "api/fields.h"
#include "api/paths/answers.h"
#include "api/paths/paths.h"
#include "cube/scrambles.h"
#include "halfturn/notation.h"
#include "halfturn/position.h"
#include "halfturn/where.h"

namespace halfturn::api {

using Json = nlohmann::ordered_json;

namespace {

struct ScrambleWish {
  std::size_t count = 1;
  std::uint64_t seed = 0;
  std::optional<Where> where;
};

std::uint64_t seed_of(const std::string& text) {
  if (text.empty()) {
    std::random_device device;
    return std::uint64_t{device()} << 32 | device();
  }
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error != std::errc() || end != text.data() + text.size())
    throw Refusal{400,
                  {ErrorKind::bad_input, "the member \"seed\" is no number",
                   "a text of digits, since JSON's own numbers lose the last digits of long ones"}};
  return seed;
}

std::vector<Stage> stages_in(const Where& where) {
  std::vector<Stage> stages;
  for (const Conditions& conditions : where.alternatives)
    for (const Condition& condition : conditions) stages.push_back(condition.stage);
  return stages;
}

/// Conditions that some position may satisfy; refuses others.
Where where_in(const std::string& text) {
  return about_member(
      "where", [&] { return value_or_refuse(without_impossible(value_or_refuse(parse_where(text)))); });
}

Json condition_json(const Condition& condition) {
  std::string colours;
  for (const View view : condition.views) colours += colour_of(view);
  Json slots = Json::array();
  for (std::size_t slot = 0; slot < kSlotNames.size(); ++slot)
    if ((condition.slots >> slot & 1u) != 0) slots.push_back(kSlotNames[slot]);
  Json lengths = Json::array();
  for (int length = 0; length <= kMostStageMoves; ++length)
    if ((condition.lengths >> length & 1u) != 0) lengths.push_back(length);
  return {{"stage", condition.stage.name()},
          {"colours", colours},
          {"worst", condition.worst},
          {"slots", slots},
          {"lengths", lengths},
          {"text", condition.text}};
}

Json scramble_json(const Solver& solver, const Cube& cube, const std::stop_token& stop) {
  SolveOptions options;
  options.max_moves = kScrambleMoves;
  const Moves moves =
      inverse(solver.solve(cube, options, {.threads = 1, .stop = stop, .progress = {}}).best());
  return {{"moves", format_moves(moves)},
          {"length", moves.size()},
          {"facelets", format_facelets(cube)},
          {"stages", Json::object()}};
}

/// The lengths that the conditions speak of.
Json stages_json(const ConditionalCubes& cubes, const ConditionalCube& cube) {
  Json stages = Json::object();
  for (std::size_t s = 0; s < cubes.stages().size(); ++s) {
    Json lengths = Json::object();
    for (const View view : cubes.views(s))
      if (cube.rows[s][view] != kNotComputed) lengths[std::string(1, colour_of(view))] = cube.rows[s][view];
    stages[name_of(cubes.stages()[s])] = lengths;
  }
  return stages;
}

Json any_scrambles(const Solver& solver, const ScrambleWish& wish, const std::stop_token& stop) {
  RandomCubes random(wish.seed);
  Json list = Json::array();
  for (std::size_t i = 0; i < wish.count && !stop.stop_requested(); ++i)
    list.push_back(scramble_json(solver, draw_scrambled(random), stop));
  return {{"seed", std::to_string(wish.seed)},
          {"method", nullptr},
          {"scrambles", list},
          {"stopped", list.size() < wish.count}};
}

void scrambles_where(Job& job, Desk& desk, const ScrambleWish& wish) {
  const auto solver = desk.engines.solver(Metric::half);
  desk.engines.need_stage_tables(stages_in(*wish.where));
  const Run run = job.run(desk.threads());
  ConditionalCubes cubes = value_or_refuse(ConditionalCubes::open(
      desk.engines.store(),
      {.where = *wish.where, .seed = wish.seed, .residency = Residency::mapped, .set = desk.facts.set}, run));
  Json list = Json::array();
  while (list.size() < wish.count) {
    constexpr std::uint64_t kTries = 100'000'000;
    const std::vector<ConditionalCube> found =
        value_or_refuse(cubes.next(wish.count - list.size(), {.tries = kTries}, run));
    for (const ConditionalCube& cube : found) {
      if (is_too_close(cube.cube)) continue;
      Json json = scramble_json(*solver, cube.cube, job.stop());
      json["stages"] = stages_json(cubes, cube);
      list.push_back(std::move(json));
    }
    if (job.stop().stop_requested()) break;
    if (found.empty())
      throw Refusal{409,
                    {ErrorKind::missing, "gave up: no position that satisfies the conditions was found",
                     "ask for less"}};
  }
  job.done({{"seed", std::to_string(wish.seed)},
            {"method", cubes.method()},
            {"scrambles", list},
            {"stopped", list.size() < wish.count}});
}

}  // namespace

std::optional<LongWork> scramble(Desk& desk, Exchange& exchange) {
  const Fields fields(exchange.request(), {"count", "where", "seed"});
  ScrambleWish wish{.count = static_cast<std::size_t>(fields.whole("count", 1, kMostScrambles, 1)),
                    .seed = about_member("seed", [&] { return seed_of(fields.text("seed", "")); }),
                    .where = {}};
  const std::string where = fields.text("where", "");
  if (where.find_first_not_of(" \t\r\n") != std::string::npos) {
    wish.where = where_in(where);
    return [&desk, wish](Job& job) { scrambles_where(job, desk, wish); };
  }
  constexpr std::size_t kFew = 20;
  if (wish.count > kFew)
    return [&desk, wish](Job& job) {
      job.done(any_scrambles(*desk.engines.solver(Metric::half), wish, job.stop()));
    };
  exchange.reply(json_response(any_scrambles(*desk.engines.solver(Metric::half), wish, exchange.gone())));
  return std::nullopt;
}

std::optional<LongWork> where(Desk& /*desk*/, Exchange& exchange) {
  const Fields fields(exchange.request(), {"where"});
  Json alternatives = Json::array();
  for (const Conditions& conditions : where_in(fields.text("where")).alternatives) {
    Json list = Json::array();
    for (const Condition& condition : conditions) list.push_back(condition_json(condition));
    alternatives.push_back(std::move(list));
  }
  exchange.reply(json_response({{"alternatives", alternatives}}));
  return std::nullopt;
}

}  // namespace halfturn::api
