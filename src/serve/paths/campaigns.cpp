#include "api/refusal.h"
#include "serve/paths/paths.h"

namespace halfturn::serve {

std::optional<LongWork> campaigns(Campaigns& campaigns, Exchange& exchange) {
  if (campaigns.empty()) {
    exchange.reply(json_response(nlohmann::ordered_json::array()));
    return std::nullopt;
  }
  // Among the long ones: a status reads a whole ledger.
  return [&campaigns](Job& job) { job.done(campaigns.json(job.stop())); };
}

}  // namespace halfturn::serve
