#include "cli/solve/solve_optimal.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <memory>

#include "base/parallel.h"
#include "base/stopwatch.h"
#include "cli/shared/say.h"
#include "cli/shared/standard_files.h"
#include "cli/shared/stop_after.h"
#include "cli/solve/optimal_output.h"
#include "cli/solve/optimal_watch.h"
#include "cli/solve/solve_lines.h"

namespace halfturn::cli {

namespace {

using base::Stopwatch;

/// What the person learns besides the rows about one cube, and the exit code.
void conclude(const OptimalJob& job, const OptimalResult& result, std::uint64_t count) {
  const Metric metric = job.style.metric;
  if (!result.complete) {
    const bool interrupted = job.session.stop_token().stop_requested();
    const std::string so_far =
        job.options.all_within && result.is_optimal(metric)
            ? fmt::format("the shortest have {}; {} found so far, perhaps not all",
                          counted_moves(result.lower_bound, metric), counted(count, "solution"))
            : what_is_known(result, metric);
    if (interrupted) return job.session.fail({ErrorKind::stopped, "stopped: " + so_far, {}});
    say("halfturn: time is up: {}\n", so_far);
    return job.session.answer_no();
  }
  const char* proviso = "as far as the lower bound that was given holds";
  if (result.solutions.empty()) {
    if (job.options.lower_bound > 0) say("halfturn: {}\n", proviso);
    return job.session.answer_no();
  }
  const int shortest = length(result.solutions.front(), metric);
  const int longest = length(result.solutions.back(), metric);
  if (job.options.all_within)
    return say("halfturn: {} of {}{}{}: all there are\n", counted(count, "solution"),
               longest > shortest ? fmt::format("{} to ", shortest) : "", counted_moves(longest, metric),
               job.all_orders ? "" : ", up to the order of turns of opposite faces");
  if (job.options.lower_bound > 0) return say("halfturn: shortest, {}\n", proviso);
  say("halfturn: proved shortest{}\n", shortest > 0 ? ": " + none_within(shortest - 1, metric) : "");
}

/// Solves and prints lines, and sums up.
class OptimalLineSolver {
 public:
  OptimalLineSolver(const OptimalJob& job, const OptimalSolver& solver)
      : job_(job), solver_(solver), writer_(job.style, job.all_orders) {
    summary_.metric = job.style.metric;
    summary_.max_moves = job.style.max_moves;
  }

  /// False after a stop.
  bool solve(const Lines& lines) {
    const Stopwatch watch;
    std::size_t next_line = 0;
    const auto print_errors_here = [&] {
      for (; next_line < lines.all.size() && lines.all[next_line].error; ++next_line)
        print_error(lines.all[next_line]);
    };
    print_errors_here();
    const auto print = [&](std::size_t index, const OptimalResult& result) {
      summary_.add(result);
      fmt::print("{}", writer_.row(label_of(lines.all[next_line].scramble, job_.style), result));
      flush_output();  // a cube may take a minute
      ++next_line;
      print_errors_here();
      if (show_progress_) show_progress(lines, index + 1, seconds_ + watch.seconds());
    };
    const std::size_t done = solve_all(lines.cubes, print);
    seconds_ += watch.seconds();
    begin_ = lines.end;
    given_ += lines.cubes.size();
    flush_output();
    return done == lines.cubes.size();
  }

  void clear_progress() { bar_.clear(); }
  std::uint64_t given() const { return given_; }
  const OptimalSummary& summary() const { return summary_; }
  /// Time spent on solving, without reading.
  double seconds() const { return seconds_; }

 private:
  /// A cube on each thread, unless there are fewer cubes than threads: then all threads on each cube.
  std::size_t solve_all(const std::vector<Cube>& cubes,
                        const std::function<void(std::size_t, const OptimalResult&)>& print) {
    const Run run = job_.session.run();
    const int threads = run.threads > 0 ? run.threads : base::default_threads();
    if (cubes.size() >= static_cast<std::size_t>(threads))
      return solver_.solve_all(cubes, job_.options, run, print);
    for (std::size_t i = 0; i < cubes.size(); ++i) {
      const OptimalResult result = solver_.solve(cubes[i], job_.options, run);
      if (!result.complete) return i;
      print(i, result);
    }
    return cubes.size();
  }

  void print_error(const Lines::Line& line) {
    ++summary_.errors;
    fmt::print("{}", writer_.error_row(label_of(line.scramble, job_.style), *line.error));
    bar_.clear();
    job_.session.fail(*line.error);
  }

  /// As a fraction of all cubes once all are read; before that, of the length of the input.
  void show_progress(const Lines& lines, std::size_t done, double seconds) {
    const auto solved = static_cast<double>(summary_.cubes);
    const double of_these = static_cast<double>(done) / static_cast<double>(lines.cubes.size());
    const double all = solved + static_cast<double>(lines.cubes.size() - done);
    const double fraction = lines.last ? solved / all : begin_ + (lines.end - begin_) * of_these;
    bar_.show({"solving", fmt::format("{:.2f} s a cube", seconds / solved), fraction});
  }

  const OptimalJob& job_;
  const OptimalSolver& solver_;
  OptimalWriter writer_;
  bool show_progress_ = ::isatty(STDOUT_FILENO) == 0;  // on a terminal, rows would mix with the bar
  ProgressBar bar_;
  OptimalSummary summary_;
  std::uint64_t given_ = 0;
  double seconds_ = 0;
  double begin_ = 0;  // where in the input the lines begin
};

}  // namespace

std::optional<Error> contradiction_in(const OptimalArguments& arguments) {
  const auto wrong = [](const char* message, const char* hint) {
    return Error{ErrorKind::bad_input, message, hint};
  };
  if (arguments.all && arguments.all_within)
    return wrong("--all and --all-within do not go together", "--all is --all-within 0");
  if (arguments.all_orders && !arguments.all && !arguments.all_within)
    return wrong("--all-orders is about all solutions", "add --all or --all-within K");
  if (arguments.wanted()) return std::nullopt;
  if (arguments.lower_bound) return wrong("--lower-bound is about shortest solutions", "add --optimal");
  if (!arguments.table.empty()) return wrong("--table is about shortest solutions", "add --optimal");
  return std::nullopt;
}

void solve_one_optimally(const OptimalJob& job, const std::string& text) {
  const Result<Position> position = read_given(text, job.session.input(), "position");
  if (!position) return job.session.fail(position.error());
  const Result<OptimalSolver> solver = job.session.open_optimal_solver(job.solver);
  if (!solver) return job.session.fail(solver.error());
  const OptimalWriter writer(job.style, job.all_orders);
  if (job.style.format == OutputFormat::csv) fmt::print("{}\n", writer.csv_header());
  // An object of JSON has all its solutions; every other format gets them as they are found.
  const bool streamed = job.options.all_within && job.session.format() != Format::json;

  OptimalWatch watch(job.style.metric);
  OptimalOptions options = job.options;
  options.on_excluded = [&](int moves) { watch.exclude(moves); };
  options.on_improvement = [&](const Moves& moves) { watch.improve(length(moves, job.style.metric)); };
  int shortest = -1;
  if (streamed)
    options.on_solution = [&](const Moves& solution) {
      if (shortest < 0) shortest = length(solution, job.style.metric);
      watch.print([&] { fmt::print("{}", writer.found_rows(solution, shortest)); });
    };
  const StopAfter stop(job.time, job.session.stop_token());
  const OptimalResult result = solver->solve(
      position->cube, options,
      {job.session.threads(), stop.token(), [&](const Progress& progress) { watch.show(progress); }});
  watch.clear();

  const bool nothing_streamed = shortest < 0;
  if (!streamed || (nothing_streamed && job.style.format != OutputFormat::json))
    fmt::print("{}", writer.row({}, result));
  else if (job.style.format == OutputFormat::json)
    fmt::print("{}", writer.summary_row(result));
  flush_output();
  conclude(job, result, writer.count(result));
}

void solve_list_optimally(const OptimalJob& job, const GivenPositions& given, const SourceOptions& options) {
  const Result<std::unique_ptr<PositionList>> list =
      PositionList::open(given, options, job.session.stop_token());
  if (!list) return job.session.fail(list.error());
  Result<Lines> lines = next_lines(**list);
  if (!lines) return job.session.fail(lines.error());
  const Result<OptimalSolver> solver = job.session.open_optimal_solver(job.solver);
  if (!solver) return job.session.fail(solver.error());
  if (job.style.format == OutputFormat::csv)
    fmt::print("{}\n", OptimalWriter(job.style, job.all_orders).csv_header());
  OptimalLineSolver batch(job, *solver);
  bool all = batch.solve(*lines);
  while (all && !lines->last) {
    lines = next_lines(**list);
    all = lines && batch.solve(*lines);  // false, too, where they could not be read
  }
  batch.clear_progress();
  say("{}", batch.summary().text(batch.seconds()));
  tell_skipped((*list)->source());
  if (!lines && lines.error().kind != ErrorKind::stopped) return job.session.fail(lines.error());
  if (!all) {
    // The total is known only once all are read.
    const std::uint64_t solved = batch.summary().cubes;
    const std::string cubes = lines && lines->last ? grouped(solved) + " of " + counted(batch.given(), "cube")
                                                   : counted(solved, "cube");
    return job.session.fail({ErrorKind::stopped, "stopped after " + cubes, {}});
  }
  if (batch.summary().none > 0) job.session.answer_no();
}

void serve_optimally(const OptimalJob& job) {
  const Result<OptimalSolver> solver = job.session.open_optimal_solver(job.solver);
  if (!solver) return job.session.fail(solver.error());
  const OptimalWriter writer(job.style, job.all_orders);
  if (job.style.format == OutputFormat::csv) fmt::print("{}\n", writer.csv_header());
  say_ready(job.style.format == OutputFormat::json);
  job.session.each_line(STDIN_FILENO, "stdin", [&](const TextLine& read) -> Result<void> {
    const Scramble line = served_line(read, job.session.input());
    const Result<Position> position = position_of(line);
    const RowLabel label = label_of(line, job.style);
    if (position) {
      const StopAfter stop(job.time, job.session.stop_token());
      fmt::print("{}", writer.row(label, solver->solve(position->cube, job.options,
                                                       {job.session.threads(), stop.token(), {}})));
    } else {
      fmt::print("{}", writer.error_row(label, position.error()));
    }
    flush_output();
    return {};
  });
}

}  // namespace halfturn::cli
