#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/csv.h"
#include "base/line_ends.h"
#include "front/position_input.h"
#include "front/scramble_source_layout.h"
#include "front/shard.h"
#include "halfturn/cube.h"
#include "halfturn/position.h"
#include "halfturn/result.h"

namespace halfturn {

/// The events of the World Cube Association that use the 3x3x3.
inline constexpr std::array<std::string_view, 6> kCubeEvents = {"333",   "333oh", "333bf",
                                                                "333fm", "333ft", "333mbf"};

/// The events named by --events, without blanks. An Error if one is not in kCubeEvents.
Result<std::vector<std::string>> chosen_events(std::vector<std::string> events);

/// One scramble of an input, with its place.
struct Scramble {
  std::string id;
  bool is_named = false;          ///< the id comes from the input; else it is the scramble's number
  std::string text;               ///< without surrounding blanks
  std::vector<std::string> kept;  ///< the fields of SourceOptions::keep, each on one line
  std::string where;              ///< instead of a line: "argument 2", "session 1, solve 7"
  std::size_t line = 0;           ///< of the input, from 1; 0 if `where` says it
  std::size_t column = 0;         ///< of the text's first character, from 1
  std::uint64_t end = 0;          ///< bytes of the input up to the end of its record
  InputKind input = InputKind::automatic;
  std::optional<Error> error;  ///< if set, why there is no text
};

/// The position that the scramble makes. The place in an Error is that in the whole input.
Result<Position> position_of(const Scramble& scramble);

/// The same by colours.
Result<Cube> cube_of(const Scramble& scramble);

/// A line that comes by itself, such as those of --serve-stdin: 'scramble' or 'id,scramble'. `number`: of the
/// line; it is also its id if it has no other.
Scramble scramble_of_line(std::string_view line, std::size_t number, InputKind input);

/// The same of a line as it was read.
Scramble served_line(const TextLine& line, InputKind input);

/// What is read from an input, and how.
struct SourceOptions {
  /// Only scrambles for these; an Error if the input does not tell events apart. Empty: all of kCubeEvents,
  /// or everything if it does not.
  std::vector<std::string> events;
  InputKind input = InputKind::automatic;
  std::vector<std::string> keep;  ///< columns to keep, by their names or how these begin; "a|b": a, else b
};

/// Reads scrambles from an input of any length, in bounded memory.
class ScrambleSource {
 public:
  /// Recognises the layout from the first lines. `input` must outlive the source.
  static Result<ScrambleSource> open(ByteInput& input, SourceOptions options = {});
  /// These texts, such as arguments of a command line, with the ids 1, 2, ..
  static Result<ScrambleSource> of_texts(const std::vector<std::string>& texts, const SourceOptions& options);

  /// The next scramble; nothing at the end. A record that cannot be read gives a Scramble with an error. An
  /// Error only if the input itself failed.
  Result<std::optional<Scramble>> next();

  /// Makes next() return this one again.
  void put_back(Scramble scramble) {
    waiting_.push_front(std::move(scramble));
    --taken_;
  }

  /// From the beginning on, next() gives these scrambles of all alone, named and placed as among all. If
  /// there are fewer, that is an Error (damaged): they have been counted before.
  void take_only(RowRange range) { range_ = range; }

  /// Whether next() can read on without waiting for input.
  bool ready() { return !waiting_.empty() || reader_->ready(); }

  /// How many records were skipped because of their event, by event. The first 30 events are told apart; the
  /// empty name stands for all others.
  const std::map<std::string, std::uint64_t>& skipped() const { return skipped_; }

 private:
  ScrambleSource(ByteInput& input, SourceOptions options)
      : input_(std::make_unique<LineEnds>(input)),
        reader_(std::make_unique<CsvReader>(*input_)),
        options_(std::move(options)) {}

  Result<std::optional<Scramble>> next_of_all();
  Result<void> read_sessions();
  Result<void> find_kept();
  bool is_wanted(std::string_view event);
  bool is_wanted(const CsvRecord& record);
  void take(CsvRecord& record);
  void take_bad(const CsvRecord& record, const Error& error);
  std::string id_in(const CsvRecord& record) const;
  std::optional<Error> keep_fields(const CsvRecord& record, std::vector<std::string>& kept) const;

  std::unique_ptr<LineEnds> input_;
  std::unique_ptr<CsvReader> reader_;
  ScrambleLayout layout_;
  SourceOptions options_;
  std::vector<std::size_t> kept_;  // the columns of options_.keep
  std::deque<Scramble> waiting_;   // of the record read last, or put back
  std::uint64_t count_ = 0;        // scrambles so far
  std::uint64_t taken_ = 0;        // of these, without those that wait
  std::optional<RowRange> range_;
  std::map<std::string, std::uint64_t> skipped_;
};

}  // namespace halfturn
