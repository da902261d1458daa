#include "table/table_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/system_error.h"

namespace halfturn {

bool read_at(const FileDescriptor& file, std::uint64_t offset, std::span<std::byte> into) {
  while (!into.empty()) {
    const ssize_t got = ::pread(file.get(), into.data(), into.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) errno = 0;
    if (got <= 0) return false;
    into = into.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
  return true;
}

Error table_file_error(const TableKind& kind, const std::filesystem::path& path, TableState state,
                       const char* reason) {
  switch (state) {
    case TableState::missing:
      return {.kind = ErrorKind::missing,
              .message = fmt::format("there is no table {} in {}", kind.name, path.parent_path().string()),
              .hint = "build it",
              .remedy = Remedy::build_table,
              .table = kind.name};
    case TableState::foreign:
      return {.kind = ErrorKind::damaged,
              .message = fmt::format("{} cannot be used: {}", path.string(), reason),
              .hint = "move it away, or replace it",
              .remedy = Remedy::replace_table,
              .table = kind.name};
    default:
      return {.kind = ErrorKind::damaged,
              .message = fmt::format("{} cannot be used: {}", path.string(), reason),
              .hint = "build it anew",
              .remedy = Remedy::build_table,
              .table = kind.name};
  }
}

Result<FoundFile> find_table_file(const TableKind& kind, const std::filesystem::path& path) {
  FoundFile found;
  // Non-blocking: opening a named pipe would otherwise wait for a writer.
  found.file = FileDescriptor(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!found.file.valid()) {
    if (errno == ENOENT) return table_file_error(kind, path, TableState::missing, "");
    return system_error("read", path, errno);
  }
  struct stat info {};
  if (::fstat(found.file.get(), &info) != 0) return system_error("read", path, errno);
  if (S_ISDIR(info.st_mode)) return system_error("read", path, EISDIR);
  if (!S_ISREG(info.st_mode))
    return Error{.kind = ErrorKind::machine,
                 .message = fmt::format("{} is not a regular file", path.string()),
                 .hint = {}};
  found.identity = identity_of(info);
  HeaderBytes header;
  const auto available =
      std::span(header).first(std::min<std::uint64_t>(found.identity.bytes, header.size()));
  if (!read_at(found.file, 0, available)) return system_error("read", path, errno != 0 ? errno : EIO);
  found.verdict = judge_header(available, found.identity.bytes, kind);
  return found;
}

Result<FoundFile> find_ready_table_file(const TableKind& kind, const std::filesystem::path& path) {
  Result<FoundFile> found = find_table_file(kind, path);
  if (!found || found->verdict.state == TableState::ready) return found;
  return table_file_error(kind, path, found->verdict.state, found->verdict.reason);
}

}  // namespace halfturn
