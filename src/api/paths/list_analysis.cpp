#include "api/paths/list_analysis.h"

#include <algorithm>
#include <chrono>

#include "api/engines.h"

namespace halfturn::api {

namespace {

/// A lot should take about this long, so that progress is seen and others get their turn.
constexpr std::chrono::milliseconds kLotTime{200};
constexpr std::size_t kLargestLot = 8192;
constexpr std::size_t kMostProblems = 20;

std::vector<std::string> names_of(const std::vector<Stage>& stages) {
  std::vector<std::string> names;
  for (const Stage stage : stages) names.emplace_back(stage.name());
  return names;
}

}  // namespace

ListAnalysis::ListAnalysis(const Analyzer& analyzer, std::vector<Stage> stages, ViewSet views)
    : analyzer_(analyzer),
      stages_(std::move(stages)),
      views_(views),
      format_(RowKind::csv, names_of(stages_), views_),
      lot_(std::ranges::all_of(stages_, is_quick) ? 256 : 8) {}

Result<void> ListAnalysis::open(ByteInput& input) {
  Result<ScrambleSource> source = ScrambleSource::open(input, {});
  if (!source) return source.error();
  source_.emplace(*std::move(source));
  return {};
}

Result<bool> ListAnalysis::next(const Run& run, const std::function<void(const std::string& rows)>& use) {
  const auto begin = std::chrono::steady_clock::now();
  std::vector<Scramble> scrambles;
  std::vector<std::optional<Error>> errors;
  std::vector<Cube> cubes;
  while (scrambles.size() < lot_) {
    Result<std::optional<Scramble>> scramble = source_->next();
    if (!scramble) return scramble.error();
    if (!*scramble) break;
    const Result<Cube> cube = cube_of(**scramble);
    errors.push_back(cube ? std::nullopt : std::optional(cube.error()));
    if (cube) cubes.push_back(*cube);
    scrambles.push_back(**std::move(scramble));
  }
  if (scrambles.empty()) return false;
  std::string text;
  std::size_t at = 0;
  const auto add_errors = [&] {
    for (; at < scrambles.size() && errors[at]; ++at) {
      text += format_.error_row(scrambles[at], *errors[at]);
      ++bad_rows_;
      if (problems_.size() < kMostProblems) problems_.push_back(*errors[at]);
    }
  };
  const Result<std::size_t> done = analyzer_.analyze_all(cubes, {.stages = stages_, .views = views_}, run,
                                                         [&](std::size_t, std::span<const StageRow> rows) {
                                                           add_errors();
                                                           text += format_.row(scrambles[at], rows);
                                                           ++at;
                                                         });
  if (!done) return done.error();
  if (*done == cubes.size()) add_errors();
  rows_ += at;
  bytes_ = scrambles.back().end;
  use(text);
  const auto took = std::chrono::steady_clock::now() - begin;
  if (took < kLotTime / 2) lot_ = std::min(2 * lot_, kLargestLot);
  if (took > 2 * kLotTime) lot_ = std::max<std::size_t>(lot_ / 2, 8);
  return true;
}

}  // namespace halfturn::api
