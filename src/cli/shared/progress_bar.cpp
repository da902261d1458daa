#include "cli/shared/progress_bar.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/text.h"
#include "cli/shared/say.h"

namespace halfturn::cli {

std::string bar_text(double fraction) {
  constexpr int kWidth = 30;
  fraction = std::clamp(fraction, 0.0, 1.0);
  const int filled = static_cast<int>(fraction * kWidth);
  return fmt::format("[{:=<{}}{:{}}] {:3.0f} % ", "", filled, "", kWidth - filled, 100 * fraction);
}

StatusLine::StatusLine(std::chrono::milliseconds every, bool wanted)
    : every_(every), shown_(wanted && ::isatty(STDERR_FILENO) == 1) {}

bool StatusLine::is_due() const {
  return shown_ && std::chrono::steady_clock::now() - last_ >= every_;
}

void StatusLine::show(const std::string& text) {
  if (!shown_) return;
  last_ = std::chrono::steady_clock::now();
  drawn_ = true;
  say("\r{}\x1b[K", base::printable(text));
}

void StatusLine::clear() {
  if (!drawn_) return;
  say("\r\x1b[K");
  drawn_ = false;
}

void ProgressBar::show(const Progress& progress) {
  if (!line_.is_shown() || (progress.task == task_ && !line_.is_due())) return;
  task_ = progress.task;
  line_.show(fmt::format("{} {}{}", progress.task, bar_text(progress.fraction), progress.step));
}

}  // namespace halfturn::cli
