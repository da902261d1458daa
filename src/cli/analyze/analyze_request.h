#pragma once

#include <string>
#include <vector>

#include "halfturn/result.h"
#include "halfturn/stage.h"

namespace halfturn::cli {

/// The stages that --variant and --stages name, in the order of all_stages() and none twice.
/// Variants alone: all their stages ("all": every stage). Stages alone: just these. Both: the stages must be
/// of these variants. Neither: std. An Error says which name is not known, and which are.
Result<std::vector<Stage>> chosen_stages(const std::vector<std::string>& variants,
                                         const std::vector<std::string>& stages);

/// The views that --colours names ("WY", either case, in any order); every one for no letter.
Result<ViewSet> chosen_views(const std::string& colours);

/// The events that --events names, each of them one of the 3x3x3.
Result<std::vector<std::string>> chosen_events(const std::vector<std::string>& events);

}  // namespace halfturn::cli
