#include "cli/shared/result_output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include "base/csv.h"
#include "base/output_file.h"
#include "base/system_error.h"
#include "cli/shared/commands.h"
#include "cli/shared/say.h"
#include "cli/shared/terminal.h"
#include "front/json.h"

namespace halfturn::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kIndent = 2;

/// While this lives, what is printed to stdout goes into a file that a person named.
class StdoutInFile {
 public:
  StdoutInFile(OutputFile file, std::string name) : file_(std::move(file)), name_(std::move(name)) {}
  StdoutInFile(const StdoutInFile&) = delete;
  StdoutInFile& operator=(const StdoutInFile&) = delete;
  ~StdoutInFile() { give_back(); }

  Result<void> begin() {
    std::fflush(stdout);
    before_ = FileDescriptor(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
    // A pipe was opened without waiting; stdout waits for room in it.
    struct stat info {};
    const int flags = ::fcntl(file_.descriptor(), F_GETFL);
    if (::fstat(file_.descriptor(), &info) == 0 && S_ISFIFO(info.st_mode))
      (void)::fcntl(file_.descriptor(), F_SETFL, flags & ~O_NONBLOCK);
    if (!before_.valid() || ::dup2(file_.descriptor(), STDOUT_FILENO) < 0)
      return system_error("write", name_, errno);
    return {};
  }

  /// Gives the file its name, if anything was printed or `even_if_empty`.
  Result<void> finish(bool even_if_empty) {
    errno = 0;
    const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    const int trouble = errno;
    const bool is_empty = ::lseek(STDOUT_FILENO, 0, SEEK_CUR) == 0;
    give_back();
    if (!is_written) return cannot_write(trouble);
    return is_empty && !even_if_empty ? Result<void>() : file_.commit();
  }

  Error cannot_write(int error_number) const {
    Error error = system_error("write", name_, error_number != 0 ? error_number : EIO);
    error.remedy = Remedy::none;  // this is not the folder for tables
    return error;
  }

 private:
  void give_back() {
    if (!before_.valid()) return;
    ::__fpurge(stdout);  // what could not be written is not for the other stdout either
    std::clearerr(stdout);
    (void)::dup2(before_.get(), STDOUT_FILENO);
    before_ = {};
  }

  OutputFile file_;
  std::string name_;
  FileDescriptor before_;  // what stdout was
};

/// Whether both names, - for stdin, lead to one regular file.
bool is_same_file(const std::string& input, const std::string& output) {
  struct stat first {};
  struct stat second {};
  const int found = input == "-" ? ::fstat(STDIN_FILENO, &first) : ::stat(input.c_str(), &first);
  return found == 0 && ::stat(output.c_str(), &second) == 0 && S_ISREG(first.st_mode) &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

/// The columns of a row: names of members, for objects within it those of both.
void list_columns(const Json& row, const std::string& before, std::vector<std::string>& columns) {
  for (const auto& [name, value] : row.items())
    if (value.is_object() && !value.empty())
      list_columns(value, before + name + "_", columns);
    else
      columns.push_back(before + name);
}

std::string field_of(const Json& value, ForeignText foreign) {
  if (value.is_null()) return "";
  return csv_field(shown(value.is_string() ? value.get<std::string>() : json_text(value), foreign));
}

/// The value of a column that list_columns() has named; null if this row has none.
Json value_at(const Json& row, const std::string& column) {
  if (const auto found = row.find(column); found != row.end()) return *found;
  for (const auto& [name, value] : row.items())
    if (value.is_object() && column.starts_with(name + "_"))
      if (Json below = value_at(value, column.substr(name.size() + 1)); !below.is_null()) return below;
  return nullptr;
}

std::string csv_line(const Json& row, const std::vector<std::string>& columns, ForeignText foreign) {
  std::vector<std::string> fields;
  for (const std::string& column : columns) fields.push_back(field_of(value_at(row, column), foreign));
  return fmt::format("{}\n", fmt::join(fields, ","));
}

}  // namespace

void Session::add_result_flags(CLI::App& command, const ResultShapes& shapes) {
  command.add_option("--format", result_.format, "table (for people), csv, json or jsonl (an object a line)")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"table", "csv", "json", "jsonl"}));
  command.add_flag("--csv", result_.csv, "Short for --format csv: " + shapes.csv);
  command.add_flag("--json", result_.json, "Short for --format json: " + shapes.json);
  command.add_option("-o,--output", result_.file, shapes.output)
      ->type_name("FILE")
      ->check(not_empty("name a file, or - for stdout"));
}

Result<void> Session::check_result_flags() const {
  std::vector<std::pair<std::string, std::string>> asked;  // the flag, and its format
  if (result_.csv) asked.emplace_back("--csv", "csv");
  if (result_.json) asked.emplace_back("--json", "json");
  if (!result_.format.empty()) asked.emplace_back("--format " + result_.format, result_.format);
  const auto other =
      std::ranges::find_if(asked, [&](const auto& one) { return one.second != asked.front().second; });
  if (other == asked.end()) return {};
  return Error{ErrorKind::bad_input,
               fmt::format("{} and {} do not go together", asked.front().first, other->first),
               "leave out one of them"};
}

Format Session::format(Format otherwise) const {
  if (result_.csv || result_.format == "csv") return Format::csv;
  if (result_.json || result_.format == "json") return Format::json;
  if (result_.format == "jsonl") return Format::jsonl;
  return result_.format == "table" ? Format::table : otherwise;
}

std::string Session::output() const {
  return result_.file == "-" ? "" : result_.file;
}

void Session::print_to_output(const std::function<void()>& work, const std::vector<std::string>& inputs) {
  if (const Result<void> sound = check_result_flags(); !sound) return fail(sound.error());
  if (output().empty()) return work();
  for (const std::string& input : inputs)
    if (is_same_file(input, output()))
      return fail({ErrorKind::bad_input, fmt::format("{} is the input", output()),
                   "write the result to another file"});
  Result<OutputFile> file = OutputFile::open(output(), stop_token());
  if (!file) return fail(file.error());
  StdoutInFile in_file(*std::move(file), output());
  if (const Result<void> begun = in_file.begin(); !begun) return fail(begun.error());
  try {
    work();
  } catch (const std::system_error& error) {
    if (std::ferror(stdout) == 0) throw;
    return fail(in_file.cannot_write(error.code().value()));
  }
  if (exit_code() == kMachineFailed) return;  // what was there before stays
  const bool is_whole = exit_code() == kDone || exit_code() == kNo;
  if (const Result<void> written = in_file.finish(is_whole); !written) return fail(written.error());
}

void print_result(const Session& session, const Json& result) {
  const ForeignText foreign = foreign_text_for(STDOUT_FILENO);
  const bool ascii = foreign == ForeignText::for_terminal;
  if (session.format() == Format::json) return fmt::print("{}\n", json_text(result, kIndent, ascii));
  const Json rows = result.is_array() ? result : Json::array({result});
  ResultRows printer(session);
  for (const Json& row : rows) printer.add(row);
}

void ResultRows::begin(const Json& row) {
  if (!session_.csv() || !columns_.empty()) return;
  list_columns(row, "", columns_);
  std::vector<std::string> names;
  for (const std::string& column : columns_) names.push_back(csv_field(column));
  fmt::print("{}\n", fmt::join(names, ","));
}

void ResultRows::add(const Json& row) {
  const ForeignText foreign = foreign_text_for(STDOUT_FILENO);
  if (session_.json()) return fmt::print("{}\n", json_text(row, -1, foreign == ForeignText::for_terminal));
  begin(row);
  fmt::print("{}", csv_line(row, columns_, foreign));
}

}  // namespace halfturn::cli
