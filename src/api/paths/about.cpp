#include <algorithm>

#include "api/fields.h"
#include "api/paths/paths.h"
#include "halfturn/distribution.h"
#include "halfturn/stage.h"

namespace halfturn::api {

using Json = nlohmann::ordered_json;

std::optional<LongWork> about(Desk& desk, Exchange& exchange) {
  Json variants = Json::array();
  for (const std::string_view variant : all_variants())
    if (std::ranges::any_of(desk.facts.stages, [&](Stage stage) { return stage.variant() == variant; }))
      variants.push_back(variant);
  Json stages = Json::array();
  for (const Stage stage : desk.facts.stages)
    stages.push_back({{"name", stage.name()},
                      {"variant", stage.variant()},
                      {"purpose", stage.purpose()},
                      {"number", stage.number()},
                      {"most_moves", stage.most_moves()}});
  const DeskFacts& facts = desk.facts;
  Json distributions = stages_with_distribution(false);
  if (facts.large_tables)
    for (const std::string& name : stages_with_distribution(true)) distributions.push_back(name);
  Json metrics = Json::array();
  for (const Metric metric : facts.metrics) metrics.push_back(name_of(metric));
  exchange.reply(json_response({{"name", "halfturn"},
                                {"version", facts.version},
                                {"api", 1},
                                {"instruction_set", to_string(facts.set)},
                                {"threads", facts.threads},
                                {"variants", variants},
                                {"stages", stages},
                                {"distributions", distributions},
                                {"metrics", metrics},
                                {"limits",
                                 {{"body_bytes", facts.body_bytes},
                                  {"upload_bytes", facts.upload_bytes},
                                  {"queue", facts.queue},
                                  {"solve_seconds", kMostSolveSeconds},
                                  {"scrambles", kMostScrambles},
                                  {"solutions", kMostSolutions},
                                  {"whole_solutions", kMostWholeSolutions}}},
                                {"can",
                                 {{"optimal", static_cast<bool>(desk.shortest)},
                                  {"coset", facts.can_coset},
                                  {"campaigns", facts.can_campaigns},
                                  {"build_tables", true}}}}));
  return std::nullopt;
}

std::optional<LongWork> list_tables(Desk& desk, Exchange& exchange) {
  exchange.reply(json_response(desk.tables.json()));
  return std::nullopt;
}

std::optional<LongWork> build_tables(Desk& desk, Exchange& exchange) {
  const Fields fields(exchange.request(), {"build"});
  const std::string group = fields.text("build");
  if (!desk.tables.build(group))
    throw Refusal{400,
                  {ErrorKind::bad_input, "there is no group of tables of this name",
                   "GET tables lists them: usual, optimal, stages-large, .."}};
  exchange.reply(json_response(desk.tables.json(), 202));
  return std::nullopt;
}

std::optional<LongWork> stop_job(Desk& desk, Exchange& exchange) {
  const std::string& path = exchange.request().path;
  if (!desk.jobs.stop(path.substr(path.rfind('/') + 1)))
    throw Refusal{404, {ErrorKind::missing, "there is no such job", "it may have come to its end"}};
  exchange.reply({.status = 204});
  return std::nullopt;
}

}  // namespace halfturn::api
