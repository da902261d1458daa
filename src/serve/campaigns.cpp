#include "serve/campaigns.h"

#include <algorithm>
#include <stop_token>

#include "api/refusal.h"
#include "front/campaign_text.h"
#include "front/json.h"
#include "serve/names.h"

namespace halfturn::serve {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

Json status_of(const std::filesystem::path& folder, const std::stop_token& stop) {
  const Result<Campaign> campaign = Campaign::open(folder, Campaign::Access::read, stop);
  if (!campaign) throw refusal_of(campaign.error());
  const Result<CampaignStatus> found = campaign->status({.threads = 1, .stop = stop, .progress = {}});
  if (!found) throw refusal_of(found.error());
  const CampaignStatus& status = *found;
  Json all = status_json(status);
  Json failures = Json::array();
  for (const Json& failure : all["failures"])
    failures.push_back({{"coset", failure["coset"]},
                        {"outcome", failure["outcome"]},
                        {"message", failure["message"]},
                        {"remaining", failure["remaining"]}});
  const std::optional<double> rate = status.rate();
  return {{"problem", nullptr},
          {"plan", plan_text(status.plan)},
          {"total", status.total},
          {"proved", status.proved},
          {"unproved", status.unproved},
          {"errors", status.errors},
          {"running", status.running},
          {"abandoned", status.abandoned},
          {"mean_seconds", or_null(status.mean_seconds)},
          {"per_minute", rate ? Json(*rate * 60) : Json(nullptr)},
          {"seconds_left", or_null(status.remaining_seconds())},
          {"runners", all["runners"]},
          {"failures", failures}};
}

Json unreadable(const Refusal& refusal) {
  Json json = {{"problem", error_json(refusal)["error"]}};
  for (const char* member : {"plan", "total", "proved", "unproved", "errors", "running", "abandoned",
                             "mean_seconds", "per_minute", "seconds_left", "runners", "failures"})
    json[member] = nullptr;
  return json;
}

}  // namespace

Campaigns::Campaigns(const std::vector<std::filesystem::path>& folders) {
  for (const std::filesystem::path& folder : folders) {
    // The last part of the path, with a number where that is taken.
    const std::filesystem::path plain = std::filesystem::absolute(folder).lexically_normal();
    const std::string last = (plain.has_filename() ? plain : plain.parent_path()).filename().string();
    std::string name = last;
    for (int i = 2; std::ranges::find(watched_, name, &Watched::name) != watched_.end(); ++i)
      name = last + "-" + std::to_string(i);
    watched_.push_back({name, plain, nullptr, {}});
  }
}

Json Campaigns::json(const std::stop_token& stop) {
  const std::lock_guard lock(mutex_);
  Json list = Json::array();
  for (Watched& watched : watched_) {
    const Clock::time_point begin = Clock::now();
    if (begin >= watched.until && !stop.stop_requested()) {
      try {
        watched.status = status_of(watched.folder, stop);
      } catch (const Refusal& refusal) {
        // Whoever asked has gone; the next one reads it.
        if (refusal.error.kind == ErrorKind::stopped) continue;
        watched.status = unreadable(refusal);
      }
      const Clock::time_point now = Clock::now();
      watched.until = now + std::max<Clock::duration>(10 * (now - begin), std::chrono::seconds(1));
    }
    Json json = {{"name", watched.name}, {"folder", watched.folder.string()}};
    if (watched.status.is_object()) json.update(watched.status);
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace halfturn::serve
