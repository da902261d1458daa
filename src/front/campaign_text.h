#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "halfturn/campaign.h"
#include "halfturn/coset.h"

/// Campaigns and cosets in words, and for other programs.
namespace halfturn {

/// "prove 20 for cosets 0 to 99 of the cover with-inverses" and the like.
std::string plan_text(const CampaignPlan& plan);

nlohmann::ordered_json json_of(const CampaignPlan& plan);
nlohmann::ordered_json json_of(const CampaignIdentity& identity);
nlohmann::ordered_json level_json(const CosetLevel& level);
nlohmann::ordered_json record_json(const CosetRecord& record, bool with_levels);
nlohmann::ordered_json status_json(const CampaignStatus& status);

}  // namespace halfturn
