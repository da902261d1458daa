#include "api/refusal.h"

#include "front/json.h"

namespace halfturn::api {

using Json = nlohmann::ordered_json;

namespace {

int status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::bad_input:
      return 400;
    case ErrorKind::missing:
    case ErrorKind::stopped:
      return 409;
    case ErrorKind::machine:
    case ErrorKind::damaged:
      break;
  }
  return 500;
}

Json number_or_null(std::size_t number) {
  return number == 0 ? Json(nullptr) : Json(number);
}

}  // namespace

Refusal refusal_of(const Error& error) {
  return {status_of(error.kind), error};
}

Refusal try_again(std::string kind, std::string message, std::string hint, int seconds) {
  return {503,
          {ErrorKind::machine, std::move(message), std::move(hint)},
          std::move(kind),
          {{"retry_after", seconds}}};
}

Json error_json(const Refusal& refusal) {
  const Error& error = refusal.error;
  Json json = {{"kind", refusal.kind.empty() ? to_string(error.kind) : refusal.kind},
               {"message", error.message},
               {"hint", error.hint},
               {"line", number_or_null(error.line)},
               {"column", number_or_null(error.column)}};
  if (!refusal.further.is_null()) json.update(refusal.further);
  return {{"error", std::move(json)}};
}

Response json_response(const Json& json, int status) {
  return {.status = status, .body = json_text(json) + "\n"};
}

Response error_response(const Refusal& refusal) {
  Response response = json_response(error_json(refusal), refusal.status);
  if (const auto seconds = refusal.further.find("retry_after"); seconds != refusal.further.end())
    response.headers.emplace_back("Retry-After", std::to_string(seconds->get<int>()));
  return response;
}

Response error_response(int status, Error error, std::string kind) {
  return error_response(Refusal{status, std::move(error), std::move(kind)});
}

}  // namespace halfturn::api
