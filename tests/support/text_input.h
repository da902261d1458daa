#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "base/byte_input.h"

namespace halfturn::testing {

/// A text that is read in pieces of at most a given length, then its end or, if given, an error.
class TextInput : public ByteInput {
 public:
  explicit TextInput(std::string text, std::size_t piece = 1 << 16) : text_(std::move(text)), piece_(piece) {}
  TextInput(std::string text, Error at_end) : TextInput(std::move(text)) { at_end_ = std::move(at_end); }

  Result<std::size_t> read(std::span<char> space) override {
    const std::size_t count = std::min({piece_, space.size(), text_.size() - at_});
    std::copy_n(text_.begin() + static_cast<std::ptrdiff_t>(at_), count, space.begin());
    at_ += count;
    if (count == 0 && !at_end_.message.empty()) return at_end_;
    return count;
  }

  bool ready() override { return true; }

 private:
  std::string text_;
  std::size_t piece_;
  std::size_t at_ = 0;
  Error at_end_;
};

}  // namespace halfturn::testing
