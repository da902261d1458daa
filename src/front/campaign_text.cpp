#include "front/campaign_text.h"

#include <fmt/core.h>

#include <cmath>

#include "base/text.h"
#include "front/json.h"
#include "front/wording.h"

namespace halfturn {

using Json = nlohmann::ordered_json;

namespace {

std::string hex(std::uint64_t checksum) {
  return fmt::format("{:016x}", checksum);
}

}  // namespace

Json json_of(const CampaignIdentity& identity) {
  return {{"program_version", identity.program_version},
          {"program_checksum", hex(identity.program_checksum)},
          {"table_checksum", hex(identity.table_checksum)},
          {"cover_checksum", hex(identity.cover_checksum)}};
}

Json json_of(const CampaignPlan& plan) {
  Json json = {{"cover", to_string(plan.parameters.cover)}, {"prove", plan.parameters.prove}};
  if (const auto* range = std::get_if<CosetRange>(&plan.cosets)) {
    json["range"] = {range->first, range->end};
  } else {
    const CosetSample sample = std::get<CosetSample>(plan.cosets);
    json["sample"] = {{"count", sample.count}, {"seed", sample.seed}};
  }
  if (plan.shard.count > 1) json["shard"] = {plan.shard.index, plan.shard.count};
  if (plan.parameters.rehearsal) json["rehearsal"] = true;
  return json;
}

Json level_json(const CosetLevel& level) {
  return {{"depth", level.depth},
          {"probes", level.probes},
          {"new", or_null(level.fresh)},
          {"total", or_null(level.total)},
          {"exact", level.exact},
          {"search_s", level.search_seconds},
          {"prepass_s", level.prepass_seconds}};
}

Json record_json(const CosetRecord& record, bool with_levels) {
  Json json = {{"coset", record.index},
               {"twist", record.coset.twist},
               {"flip", record.coset.flip},
               {"slice", record.coset.slice},
               {"outcome", to_string(record.outcome)},
               {"remaining", or_null(record.remaining)},
               {"message", record.message.empty() ? Json(nullptr) : Json(record.message)},
               {"seconds", record.seconds},
               {"threads", record.threads},
               {"at_once", record.at_once},
               {"host", record.host},
               {"started", utc_text(record.started)},
               {"finished", utc_text(record.started + std::llround(record.seconds))},
               {"identity", json_of(record.identity)}};
  if (!with_levels) return json;
  json["levels"] = Json::array();
  for (const CosetLevel& level : record.levels) json["levels"].push_back(level_json(level));
  return json;
}

Json status_json(const CampaignStatus& status) {
  Json runners = Json::array();
  for (const CampaignRunner& runner : status.runners)
    runners.push_back({{"host", runner.host},
                       {"pid", runner.pid},
                       {"started", runner.started},
                       {"coset", or_null(runner.coset)}});
  Json failures = Json::array();
  for (const CosetRecord& record : status.failures) failures.push_back(record_json(record, false));
  return {{"plan", json_of(status.plan)},
          {"created", status.created},
          {"identity", json_of(status.identity)},
          {"cover_size", status.cover_size},
          {"cosets", status.total},
          {"proved", status.proved},
          {"unproved", status.unproved},
          {"errors", status.errors},
          {"running", status.running},
          {"abandoned", status.abandoned},
          {"left", status.left()},
          {"mean_seconds", or_null(status.mean_seconds)},
          {"cosets_per_second", or_null(status.rate())},
          {"remaining_seconds", or_null(status.remaining_seconds())},
          {"runners", runners},
          {"failures", failures},
          {"changes", status.changes}};
}

std::string plan_text(const CampaignPlan& plan) {
  std::string text =
      fmt::format("{}prove {} for ", plan.parameters.rehearsal ? "REHEARSAL, results are made up: " : "",
                  plan.parameters.prove);
  if (const auto* range = std::get_if<CosetRange>(&plan.cosets)) {
    text += fmt::format("cosets {} to {}", range->first, range->end - 1);
  } else {
    const CosetSample sample = std::get<CosetSample>(plan.cosets);
    text += fmt::format("{} random cosets (seed {})", base::grouped(sample.count), sample.seed);
  }
  text += fmt::format(" of the cover {}", to_string(plan.parameters.cover));
  if (plan.shard.count > 1)
    text +=
        fmt::format(", shard {}/{}: {}", plan.shard.index, plan.shard.count, counted(plan.count(), "coset"));
  return text;
}

}  // namespace halfturn
