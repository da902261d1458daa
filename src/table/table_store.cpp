#include "halfturn/table_store.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <pwd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "base/file_descriptor.h"
#include "base/pages.h"
#include "base/parallel.h"
#include "base/partial_file.h"
#include "base/system_error.h"
#include "table/file_header.h"

namespace halfturn {

namespace {

/// Large enough to make system calls cheap, small enough to notice a stop at once.
constexpr std::size_t kChunk = std::size_t{4} << 20;

/// Copies of at least this many bytes report progress: they may take seconds if memory has to be freed first.
constexpr std::size_t kLongCopy = std::size_t{256} << 20;

/// A table's file as it was found: open, measured, its header judged.
struct FoundFile {
  FileDescriptor file;
  std::uint64_t bytes = 0;
  HeaderVerdict verdict;
};

/// Reads exactly `into.size()` bytes. On failure returns false and sets errno (0: the file ended).
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

Error describe(const TableKind& kind, const std::filesystem::path& path, TableState state,
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

/// Opens the file and judges its header. An Error only if the file is missing, not regular or unreadable.
Result<FoundFile> find(const TableKind& kind, const std::filesystem::path& path) {
  FoundFile found;
  // Non-blocking: opening a named pipe would otherwise wait for a writer.
  found.file = FileDescriptor(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!found.file.valid()) {
    if (errno == ENOENT) return describe(kind, path, TableState::missing, "");
    return system_error("read", path, errno);
  }
  struct stat info {};
  if (::fstat(found.file.get(), &info) != 0) return system_error("read", path, errno);
  if (S_ISDIR(info.st_mode)) return system_error("read", path, EISDIR);
  if (!S_ISREG(info.st_mode))
    return Error{.kind = ErrorKind::machine,
                 .message = fmt::format("{} is not a regular file", path.string()),
                 .hint = {}};
  found.bytes = static_cast<std::uint64_t>(info.st_size);
  HeaderBytes header;
  const auto available = std::span(header).first(std::min<std::uint64_t>(found.bytes, header.size()));
  if (!read_at(found.file, 0, available)) return system_error("read", path, errno != 0 ? errno : EIO);
  found.verdict = judge_header(available, found.bytes, kind);
  return found;
}

/// The same, but an Error if the state is not ready.
Result<FoundFile> find_ready(const TableKind& kind, const std::filesystem::path& path) {
  Result<FoundFile> found = find(kind, path);
  if (!found || found->verdict.state == TableState::ready) return found;
  return describe(kind, path, found->verdict.state, found->verdict.reason);
}

Error no_memory(const TableKind& kind) {
  return {ErrorKind::machine,
          fmt::format("not enough memory for the table {}: it needs {}", kind.name,
                      human_bytes(kind.content_bytes())),
          "close other programs or use a machine with more memory"};
}

/// The whole file, mapped for reading.
class Mapping {
 public:
  Mapping(void* address, std::size_t size) : address_(address), size_(size) {}
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() { ::munmap(address_, size_); }

 private:
  void* address_;
  std::size_t size_;
};

/// The value of an environment variable; empty if it is not set.
std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::string home_directory() {
  if (std::string home = environment("HOME"); !home.empty()) return home;
  const passwd* user = ::getpwuid(::getuid());
  return user != nullptr && user->pw_dir != nullptr ? user->pw_dir : "";
}

}  // namespace

Result<std::filesystem::path> default_table_folder() {
  if (const std::filesystem::path folder = environment("HALFTURN_TABLES"); !folder.empty()) return folder;
  if (const std::filesystem::path cache = environment("XDG_CACHE_HOME"); cache.is_absolute())
    return cache / "halfturn";
  if (const std::filesystem::path home = home_directory(); !home.empty()) return home / ".cache" / "halfturn";
  return Error{ErrorKind::bad_input, "no folder for tables: there is no home folder",
               "name one in the variable HALFTURN_TABLES"};
}

std::string_view to_string(TableState state) {
  switch (state) {
    case TableState::missing:
      return "missing";
    case TableState::ready:
      return "ready";
    case TableState::outdated:
      return "outdated";
    case TableState::damaged:
      return "damaged";
    case TableState::foreign:
      return "foreign";
    case TableState::unreadable:
      return "unreadable";
  }
  return "unknown";
}

std::filesystem::path TableStore::path_of(const TableKind& kind) const {
  return directory_ / (kind.name + ".table");
}

TableStatus TableStore::status(const TableKind& kind) const {
  const std::filesystem::path path = path_of(kind);
  const Result<FoundFile> found = find(kind, path);
  if (!found)
    return {found.error().kind == ErrorKind::missing ? TableState::missing : TableState::unreadable,
            found.error()};
  if (found->verdict.state == TableState::ready) return {TableState::ready, {}};
  return {found->verdict.state, describe(kind, path, found->verdict.state, found->verdict.reason)};
}

Result<TableData> TableStore::open(const TableKind& kind, Residency residency, const Run& run) const {
  const std::filesystem::path path = path_of(kind);
  const Result<FoundFile> found = find_ready(kind, path);
  if (!found) return found.error();

  const std::size_t content_bytes = kind.content_bytes();
  TableData data;
  if (residency == Residency::mapped) {
    const std::size_t mapped_bytes = kHeaderBytes + content_bytes;
    void* address = ::mmap(nullptr, mapped_bytes, PROT_READ, MAP_SHARED, found->file.get(), 0);
    if (address == MAP_FAILED) return system_error("map", path, errno);
    ::madvise(address, mapped_bytes, MADV_RANDOM);  // no read-ahead: each lookup reads one page
    data.owner_ = std::make_shared<Mapping>(address, mapped_bytes);
    data.bytes_ = {static_cast<const std::byte*>(address) + kHeaderBytes, content_bytes};
    return data;
  }

  std::optional<base::PageBuffer> buffer = base::PageBuffer::allocate(content_bytes);
  if (!buffer) return no_memory(kind);
  std::atomic<int> error_number{-1};
  const std::size_t chunks = (content_bytes + kChunk - 1) / kChunk;
  const bool takes_a_while = content_bytes >= kLongCopy;
  const bool all = base::parallel_for(0, chunks, run.stop, [&](int worker, std::size_t index) {
    const std::size_t offset = index * kChunk;
    if (worker == 0 && takes_a_while)
      run.report(kind.name, "copying to memory", static_cast<double>(index) / static_cast<double>(chunks));
    if (!read_at(found->file, kHeaderBytes + offset,
                 buffer->bytes().subspan(offset, std::min(kChunk, content_bytes - offset))))
      error_number = errno;
  });
  if (!all)
    return Error{.kind = ErrorKind::stopped,
                 .message = fmt::format("stopped while reading {}", path.string()),
                 .hint = {}};
  if (error_number >= 0) return system_error("read", path, error_number > 0 ? error_number.load() : EIO);
  if (takes_a_while) run.report(kind.name, "done", 1);
  auto owner = std::make_shared<base::PageBuffer>(std::move(*buffer));
  data.bytes_ = std::as_const(*owner).bytes();
  data.owner_ = std::move(owner);
  return data;
}

Result<TableData> TableStore::open_or_build(const TableKind& kind, Residency residency,
                                            const Run& run) const {
  const TableState state = status(kind).state;
  if (state == TableState::missing || state == TableState::outdated) return build(kind, false, run);
  return open(kind, residency, run);
}

Result<TableData> TableStore::build(const TableKind& kind, bool replace, const Run& run) const {
  const std::filesystem::path path = path_of(kind);
  std::error_code failure;
  std::filesystem::create_directories(directory_, failure);
  if (failure) return system_error("make the folder", directory_, failure.value());
  if (std::filesystem::is_directory(path, failure)) return system_error("write", path, EISDIR);

  Result<PartialFile> partial = PartialFile::acquire(
      path, run.stop, [&] { run.report(kind.name, "waiting for another process that builds it", 0); });
  if (!partial) return partial.error();
  if ((!replace || partial->waited()) && status(kind).state == TableState::ready)
    return open(kind, Residency::resident, run);

  const std::size_t content_bytes = kind.content_bytes();
  if (Result<void> reserved = partial->reserve(kHeaderBytes + content_bytes); !reserved)
    return reserved.error();
  std::optional<base::PageBuffer> content = base::PageBuffer::allocate(content_bytes);
  if (!content) return no_memory(kind);
  if (Result<void> built = kind.build(content->bytes(), run); !built) return built.error();

  // The header comes last: until it is written, the file cannot pass for a table.
  ContentHash hash;
  for (std::size_t offset = 0; offset < content_bytes; offset += kChunk) {
    if (run.stop.stop_requested())
      return Error{.kind = ErrorKind::stopped,
                   .message = fmt::format("stopped while writing {}", path.string()),
                   .hint = {}};
    run.report(kind.name, "writing", static_cast<double>(offset) / static_cast<double>(content_bytes));
    const auto piece =
        std::as_const(*content).bytes().subspan(offset, std::min(kChunk, content_bytes - offset));
    hash.add(piece);
    if (Result<void> written = partial->write_at(kHeaderBytes + offset, piece); !written)
      return written.error();
  }
  const HeaderBytes header = encode_header(kind, hash.value());
  if (Result<void> written = partial->write_at(0, header); !written) return written.error();
  if (Result<void> committed = partial->commit(); !committed) return committed.error();
  run.report(kind.name, "done", 1);

  TableData data;
  auto owner = std::make_shared<base::PageBuffer>(std::move(*content));
  data.bytes_ = std::as_const(*owner).bytes();
  data.owner_ = std::move(owner);
  return data;
}

Result<std::uint64_t> TableStore::checksum(const TableKind& kind) const {
  const std::filesystem::path path = path_of(kind);
  const Result<FoundFile> found = find_ready(kind, path);
  if (!found) return found.error();
  return found->verdict.content_hash;
}

Result<void> TableStore::verify(const TableKind& kind, const Run& run) const {
  const std::filesystem::path path = path_of(kind);
  const Result<FoundFile> found = find_ready(kind, path);
  if (!found) return found.error();

  const std::size_t content_bytes = kind.content_bytes();
  std::vector<std::byte> chunk(std::min(kChunk, content_bytes));
  ContentHash hash;
  for (std::size_t offset = 0; offset < content_bytes; offset += kChunk) {
    if (run.stop.stop_requested())
      return Error{.kind = ErrorKind::stopped,
                   .message = fmt::format("stopped while checking {}", path.string()),
                   .hint = {}};
    run.report(kind.name, "checking", static_cast<double>(offset) / static_cast<double>(content_bytes));
    const auto piece = std::span(chunk).first(std::min(kChunk, content_bytes - offset));
    if (!read_at(found->file, kHeaderBytes + offset, piece))
      return system_error("read", path, errno != 0 ? errno : EIO);
    hash.add(piece);
  }
  run.report(kind.name, "checking", 1);
  if (hash.value() != found->verdict.content_hash)
    return Error{
        .kind = ErrorKind::damaged,
        .message = fmt::format("{} cannot be used: its content does not match its checksum", path.string()),
        .hint = "build it anew",
        .remedy = Remedy::replace_table,  // its header is fine, so a build would otherwise keep it
        .table = kind.name};
  return {};
}

}  // namespace halfturn
