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

/// The events of the World Cube Association that use the 3x3x3.
inline constexpr std::array<std::string_view, 6> kCubeEvents = {"333",   "333oh", "333bf",
                                                                "333fm", "333ft", "333mbf"};

/// One scramble of an input, with its place.
struct Scramble {
  std::string id;
  std::string text;            ///< without surrounding blanks
  std::size_t line = 0;        ///< of the input, from 1
  std::size_t column = 0;      ///< of the text's first character, from 1
  std::uint64_t end = 0;       ///< bytes of the input up to the end of its record
  std::optional<Error> error;  ///< if set, why there is no text
};

/// The position after the scramble, as it leaves the cube held. The place in an Error is that in the whole
/// input.
Result<Position> position_of(const Scramble& scramble);

/// The cube after the scramble, by colours. The place in an Error is that in the whole input.
Result<Cube> cube_of(const Scramble& scramble);

/// Reads scrambles from an input of any length, in bounded memory.
class ScrambleSource {
 public:
  /// Recognises the layout from the first lines. `input` must outlive the source. `events`: read only
  /// scrambles for these, an Error if the input has no column for events; empty: all of kCubeEvents, or
  /// everything if there is no such column.
  static Result<ScrambleSource> open(ByteInput& input, std::vector<std::string> events);

  /// The next scramble; nothing at the end. A record that cannot be read gives a Scramble with an error. An
  /// Error only if the input itself failed.
  Result<std::optional<Scramble>> next();

  /// Makes next() return this one again.
  void put_back(Scramble scramble) { waiting_.push_front(std::move(scramble)); }

  /// Whether next() can read on without waiting for input.
  bool ready() { return !waiting_.empty() || reader_.ready(); }

  /// How many records were skipped because of their event, by event. The first 30 events are told apart; the
  /// empty name stands for all others.
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
  std::deque<Scramble> waiting_;  // of the record read last, or put back
  std::uint64_t count_ = 0;       // scrambles so far
  std::map<std::string, std::uint64_t> skipped_;
};

}  // namespace halfturn::cli
