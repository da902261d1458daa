#pragma once

#include <optional>
#include <stop_token>
#include <string>

namespace halfturn::cli {

/// Reads lines from a file descriptor as they come. Unlike a stream it notices a stop request while it waits.
class LineReader {
 public:
  LineReader(int fd, std::stop_token stop) : fd_(fd), stop_(std::move(stop)) {}

  /// The next line without its end and without a byte order mark; nothing at the end of the input, on a stop
  /// request, or on an error (then failed()).
  std::optional<std::string> next();

  bool failed() const { return error_number_ != 0; }
  int error_number() const { return error_number_; }

 private:
  bool fill();

  int fd_;
  std::stop_token stop_;
  std::string buffer_;
  std::size_t at_ = 0;
  bool ended_ = false;
  bool first_ = true;
  int error_number_ = 0;
};

}  // namespace halfturn::cli
