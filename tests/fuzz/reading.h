#pragma once

#include <string>
#include <string_view>

#include "front/scramble_source.h"
#include "fuzz/fuzz.h"

namespace halfturn::fuzz {

/// A text that comes in pieces.
class TextInput : public ByteInput {
 public:
  TextInput(std::string_view text, std::size_t piece) : text_(text), piece_(piece) {}

  Result<std::size_t> read(std::span<char> space) override {
    const std::size_t count = std::min({piece_, space.size(), text_.size()});
    std::copy_n(text_.begin(), count, space.begin());
    text_.remove_prefix(count);
    return count;
  }
  bool ready() override { return true; }

 private:
  std::string_view text_;
  std::size_t piece_;
};

inline std::string line_of(const Scramble& scramble) {
  return scramble.id + '|' + scramble.text + '|' + std::to_string(scramble.line) + '|' +
         std::to_string(scramble.column) + '|' + std::to_string(scramble.end) + '|' +
         (scramble.error ? scramble.error->text() : "") + '\n';
}

}  // namespace halfturn::fuzz
