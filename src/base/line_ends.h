#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/byte_input.h"

namespace halfturn {

/// A text whose lines may end in LF, CR LF or CR alone, read as one whose lines end in LF or CR LF. The
/// number of bytes stays the same.
class LineEnds : public ByteInput {
 public:
  /// `input` must outlive this.
  explicit LineEnds(ByteInput& input) : input_(input) {}

  Result<std::size_t> read(std::span<char> space) override;
  bool ready() override;

  /// The first byte that is no white space, before anything is read, and leaves it to be read; 0 if there is
  /// none within the first 64 KiB. A byte order mark at the beginning is passed over.
  Result<char> first_byte();

 private:
  Result<bool> take_more();  // false at the end

  ByteInput& input_;
  std::string waiting_;      // taken from the input, not yet read
  std::size_t at_ = 0;       // how much of it has been read
  bool has_return_ = false;  // the last byte taken is a CR, held back until the next one is known
  bool ended_ = false;
};

}  // namespace halfturn
