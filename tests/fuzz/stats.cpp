#include "halfturn/stats.h"

#include "fuzz/fuzz.h"

using namespace halfturn;
using fuzz::hold;

namespace {

/// All that comes of reading a text piece by piece, as text.
std::string outcome(std::string_view text, std::size_t piece) {
  stats::Statistics statistics;
  std::string told;
  const auto tell = [&](const Error& error) {
    fuzz::hold_error(error, text);
    told += error.text() + '\n';
  };
  stats::Reader reader(statistics, tell);
  Result<void> read;
  for (std::size_t at = 0; at < text.size() && read; at += piece) read = reader.feed(text.substr(at, piece));
  if (read) read = reader.finish();
  if (!read) tell(read.error());
  hold(statistics.error_rows <= statistics.rows, "rows with an error are rows");
  hold(statistics.rows + statistics.bad_rows <= text.size(), "a row takes a byte");
  told += std::to_string(statistics.rows) + ' ' + std::to_string(statistics.error_rows) + ' ' +
          std::to_string(statistics.bad_rows) + '\n';
  for (const stats::StageStatistics* stage : statistics.stages()) {
    hold(stage->complete_rows() <= statistics.rows, "a stage has no more rows than there are");
    told += stage->name();
    for (const stats::Subset subset : stats::kAllSubsets) {
      const stats::Distribution distribution = stage->distribution(subset);
      hold(distribution.count() <= statistics.rows, "a row counts once");
      told += ' ' + std::to_string(distribution.count()) + '/' + std::to_string(distribution.mean());
    }
    told += '\n';
  }
  for (const stats::IncrementStatistics* step : statistics.increments())
    told += step->from() + ' ' + step->to() + ' ' + std::to_string(step->mean(stats::Subset::BGORWY)) + '\n';
  return told;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const std::string whole = outcome(text, size + 1);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}})
    hold(outcome(text, piece) == whole, "how a file is cut into pieces does not matter");
  return 0;
}
