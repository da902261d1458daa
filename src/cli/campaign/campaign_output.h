#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/shared/session.h"
#include "halfturn/campaign_folders.h"

namespace halfturn::cli {

/// "prove 20 for cosets 0 to 99 of the cover with-inverses" and the like.
std::string plan_text(const CampaignPlan& plan);

/// One finished coset on one line.
std::string record_line(const CosetRecord& record);

/// "halfturn 0.1.0 (program's checksum), phase-1 table .., cover .."
std::string set_up(const CampaignIdentity& identity);

nlohmann::ordered_json json_of(const CampaignPlan& plan);
nlohmann::ordered_json json_of(const CampaignIdentity& identity);

void print_status(const Session& session, const CampaignStatus& status);

/// Prints each result as it is read, then a summary; only the summary without `details`. JSON lines end with
/// one that has the summary. CSV is always all results and no summary.
Result<void> print_report(Session& session, CampaignFolders& campaign, bool details);

}  // namespace halfturn::cli
