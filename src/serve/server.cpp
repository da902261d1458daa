#include "serve/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "api/percent.h"
#include "api/router.h"
#include "base/parallel.h"
#include "base/text.h"
#include "serve/gate.h"
#include "serve/page.h"
#include "serve/paths/paths.h"
#include "serve/table_keeper.h"
#include "serve/work_queue.h"

namespace halfturn::serve {

namespace {

/// So many long pieces of work run at once; the system shares the processors among them.
constexpr int kLongAtOnce = 16;
constexpr std::size_t kLongWaiting = 64;
// Behind the thread of the connections, and the long ones behind the short ones.
constexpr int kQuickNiceness = 1;
constexpr int kLongNiceness = 4;

bool is_loopback(const std::string& address) {
  return address == "::1" || address.starts_with("127.");
}

std::string bracketed(const std::string& address) {
  return address.find(':') == std::string::npos ? address : "[" + address + "]";
}

Refusal overloaded() {
  return try_again("busy", "there is more to do than can wait", "try again in a moment", 1);
}

std::vector<std::string> own_names(const ServerOptions& options, std::uint16_t port) {
  if (!is_loopback(options.address)) return {};
  std::vector<std::string> names;
  for (const std::string& name : {bracketed(options.address), std::string("localhost"),
                                  std::string("127.0.0.1"), std::string("[::1]")}) {
    names.push_back(fmt::format("{}:{}", name, port));
    if (port == 80) names.push_back(name);
  }
  return names;
}

}  // namespace

struct Server::Parts {
  Parts(const TableStore& store, ServerOptions given)
      : options(std::move(given)),
        engines(store, options.set, [this](const auto& names) { return tables.being_built(names); }),
        tables(store, options.threads, [this] { use_new_tables(); }),
        campaigns(options.campaigns),
        page(options.page.empty() ? Page::embedded() : Page::in_folder(options.page)),
        quick({.threads = options.threads, .most_waiting = options.queue, .niceness = kQuickNiceness}),
        slow({.threads = kLongAtOnce,
              .most_waiting = std::min(kLongWaiting, options.queue),
              .niceness = kLongNiceness}) {}

  ~Parts() {
    // Whoever waits is told that nobody answers; then nothing new comes.
    if (http) http->close();
    tables.stop();
    quick.close();
    slow.close();
  }

  void use_new_tables() {
    engines.tables_have_changed();
    open_engines();
  }

  /// How many threads a long piece of work that begins now should use: a fair share of all.
  int fair_threads() const {
    const auto sharing = static_cast<int>(std::max<std::size_t>(slow.running(), 1));
    return std::max(1, options.threads / sharing);
  }

  std::vector<Route> all_routes() {
    std::vector<Route> routes = common_routes();
    routes.push_back({"GET", "openapi.json", [](Desk&, Exchange& exchange) { return openapi(exchange); }});
    routes.push_back({"GET", "campaigns",
                      [this](Desk&, Exchange& exchange) { return serve::campaigns(campaigns, exchange); }});
    routes.push_back({"POST", "coset", [this](Desk& shared, Exchange& exchange) {
                        return coset(shared, one_coset, exchange);
                      }});
    return routes;
  }

  /// Opens what most requests need, so that the first of them does not wait for it.
  void open_engines() {
    slow.submit([this] {
      answered(
          tables,
          [this] {
            engines.solver(Metric::half);
            engines.analyzer({Stage()});
          },
          [](const Refusal&) {});  // whoever asks for it hears why it cannot be
    });
  }

  /// Answers what needs no work: refusals, files of the page, paths that do not exist.
  std::optional<Response> look(const Request& request) const {
    if (std::optional<Response> refused = gate->refusal(request)) return refused;
    if (!request.path.starts_with("/api/")) return page_response(request);
    if (router.find(request) != nullptr) return std::nullopt;
    return router.no_route(request);
  }

  Response page_response(const Request& request) const {
    if (request.method != "GET") {
      Response response =
          error_response(405, {ErrorKind::bad_input, "the files of the page can only be read", "GET"});
      response.headers.emplace_back("Allow", "GET, HEAD");
      return response;
    }
    if (std::optional<Response> file = page.find(request)) return *std::move(file);
    return error_response(
        404, {ErrorKind::missing, fmt::format("there is nothing at {}", base::quoted(request.path)),
              "the page is at /, the API below /api/v1/"});
  }

  void answer(const std::shared_ptr<Exchange>& exchange) {
    const Route* route = router.find(exchange->request());
    const bool taken = quick.submit([this, route, exchange] {
      answered(
          tables, [&] { begin(*route, exchange); },
          [&](const Refusal& refusal) { exchange->reply(error_response(refusal)); });
    });
    if (!taken) exchange->reply(error_response(overloaded()));
  }

  /// On a thread for short work.
  void begin(const Route& route, const std::shared_ptr<Exchange>& exchange) {
    if (exchange->gone().stop_requested()) return;
    Desk& shared = *desk;
    std::optional<LongWork> work = route.handler(shared, *exchange);
    if (!work) return;
    const auto job = std::make_shared<Job>(jobs, exchange);
    const bool taken = slow.submit([this, exchange, job, work = *std::move(work)] {
      if (exchange->gone().stop_requested()) return;
      job->begin();
      answered(
          tables, [&] { work(*job); },
          [&](const Refusal& refusal) { job->is_answered() ? exchange->abandon() : job->fail(refusal); });
    });
    if (taken) job->begin();
    if (!taken) throw overloaded();
  }

  ServerOptions options;
  ServerEngines engines;
  TableKeeper tables;
  Campaigns campaigns;
  Page page;
  Jobs jobs;
  std::mutex one_coset;
  std::optional<Gate> gate;
  Router router{all_routes()};
  std::optional<Desk> desk;
  std::unique_ptr<HttpServer> http;  // ends after the work that answers its requests
  WorkQueue quick;
  WorkQueue slow;
};

Server::Server(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Server::Server(Server&&) noexcept = default;
Server& Server::operator=(Server&&) noexcept = default;
Server::~Server() = default;

Result<Server> Server::start(const TableStore& store, ServerOptions options) {
  if (options.token.empty() && !is_loopback(options.address))
    return Error{ErrorKind::bad_input,
                 fmt::format("other machines could reach {}", base::quoted(options.address)),
                 "give a token, which they must then send, or leave the address out"};
  if (options.threads == 0) options.threads = base::default_threads();
  auto parts = std::make_unique<Parts>(store, std::move(options));
  Parts* all = parts.get();
  all->desk.emplace(Desk{.facts = {.version = all->options.version,
                                   .set = all->options.set,
                                   .threads = all->options.threads,
                                   .queue = all->options.queue,
                                   .body_bytes = all->options.limits.body_bytes,
                                   .upload_bytes = all->options.limits.upload_bytes,
                                   .stages = {all_stages().begin(), all_stages().end()},
                                   .metrics = {Metric::half, Metric::quarter},
                                   .large_tables = true,
                                   .can_coset = true,
                                   .can_campaigns = !all->campaigns.empty()},
                         .engines = all->engines,
                         .tables = all->tables,
                         .jobs = all->jobs,
                         .threads = [all] { return all->fair_threads(); },
                         .shortest =
                             [all](Job& job, const SolveWish& wish) {
                               find_shortest(job, all->engines, all->fair_threads(), wish);
                             }});
  HttpServer::Options where{
      .address = all->options.address, .port = all->options.port, .limits = all->options.limits};
  std::error_code trouble;
  where.upload_folder = std::filesystem::temp_directory_path(trouble).string();
  if (trouble) where.upload_folder = "/tmp";
  Result<std::unique_ptr<HttpServer>> http = HttpServer::listen(where);
  if (!http) return http.error();
  all->http = *std::move(http);
  all->gate.emplace(own_names(all->options, all->http->port()), all->options.token);
  all->http->serve(
      {.look = [all](const Request& request) { return all->look(request); },
       .takes_upload = [all](const Request& request) { return all->router.takes_upload(request); },
       .answer = [all](const std::shared_ptr<Exchange>& exchange) { all->answer(exchange); }});
  all->open_engines();
  if (all->options.build_tables) all->tables.build("usual");
  return Server(std::move(parts));
}

std::uint16_t Server::port() const {
  return parts_->http->port();
}

std::string Server::url() const {
  const ServerOptions& options = parts_->options;
  return fmt::format("http://{}:{}/{}", bracketed(options.address), port(),
                     options.token.empty() ? "" : "?token=" + percent_encoded(options.token));
}

HttpCounts Server::counts() const {
  return parts_->http->counts();
}

}  // namespace halfturn::serve
