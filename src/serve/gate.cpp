#include "serve/gate.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/refusal.h"
#include "base/text.h"

namespace halfturn::serve {

namespace {

Response forbidden(int status, std::string message, std::string hint) {
  return error_response(status, {ErrorKind::bad_input, std::move(message), std::move(hint)}, "forbidden");
}

/// Compares without telling by its time how much of the token is right.
bool is_same(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned>(a[i] ^ b[i]);
  return difference == 0;
}

}  // namespace

bool Gate::is_token_right(const Request& request) const {
  constexpr std::string_view kBearer = "bearer ";
  std::string_view given = request.header("authorization");
  if (base::in_lower_case(std::string(given.substr(0, kBearer.size()))) != kBearer) return false;
  given.remove_prefix(kBearer.size());
  return is_same(given, token_);
}

std::optional<Response> Gate::refusal(const Request& request) const {
  const std::string host = base::in_lower_case(std::string(request.header("host")));
  if (!hosts_.empty() && std::ranges::find(hosts_, host) == hosts_.end())
    return forbidden(403, fmt::format("this server does not go by the name {}", base::quoted(host)),
                     fmt::format("open http://{}/", hosts_.front()));
  const std::string origin = base::in_lower_case(std::string(request.header("origin")));
  if (!origin.empty() && origin != "http://" + host)
    return forbidden(403, fmt::format("pages of {} may not ask this server", base::quoted(origin)),
                     "use the page that it serves itself");
  if (!request.path.starts_with("/api/")) return std::nullopt;
  // A browser says where a request came from, also where it sends no Origin; other programs say nothing.
  const std::string_view site = request.header("sec-fetch-site");
  if (!site.empty() && site != "same-origin" && site != "none")
    return forbidden(403, "pages of other sites may not ask this server",
                     "use the page that it serves itself");
  if (!token_.empty() && !is_token_right(request)) {
    Response response = forbidden(401, "this server wants a token",
                                  "open the address that it printed when it began, or send the header "
                                  "Authorization: Bearer TOKEN");
    response.headers.emplace_back("WWW-Authenticate", "Bearer");
    return response;
  }
  return std::nullopt;
}

}  // namespace halfturn::serve
