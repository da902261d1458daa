#include "cli/solve/solve_list.h"

#include <fmt/core.h>
#include <unistd.h>

#include "base/stopwatch.h"
#include "cli/shared/list_batch.h"
#include "cli/shared/say.h"
#include "cli/solve/solve_resume.h"

namespace halfturn::cli {

RowLabel label_of(const Scramble& scramble, const SolutionStyle& style) {
  const bool has_id = scramble.is_named || style.format != OutputFormat::text;
  return {has_id ? scramble.id : "", scramble.kept};
}

namespace {

/// What a run that was stopped has done. The total is known only once all are read.
std::string done_of(std::uint64_t cubes, std::uint64_t given, bool all_read) {
  return all_read ? grouped(cubes) + " of " + counted(given, "cube") : counted(cubes, "cube");
}

}  // namespace

void solve_list(Session& session, const ListRequest& request, const SolutionStyle& style,
                ListSolver& solver) {
  const std::stop_token stop = session.stop_token();
  Result<ListRun> run = ListRun::open(request, stop);
  if (!run) return session.fail(run.error());
  PositionList& list = *run->list;
  RowOutput& output = *run->output;
  const std::string header = style.format == OutputFormat::csv ? solver.csv_header() + "\n" : "";
  WrittenSolutions written(style, solver);
  if (request.if_there == IfThere::resume) {
    const Result<void> found = run->resume(
        {header, [&](std::string_view text, const Scramble& scramble,
                     const Result<Position>& position) { return written.match(text, scramble, position); }},
        stop);
    if (!found) return session.fail(found.error());
  }
  const ResumePoint& before = run->before;
  // The exit code is that of a run that did all rows at once.
  if (before.bad > 0)
    session.fail({ErrorKind::bad_input,
                  fmt::format("{} that were there could not be read", counted(before.bad, "position")),
                  {}});
  if (written.has_missed()) session.answer_no();
  if (before.finished) {
    run->tell_finished();
    if (Result<void> marked = run->mark_done(before.rows, stop); !marked) session.fail(marked.error());
    return;
  }

  ProgressBar bar;
  const bool shows_progress = ::isatty(output.fd()) == 0;  // on a terminal, rows would mix with the bar
  bool is_open = false;
  bool all_read = false;
  std::uint64_t given_cubes = 0;
  double seconds = 0;  // of solving, without reading
  BatchWork work{.smallest_lot = kSolvedAtOnce, .largest_lot = kSolvedAtOnce};
  work.prepare = [&](const Lot& lot, std::uint64_t positions) -> Result<void> {
    given_cubes = positions;
    all_read = lot.is_last;
    // Also for a shard without rows: whoever tries out a command wants to know whether it can work.
    if (!is_open && (positions > 0 || request.shard)) {
      if (Result<void> opened = solver.open(all_read ? positions : kSolvedAtOnce); !opened) return opened;
      is_open = true;
    }
    return output.has_begun() ? Result<void>() : run->begin(header);
  };
  double seconds_before = 0;
  work.rows = [&](const Lot& lot, const std::stop_token& end, const BatchWork::Done& done) -> Result<void> {
    const base::Stopwatch watch;
    seconds_before = seconds;
    std::vector<Cube> cubes;
    for (const Position& position : lot.positions) cubes.push_back(position.cube);
    solver.solve(
        cubes, [&](std::size_t index) { return label_of(lot.scramble(index), style); },
        {.threads = session.threads(), .stop = end, .progress = {}},
        [&](const Result<std::string>& row) {
          seconds = seconds_before + watch.seconds();
          done(row);
        });
    seconds = seconds_before + watch.seconds();
    return {};
  };
  work.error_row = [&](const Scramble& scramble, const Error& error) {
    return solver.error_row(label_of(scramble, style), error);
  };
  work.on_bad = [&](const Error& error) {
    bar.clear();
    session.fail(error);
  };
  work.on_row = [&](const BatchTotals& so_far) {
    if (!shows_progress || solver.cubes() == 0) return;
    // Of all cubes once all are read; before that, of the length of the input.
    const double of_cubes = static_cast<double>(solver.cubes()) / static_cast<double>(given_cubes);
    const double of_input = list.done_at(so_far.input_bytes).value_or(0);
    bar.show({"solving", solver.speed(seconds), all_read ? of_cubes : of_input});
  };
  BatchTotals totals;
  Result<void> result = run_batch(list.source(), output, work, stop, totals);
  if (output.has_begun())
    if (const Result<void> finished = output.finish(); result && !finished) result = finished;
  bar.clear();
  if (output.has_begun()) say("{}", solver.summary(seconds, totals.bad));
  if (before.rows > 0) say("  after {} that were there\n", counted(before.rows, "row"));
  tell_skipped(list);
  if (result) result = run->mark_done(before.rows + totals.rows, stop);
  if (!result)
    return session.fail(
        told_how_to_go_on(result.error(), output, done_of(solver.cubes(), given_cubes, all_read), true, ""));
  if (solver.has_missed()) session.answer_no();
}

}  // namespace halfturn::cli
