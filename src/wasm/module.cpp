// The functions that JavaScript calls: the API without a server (docs/api.md).
#include <emscripten.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <string>

#include "api/percent.h"
#include "api/router.h"
#include "base/text.h"
#include "front/json.h"
#include "wasm/outside.h"
#include "wasm/page_engines.h"
#include "wasm/page_tables.h"

namespace halfturn::wasm {

namespace {

using api::Exchange;
using api::Refusal;
using api::Request;
using api::Response;

constexpr const char* kTables = "/tables";  // web/npm/src/worker.ts puts tables there, and takes them
constexpr const char* kUpload = "/upload";  // and the body of a request that is a file here
constexpr std::uint64_t kMostBody = 1 << 20;
constexpr std::uint64_t kMostUpload = 256ull << 20;

struct Module {
  PageEngines engines{TableStore(kTables)};
  api::Jobs jobs;
  api::Router router{api::common_routes()};
  api::Desk desk{.facts = {.version = HALFTURN_VERSION,
                           .set = InstructionSet::portable,
                           .threads = 1,
                           .queue = 0,
                           .body_bytes = kMostBody,
                           .upload_bytes = kMostUpload,
                           .stages = offered_stages(),
                           .metrics = {Metric::half, Metric::quarter},
                           .can_coset = false,
                           .can_campaigns = false},
                 .engines = engines,
                 .tables = engines,
                 .jobs = jobs,
                 .threads = [] { return 1; },
                 .shortest = {}};
};

Module& module() {
  static Module the_one;
  return the_one;
}

/// Hands over what is new of an answer.
void pass_on(Exchange& exchange) {
  while (std::optional<Exchange::Output> output = exchange.take_output()) {
    if (output->head) {
      const Response& head = *output->head;
      tell_head(head.status, head.content_type, output->streams);
      if (!output->streams) tell_bytes(head.shared_body ? *head.shared_body : head.body);
    }
    if (!output->bytes.empty()) tell_bytes(output->bytes);
    if (output->is_end) tell_end(output->is_abandoned);
  }
}

/// "solve?x=1", below /api/v1.
void read_target(Request& request, std::string_view target) {
  const std::size_t question = target.find('?');
  const std::optional<std::string> path =
      api::percent_decoded(target.substr(0, question), api::Plus::is_plus);
  std::optional<std::map<std::string, std::string>> query = question == std::string_view::npos
                                                                ? std::map<std::string, std::string>()
                                                                : api::query_of(target.substr(question + 1));
  if (!path || !query)
    throw Refusal{400,
                  {ErrorKind::bad_input, "the path of the request cannot be read", "percent signs are %25"}};
  request.path = "/api/v1/" + *path;
  request.query = *std::move(query);
}

Refusal too_large(std::uint64_t most) {
  return {413,
          {ErrorKind::bad_input, "the body of the request is too large",
           fmt::format("{} bytes is the most here; send longer lists in parts", base::grouped(most))}};
}

std::shared_ptr<api::UploadedFile> take_upload() {
  auto upload = std::make_shared<api::UploadedFile>();
  upload->file = FileDescriptor(::open(kUpload, O_RDONLY | O_CLOEXEC));
  if (!upload->file.valid()) return nullptr;
  ::unlink(kUpload);
  upload->bytes = static_cast<std::uint64_t>(::lseek(upload->file.get(), 0, SEEK_END));
  ::lseek(upload->file.get(), 0, SEEK_SET);
  if (upload->bytes > kMostUpload) throw too_large(kMostUpload);
  return upload;
}

void answer(Module& all, const std::shared_ptr<Exchange>& exchange) {
  const Request& request = exchange->request();
  const api::Route* route = all.router.find(request);
  if (route == nullptr) return exchange->reply(all.router.no_route(request));
  all.engines.begin_request(exchange->gone());
  const std::optional<api::LongWork> work = route->handler(all.desk, *exchange);
  if (!work) return;
  api::Job job(all.jobs, exchange);
  job.begin();
  all.engines.begin_request(job.stop());
  api::answered(
      all.engines, [&] { (*work)(job); },
      [&](const Refusal& refusal) { job.is_answered() ? exchange->abandon() : job.fail(refusal); });
}

/// The request, as far as it can be read: what is wrong with it is thrown as a Refusal.
void read_request(Module& all, Request& request, std::string_view target, std::string_view body) {
  read_target(request, target);
  if (all.router.takes_upload(request)) {
    request.upload = take_upload();
    if (request.upload) return;
  }
  if (body.size() > kMostBody) throw too_large(kMostBody);
  request.body = body;
}

void answer_all(std::string_view method, std::string_view target, std::string_view accept,
                std::string_view content_type, std::string_view body) {
  Module& all = module();
  Request request{.method = std::string(method)};
  request.headers = {{"accept", std::string(accept)}, {"content-type", std::string(content_type)}};
  std::shared_ptr<Exchange> exchange;
  const auto begin = [&] { exchange = std::make_shared<Exchange>(request, [&] { pass_on(*exchange); }); };
  api::answered(
      all.engines,
      [&] {
        read_request(all, request, target, body);
        begin();
        answer(all, exchange);
      },
      [&](const Refusal& refusal) {
        if (!exchange) begin();
        exchange->reply(api::error_response(refusal));
      });
}

}  // namespace
}  // namespace halfturn::wasm

extern "C" {

/// Answers one request, by the functions of outside.h, before it returns. `target`: the path below /api/v1,
/// with its query. Where the path takes files, the body is what is in the file /upload, if there is one.
EMSCRIPTEN_KEEPALIVE void halfturn_request(const char* method, const char* target, const char* accept,
                                           const char* content_type, const char* body, std::size_t bytes) {
  halfturn::wasm::answer_all(method, target, accept, content_type, {body, bytes});
}

/// Takes away those files in /tables that cannot be used, and tells their names as a JSON list.
EMSCRIPTEN_KEEPALIVE void halfturn_check_tables() {
  halfturn::wasm::tell_bytes(
      halfturn::json_text(nlohmann::ordered_json(halfturn::wasm::module().engines.drop_unusable_tables())));
}
}
