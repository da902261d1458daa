#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "halfturn/stats_pictures.h"
#include "stats/chart.h"

/// What pictures of distributions share, whether they show bars or lines.
namespace halfturn::stats {

std::string moves_name(const PictureOptions& options);  ///< of the x axis
std::string share_name(const PictureOptions& options);  ///< of the y axis

/// "51.24"; "<0.01" for a share that would be rounded to zero; empty for zero.
std::string percent_text(double share, int decimals);

/// "white (mean 5.813 ± 0.002)"; without the interval where there is none.
std::string with_mean(std::string_view name, const Distribution& distribution);

/// "n = 1,200,000. Data: random.csv".
std::string origin_text(const std::string& rows, std::string_view source);

/// What the thin lines are, and how long at most.
std::string shares_note(const std::vector<NamedDistribution>& distributions, const PictureOptions& options);

/// The words with the title of the options, if there is one; then its own title goes into the second line.
SheetWords titled(SheetWords words, const PictureOptions& options);

/// The shares from `low` to `high` moves, in percent, with their confidence intervals.
LineSeries line_of(const Distribution& distribution, int low, int high, const PictureOptions& options);

}  // namespace halfturn::stats
