#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/csv.h"
#include "cli/shared/scramble_source_layout.h"
#include "halfturn/cube.h"
#include "halfturn/position.h"
#include "halfturn/result.h"

namespace halfturn::cli {

/// The events of the World Cube Association whose puzzle is the 3x3x3.
inline constexpr std::array<std::string_view, 6> kCubeEvents = {"333",   "333oh", "333bf",
                                                                "333fm", "333ft", "333mbf"};

/// One scramble as it was written, and where.
struct Scramble {
  std::string id;
  std::string text;            ///< without blanks around it
  std::size_t line = 0;        ///< of the input, from 1 on
  std::size_t column = 0;      ///< of the text's first character
  std::uint64_t end = 0;       ///< how many bytes of the input are read when its record ends
  std::optional<Error> error;  ///< why there is no text
};

/// Reads the scramble. An Error has its place in the whole input.
Result<Cube> cube_of(const Scramble& scramble);

/// Reads scrambles from an input of any length, in bounded memory.
class ScrambleSource {
 public:
  /// Looks at the first lines of the input to see how it is laid out. `input` must outlive the source.
  /// `events`: only scrambles for these; none named means all of kCubeEvents, where the input tells events
  /// apart.
  static Result<ScrambleSource> open(ByteInput& input, std::vector<std::string> events);

  /// The next scramble; nothing at the end. Where a record cannot be read, a Scramble with an error. An Error
  /// where the input itself failed.
  Result<std::optional<Scramble>> next();

  /// Makes this one the next again.
  void put_back(Scramble scramble) { waiting_.push_front(std::move(scramble)); }

  /// Whether the next scramble can be read without waiting for somebody.
  bool ready() { return !waiting_.empty() || reader_.ready(); }

  /// How many records were passed over because of their event, by event; the empty name stands for all that
  /// came after the first few.
  const std::map<std::string, std::uint64_t>& skipped() const { return skipped_; }

 private:
  ScrambleSource(ByteInput& input, std::vector<std::string> events)
      : reader_(input), events_(std::move(events)) {}

  bool is_wanted(const CsvRecord& record);
  void take(const CsvRecord& record);
  void take_bad(const CsvRecord& record, const Error& error);
  std::string id_in(const CsvRecord& record) const;

  CsvReader reader_;
  ScrambleLayout layout_;
  std::vector<std::string> events_;
  std::deque<Scramble> waiting_;  // of the record that was read last
  std::uint64_t count_ = 0;       // scrambles so far
  std::map<std::string, std::uint64_t> skipped_;
};

}  // namespace halfturn::cli
