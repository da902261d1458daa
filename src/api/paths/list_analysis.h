#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "api/message.h"
#include "base/byte_input.h"
#include "front/analyze_rows.h"
#include "front/scramble_source.h"
#include "halfturn/analyzer.h"

namespace halfturn::api {

/// The rows of a list of scrambles of any layout, lot by lot, in bounded memory.
class ListAnalysis {
 public:
  /// The analyzer must outlive this.
  ListAnalysis(const Analyzer& analyzer, std::vector<Stage> stages, ViewSet views);

  /// Looks at the beginning of the list, which must outlive this.
  Result<void> open(ByteInput& input);

  const std::string& header() const { return format_.header(); }
  /// Analyses some more, and hands over their rows as text, those of scrambles that cannot be read included.
  /// False if there was nothing more. After a stop, rows may be missing.
  Result<bool> next(const Run& run, const std::function<void(const std::string& rows)>& use);

  std::uint64_t rows() const { return rows_; }    ///< so far
  std::uint64_t bytes() const { return bytes_; }  ///< of the list, up to the last of them
  const std::vector<Error>& problems() const {
    return problems_;
  }  ///< of the first scrambles that cannot be read
  std::uint64_t bad_rows() const { return bad_rows_; }
  const std::map<std::string, std::uint64_t>& skipped() const { return source_->skipped(); }  ///< by event

 private:
  const Analyzer& analyzer_;
  std::vector<Stage> stages_;
  ViewSet views_;
  RowFormat format_;
  std::optional<ScrambleSource> source_;
  std::size_t lot_;  // how many are analysed at once
  std::uint64_t rows_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t bad_rows_ = 0;
  std::vector<Error> problems_;
};

/// The stages that the parameter `stages` of the address names, with commas between them, in the order of
/// columns.
std::vector<Stage> stages_of_query(const Request& request, std::vector<Stage> otherwise);

}  // namespace halfturn::api
