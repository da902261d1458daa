#pragma once

#include <string>

#include "cli/shared/session.h"
#include "front/campaign_text.h"
#include "halfturn/campaign_folders.h"

namespace halfturn::cli {

/// One finished coset on one line.
std::string record_line(const CosetRecord& record);

/// "halfturn 0.1.0 (program's checksum), phase-1 table .., cover .."
std::string set_up(const CampaignIdentity& identity);

void print_status(const Session& session, const CampaignStatus& status);

/// Prints each result as it is read, then a summary; only the summary without `details`. JSON lines end with
/// one that has the summary. CSV is always all results and no summary.
Result<void> print_report(Session& session, CampaignFolders& campaign, bool details);

}  // namespace halfturn::cli
