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

/// How the fields of a record are told apart.
struct CsvStyle {
  char separator = ',';
  /// The last of so many fields takes the rest of its line, separators included, unless it is in quotes.
  std::size_t most_fields = std::numeric_limits<std::size_t>::max();
  /// For split_line(): quotes are closed within the line, and what is not a quote belongs to its field, be it
  /// a blank or a CR.
  bool strict = false;
};

struct CsvField {
  std::string text;        ///< without quotes
  std::size_t line = 0;    ///< where its first character is, from 1 on
  std::size_t column = 0;  ///< likewise, in characters
  bool quoted = false;
};

struct CsvRecord {
  std::vector<CsvField> fields;  ///< at least one; where there is an error, those before it
  std::size_t line = 0;          ///< where it begins, from 1 on
  std::uint64_t end = 0;         ///< how many bytes of the input are read when it ends
  std::optional<Error> error;    ///< why it cannot be read
};

/// The longest record that is read, in bytes. Quotes that are never closed are noticed here at the latest.
inline constexpr std::size_t kLongestRecord = 1 << 20;

/// Reads records as RFC 4180 has them, with any separator, from an input of any length in bounded memory.
///
/// Lines end in LF or CR LF; the last may lack its end. A byte order mark is dropped. A field in quotes
/// may hold separators, line ends and, doubled, quotes; blanks around the quotes are ignored, and a quote
/// within a field that does not begin with one is a character like others. A record that cannot be read costs
/// one line: the next record begins on the line after the one where it began.
class CsvReader {
 public:
  /// `input` must outlive the reader.
  explicit CsvReader(ByteInput& input) : input_(input) {}

  /// Looks ahead, before the first record: a line that is still to be read, the first call giving the first
  /// of them, without its end. Nothing where there is no such line within the first megabyte.
  Result<std::optional<std::string>> peek_line();
  void skip_lines(std::size_t count);  ///< lines that peek_line has given

  /// The next record; nothing at the end of the input. An Error where the input failed.
  Result<std::optional<CsvRecord>> next(const CsvStyle& style);

  /// Whether the next record can be read without waiting for somebody.
  bool ready();

 private:
  ByteInput& input_;
  TextBuffer text_;
  std::size_t peeked_ = 0;  // bytes of the text's rest that were looked at
};

/// One line as a record; where its quotes are wrong, with an error.
CsvRecord split_line(std::string_view line, const CsvStyle& style);

/// A text as a field of a row, in quotes where it needs them (RFC 4180).
std::string csv_field(std::string_view text);

}  // namespace halfturn
