#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/stopwatch.h"
#include "cli/analyze/analyze_details.h"
#include "cli/analyze/analyze_job.h"
#include "cli/shared/list_batch.h"
#include "cli/shared/list_resume.h"
#include "cli/shared/list_run.h"
#include "cli/shared/progress_bar.h"
#include "cli/shared/residency.h"
#include "cli/shared/say.h"

namespace halfturn::cli {

namespace {

/// The progress of a batch.
struct BatchProgress {
  std::uint64_t rows = 0;          ///< done in total
  std::uint64_t rows_before = 0;   ///< of these, by an earlier run
  double seconds = 0;              ///< of this run
  std::optional<double> fraction;  ///< of the input, where its length is known
  double fraction_before = 0;      ///< of this, by an earlier run
};

/// "[=====     ]  50 % 1,234 rows, 56.7/s, 22 s left"; without a known length, "1,234 rows, 56.7/s".
std::string progress_text(const BatchProgress& progress, const StatusLine& line) {
  const double fraction = std::clamp(progress.fraction.value_or(0), 0.0, 1.0);
  std::string text = progress.fraction ? line.bar(fraction) : "";
  text += counted(progress.rows, "row");
  if (progress.rows <= progress.rows_before || progress.seconds <= 0) return text;
  const double rate = static_cast<double>(progress.rows - progress.rows_before) / progress.seconds;
  text += fmt::format(", {:.{}f}/s", rate, rate < 100 ? 1 : 0);
  const double before = progress.fraction_before;
  if (progress.fraction && before < 1)
    text += time_left(progress.seconds, (fraction - before) / (1 - before));
  return text;
}

/// The analyzer, opened when the first cubes arrive, and reopened with resident tables when they are many.
class LateAnalyzer {
 public:
  explicit LateAnalyzer(const AnalyzeJob& job) : job_(job) {}

  /// `cubes`: how many there are in total so far.
  Result<void> open_for(std::uint64_t cubes) {
    const bool many = cubes >= kManyToAnalyze;
    if (analyzer_ && (for_many_ || !many)) return {};
    Result<Analyzer> opened = job_.open_analyzer(residency_for(cubes, kManyToAnalyze));
    if (!opened) return opened.error();
    analyzer_ = std::make_unique<Analyzer>(std::move(*opened));
    for_many_ = many;
    return {};
  }

  const Analyzer& get() const { return *analyzer_; }

 private:
  const AnalyzeJob& job_;
  std::unique_ptr<Analyzer> analyzer_;
  bool for_many_ = false;
};

/// Checks that the numbers left by an earlier run belong to these scrambles, since lists without ids all look
/// alike. Only the last few rows are computed again.
Result<void> check_last_rows(const ResumePoint& before, const RowFormat& format, const AnalyzeJob& job,
                             LateAnalyzer& analyzer, const std::string& name) {
  if (before.last_rows.empty()) return {};
  if (Result<void> ready = analyzer.open_for(before.last_rows.size()); !ready) return ready;
  for (const WrittenRow& row : before.last_rows) {
    const Result<Cube> cube = cube_of(row.scramble);
    if (!cube) continue;
    const Result<std::vector<StageRow>> rows =
        analyzer.get().analyze(*cube, job.request(), job.run(job.session.stop_token()));
    if (!rows) return rows.error();
    if (!format.is_complete(*rows)) return Error{ErrorKind::stopped, "stopped", {}};
    if (format.row(row.scramble, *rows) != row.text)
      return cannot_resume(name, row.line,
                           fmt::format("does not have the numbers of scramble '{}'", row.scramble.id));
  }
  return {};
}

/// Whether the rows go to a terminal, where they would mix with the progress line.
bool prints_on_terminal(const RowOutput& output) {
  return ::isatty(output.fd()) == 1;
}

void tell_totals(const BatchTotals& totals, const ResumePoint& before, double seconds) {
  say("halfturn: {} in {}", counted(totals.rows, "scramble"), duration(seconds));
  if (totals.rows > 0) say(" ({:.3f} ms each)", 1000 * seconds / static_cast<double>(totals.rows));
  if (before.rows > 0) say(", after {} that were there", grouped(before.rows));
  say("\n");
}

/// Reports how many scrambles could not be read, as bad input.
void tell_bad(Session& session, std::uint64_t bad) {
  if (bad == 0) return;
  session.fail({ErrorKind::bad_input, fmt::format("{} could not be read", counted(bad, "scramble")),
                bad == 1 ? "its row has no numbers" : "their rows have no numbers"});
}

}  // namespace

void analyze_many(const AnalyzeJob& job, const GivenPositions& given) {
  Session& session = job.session;
  const std::stop_token stop = session.stop_token();
  Result<ListRun> run =
      ListRun::open({.given = given,
                     .source = {.events = job.events, .input = session.input(), .keep = job.keep},
                     .shard = job.shard,
                     .output = job.output,
                     .if_there = job.if_there,
                     .done_file = job.done_file},
                    stop);
  if (!run) return session.fail(run.error());
  ScrambleSource& source = run->list->source();
  RowOutput& output = *run->output;
  const RowFormat format(job.format, job.names, job.views, foreign_text_for(output.fd()), job.keep);
  const AnalyzeDetails details(job, format, foreign_text_for(output.fd()), prints_on_terminal(output));

  if (job.if_there == IfThere::resume)
    if (const Result<void> found = run->resume(format.expected(), stop); !found)
      return session.fail(found.error());
  const ResumePoint& before = run->before;
  if (before.finished) {
    run->tell_finished();
    if (Result<void> marked = run->mark_done(before.rows, stop); !marked) return session.fail(marked.error());
    return tell_bad(session, before.bad);
  }

  BatchTotals totals;
  StatusLine status(std::chrono::milliseconds(200), !prints_on_terminal(output));
  LateAnalyzer analyzer(job);
  std::optional<base::Stopwatch> watch;
  BatchWork work;
  work.prepare = [&](const Lot&, std::uint64_t positions) -> Result<void> {
    // Also for a shard without rows: whoever tries out a command wants to know whether it can work.
    if (positions > 0 || job.shard) {
      status.clear();
      if (const Result<void> ready = analyzer.open_for(positions); !ready) return ready;
    }
    if (!watch) watch.emplace();
    if (output.has_begun()) return {};
    if (const Result<void> same = check_last_rows(before, format, job, analyzer, output.name()); !same)
      return same;
    return run->begin(job.has_details() ? details.header() : format.header());
  };
  work.rows = [&](const Lot& lot, const std::stop_token& end, const BatchWork::Done& done) -> Result<void> {
    std::vector<Cube> cubes;
    for (const Position& position : lot.positions) cubes.push_back(by_colour(position));
    const auto row = [&](std::size_t index, std::span<const StageRow> rows) -> Result<std::string> {
      if (!format.is_complete(rows)) return Error{ErrorKind::stopped, "stopped", {}};
      const Scramble& scramble = lot.scramble(index);
      if (!job.has_details()) return format.row(scramble, rows);
      return details.row(analyzer.get(), scramble, cubes[index], lot.positions[index].orientation, rows,
                         job.run(end));
    };
    const Result<std::size_t> analyzed = analyzer.get().analyze_all(
        cubes, job.request(), job.run(end),
        [&](std::size_t index, std::span<const StageRow> rows) { done(row(index, rows)); });
    return analyzed ? Result<void>() : analyzed.error();
  };
  work.error_row = [&](const Scramble& scramble, const Error& error) {
    return job.has_details() ? details.error_row(scramble, error) : format.error_row(scramble, error);
  };
  work.on_bad = [&](const Error& error) {
    status.clear();
    session.fail(error);
  };
  work.on_row = [&](const BatchTotals& so_far) {
    if (!status.is_due()) return;
    const BatchProgress progress{before.rows + so_far.rows, before.rows, watch->seconds(),
                                 run->list->done_at(so_far.input_bytes),
                                 run->list->done_at(before.input_bytes).value_or(0)};
    status.show("analyzing " + progress_text(progress, status));
  };
  Result<void> result = run_batch(source, output, work, stop, totals);
  status.clear();
  if (output.has_begun())
    if (const Result<void> written = output.finish(); !written) result = written;
  if (watch) tell_totals(totals, before, watch->seconds());
  if (result && before.rows + totals.rows == 0) {
    if (job.shard)
      say("halfturn: the shard {} has no rows: there are fewer rows than shards\n", job.shard->name());
    else
      say("halfturn: no scrambles: blank lines, and those that begin with #, are passed over\n");
  }
  tell_skipped(*run->list);
  tell_bad(session, before.bad + totals.bad);
  const bool resumable = job.format != RowKind::table && !job.has_details();
  if (result) result = run->mark_done(before.rows + totals.rows, stop);
  if (!result)
    session.fail(told_how_to_go_on(
        result.error(), output, counted(before.rows + totals.rows, "row"), resumable,
        job.has_details() ? "" : "with --output FILE and CSV or JSON a run can be resumed"));
}

}  // namespace halfturn::cli
