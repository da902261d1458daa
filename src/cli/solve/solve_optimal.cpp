#include "cli/solve/solve_optimal.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <optional>

#include "base/parallel.h"
#include "base/stop_after.h"
#include "cli/shared/say.h"
#include "cli/shared/standard_files.h"
#include "cli/solve/optimal_output.h"
#include "cli/solve/optimal_watch.h"
#include "cli/solve/solve_list.h"

namespace halfturn::cli {

namespace {

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

/// Shortest solutions of a list.
class ShortestSolutions final : public ListSolver {
 public:
  explicit ShortestSolutions(const OptimalJob& job) : job_(job), writer_(job.style, job.all_orders) {
    summary_.metric = job.style.metric;
    summary_.max_moves = job.style.max_moves;
  }

  Result<void> open(std::uint64_t /*cubes*/) override {
    Result<OptimalSolver> solver = job_.session.open_optimal_solver(job_.solver);
    if (!solver) return solver.error();
    solver_.emplace(std::move(*solver));
    return {};
  }

  /// A cube on each thread, unless there are fewer cubes than threads: then all threads on each cube.
  void solve(const std::vector<Cube>& cubes, const Labels& labels, const Run& run,
             const Done& done) override {
    const auto add = [&](std::size_t index, const OptimalResult& result) {
      summary_.add(result);
      done(writer_.row(labels(index), result));
    };
    const int threads = run.threads > 0 ? run.threads : base::default_threads();
    if (cubes.size() >= static_cast<std::size_t>(threads)) {
      solver_->solve_all(cubes, job_.options, run, add);
      return;
    }
    for (std::size_t i = 0; i < cubes.size(); ++i) {
      const OptimalResult result = solver_->solve(cubes[i], job_.options, run);
      if (!result.complete) return;
      add(i, result);
    }
  }

  std::string csv_header() const override { return writer_.csv_header(); }
  std::string error_row(const RowLabel& label, const Error& error) const override {
    return writer_.error_row(label, error);
  }
  bool tells_bounds() const override { return true; }
  std::uint64_t cubes() const override { return summary_.cubes; }
  bool has_missed() const override { return summary_.none > 0; }
  std::string speed(double seconds) const override {
    return fmt::format("{:.2f} s a cube", seconds / static_cast<double>(summary_.cubes));
  }
  std::string summary(double seconds, std::uint64_t errors) const override {
    return summary_.text(seconds, errors);
  }

 private:
  const OptimalJob& job_;
  std::optional<OptimalSolver> solver_;
  OptimalWriter writer_;
  OptimalSummary summary_;
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

void solve_list_optimally(const OptimalJob& job, const ListRequest& request) {
  ShortestSolutions solver(job);
  solve_list(job.session, request, job.style, solver);
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
