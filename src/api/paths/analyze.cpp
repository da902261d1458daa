#include <algorithm>
#include <chrono>
#include <optional>

#include "api/fields.h"
#include "api/paths/answers.h"
#include "api/paths/list_analysis.h"
#include "api/paths/paths.h"
#include "base/byte_input.h"
#include "base/text.h"
#include "front/analyze_rows.h"
#include "front/scramble_source.h"

namespace halfturn::api {

using Json = nlohmann::ordered_json;

namespace {

struct AnalyzeWish {
  Cube cube;
  std::vector<Stage> stages;
  ViewSet views;
};

/// Row by row, so that the first stages are seen while the last ones take their time.
Json rows_json(const Analyzer& analyzer, const AnalyzeWish& wish, const Run& run,
               const std::function<void(const Json&)>& each) {
  Json rows = Json::array();
  for (const Stage stage : wish.stages) {
    const std::vector<StageRow> found =
        value_or_refuse(analyzer.analyze(wish.cube, {.stages = {stage}, .views = wish.views}, run));
    if (run.stop.stop_requested()) break;  // the row may lack numbers
    rows.push_back({{"stage", stage.name()}, {"lengths", lengths_json(found.front())}});
    each(rows.back());
  }
  return rows;
}

/// The rows of a list, as `halfturn analyze FILE` prints them.
LongWork list_work(Desk& desk, const Request& request) {
  const std::string_view type = request.header("content-type");
  if (!type.starts_with("text/") && !type.starts_with("application/octet-stream"))
    throw Refusal{415,
                  {ErrorKind::bad_input, "the body of the request is neither a position nor a list",
                   "application/json for one position, text/plain for a list"}};
  if (request.wants_events())
    throw Refusal{406, {ErrorKind::bad_input, "the rows of a list are CSV, not events", "Accept: text/csv"}};
  const std::vector<Stage> stages = stages_of_query(request, stages_of_variant("std"));
  const std::string letters = request.parameter("colours").value_or("");
  const ViewSet views =
      letters.empty() ? ViewSet::all() : value_or_refuse(parse_views(letters, ViewLetters::colours));
  return [&desk, stages, views](Job& job) {
    const std::shared_ptr<const Analyzer> analyzer = desk.engines.analyzer(stages);
    FileInput input(job.request().upload->file.get(), "the list", job.stop());
    ListAnalysis list(*analyzer, stages, views);
    value_or_refuse(list.open(input));
    Exchange& exchange = job.take_over();
    exchange.begin({.content_type = "text/csv; charset=utf-8"});
    exchange.write(list.header());
    while (true) {
      const Result<bool> more = list.next({.threads = desk.threads(), .stop = job.stop(), .progress = {}},
                                          [&](const std::string& rows) { exchange.write(rows); });
      if (!more || job.stop().stop_requested()) return exchange.abandon();
      if (!*more) return exchange.end();
    }
  };
}

}  // namespace

std::vector<Stage> stages_of_query(const Request& request, std::vector<Stage> otherwise) {
  const std::optional<std::string> names = request.parameter("stages");
  if (!names || names->empty()) return otherwise;
  std::vector<std::string> list;
  for (std::size_t at = 0; at <= names->size();) {
    const std::size_t end = std::min(names->find(',', at), names->size());
    list.push_back(names->substr(at, end - at));
    at = end + 1;
  }
  std::vector<Stage> stages = stages_named(list);
  std::ranges::sort(stages);  // the order of columns
  return stages;
}

std::optional<LongWork> analyze(Desk& desk, Exchange& exchange) {
  const Request& request = exchange.request();
  if (request.upload) return list_work(desk, request);
  const Fields fields(request, {"position", "input", "stages", "colours"});
  AnalyzeWish wish{by_colour(fields.position()),
                   about_member("stages", [&] { return stages_named(fields.texts("stages")); }),
                   fields.colours()};
  if (wish.stages.empty()) wish.stages = stages_of_variant("std");
  if (request.wants_events() || !std::ranges::all_of(wish.stages, is_quick))
    return [&desk, wish](Job& job) {
      const std::shared_ptr<const Analyzer> analyzer = desk.engines.analyzer(wish.stages);
      const Json rows =
          rows_json(*analyzer, wish, {.threads = desk.threads(), .stop = job.stop(), .progress = {}},
                    [&](const Json& row) { job.send("row", row); });
      job.done({{"rows", rows}, {"stopped", rows.size() < wish.stages.size()}, {"seconds", job.seconds()}});
    };
  const auto begin = std::chrono::steady_clock::now();
  const std::shared_ptr<const Analyzer> analyzer = desk.engines.analyzer(wish.stages);
  const Json rows =
      rows_json(*analyzer, wish, {.threads = 1, .stop = exchange.gone(), .progress = {}}, [](const Json&) {});
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  exchange.reply(json_response({{"rows", rows}, {"stopped", false}, {"seconds", seconds}}));
  return std::nullopt;
}

}  // namespace halfturn::api
