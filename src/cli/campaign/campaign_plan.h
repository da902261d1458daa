#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/shared/commands.h"
#include "halfturn/campaign.h"

namespace halfturn::cli {

/// Which cosets a campaign is to do, and what to show of them, as it is typed.
struct PlanArguments {
  std::string cosets;
  std::optional<std::uint64_t> sample;
  std::optional<std::uint64_t> seed;
  std::string cover = std::string(to_string(CoverKind::with_inverses));
  int prove = CampaignParameters{}.prove;
  bool rehearsal = false;
};

void add_plan_options(CLI::App& command, PlanArguments& arguments);
Result<CampaignPlan> plan_from(const PlanArguments& arguments);

/// This program, for ledgers.
CampaignProgram this_program();

}  // namespace halfturn::cli
