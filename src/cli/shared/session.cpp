#include "cli/shared/commands.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

#include "base/line_reader.h"
#include "base/open_input.h"
#include "base/system_error.h"
#include "cli/shared/given_positions.h"
#include "cli/shared/say.h"
#include "cli/shared/standard_files.h"
#include "front/catalogue.h"
#include "halfturn/optimal.h"
#include "halfturn/solve.h"

namespace halfturn::cli {

namespace {

constexpr int kMostThreads = 1024;
/// Of one position on stdin, in bytes: room for as many moves as are read, with blanks and comments.
constexpr std::size_t kLongestText = std::size_t{16} << 20;

int exit_code_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::bad_input:
      return kBadUsage;
    case ErrorKind::stopped:
      return kInterrupted;
    case ErrorKind::machine:
    case ErrorKind::damaged:
    case ErrorKind::missing:
      return kMachineFailed;
  }
  return kMachineFailed;
}

}  // namespace

void Session::add_tables_flag(CLI::App& command) {
  command
      .add_option("--tables", tables_, "Folder for tables (else $HALFTURN_TABLES, else ~/.cache/halfturn)")
      ->type_name("DIR");
}

void Session::add_threads_flag(CLI::App& command) {
  command.add_option("-t,--threads", threads_, "Threads to use; 0 means one for each processor")
      ->type_name("N")
      ->transform(natural(0, kMostThreads))
      ->capture_default_str();
}

void Session::add_cpu_flag(CLI::App& command) {
  command
      .add_option(
          "--cpu", cpu_,
          "Instruction set to use: portable, avx2, avx512bw or avx512 (else the fastest); an engine that "
          "has none for it takes the next below")
      ->type_name("SET")
      ->check(CLI::IsMember({"portable", "avx2", "avx512bw", "avx512"}));
}

void Session::add_compact_flag(CLI::App& command) {
  command.add_flag("--compact", compact_,
                   "Solve with small tables, 37 MB instead of 740 and built in about a second; a few times "
                   "slower");
}

void Session::add_input_flag(CLI::App& command) {
  command
      .add_option("--input", input_,
                  "What positions are given as: moves, facelets or pieces (else what they look like)")
      ->type_name("KIND")
      ->check(CLI::IsMember({"auto", "moves", "facelets", "pieces"}))
      ->capture_default_str();
}

InputKind Session::input() const {
  if (input_ == "moves") return InputKind::moves;
  if (input_ == "facelets") return InputKind::facelets;
  return input_ == "pieces" ? InputKind::pieces : InputKind::automatic;
}

Result<InstructionSet> Session::instruction_set() const {
  if (cpu_.empty()) return fastest_instruction_set();
  const InstructionSet set = *std::ranges::find(
      kAllInstructionSets, cpu_, [](InstructionSet each) { return std::string(to_string(each)); });
  if (supported(set)) return set;
  return Error{ErrorKind::bad_input, fmt::format("this processor has no {}", cpu_),
               "choose --cpu portable or leave it out"};
}

Result<TableStore> Session::store() const {
  if (!tables_.empty()) return TableStore(tables_);
  Result<std::filesystem::path> folder = default_table_folder();
  if (folder) return TableStore(std::move(*folder));
  Error error = folder.error();
  error.hint = "name one with --tables DIR or HALFTURN_TABLES";
  return error;
}

Run Session::run_for(const TableStore& store) {
  const auto show = [this, folder = store.directory().string()](const Progress& progress) {
    const bool building =
        progress.step != "checking" && progress.step != "copying to memory" && progress.step != "done";
    if (building && announced_ != progress.task) {
      announced_ = progress.task;
      for (const TableKind& kind : all_tables()) {
        if (kind.name != progress.task) continue;
        bar_.clear();
        say("halfturn: building the table {} ({}) in {}: {}\n", kind.name, human_bytes(kind.content_bytes()),
            base::printable(folder), kind.purpose);
      }
    }
    if (progress.step == "done")
      bar_.clear();
    else
      bar_.show(progress);
  };
  return {.threads = threads_, .stop = interrupt_.token(), .progress = show};
}

SolverTables Session::solver_tables() const {
  return compact_ ? SolverTables::compact : SolverTables::full;
}

Result<Solver> Session::open_solver(Residency residency, Metric metric) {
  const Result<TableStore> folder = store();
  if (!folder) return folder.error();
  const Result<InstructionSet> set = instruction_set();
  if (!set) return set.error();
  return Solver::open(*folder,
                      {.residency = residency, .set = *set, .metric = metric, .tables = solver_tables()},
                      run_for(*folder));
}

Result<OptimalSolver> Session::open_optimal_solver(OptimalSolverOptions options) {
  const Result<TableStore> folder = store();
  if (!folder) return folder.error();
  const Result<InstructionSet> set = instruction_set();
  if (!set) return set.error();
  options.set = *set;
  return OptimalSolver::open(*folder, options, run_for(*folder));
}

void Session::fail(const Error& error) {
  fail(error, exit_code_of(error.kind));
}

void Session::fail(const Error& error, int exit_code) {
  bar_.clear();
  say("halfturn: {}\n", base::printable(with_command(error, tables_).text()));
  exit_code_ = std::max(exit_code_, exit_code);
}

Error with_command(Error error, const std::string& tables) {
  const std::string folder = tables.empty() ? "" : " --tables " + tables;
  switch (error.remedy) {
    case Remedy::build_table:
      error.hint += fmt::format(" with: halfturn tables build {}{}", error.table, folder);
      break;
    case Remedy::replace_table:
      error.hint += fmt::format(" with: halfturn tables build --force {}{}", error.table, folder);
      break;
    case Remedy::verify_tables:
      error.hint += fmt::format(" with: halfturn tables verify{}", folder);
      break;
    case Remedy::other_table_folder:
      error.hint += " with --tables DIR or HALFTURN_TABLES";
      break;
    default:
      break;
  }
  return error;
}

void say_ready(bool json) {
  say("halfturn: ready\n");
  if (!json) return;
  fmt::print("{{\"ready\":true}}\n");
  flush_output();
}

CLI::Validator natural(std::uint64_t least, std::uint64_t most) {
  const bool limited = most < std::numeric_limits<std::uint64_t>::max();
  const auto read = [=](std::string& text) -> std::string {
    std::uint64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stopped, failure] = std::from_chars(text.data(), end, number);
    const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    if (digits && stopped == end && failure == std::errc() && number >= least && number <= most) {
      text = fmt::format("{}", number);
      return "";
    }
    constexpr std::size_t kShown = 40;
    const std::string shown = digits && text.size() <= kShown ? "'" + text + "'" : base::quoted(text);
    return fmt::format("{} is not a number from {} {}", shown, least,
                       limited  ? fmt::format("to {}", most)
                       : digits ? fmt::format("on (at most {})", most)
                                : "on (digits alone)");
  };
  return {read, limited ? fmt::format("{}..{}", least, most) : "", "number"};
}

void Session::each_line(int fd, const std::string& name,
                        const std::function<Result<void>(const TextLine&)>& work) {
  LineReader reader(fd, name, stop_token());
  while (true) {
    const Result<std::optional<TextLine>> line = reader.next();
    if (!line && line.error().kind == ErrorKind::stopped) return fail({ErrorKind::stopped, "stopped", {}});
    if (!line) return fail(line.error());
    if (!*line) return;
    if (const Result<void> done = work(**line); !done) return fail(done.error());
  }
}

Result<std::string> Session::text_of(const std::vector<std::string>& words) const {
  const Result<GivenPositions> given = given_position(words, input());
  if (!given) return given.error();
  if (given->kind != GivenPositions::Kind::list) {
    if (const Result<Position> read = read_given(given->text, input(), "position"); !read)
      return read.error();
    return given->text;
  }
  FileDescriptor file;
  if (given->text != "-") {
    Result<FileDescriptor> opened = open_input(given->text);
    if (!opened) return opened.error();
    file = std::move(*opened);
  }
  const std::string name = file.valid() ? given->text : "stdin";
  // The parser of the whole text drops a byte order mark.
  LineReader reader(file.valid() ? file.get() : STDIN_FILENO, name, stop_token(), base::Mark::keep);
  std::string text;
  while (true) {
    const Result<std::optional<TextLine>> line = reader.next();
    if (!line) return line.error();
    if (!*line) break;
    if ((*line)->too_long) return line_too_long((*line)->number);
    text += (*line)->text;
    text += '\n';
    if (text.size() > kLongestText)
      return Error{ErrorKind::bad_input, fmt::format("{} has more than {} MiB", name, kLongestText >> 20),
                   "give one position; a file with many of them is for 'halfturn solve'"};
  }
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    return Error{ErrorKind::bad_input, fmt::format("there is no position in {}", name),
                 "give moves, 54 facelets or 20 pieces; the solved cube is ()"};
  return text;
}

}  // namespace halfturn::cli
