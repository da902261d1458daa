#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "api/desk.h"
#include "api/exchange.h"
#include "api/job.h"
#include "api/message.h"
#include "api/refusal.h"

/// The API, docs/api.md: a function for each path below /api/v1. Nothing here is about connections: the local
/// web server answers by it, and so does the WebAssembly module.
namespace halfturn::api {

/// Work that takes long. It answers by `job.done()`, or throws a Refusal.
using LongWork = std::function<void(Job& job)>;

/// Answers at once by Exchange::reply(), or returns what is then done among the long pieces of work. May
/// throw a Refusal. Takes milliseconds.
using Handler = std::function<std::optional<LongWork>(Desk&, Exchange&)>;

/// Whether the body of a request is a file.
enum class Upload { never, always, unless_json };

struct Route {
  std::string_view method;
  std::string_view path;  ///< below /api/v1/; "jobs/{job}" stands for any job
  Handler handler;
  Upload upload = Upload::never;
};

/// Those that anybody can answer.
std::vector<Route> common_routes();

/// Finds who answers.
class Router {
 public:
  explicit Router(std::vector<Route> routes) : routes_(std::move(routes)) {}

  /// Null if there is none; no_route() says so.
  const Route* find(const Request& request) const;
  Response no_route(const Request& request) const;
  /// Whether the body of this request is a file.
  bool takes_upload(const Request& request) const;

 private:
  std::vector<Route> routes_;
};

/// Does the work of an answer. Whatever goes wrong is handed to `refuse`.
void answered(const Tables& tables, const std::function<void()>& work,
              const std::function<void(const Refusal&)>& refuse);

}  // namespace halfturn::api
