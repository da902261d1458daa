#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/line_reader.h"
#include "base/text.h"
#include "cli/shared/interrupt.h"
#include "cli/shared/progress_bar.h"
#include "front/position_input.h"
#include "front/wording.h"
#include "halfturn/instruction_set.h"
#include "halfturn/metric.h"
#include "halfturn/result.h"
#include "halfturn/table_store.h"

namespace CLI {  // NOLINT(readability-identifier-naming): a name of CLI11
class App;
}

namespace halfturn {
class OptimalSolver;
struct OptimalSolverOptions;
class Solver;
enum class SolverTables;
}  // namespace halfturn

namespace halfturn::cli {

/// Exit codes.
inline constexpr int kDone = 0;
inline constexpr int kNo = 1;             ///< ran, but the answer is no
inline constexpr int kBadUsage = 2;       ///< bad usage or input
inline constexpr int kMachineFailed = 3;  ///< disk, memory, damaged or missing tables
inline constexpr int kInterrupted = 130;  ///< stopped by Ctrl-C or another signal

/// How a result is printed.
enum class Format { table, csv, json, jsonl };

/// What a command prints, for its help.
struct ResultShapes {
  std::string json;  ///< "an object: depth, positions, ..", "an array of objects: .."
  std::string csv;   ///< the columns, or what a row is
  std::string output = "Write the result to this file, which is replaced, instead of stdout";
};

/// What the subcommands share: common flags, the table folder, Ctrl-C, progress and the exit code.
class Session {
 public:
  /// Flags that several subcommands take.
  void add_tables_flag(CLI::App& command);
  void add_threads_flag(CLI::App& command);
  /// --format, its short forms --csv and --json, and --output, for every command that prints a result.
  void add_result_flags(CLI::App& command, const ResultShapes& shapes);
  void add_cpu_flag(CLI::App& command);
  void add_compact_flag(CLI::App& command);
  void add_input_flag(CLI::App& command);

  /// The format asked for; `otherwise` if none is.
  Format format(Format otherwise = Format::table) const;
  bool json() const { return format() == Format::json || format() == Format::jsonl; }
  bool csv() const { return format() == Format::csv; }
  /// An Error if two formats are asked for.
  Result<void> check_result_flags() const;
  std::string output() const;  ///< the file for the result; empty: stdout

  /// Runs a command with stdout leading into the file of --output, if there is one. The file then appears as
  /// a whole; after a stop with what was printed until then, and where the machine failed, or nothing was
  /// printed because of a mistake, not at all.
  ///
  /// `inputs`: names of files that the command may read, - for stdin. Where one of them is the file of
  /// --output, by whatever name, that is an error, and nothing is run: the result would take its place.
  void print_to_output(const std::function<void()>& work, const std::vector<std::string>& inputs = {});

  InputKind input() const;  ///< as what positions are read
  std::stop_token stop_token() const { return interrupt_.token(); }

  /// The one named by --cpu, else the fastest; an Error if this processor lacks it.
  Result<InstructionSet> instruction_set() const;

  /// Compact if --compact is given.
  SolverTables solver_tables() const;

  int threads() const { return threads_; }  ///< 0: one for each processor

  /// The folder for tables: --tables, else $HALFTURN_TABLES, else $XDG_CACHE_HOME/halfturn, else
  /// ~/.cache/halfturn.
  Result<TableStore> store() const;

  /// For a command that takes one position: its words, which may be typed without quotes, joined by blanks;
  /// all of a file, or of stdin for a lone "-". Errors: machine if it cannot be read; stopped; bad_input if
  /// it is too long or empty, if several positions are given, or if the words are none.
  Result<std::string> text_of(const std::vector<std::string>& words) const;

  /// Hands each line of an open file to `work` as it comes, until the input ends, a stop is requested or
  /// `work` fails; the latter two are reported by fail(). Lines that are too long come as such.
  void each_line(int fd, const std::string& name, const std::function<Result<void>(const TextLine&)>& work);

  /// For work on open tables: threads and Ctrl-C, no progress.
  Run run() const { return {.threads = threads_, .stop = interrupt_.token(), .progress = {}}; }
  /// For work that may build a table: also announces it and shows a progress bar.
  Run run_for(const TableStore& store);

  /// The two-phase solver of a metric with the tables of store(), solver_tables() and instruction_set().
  Result<Solver> open_solver(Residency residency, Metric metric = Metric::half);

  /// The solver for shortest solutions likewise; its instruction set is the one of this session.
  Result<OptimalSolver> open_optimal_solver(OptimalSolverOptions options);

  /// Shows the progress of a long step on a terminal. Call clear_progress() before printing anything else.
  void show_progress(const std::string& title, const std::string& step, double fraction) {
    bar_.show({title, step, fraction});
  }
  void clear_progress() { bar_.clear(); }

  /// Prints an error to stderr and raises the exit code to the one of its kind, or to `exit_code`.
  void fail(const Error& error);
  void fail(const Error& error, int exit_code);
  /// Sets the exit code kNo, unless there was an error.
  void answer_no() { exit_code_ = exit_code_ == kDone ? kNo : exit_code_; }
  int exit_code() const { return exit_code_; }

 private:
  std::string tables_;
  int threads_ = 0;
  struct {
    std::string format;
    bool csv = false;
    bool json = false;
    std::string file;
  } result_;
  std::string cpu_;
  bool compact_ = false;
  std::string input_ = "auto";
  int exit_code_ = kDone;
  Interrupt interrupt_;
  ProgressBar bar_;
  std::string announced_;  // the last table whose building was announced
};

using base::grouped;

/// The error with the command or flag that does what its hint says; `tables` is the folder given with
/// --tables.
Error with_command(Error error, const std::string& tables = {});

/// Tells whoever feeds --serve-stdin that lines are answered from now on: "halfturn: ready" on stderr and,
/// for JSON, a first line {"ready":true} on stdout.
void say_ready(bool json);

}  // namespace halfturn::cli
