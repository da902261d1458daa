#include "halfturn/stage.h"
#include "serve/api/api.h"
#include "serve/embedded_page.h"
#include "serve/fields.h"

namespace halfturn::serve {

using Json = nlohmann::ordered_json;

std::optional<LongWork> about(Desk& desk, Exchange& exchange) {
  Json variants = Json::array();
  for (const std::string_view variant : all_variants()) variants.push_back(variant);
  Json stages = Json::array();
  for (const Stage stage : all_stages())
    stages.push_back({{"name", stage.name()},
                      {"variant", stage.variant()},
                      {"purpose", stage.purpose()},
                      {"number", stage.number()},
                      {"most_moves", stage.most_moves()}});
  const HttpLimits& limits = desk.options.limits;
  exchange.reply(json_response({{"name", "halfturn"},
                                {"version", desk.options.version},
                                {"api", 1},
                                {"instruction_set", to_string(desk.options.set)},
                                {"threads", desk.options.threads},
                                {"variants", variants},
                                {"stages", stages},
                                {"limits",
                                 {{"body_bytes", limits.body_bytes},
                                  {"upload_bytes", limits.upload_bytes},
                                  {"queue", desk.options.queue},
                                  {"solve_seconds", kMostSolveSeconds},
                                  {"scrambles", kMostScrambles},
                                  {"solutions", kMostSolutions},
                                  {"whole_solutions", kMostWholeSolutions}}},
                                {"can",
                                 {{"optimal", true},
                                  {"coset", true},
                                  {"campaigns", !desk.campaigns.empty()},
                                  {"build_tables", true}}}}));
  return std::nullopt;
}

std::optional<LongWork> openapi(Desk& /*desk*/, Exchange& exchange) {
  for (const EmbeddedFile& file : embedded_files())
    if (file.name == "openapi.json") {
      exchange.reply({.body = std::string(file.bytes)});
      return std::nullopt;
    }
  throw Refusal{404, {ErrorKind::missing, "the description of the API is not in this program", {}}};
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

std::optional<LongWork> campaigns(Desk& desk, Exchange& exchange) {
  if (desk.campaigns.empty()) {
    exchange.reply(json_response(Json::array()));
    return std::nullopt;
  }
  // Among the long ones: a status reads a whole ledger.
  return [&desk](Job& job) { job.done(desk.campaigns.json(job.stop())); };
}

std::optional<LongWork> stop_job(Desk& desk, Exchange& exchange) {
  const std::string& path = exchange.request().path;
  if (!desk.jobs.stop(path.substr(path.rfind('/') + 1)))
    throw Refusal{404, {ErrorKind::missing, "there is no such job", "it may have come to its end"}};
  exchange.reply({.status = 204});
  return std::nullopt;
}

}  // namespace halfturn::serve
