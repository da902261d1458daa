#pragma once

#include <stop_token>

namespace halfturn::cli {

/// Turns the first Ctrl-C (or SIGTERM, SIGHUP) into a stop request; another one half a second later or more
/// ends the program at once. Signals that were ignored at the start stay ignored.
///
/// Create it before any other thread, so that all of them have the signals blocked. Its own thread runs until
/// the program ends.
class Interrupt {
 public:
  Interrupt();

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
};

}  // namespace halfturn::cli
