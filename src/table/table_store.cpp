#include "halfturn/table_store.h"

#include <fmt/core.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

#include "base/pages.h"
#include "base/partial_file.h"
#include "base/system_error.h"
#include "table/content.h"
#include "table/mapping.h"
#include "table/table_file.h"

namespace halfturn {

namespace {

/// Large enough to make system calls cheap, small enough to notice a stop at once.
constexpr std::size_t kChunk = std::size_t{4} << 20;

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
  const Result<FoundFile> found = find_table_file(kind, path);
  if (!found)
    return {found.error().kind == ErrorKind::missing ? TableState::missing : TableState::unreadable,
            found.error()};
  if (found->verdict.state == TableState::ready) return {TableState::ready, {}};
  return {found->verdict.state, table_file_error(kind, path, found->verdict.state, found->verdict.reason)};
}

Result<TableData> TableStore::open(const TableKind& kind, Residency residency, const Run& run) const {
  const std::filesystem::path path = path_of(kind);
  const Result<FoundFile> found = find_ready_table_file(kind, path);
  if (!found) return found.error();

  TableData data;
  if (residency == Residency::mapped) {
    if (Result<void> sound = ensure_verified(kind, path, *found, run); !sound) return sound.error();
    Result<std::shared_ptr<const Mapping>> mapping =
        Mapping::of(found->file.get(), kHeaderBytes + kind.content_bytes(), path);
    if (!mapping) return mapping.error();
    data.bytes_ = (*mapping)->bytes().subspan(kHeaderBytes);
    data.owner_ = std::move(*mapping);
    return data;
  }
  Result<base::PageBuffer> buffer = copy_content(kind, path, *found, run);
  if (!buffer) return buffer.error();
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
  if ((!replace || partial->waited()) && status(kind).state == TableState::ready) {
    Result<TableData> opened = open(kind, Residency::resident, run);
    if (opened || opened.error().kind != ErrorKind::damaged) return opened;
  }

  const std::size_t content_bytes = kind.content_bytes();
  if (Result<void> reserved = partial->reserve(kHeaderBytes + content_bytes); !reserved)
    return reserved.error();
  std::optional<base::PageBuffer> content = base::PageBuffer::allocate(content_bytes);
  if (!content) return no_memory_for(kind);
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
  if (const std::optional<FileIdentity> file = identity_of(partial->descriptor()))
    remember_verified(path, {*file, hash.value(), block_hashes_of(std::as_const(*content).bytes(), run)},
                      run.stop);
  run.report(kind.name, "done", 1);

  TableData data;
  auto owner = std::make_shared<base::PageBuffer>(std::move(*content));
  data.bytes_ = std::as_const(*owner).bytes();
  data.owner_ = std::move(owner);
  return data;
}

Result<std::uint64_t> TableStore::checksum(const TableKind& kind) const {
  const std::filesystem::path path = path_of(kind);
  const Result<FoundFile> found = find_ready_table_file(kind, path);
  if (!found) return found.error();
  return found->verdict.content_hash;
}

Result<void> TableStore::verify(const TableKind& kind, const Run& run) const {
  const std::filesystem::path path = path_of(kind);
  const Result<FoundFile> found = find_ready_table_file(kind, path);
  if (!found) return found.error();

  return verify_content(kind, path, *found, run);
}

}  // namespace halfturn
