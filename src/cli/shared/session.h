#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "cli/shared/interrupt.h"
#include "cli/shared/position_input.h"
#include "cli/shared/progress_bar.h"
#include "halfturn/instruction_set.h"
#include "halfturn/result.h"
#include "halfturn/table_store.h"

namespace CLI {  // NOLINT(readability-identifier-naming): a name of CLI11
class App;
}

namespace halfturn {
class Solver;
}

namespace halfturn::cli {

/// Exit codes.
inline constexpr int kDone = 0;
inline constexpr int kNo = 1;             ///< ran, but the answer is no
inline constexpr int kBadUsage = 2;       ///< bad usage or input
inline constexpr int kMachineFailed = 3;  ///< disk, memory, damaged or missing tables
inline constexpr int kInterrupted = 130;  ///< stopped by Ctrl-C or another signal

/// What the subcommands share: common flags, the table folder, Ctrl-C, progress and the exit code.
class Session {
 public:
  /// Flags that several subcommands take.
  void add_tables_flag(CLI::App& command);
  void add_threads_flag(CLI::App& command);
  void add_json_flag(CLI::App& command);
  void add_cpu_flag(CLI::App& command);
  void add_input_flag(CLI::App& command);

  bool json() const { return json_; }
  InputKind input() const;  ///< as what positions are read
  std::stop_token stop_token() const { return interrupt_.token(); }

  /// The one named by --cpu, else the fastest; an Error if this processor lacks it.
  Result<InstructionSet> instruction_set() const;

  int threads() const { return threads_; }  ///< 0: one for each processor

  /// The folder for tables: --tables, else $HALFTURN_TABLES, else $XDG_CACHE_HOME/halfturn, else
  /// ~/.cache/halfturn.
  Result<TableStore> store() const;

  /// For a command that takes one position: its words, which may be typed without quotes, joined by blanks;
  /// all of a file, or of stdin for a lone "-". Errors: machine if it cannot be read; stopped; bad_input if
  /// it is too long or empty, or if several positions are given.
  Result<std::string> text_of(const std::vector<std::string>& words) const;

  /// For work on open tables: threads and Ctrl-C, no progress.
  Run run() const { return {.threads = threads_, .stop = interrupt_.token(), .progress = {}}; }
  /// For work that may build a table: also announces it and shows a progress bar.
  Run run_for(const TableStore& store);

  /// The two-phase solver with the tables of store(), and instruction_set().
  Result<Solver> open_solver(Residency residency);

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
  bool json_ = false;
  std::string cpu_;
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

/// How an error is named where a program reads it: "bad_input", "machine", ..
const char* code_of(ErrorKind kind);

/// Tells whoever feeds --serve-stdin that lines are answered from now on: "halfturn: ready" on stderr and,
/// for JSON, a first line {"ready":true} on stdout.
void say_ready(bool json);

/// "1 row", "2,000 rows".
std::string counted(std::uint64_t count, const char* what);

/// 0.123 s, 12.3 s, 4 min 5 s, 3 h 20 min, 12 d 4 h, 35.2 years.
std::string duration(double seconds);

}  // namespace halfturn::cli
