#include "cli/solve/solve_list.h"

#include <unistd.h>

#include <memory>

#include "base/stopwatch.h"
#include "cli/shared/list_batch.h"
#include "cli/shared/row_output.h"
#include "cli/shared/say.h"

namespace halfturn::cli {

RowLabel label_of(const Scramble& scramble, const SolutionStyle& style) {
  const bool has_id = scramble.is_named || style.format != OutputFormat::text;
  return {has_id ? scramble.id : "", scramble.kept};
}

void solve_list(Session& session, const GivenPositions& given, const SourceOptions& options,
                const SolutionStyle& style, ListSolver& solver) {
  const Result<std::unique_ptr<PositionList>> list = PositionList::open(given, options, session.stop_token());
  if (!list) return session.fail(list.error());
  const Result<std::unique_ptr<RowOutput>> output =
      RowOutput::open({}, IfThere::replace, session.stop_token());
  if (!output) return session.fail(output.error());

  ProgressBar bar;
  const bool shows_progress = ::isatty((*output)->fd()) == 0;  // on a terminal, rows would mix with the bar
  bool is_open = false;
  bool all_read = false;
  std::uint64_t given_cubes = 0;
  double seconds = 0;  // of solving, without reading
  BatchWork work{.smallest_lot = kSolvedAtOnce, .largest_lot = kSolvedAtOnce};
  work.prepare = [&](const Lot& lot, std::uint64_t positions) -> Result<void> {
    given_cubes = positions;
    all_read = lot.is_last;
    if (!is_open && positions > 0) {
      if (Result<void> opened = solver.open(all_read ? positions : kSolvedAtOnce); !opened) return opened;
      is_open = true;
    }
    if ((*output)->has_begun()) return {};
    if (Result<void> begun = (*output)->begin(0); !begun) return begun;
    if (style.format == OutputFormat::csv) (*output)->append(solver.csv_header() + "\n");
    return {};
  };
  double seconds_before = 0;
  work.rows = [&](const Lot& lot, const std::stop_token& stop, const BatchWork::Done& done) -> Result<void> {
    const base::Stopwatch watch;
    seconds_before = seconds;
    std::vector<Cube> cubes;
    for (const Position& position : lot.positions) cubes.push_back(position.cube);
    solver.solve(
        cubes, [&](std::size_t index) { return label_of(lot.scramble(index), style); },
        {.threads = session.threads(), .stop = stop, .progress = {}},
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
    const double of_input =
        (*list)->length() ? static_cast<double>(so_far.input_bytes) / *(*list)->length() : 0;
    bar.show({"solving", solver.speed(seconds), all_read ? of_cubes : of_input});
  };
  BatchTotals totals;
  Result<void> result = run_batch((*list)->source(), **output, work, session.stop_token(), totals);
  if ((*output)->has_begun())
    if (const Result<void> written = (*output)->finish(); result && !written) result = written;
  bar.clear();
  if ((*output)->has_begun()) say("{}", solver.summary(seconds, totals.bad));
  tell_skipped((*list)->source());
  if (!result && result.error().kind != ErrorKind::stopped) return session.fail(result.error());
  if (!result) {
    // The total is known only once all are read.
    const std::string cubes = all_read ? grouped(solver.cubes()) + " of " + counted(given_cubes, "cube")
                                       : counted(solver.cubes(), "cube");
    return session.fail({ErrorKind::stopped, "stopped after " + cubes, {}});
  }
  if (solver.has_missed()) session.answer_no();
}

}  // namespace halfturn::cli
