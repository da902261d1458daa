#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "base/byte_input.h"
#include "base/csv.h"
#include "base/file_descriptor.h"
#include "base/line_ends.h"
#include "halfturn/result.h"

namespace halfturn::cli {

struct GivenSolution {
  std::string id;  ///< empty if it has none
  std::string text;
  std::size_t line = 0;
  std::optional<Error> error;  ///< why there is no text
};

/// Reads solutions as `halfturn solve` prints them: lines of "moves (3)" or "id: moves (3)", or a table with
/// a column `moves` or `solution`, and `id`. Blank lines and comments between lines are passed over.
class SolutionSource {
 public:
  /// `name`: a file, or - for stdin.
  static Result<std::unique_ptr<SolutionSource>> open(const std::string& name, const std::stop_token& stop);

  /// Nothing at the end.
  Result<std::optional<GivenSolution>> next();

 private:
  SolutionSource() = default;
  bool recognise_header(const std::string& line);
  static GivenSolution from_line(const CsvRecord& record);
  GivenSolution from_row(const CsvRecord& record) const;

  FileDescriptor file_;
  std::unique_ptr<ByteInput> input_;
  std::unique_ptr<LineEnds> text_;
  std::unique_ptr<CsvReader> reader_;
  CsvStyle style_{.most_fields = 1};
  std::optional<std::size_t> id_;  // columns of a table
  std::optional<std::size_t> moves_;
  std::optional<std::size_t> errors_;
};

}  // namespace halfturn::cli
