#include "cli/analyze/analyze_progress.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "cli/campaign/campaign_output.h"
#include "cli/shared/session.h"

namespace halfturn::cli {

namespace {
constexpr auto kRewriteEvery = std::chrono::milliseconds(200);
constexpr int kBarWidth = 30;
}  // namespace

std::string progress_text(const BatchProgress& progress) {
  std::string text;
  const double fraction = std::clamp(progress.fraction.value_or(0), 0.0, 1.0);
  if (progress.fraction) {
    const int filled = static_cast<int>(fraction * kBarWidth);
    text = fmt::format("[{:=<{}}{:{}}] {:3.0f} % ", "", filled, "", kBarWidth - filled, 100 * fraction);
  }
  text += counted(progress.rows, "row");
  if (progress.rows <= progress.rows_before || progress.seconds <= 0) return text;
  const double rate = static_cast<double>(progress.rows - progress.rows_before) / progress.seconds;
  text += fmt::format(", {:.{}f}/s", rate, rate < 100 ? 1 : 0);
  const double covered = fraction - progress.fraction_before;
  if (progress.fraction && covered > 0)
    text += fmt::format(", {} left", duration((1 - fraction) * progress.seconds / covered));
  return text;
}

BatchStatus::BatchStatus(bool wanted) : shown_(wanted && ::isatty(STDERR_FILENO) == 1) {}

bool BatchStatus::is_due() const {
  return shown_ && std::chrono::steady_clock::now() - last_ >= kRewriteEvery;
}

void BatchStatus::show(const BatchProgress& progress) {
  if (!is_due()) return;
  last_ = std::chrono::steady_clock::now();
  drawn_ = true;
  fmt::print(stderr, "\ranalyzing {}\x1b[K", progress_text(progress));
  std::fflush(stderr);
}

void BatchStatus::clear() {
  if (!drawn_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace halfturn::cli
