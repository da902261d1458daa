#pragma once

#include <string>

#include "halfturn/campaign.h"

namespace halfturn::cli {

enum class ReportFormat { text, json, csv };

/// "cosets 0 to 99 of the cover with-inverses" and the like.
std::string plan_text(const CampaignPlan& plan);

/// One finished coset on one line.
std::string record_line(const CosetRecord& record);

void print_status(const CampaignStatus& status, bool json);

/// Results one by one as they are read, then what they say together. `details` false: only the latter.
Result<void> print_report(const Campaign& campaign, ReportFormat format, bool details);

}  // namespace halfturn::cli
