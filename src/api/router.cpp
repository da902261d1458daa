#include "api/router.h"

#include <fmt/format.h>

#include <exception>
#include <new>

#include "api/paths/paths.h"
#include "base/text.h"

namespace halfturn::api {

namespace {

constexpr std::string_view kApi = "/api/v1/";

/// Whether a path fits a route's, in which {job} stands for any word.
bool fits(std::string_view path, std::string_view pattern) {
  const std::size_t brace = pattern.find('{');
  if (brace == std::string_view::npos) return path == pattern;
  return path.starts_with(pattern.substr(0, brace)) && path.size() > brace &&
         path.find('/', brace) == std::string_view::npos;
}

}  // namespace

std::vector<Route> common_routes() {
  return {
      {"GET", "about", about},
      {"GET", "tables", list_tables},
      {"POST", "tables", build_tables},
      {"POST", "position", position},
      {"POST", "solve", solve},
      {"POST", "analyze", analyze, Upload::unless_json},
      {"POST", "solutions", solutions},
      {"POST", "judge", judge},
      {"POST", "scramble", scramble},
      {"POST", "where", where},
      {"GET", "distribution", distribution},
      {"POST", "stats", statistics, Upload::always},
      {"POST", "figure", figure},
      {"DELETE", "jobs/{job}", stop_job},
  };
}

const Route* Router::find(const Request& request) const {
  if (!request.path.starts_with(kApi)) return nullptr;
  const std::string_view path = std::string_view(request.path).substr(kApi.size());
  for (const Route& route : routes_)
    if (route.method == request.method && fits(path, route.path)) return &route;
  return nullptr;
}

Response Router::no_route(const Request& request) const {
  std::string methods;
  if (request.path.starts_with(kApi))
    for (const Route& route : routes_)
      if (fits(std::string_view(request.path).substr(kApi.size()), route.path))
        methods += (methods.empty() ? "" : ", ") + std::string(route.method);
  if (methods.empty())
    return error_response(
        404, {ErrorKind::missing, fmt::format("there is no {} in the API", base::quoted(request.path)),
              "GET /api/v1/openapi.json describes it"});
  Response response = error_response(
      405,
      {ErrorKind::bad_input, fmt::format("{} cannot be done here", base::quoted(request.method)), methods});
  response.headers.emplace_back("Allow", methods);
  return response;
}

bool Router::takes_upload(const Request& request) const {
  const Route* route = find(request);
  if (route == nullptr || route->upload == Upload::never) return false;
  const std::string type = base::in_lower_case(std::string(request.header("content-type")));
  return route->upload == Upload::always || !type.starts_with("application/json");
}

void answered(const Tables& tables, const std::function<void()>& work,
              const std::function<void(const Refusal&)>& refuse) {
  try {
    work();
  } catch (Refusal& refusal) {
    // Which group of tables has it, so that a client can offer to build that.
    if (refusal.error.kind == ErrorKind::missing && !refusal.error.table.empty())
      if (const std::string group = tables.group_of(refusal.error.table); !group.empty())
        refusal.further["build"] = group;
    refuse(refusal);
  } catch (const std::bad_alloc&) {
    refuse(Refusal{503, {ErrorKind::machine, "there is not enough memory for this", "end other programs"}});
  } catch (const std::exception& error) {
    refuse(Refusal{500,
                   {ErrorKind::machine, fmt::format("this failed: {}", base::printable(error.what())), {}}});
  }
}

}  // namespace halfturn::api
