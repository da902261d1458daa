#pragma once

#include <string>
#include <vector>

#include "halfturn/result.h"
#include "halfturn/stage.h"

namespace halfturn::cli {

/// The stages named by --variant and --stages, in the order of all_stages(), without duplicates.
/// Variants alone: all their stages ("all": every stage). Stages alone: just these. Both: the stages, which
/// must belong to the variants. Neither: std. An Error names the unknown name and the known ones.
Result<std::vector<Stage>> chosen_stages(const std::vector<std::string>& variants,
                                         const std::vector<std::string>& stages);

/// The views named by --colours ("WY" or "white,yellow", either case, any order); all of them for an empty
/// text.
Result<ViewSet> chosen_views(const std::string& colours, ViewLetters letters = ViewLetters::colours);

}  // namespace halfturn::cli
