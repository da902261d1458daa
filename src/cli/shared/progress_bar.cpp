#include "cli/shared/progress_bar.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace halfturn::cli {

namespace {
constexpr auto kRedrawEvery = std::chrono::milliseconds(60);
constexpr int kWidth = 30;
}  // namespace

ProgressBar::ProgressBar() : on_terminal_(::isatty(STDERR_FILENO) == 1) {}

void ProgressBar::show(const Progress& progress) {
  if (!on_terminal_) return;
  const auto now = std::chrono::steady_clock::now();
  if (progress.task == table_ && now - last_ < kRedrawEvery) return;
  last_ = now;
  table_ = progress.task;
  drawn_ = true;
  const double fraction = std::clamp(progress.fraction, 0.0, 1.0);
  const int filled = static_cast<int>(fraction * kWidth);
  fmt::print(stderr, "\r{} [{:=<{}}{:{}}] {:3.0f} % {}\x1b[K", progress.task, "", filled, "", kWidth - filled,
             100 * fraction, progress.step);
  std::fflush(stderr);
}

void ProgressBar::clear() {
  if (!drawn_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace halfturn::cli
