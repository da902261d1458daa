#pragma once

#include <string>
#include <vector>

#include "halfturn/analyzer.h"
#include "halfturn/result.h"

namespace halfturn::cli {

/// The stages that --variant and --stages name, as indices into all_stages(), in that order and none twice.
/// Variants alone: all their stages ("all": every stage). Stages alone: just these. Both: the stages must be
/// of these variants. Neither: std. An Error says which name is not known, and which are.
Result<std::vector<int>> chosen_stages(const std::vector<std::string>& variants,
                                       const std::vector<std::string>& stages);

/// The views that --colours names ("WY", either case, in any order); every one for no letter.
Result<ViewMask> chosen_views(const std::string& colours);

/// The events that --events names, each of them one of the 3x3x3.
Result<std::vector<std::string>> chosen_events(const std::vector<std::string>& events);

}  // namespace halfturn::cli
