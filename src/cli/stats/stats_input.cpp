#include "cli/stats/stats_input.h"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <set>
#include <utility>

#include "base/byte_input.h"
#include "base/open_input.h"
#include "base/system_error.h"

namespace halfturn::cli {

namespace {

constexpr std::uint64_t kReported = 20;
constexpr std::size_t kReadChunk = 1 << 16;
constexpr std::size_t kProgressEvery = 1 << 24;  // bytes; smaller files need no bar

std::string shown(const std::string& file) {
  return file == "-" ? "stdin" : file;
}

/// The error with the name of its file in the message.
Error in_file(const std::string& file, const Error& error) {
  Error named = error;
  named.message =
      fmt::format("{}, {}", shown(file),
                  Error{.message = error.message, .line = error.line, .column = error.column}.text());
  if (error.line == 0 && error.column == 0) named.message = fmt::format("{}: {}", shown(file), error.message);
  named.line = 0;
  named.column = 0;
  return named;
}

Error stopped() {
  return {ErrorKind::stopped, "stopped before everything was read", {}};
}

Error cannot_read(const std::string& file, int error_number) {
  if (error_number == EISDIR)
    return {ErrorKind::bad_input, fmt::format("{} is a folder", file),
            "give CSV files of 'halfturn analyze'"};
  Error error = system_error("read", shown(file), error_number);
  error.hint.clear();  // no other folder helps
  error.remedy = Remedy::none;
  return error;
}

/// An open file and its length, 0 if unknown.
struct Source {
  FileDescriptor owned;
  int fd = STDIN_FILENO;
  std::uint64_t bytes = 0;
};

/// A name for all files together: all names if they are few, else the first.
std::string name_of(const std::vector<std::string>& files) {
  constexpr std::size_t kNamed = 3;
  const std::size_t named = files.size() > kNamed ? 1 : files.size();
  std::string name;
  for (std::size_t i = 0; i < named; ++i) {
    name += i > 0 ? ", " : "";
    name += files[i] == "-" ? "stdin" : std::filesystem::path(files[i]).filename().string();
  }
  return named < files.size() ? fmt::format("{} and {} more files", name, files.size() - named) : name;
}

/// The files opened so far, to refuse one that is named twice.
using Opened = std::set<std::pair<dev_t, ino_t>>;

Result<Source> open_source(const std::string& file, Opened& opened) {
  Source source;
  if (file != "-") {
    Result<FileDescriptor> opened_file = open_input(file);
    if (!opened_file) {
      Error error = opened_file.error();
      if (std::filesystem::is_directory(file)) error.hint = "give CSV files of 'halfturn analyze'";
      return error;
    }
    source.owned = std::move(*opened_file);
    source.fd = source.owned.get();
  }
  struct stat info {};
  if (::fstat(source.fd, &info) != 0) return cannot_read(file, errno);
  if (S_ISDIR(info.st_mode)) return cannot_read(file, EISDIR);
  if (!opened.insert({info.st_dev, info.st_ino}).second)
    return Error{ErrorKind::bad_input, fmt::format("{} is named twice", shown(file)),
                 "its rows would count twice"};
  if (S_ISREG(info.st_mode)) source.bytes = static_cast<std::uint64_t>(info.st_size);
  return source;
}

Result<void> read_source(const std::string& file, const Source& source, stats::Reader& reader,
                         Session& session) {
  FileInput input(source.fd, shown(file), session.stop_token());
  std::string buffer(kReadChunk, '\0');
  std::uint64_t done = 0;
  std::uint64_t shown_at = 0;
  while (true) {
    const Result<std::size_t> got = input.read(buffer);
    if (!got) return got.error().kind == ErrorKind::stopped ? stopped() : got.error();
    if (*got == 0) break;
    if (const Result<void> fed = reader.feed({buffer.data(), *got}); !fed) return in_file(file, fed.error());
    done += *got;
    if (source.bytes == 0 || done - shown_at < kProgressEvery) continue;
    shown_at = done;
    session.show_progress("reading", shown(file),
                          static_cast<double>(done) / static_cast<double>(source.bytes));
  }
  session.clear_progress();
  if (const Result<void> finished = reader.finish(); !finished) return in_file(file, finished.error());
  return {};
}

/// Reads one file after the other; `current` is the one that is being read.
Result<void> read_sources(const std::vector<std::string>& files, stats::Reader& reader, std::string& current,
                          Session& session) {
  Opened opened;
  for (const std::string& file : files) {
    const Result<Source> source = open_source(file, opened);
    if (!source) return source.error();
    current = file;
    if (Result<void> read = read_source(file, *source, reader, session); !read) return read;
  }
  return {};
}

/// Whether a file goes on with the one before it. What cannot be looked into, or not twice, does not.
bool is_continuation(const std::string& file) {
  std::error_code ignored;
  if (file == "-" || !std::filesystem::is_regular_file(file, ignored)) return false;
  const Result<FileDescriptor> opened = open_input(file);
  if (!opened) return false;
  FileInput input(opened->get(), file, {});
  std::string beginning(kReadChunk, '\0');
  const Result<std::size_t> got = input.read(beginning);
  return got && stats::is_later_shard({beginning.data(), *got});
}

}  // namespace

std::vector<std::vector<std::string>> by_data_sets(const std::vector<std::string>& files) {
  std::vector<std::vector<std::string>> sets;
  for (const std::string& file : files)
    if (sets.empty() || !is_continuation(file))
      sets.push_back({file});
    else
      sets.back().push_back(file);
  return sets;
}

void BadRows::add(const std::string& file, const Error& error) {
  if (++count_ <= kReported) session_.fail(in_file(file, error));
}

void BadRows::finish() {
  if (count_ == 0) return;
  const std::string rows = count_ == 1 ? "1 row was" : fmt::format("{} rows were", grouped(count_));
  session_.fail({ErrorKind::bad_input, fmt::format("{} left out", rows),
                 count_ > kReported ? fmt::format("the first {} are named above", kReported) : ""});
}

Result<std::vector<DataSet>> read_groups(const std::vector<std::string>& files, const std::string& by,
                                         BadRows& bad_rows, Session& session) {
  stats::Groups groups{.by = by};
  std::string current;
  stats::Reader reader(groups, [&](const Error& error) { bad_rows.add(current, error); });
  if (const Result<void> read = read_sources(files, reader, current, session); !read) return read.error();
  std::vector<DataSet> sets;
  for (auto& [group, statistics] : groups.groups)
    sets.push_back({fmt::format("{}, {} {}", name_of(files), by, group.empty() ? "(none)" : group), files, by,
                    group, std::move(statistics)});
  if (sets.empty())
    return Error{ErrorKind::bad_input, fmt::format("there are no rows in {}", name_of(files)), {}};
  return sets;
}

Result<DataSet> read_data_set(const std::vector<std::string>& files, BadRows& bad_rows, Session& session) {
  DataSet data;
  data.files = files;
  std::string current;
  stats::Reader reader(data.statistics, [&](const Error& error) { bad_rows.add(current, error); });
  if (const Result<void> read = read_sources(files, reader, current, session); !read) return read.error();
  data.name = name_of(files);
  if (data.statistics.rows == 0 && data.statistics.bad_rows == 0)
    return Error{ErrorKind::bad_input, fmt::format("there are no rows in {}", data.name), {}};
  return data;
}

}  // namespace halfturn::cli
