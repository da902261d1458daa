#include "cli/analyze/analyze_progress.h"

#include <fmt/core.h>

#include <algorithm>

#include "cli/campaign/campaign_output.h"
#include "cli/shared/progress_bar.h"
#include "cli/shared/session.h"

namespace halfturn::cli {

std::string progress_text(const BatchProgress& progress) {
  const double fraction = std::clamp(progress.fraction.value_or(0), 0.0, 1.0);
  std::string text = progress.fraction ? bar_text(fraction) : "";
  text += counted(progress.rows, "row");
  if (progress.rows <= progress.rows_before || progress.seconds <= 0) return text;
  const double rate = static_cast<double>(progress.rows - progress.rows_before) / progress.seconds;
  text += fmt::format(", {:.{}f}/s", rate, rate < 100 ? 1 : 0);
  const double covered = fraction - progress.fraction_before;
  if (progress.fraction && covered > 0)
    text += fmt::format(", {} left", duration((1 - fraction) * progress.seconds / covered));
  return text;
}

}  // namespace halfturn::cli
