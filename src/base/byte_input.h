#pragma once

#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <utility>

#include "halfturn/result.h"

namespace halfturn {

/// A source of bytes, in order.
class ByteInput {
 public:
  ByteInput() = default;
  virtual ~ByteInput() = default;
  ByteInput(const ByteInput&) = delete;
  ByteInput& operator=(const ByteInput&) = delete;

  /// Waits for bytes and fills the front of `space` with them. Returns how many; 0 at the end. Errors:
  /// machine, stopped.
  virtual Result<std::size_t> read(std::span<char> space) = 0;

  /// Whether read() would return without waiting.
  virtual bool ready() = 0;
};

/// An open file, pipe or terminal, which the caller closes. Notices a stop request while it waits.
class FileInput : public ByteInput {
 public:
  /// `name` is for messages.
  FileInput(int fd, std::string name, std::stop_token stop)
      : fd_(fd), name_(std::move(name)), stop_(std::move(stop)) {}

  Result<std::size_t> read(std::span<char> space) override;
  bool ready() override;

  bool stop_requested() const { return stop_.stop_requested(); }
  static Error stopped() { return {ErrorKind::stopped, "stopped while reading", {}}; }

 private:
  int fd_;
  std::string name_;
  std::stop_token stop_;
};

}  // namespace halfturn
