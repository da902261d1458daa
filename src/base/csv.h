#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/line_reader.h"
#include "halfturn/result.h"

namespace halfturn {

/// How a record is split into fields.
struct CsvStyle {
  char separator = ',';
  /// The field with this number takes the rest of its line, separators included, unless it is in quotes.
  std::size_t most_fields = std::numeric_limits<std::size_t>::max();
  /// For split_line(): quotes must close within the line, and blanks and CRs outside quotes belong to the
  /// field.
  bool strict = false;
  /// In the field with this index, from 0, a separator between [ and ] of one line belongs to the text, as in
  /// the commutator [R, U]. A bracket that is not closed on its line means nothing.
  std::optional<std::size_t> bracketed = std::nullopt;
};

struct CsvField {
  std::string text;        ///< without quotes
  std::size_t line = 0;    ///< 1-based, of its first character
  std::size_t column = 0;  ///< 1-based, in characters
  bool quoted = false;
};

struct CsvRecord {
  std::vector<CsvField> fields;  ///< at least one; if there is an error, those before it
  std::size_t line = 0;          ///< where it begins, 1-based
  std::uint64_t end = 0;         ///< how many bytes of the input precede its end, its line end included
  std::optional<Error> error;    ///< why it cannot be read
};

/// The longest record that is read, in bytes. Also limits the search for a closing quote.
inline constexpr std::size_t kLongestRecord = kLongestLine;
/// A record has at most so many fields.
inline constexpr std::size_t kMostColumns = 10'000;

/// Reads records in the format of RFC 4180, with any separator, from input of any length in bounded memory.
///
/// Lines end in LF or CR LF; the last may lack its end. A byte order mark is dropped. A quoted field may hold
/// separators, line ends and doubled quotes; blanks around the quotes are ignored. A quote inside an unquoted
/// field is an ordinary character. After a record that cannot be read, the next one begins on the line after
/// the one where the bad one began. Takes time in proportion to the length of the input, whatever it holds:
/// after many quotes that nothing closes, fields may not go on over further lines for a while.
class CsvReader {
 public:
  /// `input` must outlive the reader.
  explicit CsvReader(ByteInput& input) : input_(input) {}

  /// Looks ahead, before the first record: each call gives the next line, without its end, and leaves it to
  /// be read. Nothing if no further line ends within the first megabyte or so.
  Result<std::optional<std::string>> peek_line();
  void skip_lines(std::size_t count);  ///< lines that peek_line has given

  /// The next record; nothing at the end of the input. An Error if the input failed.
  Result<std::optional<CsvRecord>> next(const CsvStyle& style);

  /// Whether next() is likely to return without waiting: a line or more input is there.
  bool ready();

 private:
  ByteInput& input_;
  TextBuffer text_;
  std::size_t peeked_ = 0;    // bytes of the text's rest that peek_line() has given
  std::uint64_t wasted_ = 0;  // bytes that records with an error looked at and left to be read again
};

/// One line as a record; with an error if its quotes are wrong.
CsvRecord split_line(std::string_view line, const CsvStyle& style);

/// A text as a field of a comma-separated row, quoted if it needs to be (RFC 4180).
std::string csv_field(std::string_view text);

}  // namespace halfturn
