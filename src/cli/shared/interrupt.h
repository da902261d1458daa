#pragma once

#include <stop_token>

namespace halfturn::cli {

/// Turns the first Ctrl-C (or SIGTERM, SIGHUP) into a stop request; a second one ends the program at once.
///
/// Make it before any other thread, so that all of them leave the signals to it. Lives until the program
/// ends.
class Interrupt {
 public:
  Interrupt();

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
};

}  // namespace halfturn::cli
