#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/line_reader.h"
#include "cli/bench/bench.h"
#include "cli/shared/commands.h"
#include "cli/shared/given_positions.h"
#include "cli/shared/metric_option.h"
#include "cli/shared/prefer.h"
#include "cli/shared/residency.h"
#include "cli/shared/say.h"
#include "cli/shared/standard_files.h"
#include "cli/solve/solve_list.h"
#include "cli/solve/solve_optimal.h"
#include "cli/solve/solve_output.h"
#include "cli/solve/solve_single.h"
#include "front/shard.h"
#include "halfturn/optimal.h"
#include "halfturn/position.h"

namespace halfturn::cli {

namespace {

/// Defaults if neither a length nor a time nor a number of probes is given. The length is what every cube
/// takes, see diameter().
constexpr auto kDefaultTime = std::chrono::milliseconds(10'000);
constexpr auto kDefaultTimeForSeveral = std::chrono::milliseconds(1'000);
struct SolveArguments {
  std::vector<std::string> words;
  std::optional<int> max_moves;
  std::optional<double> milliseconds;
  std::optional<std::uint64_t> probes;
  std::string axes;
  int solutions = 1;
  bool endless = false;
  bool inverse = false;
  bool serve = false;
  bool resume = false;
  std::string done_file;
  std::string notation = "wca";
  std::optional<std::string> metric;
  std::string prefer;
  std::vector<std::string> events;
  std::vector<std::string> keep;
  std::string shard;
  OptimalArguments optimal;
};

/// For CLI11: what is wrong with a number of milliseconds, or nothing.
std::string wrong_milliseconds(const std::string& text) {
  constexpr double kMost = 1e12;  // thirty years
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (!text.empty() && *end == 0 && value >= 0 && value <= kMost) return "";
  return fmt::format("'{}' is not a number of milliseconds from 0 to {:.0f}", text, kMost);
}

/// "UD,RL'" and the like as starts.
Result<StartMask> starts_named(const std::string& axes) {
  if (axes.empty()) return kAllStarts;
  constexpr std::array<std::string_view, 6> kNames = {"UD", "RL", "FB", "UD'", "RL'", "FB'"};
  StartMask mask = 0;
  for (std::size_t at = 0; at <= axes.size();) {
    const std::size_t end = std::min(axes.find(',', at), axes.size());
    const std::string name = axes.substr(at, end - at);
    bool known = false;
    for (std::size_t i = 0; i < kNames.size(); ++i) {
      if (name != kNames[i]) continue;
      mask |= 1u << i;
      known = true;
    }
    if (!known)
      return Error{ErrorKind::bad_input, fmt::format("--axes: there is no start '{}'", name),
                   "the starts are UD, RL, FB and, for the inverse, UD', RL', FB'; with commas between them"};
    at = end + 1;
  }
  return mask;
}

std::chrono::nanoseconds time_from(double milliseconds) {
  return std::chrono::nanoseconds(static_cast<std::int64_t>(milliseconds * 1e6));
}

Result<SolveOptions> options_from(const SolveArguments& arguments, Metric metric) {
  SolveOptions options;
  const Result<StartMask> starts = starts_named(arguments.axes);
  if (!starts) return starts.error();
  options.starts = *starts;
  options.solutions = arguments.solutions;
  options.max_moves = arguments.max_moves;
  options.probes = arguments.probes;
  if (arguments.milliseconds) options.time = time_from(*arguments.milliseconds);
  const bool limited = arguments.max_moves || arguments.milliseconds || arguments.probes;
  if (arguments.endless && limited)
    return Error{ErrorKind::bad_input, "--endless does not go with --max-moves, --time or --probes",
                 "leave out one or the other"};
  if (!limited && !arguments.endless) {
    if (arguments.solutions == 1) options.max_moves = diameter(metric);
    options.time = arguments.solutions == 1 ? kDefaultTime : kDefaultTimeForSeveral;
  }
  return options;
}

/// What all modes of the subcommand need.
struct Job {
  Session& session;
  SolveOptions options;
  SolutionStyle style;
  bool endless = false;
};

/// Solves one position. A search for one solution without a limit prints improvements as they come.
void solve_one(const Job& job, const std::string& text) {
  const Result<Position> position = read_given(text, job.session.input(), "position");
  if (!position) return job.session.fail(position.error());
  SolveOptions options = job.options;
  const SolutionWriter writer(job.style);
  if (job.endless && options.solutions == 1 && job.style.format == OutputFormat::text) {
    options.on_improvement = [&](const Moves& moves) {
      fmt::print("{}\n", writer.moves_and_count(moves));
      flush_output();
    };
  }
  const Result<SolveResult> solved = solve_at_once(job.session, position->cube, options, job.style.metric);
  if (!solved) return job.session.fail(solved.error());
  const SolveResult& result = *solved;
  if (job.style.format == OutputFormat::csv) fmt::print("{}\n", writer.csv_header());
  if (!options.on_improvement) fmt::print("{}", writer.row({}, result));
  if (job.endless && result.exhausted) say("halfturn: nothing shorter exists\n");
  if (!result.target_met) job.session.answer_no();
  if (job.session.stop_token().stop_requested() && !is_complete(result, options))
    job.session.fail({ErrorKind::stopped, "stopped: this is the best so far", {}});
}

/// Short solutions of a list.
class ShortSolutions final : public ListSolver {
 public:
  explicit ShortSolutions(const Job& job) : job_(job), writer_(job.style) {
    summary_.metric = job.style.metric;
  }

  Result<void> open(std::uint64_t cubes) override {
    Result<Solver> solver = job_.session.open_solver(
        residency_to_solve(cubes, job_.options, job_.style.metric), job_.style.metric);
    if (!solver) return solver.error();
    solver_.emplace(std::move(*solver));
    return {};
  }

  void solve(const std::vector<Cube>& cubes, const Labels& labels, const Run& run,
             const Done& done) override {
    solver_->solve_all(cubes, job_.options, run, [&](std::size_t index, const SolveResult& result) {
      summary_.add(result);
      done(writer_.row(labels(index), result));
    });
  }

  std::string csv_header() const override { return writer_.csv_header(); }
  std::string error_row(const RowLabel& label, const Error& error) const override {
    return writer_.error_row(label, error);
  }
  bool tells_bounds() const override { return false; }
  std::uint64_t cubes() const override { return summary_.cubes; }
  bool has_missed() const override { return summary_.missed > 0; }
  std::string speed(double seconds) const override {
    return fmt::format("{:.0f} cubes/s", static_cast<double>(summary_.cubes) / seconds);
  }
  std::string summary(double seconds, std::uint64_t errors) const override {
    return summary_.text(seconds, errors);
  }

 private:
  const Job& job_;
  std::optional<Solver> solver_;
  SolutionWriter writer_;
  SolveSummary summary_;
};

/// Answers each line as it comes, until the input ends.
void serve(const Job& job) {
  const Result<Solver> solver = job.session.open_solver(Residency::resident, job.style.metric);
  if (!solver) return job.session.fail(solver.error());
  const SolutionWriter writer(job.style);
  if (job.style.format == OutputFormat::csv) fmt::print("{}\n", writer.csv_header());
  say_ready(job.style.format == OutputFormat::json);
  job.session.each_line(STDIN_FILENO, "stdin", [&](const TextLine& read) -> Result<void> {
    const Scramble line = served_line(read, job.session.input());
    const Result<Position> position = position_of(line);
    const RowLabel label = label_of(line, job.style);
    if (position)
      fmt::print("{}", writer.row(label, solver->solve(position->cube, job.options, job.session.run())));
    else
      fmt::print("{}", writer.error_row(label, position.error()));
    flush_output();
    return {};
  });
}

/// The columns to keep, which have a place in CSV and JSON.
Result<std::vector<std::string>> columns_from(const SolveArguments& arguments, const Session& session) {
  if (!arguments.keep.empty() && session.format() == Format::table)
    return Error{ErrorKind::bad_input, "--keep has no place in text rows", "add --csv or --json"};
  return chosen_columns(arguments.keep, {"id", "length", "moves", "metric", "target_met", "probes", "error",
                                         "solutions", "kept", "lower_bound", "proved_shortest"});
}

/// How rows are written, whatever finds the solutions.
Result<SolutionStyle> style_from(const SolveArguments& arguments, const Session& session, Metric metric) {
  SolutionStyle style;
  style.format = session.csv() ? OutputFormat::csv : session.json() ? OutputFormat::json : OutputFormat::text;
  style.notation = arguments.notation == "numeric" ? Notation::numeric : Notation::wca;
  style.metric = metric;
  style.inverse = arguments.inverse;
  style.max_moves = arguments.max_moves;
  style.foreign = arguments.resume ? ForeignText::exact : foreign_text_for(STDOUT_FILENO);
  const Result<std::optional<FaceSet>> prefer = preferred_faces(arguments.prefer, arguments.solutions > 1);
  if (!prefer) return prefer.error();
  style.prefer = *prefer;
  const Result<std::vector<std::string>> keep = columns_from(arguments, session);
  if (!keep) return keep.error();
  style.keep = *keep;
  return style;
}

/// The ways to search: one position, a list, and a server.
struct Ways {
  std::function<void(const std::string& text)> one;
  std::function<void(const ListRequest& request)> list;
  std::function<void()> serve;
};

/// Why a list cannot be resumed that was asked for so; nothing if it can.
std::optional<Error> wrong_to_resume(const SolveArguments& arguments, const Session& session) {
  if (!arguments.resume) return std::nullopt;
  if (session.output().empty())
    return Error{ErrorKind::bad_input, "--resume is about a file", "name it with --output FILE"};
  const bool one_row_each =
      arguments.solutions == 1 && !arguments.optimal.all && !arguments.optimal.all_within;
  if (!one_row_each && !session.json())
    return Error{ErrorKind::bad_input, "--resume does not go with several rows for a cube",
                 "choose --json, which has one, or leave it out"};
  return std::nullopt;
}

/// Chooses the way by what is given.
void solve_given(Session& session, const SolveArguments& arguments, const std::vector<std::string>& keep,
                 const Ways& ways) {
  const Result<std::vector<std::string>> events = chosen_events(arguments.events);
  if (!events) return session.fail(events.error());
  const Result<std::optional<Shard>> shard = chosen_shard(arguments.shard);
  if (!shard) return session.fail(shard.error());
  if (arguments.serve) {
    if (!arguments.words.empty())
      return session.fail({ErrorKind::bad_input,
                           "--serve-stdin reads positions from stdin, not from the command line",
                           "leave out the position"});
    if (arguments.endless)
      return session.fail({ErrorKind::bad_input, "--serve-stdin does not go with --endless", "give a limit"});
    if (!events->empty() || !keep.empty())
      return session.fail({ErrorKind::bad_input, "--serve-stdin does not go with --events or --keep",
                           "leave these out, or give the positions as a file, or - for stdin"});
    if (arguments.resume || *shard || !arguments.done_file.empty())
      return session.fail({ErrorKind::bad_input,
                           fmt::format("{} is for a file of positions, not for --serve-stdin",
                                       *shard             ? "--shard"
                                       : arguments.resume ? "--resume"
                                                          : "--done-file"),
                           "give the name of a file"});
    return ways.serve();
  }
  if (arguments.words.empty())
    return session.fail({ErrorKind::bad_input, "nothing to solve",
                         "give a position, a file with one position a line, or - for stdin"});
  const Result<GivenPositions> given = given_positions(arguments.words, session.input(), "position");
  if (!given) return session.fail(given.error());
  if (given->kind == GivenPositions::Kind::one) {
    if (!events->empty() || !keep.empty())
      return session.fail(
          {ErrorKind::bad_input, "--events and --keep are for a file, not for one position", {}});
    if (arguments.resume || *shard || !arguments.done_file.empty())
      return session.fail(
          {ErrorKind::bad_input,
           fmt::format("{} is for a file of positions, not for one", *shard             ? "--shard"
                                                                     : arguments.resume ? "--resume"
                                                                                        : "--done-file"),
           {}});
    return ways.one(given->text);
  }
  if (arguments.endless)
    return session.fail(
        {ErrorKind::bad_input, "--endless is for one position, not for several", "give a limit"});
  if (const std::optional<Error> error = wrong_to_resume(arguments, session)) return session.fail(*error);
  // Without --resume, stdout leads into the output, which then appears as a whole.
  ways.list({.given = *given,
             .source = {.events = *events, .input = session.input(), .keep = keep},
             .shard = *shard,
             .output = arguments.resume ? session.output() : "",
             .if_there = arguments.resume ? IfThere::resume : IfThere::replace,
             .done_file = arguments.done_file});
}

/// What has no meaning for shortest solutions; nothing if all has one.
std::optional<Error> out_of_place(const SolveArguments& arguments) {
  const char* option = arguments.endless           ? "--endless"
                       : arguments.probes          ? "--probes"
                       : !arguments.axes.empty()   ? "--axes"
                       : arguments.solutions != 1  ? "--solutions"
                       : !arguments.prefer.empty() ? "--prefer"
                                                   : nullptr;
  if (option == nullptr) return std::nullopt;
  return Error{ErrorKind::bad_input, fmt::format("{} does not go with shortest solutions", option),
               arguments.solutions != 1 ? "for several shortest solutions: --all, or --all-within K"
                                        : "leave out one or the other"};
}

void solve_optimal_command(Session& session, const SolveArguments& arguments, Metric metric) {
  if (const std::optional<Error> error = out_of_place(arguments)) return session.fail(*error);
  const Result<SolutionStyle> style = style_from(arguments, session, metric);
  if (!style) return session.fail(style.error());
  OptimalJob job{session, {}, {}, {}, *style, arguments.optimal.all_orders};
  job.options.lower_bound = arguments.optimal.lower_bound.value_or(0);
  job.options.max_moves = arguments.max_moves;
  job.options.all_within = arguments.optimal.all ? std::optional(0) : arguments.optimal.all_within;
  job.solver.metric = metric;
  job.solver.table = arguments.optimal.table;
  if (arguments.milliseconds) job.time = time_from(*arguments.milliseconds);
  solve_given(session, arguments, style->keep,
              {.one = [&](const std::string& text) { solve_one_optimally(job, text); },
               .list =
                   [&](const ListRequest& request) {
                     if (job.time)
                       return session.fail({ErrorKind::bad_input,
                                            "--time with shortest solutions is for one position",
                                            "--max-moves bounds the search too"});
                     solve_list_optimally(job, request);
                   },
               .serve = [&] { serve_optimally(job); }});
}

void solve_command(Session& session, const SolveArguments& arguments) {
  const Result<Metric> metric = parse_metric(arguments.metric.value_or("half"));
  if (!metric) return session.fail(metric.error());
  if (const std::optional<Error> error = contradiction_in(arguments.optimal)) return session.fail(*error);
  if (arguments.optimal.wanted() && session.solver_tables() == SolverTables::compact)
    return session.fail({ErrorKind::bad_input, "--compact is for short solutions, not for shortest ones",
                         "leave out --compact, or --optimal and --all"});
  if (arguments.optimal.wanted()) return solve_optimal_command(session, arguments, *metric);
  const Result<SolveOptions> options = options_from(arguments, *metric);
  if (!options) return session.fail(options.error());
  Result<SolutionStyle> style = style_from(arguments, session, *metric);
  if (!style) return session.fail(style.error());
  style->max_moves = options->max_moves;
  const Job job{session, *options, *std::move(style), arguments.endless};
  solve_given(session, arguments, job.style.keep,
              {.one = [&](const std::string& text) { solve_one(job, text); },
               .list =
                   [&](const ListRequest& request) {
                     ShortSolutions solver(job);
                     solve_list(session, request, job.style, solver);
                   },
               .serve = [&] { serve(job); }});
}

/// Adds what is about shortest solutions.
void add_optimal_options(CLI::App& command, OptimalArguments& arguments) {
  command.add_flag("--optimal", arguments.optimal,
                   "A shortest solution, proved to be one; with --max-moves N, or the proof that none has N");
  command.add_flag("--all", arguments.all, "Every shortest solution, as they are found");
  command
      .add_option("--all-within", arguments.all_within,
                  "Every solution that is at most K longer than the shortest")
      ->type_name("K")
      ->transform(natural(0, 40));
  command.add_flag("--all-orders", arguments.all_orders,
                   "With these: also those that differ only in the order of turns of opposite faces");
  command
      .add_option("--lower-bound", arguments.lower_bound,
                  "With --optimal: nothing shorter than N exists; trusted, and not searched again")
      ->type_name("N")
      ->transform(natural(0, 40));
  std::string names;
  for (const Metric metric : kAllMetrics)
    for (const TableKind& table : optimal_tables(metric)) names += (names.empty() ? "" : ", ") + table.name;
  command
      .add_option(
          "--table", arguments.table,
          "With --optimal: use this table instead of the largest that is there and fits into memory: " +
              names)
      ->type_name("NAME");
}

}  // namespace

void add_solve_command(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("solve", "Find a short solution of a cube, or of each line of a file");
  const auto arguments = std::make_shared<SolveArguments>();
  command
      ->add_option(
          "position", arguments->words,
          "Moves, 54 facelets or 20 pieces, several each in quotes; or a file with many of them; or - for "
          "stdin")
      ->type_name("POSITION|FILE|-");
  command
      ->add_option("-m,--max-moves", arguments->max_moves,
                   "Stop at the first solution of at most N, in the metric")
      ->type_name("N")
      ->transform(natural(0, 40));
  command
      ->add_option("--time", arguments->milliseconds,
                   "Give the best solution found within MS milliseconds a cube")
      ->type_name("MS")
      ->check(CLI::Validator(wrong_milliseconds, "MS", "milliseconds"));
  command
      ->add_option("--probes", arguments->probes,
                   "Look at N phase-1 solutions a cube; the same result every time")
      ->type_name("N")
      ->transform(natural());
  command->add_flag(
      "--endless", arguments->endless,
      "No limit: print each improvement, until Ctrl-C or until it is proved that nothing shorter "
      "exists (at once close to solved; for others see --optimal)");
  command
      ->add_option("--solutions", arguments->solutions,
                   "The N best different solutions; with --max-moves the first N of that length")
      ->type_name("N")
      ->transform(natural(1, 1000))
      ->capture_default_str();
  command
      ->add_option("--axes", arguments->axes,
                   "Starts to search from, of UD,RL,FB,UD',RL',FB' (' for the inverse)")
      ->type_name("LIST");
  add_metric_option(*command, arguments->metric, "Look for few moves (half), or few quarter turns");
  add_optimal_options(*command, arguments->optimal);
  add_prefer_option(*command, arguments->prefer);
  add_notation_option(*command, arguments->notation);
  command->add_flag("--inverse", arguments->inverse, "Print the scramble, which is the solution backwards");
  session.add_result_flags(
      *command,
      {.json = "an object a line: id, moves, length, target_met, proved_shortest, probes, solutions, "
               "error, code, metric; with --optimal also lower_bound, complete, count, reads, nodes, endings",
       .csv = SolutionWriter({}).csv_header() + "; with --optimal also lower_bound, proved_shortest"});
  session.add_input_flag(*command);
  add_list_options(*command, arguments->events, arguments->keep);
  add_shard_option(*command, arguments->shard);
  add_done_file_option(*command, arguments->done_file);
  command->add_flag("--serve-stdin", arguments->serve,
                    "Say ready, then answer each line of stdin as it comes, with the tables at hand; "
                    "without --endless, --events and --keep");
  command->add_flag("--resume", arguments->resume,
                    "With a list and -o FILE: write rows as they are made, and go on with the file of an "
                    "interrupted run");
  session.add_compact_flag(*command);
  session.add_tables_flag(*command);
  session.add_threads_flag(*command);
  session.add_cpu_flag(*command);
  command->footer(
      "\nWithout a limit: the first solution of at most 20 moves, or the best after 10 s (several: the best "
      "after 1 s).\n"
      "--metric quarter counts a half turn as two, in every length: (24q). Without a limit, at most 26. Its "
      "tables\n"
      "(737 MB) are built on first use.\n"
      "A word that names a file is read as one. A file has lines 'position' or 'id,position', or is a CSV or "
      "TSV\n"
      "table with a column 'scramble', an export of the WCA or of csTimer; its kind is seen from its first "
      "lines.\n"
      "--optimal searches depth by depth until nothing shorter is left, a second or two for most cubes, with "
      "one "
      "of the\n"
      "tables that --table names; where there is none, the smallest is built (700 MB, a minute). A larger "
      "one "
      "is faster:\n"
      "halfturn tables build optimal-2800m. Ctrl-C, or the end of --time, gives the best solution and the "
      "proved bound.\n"
      "Exit code 1 where a cube's target was missed or --time ended a proof, 2 where a line could not be "
      "read (the others are "
      "solved).\n"
      "Examples:\n"
      "  halfturn solve \"D2 R' F\"\n"
      "  halfturn solve --max-moves 18 --time 5000 BUFBUBBLFRRLLRFURULDDDFUBDLDFFRDULLFRDDBLRUFRDFULBURBB\n"
      "  halfturn solve --metric quarter --time 100 \"D2 R' F\"\n"
      "  halfturn solve --compact --time 50 \"D2 R' F\"\n"
      "  halfturn solve --optimal \"D2 R' F L2\"\n"
      "  halfturn solve --all --all-orders \"R2 L2 U2 D2\"\n"
      "  halfturn solve --csv scrambles.txt -o solutions.csv\n"
      "  halfturn solve --csv --max-moves 18 scrambles.txt -o solutions.csv --resume\n"
      "  halfturn solve --optimal --csv scrambles.txt --shard 3/8 -o solutions.3.csv --resume\n"
      "  some-robot | halfturn solve --serve-stdin --time 10");
  command->callback([arguments, &session] {
    if (arguments->resume) {
      if (const Result<void> sound = session.check_result_flags(); !sound) return session.fail(sound.error());
      return solve_command(session, *arguments);
    }
    session.print_to_output([&] { solve_command(session, *arguments); },
                            files_among(arguments->serve ? std::vector<std::string>{"-"} : arguments->words));
  });
}

}  // namespace halfturn::cli
