#pragma once

#include "campaign/ledger.h"
#include "halfturn/campaign.h"

namespace halfturn {

struct Campaign::State {
  CampaignLedger ledger;
};

}  // namespace halfturn
