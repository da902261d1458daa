#include "cli/shared/progress_bar.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>

#include "base/text.h"
#include "cli/shared/say.h"
#include "front/wording.h"

namespace halfturn::cli {

namespace {

constexpr auto kLongestSilence = std::chrono::minutes(10);

}  // namespace

StatusLine::StatusLine(Duration every, bool wanted, Duration first_line)
    : kind_(!wanted                        ? Kind::none
            : ::isatty(STDERR_FILENO) == 1 ? Kind::terminal
                                           : Kind::log),
      every_(kind_ == Kind::log ? first_line : every) {
  if (kind_ == Kind::log) next_ = Clock::now() + first_line;
}

bool StatusLine::is_due() const {
  return kind_ != Kind::none && Clock::now() >= next_;
}

void StatusLine::show(const std::string& text) {
  if (kind_ == Kind::none) return;
  if (kind_ == Kind::log) every_ = std::min<Duration>(2 * every_, kLongestSilence);
  next_ = Clock::now() + every_;
  if (kind_ == Kind::log) return say("halfturn: {}\n", base::printable(text));
  drawn_ = true;
  say("\r{}\x1b[K", base::printable(text));
}

void StatusLine::clear() {
  if (!drawn_) return;
  say("\r\x1b[K");
  drawn_ = false;
}

std::string StatusLine::bar(double fraction) const {
  constexpr int kWidth = 30;
  fraction = std::clamp(fraction, 0.0, 1.0);
  if (!is_terminal()) return fmt::format("{:.0f} % ", 100 * fraction);
  const int filled = static_cast<int>(fraction * kWidth);
  return fmt::format("[{:=<{}}{:{}}] {:3.0f} % ", "", filled, "", kWidth - filled, 100 * fraction);
}

void ProgressBar::show(const Progress& progress) {
  const bool is_new = progress.task != task_;
  if (is_new || progress.fraction < fraction_) {
    task_ = progress.task;
    begin_ = std::chrono::steady_clock::now();
    at_begin_ = progress.fraction;
  }
  fraction_ = progress.fraction;
  if (!line_.is_due() && !(is_new && line_.is_terminal())) return;
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin_;
  const double share = at_begin_ < 1 ? (fraction_ - at_begin_) / (1 - at_begin_) : 0;
  line_.show(fmt::format("{} {}{}{}", progress.task, line_.bar(progress.fraction), progress.step,
                         time_left(seconds.count(), share)));
}

}  // namespace halfturn::cli
