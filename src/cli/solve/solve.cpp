#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/line_reader.h"
#include "cli/bench/bench.h"
#include "cli/shared/commands.h"
#include "cli/shared/given_positions.h"
#include "cli/shared/prefer.h"
#include "cli/shared/residency.h"
#include "cli/shared/say.h"
#include "cli/shared/standard_files.h"
#include "cli/solve/solve_output.h"
#include "cli/solve/solve_single.h"
#include "halfturn/position.h"

namespace halfturn::cli {

namespace {

/// Defaults if neither a length nor a time nor a number of probes is given.
constexpr int kDefaultMaxMoves = 20;
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
  bool csv = false;
  bool inverse = false;
  bool serve = false;
  std::string notation = "wca";
  std::string prefer;
  std::vector<std::string> events;
  std::vector<std::string> keep;
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

Result<SolveOptions> options_from(const SolveArguments& arguments) {
  SolveOptions options;
  const Result<StartMask> starts = starts_named(arguments.axes);
  if (!starts) return starts.error();
  options.starts = *starts;
  options.solutions = arguments.solutions;
  options.max_moves = arguments.max_moves;
  options.probes = arguments.probes;
  if (arguments.milliseconds)
    options.time = std::chrono::nanoseconds(static_cast<std::int64_t>(*arguments.milliseconds * 1e6));
  const bool limited = arguments.max_moves || arguments.milliseconds || arguments.probes;
  if (arguments.endless && limited)
    return Error{ErrorKind::bad_input, "--endless does not go with --max-moves, --time or --probes",
                 "leave out one or the other"};
  if (!limited && !arguments.endless) {
    if (arguments.solutions == 1) options.max_moves = kDefaultMaxMoves;
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

/// What a row is called: in text, by its id if the input gives one.
RowLabel label_of(const Scramble& scramble, const SolutionStyle& style) {
  const bool has_id = scramble.is_named || style.format != OutputFormat::text;
  return {has_id ? scramble.id : "", scramble.kept};
}

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
  const Result<SolveResult> solved = solve_at_once(job.session, position->cube, options);
  if (!solved) return job.session.fail(solved.error());
  const SolveResult& result = *solved;
  if (job.style.format == OutputFormat::csv) fmt::print("{}\n", writer.csv_header());
  if (!options.on_improvement) fmt::print("{}", writer.row({}, result));
  if (job.endless && result.exhausted) say("halfturn: nothing shorter exists\n");
  if (!result.target_met) job.session.answer_no();
  if (job.session.stop_token().stop_requested() && !is_complete(result, options))
    job.session.fail({ErrorKind::stopped, "stopped: this is the best so far", {}});
}

/// Positions are read, solved and printed in lots of this size, to bound memory.
constexpr std::size_t kLinesAtOnce = 4096;
constexpr std::size_t kBytesAtOnce = std::size_t{32} << 20;  // of long lines

/// Some positions of the input, in order.
struct Lines {
  struct Line {
    Scramble scramble;
    std::optional<Error> error;
  };
  std::vector<Line> all;
  std::vector<Cube> cubes;  // of those that could be read
  bool last = false;        // nothing follows them
  double end = 0;           // where in the input they end, 0 .. 1; 0 if its length is unknown
};

/// What there is without waiting, at least one position.
Result<Lines> next_lines(PositionList& list) {
  Lines lines;
  ScrambleSource& source = list.source();
  for (std::size_t bytes = 0;
       lines.all.size() < kLinesAtOnce && bytes < kBytesAtOnce && (lines.all.empty() || source.ready());) {
    Result<std::optional<Scramble>> scramble = source.next();
    if (!scramble) return scramble.error();
    lines.last = !*scramble;
    if (lines.last) break;
    bytes += (*scramble)->text.size();
    const Result<Position> position = position_of(**scramble);
    if (position) lines.cubes.push_back(position->cube);
    lines.end = list.length() ? static_cast<double>((*scramble)->end) / *list.length() : 0;
    lines.all.push_back({*std::move(*scramble), position ? std::nullopt : std::optional(position.error())});
  }
  return lines;
}

/// Solves and prints lines, and sums up.
class LineSolver {
 public:
  LineSolver(const Job& job, const Solver& solver) : job_(job), solver_(solver), writer_(job.style) {}

  /// False after a stop.
  bool solve(const Lines& lines) {
    const Stopwatch watch;
    std::size_t next_line = 0;
    const auto print_errors_here = [&] {
      for (; next_line < lines.all.size() && lines.all[next_line].error; ++next_line)
        print_error(lines.all[next_line]);
    };
    print_errors_here();
    const auto print = [&](std::size_t index, const SolveResult& result) {
      summary_.add(result);
      fmt::print("{}", writer_.row(label_of(lines.all[next_line].scramble, job_.style), result));
      ++next_line;
      print_errors_here();
      if (show_progress_) show_progress(lines, index + 1, seconds_ + watch.seconds());
    };
    const std::size_t done = solver_.solve_all(lines.cubes, job_.options, job_.session.run(), print);
    seconds_ += watch.seconds();
    begin_ = lines.end;
    given_ += lines.cubes.size();
    flush_output();
    return done == lines.cubes.size();
  }

  void clear_progress() { bar_.clear(); }
  std::uint64_t given() const { return given_; }
  const SolveSummary& summary() const { return summary_; }
  /// Time spent on solving, without reading.
  double seconds() const { return seconds_; }

 private:
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
    std::string step = fmt::format("{:.0f} cubes/s", solved / seconds);
    if (fraction > 0) step += fmt::format(", {:.0f} s left", seconds * (1 - fraction) / fraction);
    bar_.show({"solving", step, fraction});
  }

  const Job& job_;
  const Solver& solver_;
  SolutionWriter writer_;
  bool show_progress_ = ::isatty(STDOUT_FILENO) == 0;  // on a terminal, rows would mix with the bar
  ProgressBar bar_;
  SolveSummary summary_;
  std::uint64_t given_ = 0;
  double seconds_ = 0;
  double begin_ = 0;  // where in the input the lines begin
};

/// Solves each position of a list, in order. One that cannot be read gives an error row.
void solve_list(const Job& job, const GivenPositions& given, const SourceOptions& options) {
  const Result<std::unique_ptr<PositionList>> list =
      PositionList::open(given, options, job.session.stop_token());
  if (!list) return job.session.fail(list.error());
  Result<Lines> lines = next_lines(**list);
  if (!lines) return job.session.fail(lines.error());
  const Result<Solver> solver = job.session.open_solver(
      residency_to_solve(lines->last ? lines->cubes.size() : kLinesAtOnce, job.options));
  if (!solver) return job.session.fail(solver.error());
  if (job.style.format == OutputFormat::csv) fmt::print("{}\n", SolutionWriter(job.style).csv_header());
  LineSolver batch(job, *solver);
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
    const std::string of_all = lines && lines->last ? " of " + grouped(batch.given()) : "";
    return job.session.fail({ErrorKind::stopped,
                             fmt::format("stopped after {}{} cubes", grouped(batch.summary().cubes), of_all),
                             {}});
  }
  if (batch.summary().missed > 0) job.session.answer_no();
}

/// Answers each line as it comes, until the input ends.
void serve(const Job& job) {
  const Result<Solver> solver = job.session.open_solver(Residency::resident);
  if (!solver) return job.session.fail(solver.error());
  const SolutionWriter writer(job.style);
  if (job.style.format == OutputFormat::csv) fmt::print("{}\n", writer.csv_header());
  say_ready(job.style.format == OutputFormat::json);
  LineReader reader(STDIN_FILENO, "stdin", job.session.stop_token());
  while (true) {
    const Result<std::optional<TextLine>> read = reader.next();
    if (!read && read.error().kind == ErrorKind::stopped)
      return job.session.fail({ErrorKind::stopped, "stopped", {}});
    if (!read) return job.session.fail(read.error());
    if (!*read) return;
    const Scramble line = served_line(**read, job.session.input());
    const Result<Position> position = position_of(line);
    const RowLabel label = label_of(line, job.style);
    if (position)
      fmt::print("{}", writer.row(label, solver->solve(position->cube, job.options, job.session.run())));
    else
      fmt::print("{}", writer.error_row(label, position.error()));
    flush_output();
  }
}

/// The columns to keep, which have a place in CSV and JSON.
Result<std::vector<std::string>> columns_from(const SolveArguments& arguments, const Session& session) {
  if (!arguments.keep.empty() && !arguments.csv && !session.json())
    return Error{ErrorKind::bad_input, "--keep has no place in text rows", "add --csv or --json"};
  return chosen_columns(arguments.keep,
                        {"id", "length", "moves", "target_met", "probes", "error", "solutions", "kept"});
}

void solve_command(Session& session, const SolveArguments& arguments) {
  const Result<SolveOptions> options = options_from(arguments);
  if (!options) return session.fail(options.error());
  if (arguments.csv && session.json())
    return session.fail(
        {ErrorKind::bad_input, "--csv and --json do not go together", "leave out one of them"});
  Job job{session, *options, {}, arguments.endless};
  job.style.format = arguments.csv    ? OutputFormat::csv
                     : session.json() ? OutputFormat::json
                                      : OutputFormat::text;
  job.style.notation = arguments.notation == "numeric" ? Notation::numeric : Notation::wca;
  job.style.inverse = arguments.inverse;
  job.style.max_moves = options->max_moves;
  job.style.foreign = foreign_text_for(STDOUT_FILENO);
  const Result<std::optional<FaceSet>> prefer = preferred_faces(arguments.prefer, arguments.solutions > 1);
  if (!prefer) return session.fail(prefer.error());
  job.style.prefer = *prefer;
  const Result<std::vector<std::string>> events = chosen_events(arguments.events);
  if (!events) return session.fail(events.error());
  const Result<std::vector<std::string>> keep = columns_from(arguments, session);
  if (!keep) return session.fail(keep.error());
  job.style.keep = *keep;

  if (arguments.serve) {
    if (!arguments.words.empty())
      return session.fail({ErrorKind::bad_input,
                           "--serve-stdin reads positions from stdin, not from the command line",
                           "leave out the position"});
    if (arguments.endless)
      return session.fail({ErrorKind::bad_input, "--serve-stdin does not go with --endless", "give a limit"});
    return serve(job);
  }
  if (arguments.words.empty())
    return session.fail({ErrorKind::bad_input, "nothing to solve",
                         "give a position, a file with one position a line, or - for stdin"});
  const Result<GivenPositions> given = given_positions(arguments.words, session.input(), "position");
  if (!given) return session.fail(given.error());
  if (given->kind == GivenPositions::Kind::one) {
    if (!events->empty() || !keep->empty())
      return session.fail(
          {ErrorKind::bad_input, "--events and --keep are for a file, not for one position", {}});
    return solve_one(job, given->text);
  }
  if (arguments.endless)
    return session.fail(
        {ErrorKind::bad_input, "--endless is for one position, not for several", "give a limit"});
  solve_list(job, *given, {.events = *events, .input = session.input(), .keep = *keep});
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
  command->add_option("-m,--max-moves", arguments->max_moves, "Stop at the first solution of at most N moves")
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
      "exists (at once close to solved; days for most cubes)");
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
  add_prefer_option(*command, arguments->prefer);
  command->add_option("--notation", arguments->notation, "R U2 F' or R1U2F3")
      ->check(CLI::IsMember({"wca", "numeric"}))
      ->capture_default_str();
  command->add_flag("--inverse", arguments->inverse, "Print the scramble, which is the solution backwards");
  command->add_flag("--csv", arguments->csv, "Print CSV: " + SolutionWriter({}).csv_header());
  session.add_json_flag(*command);
  session.add_input_flag(*command);
  command
      ->add_option("--events", arguments->events,
                   "Scrambles for these events alone, of 333,333oh,333bf,333fm,333ft,333mbf")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      ->add_option("--keep", arguments->keep,
                   "Carry these columns of the input into CSV or JSON: event,time,..")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_flag("--serve-stdin", arguments->serve,
                    "Say ready, then answer each line of stdin as it comes, with the tables at hand");
  session.add_tables_flag(*command);
  session.add_threads_flag(*command);
  session.add_cpu_flag(*command);
  command->footer(
      "\nWithout a limit: the first solution of at most 20 moves, or the best after 10 s (several: the best "
      "after 1 s).\n"
      "A word that names a file is read as one. A file has lines 'position' or 'id,position', or is a CSV or "
      "TSV\n"
      "table with a column 'scramble', an export of the WCA or of csTimer; its kind is seen from its first "
      "lines.\n"
      "Exit code 1 where a cube's target was missed, 2 where a line could not be read (the others are "
      "solved).\n"
      "Examples:\n"
      "  halfturn solve \"D2 R' F\"\n"
      "  halfturn solve --max-moves 18 --time 5000 BUFBUBBLFRRLLRFURULDDDFUBDLDFFRDULLFRDDBLRUFRDFULBURBB\n"
      "  halfturn solve --csv scrambles.txt > solutions.csv\n"
      "  some-robot | halfturn solve --serve-stdin --time 10");
  command->callback([arguments, &session] { solve_command(session, *arguments); });
}

}  // namespace halfturn::cli
