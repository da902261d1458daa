#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "halfturn/result.h"
#include "halfturn/run.h"

/// Tables on disk: built once, then mapped.
namespace halfturn {

/// What a table is, and how to make it.
struct TableKind {
  std::string name;           ///< also the stem of the file name
  std::string purpose;        ///< one line, shown to the user
  std::uint32_t version = 1;  ///< of the content: a file with another version is rebuilt
  std::uint64_t entries = 0;
  std::uint32_t bits_per_entry = 8;
  /// Fills the content, which is zeroed. Must give the same bytes for any number of threads.
  std::function<Result<void>(std::span<std::byte> content, const Run&)> build;

  std::uint64_t content_bytes() const { return (entries * bits_per_entry + 7) / 8; }
};

/// Where the content of an open table lies.
enum class Residency {
  mapped,    ///< in the file's pages: opens at once, for a few reads
  resident,  ///< copied to 2 MiB pages, for millions of reads
};

/// The content of one table. Immutable; any number of threads may read it. Copies share the memory; the last
/// one frees it.
class TableData {
 public:
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  friend class TableStore;
  std::span<const std::byte> bytes_;
  std::shared_ptr<const void> owner_;
};

enum class TableState {
  missing,
  ready,
  outdated,  ///< written by another version of the program; open_or_build() replaces it
  damaged,   ///< the header or the file length is wrong
  foreign,   ///< not a table of this program, or another table
  unreadable,
};

std::string_view to_string(TableState state);

struct TableStatus {
  TableState state = TableState::missing;
  Error error;  ///< if the state is not ready: why, and what to do
};

/// The program's default folder of tables, for other programs to share: $HALFTURN_TABLES, else
/// $XDG_CACHE_HOME/halfturn if that is an absolute path, else ~/.cache/halfturn. An Error if all are unset
/// and there is no home folder. The only function of the library that reads the environment.
Result<std::filesystem::path> default_table_folder();

/// One folder of tables.
///
/// Safe to use from several threads and processes at once: files are written under another name, synced and
/// renamed; of two builders of the same table, the second waits and then uses the first one's file.
///
/// No content is used that was not compared with its checksum. What is copied to memory is compared each
/// time. A mapped file is read through once and remembered, in the folder .verified, until its inode, size or
/// times change; where that folder cannot be written, it is read through at each opening. A file that is cut
/// while it is mapped makes the system send SIGBUS; mapped_file_at() in table/mapping.h tells a handler which
/// one it was.
class TableStore {
 public:
  explicit TableStore(std::filesystem::path directory) : directory_(std::move(directory)) {}

  const std::filesystem::path& directory() const { return directory_; }
  std::filesystem::path path_of(const TableKind& kind) const;

  /// Checks the header and the length, not the content.
  TableStatus status(const TableKind& kind) const;

  /// Opens an existing table. Errors: missing, damaged (also for content that does not match its checksum,
  /// and for foreign and outdated files), machine, stopped. Copying to memory uses all processors, whatever
  /// run.threads; large tables report progress.
  Result<TableData> open(const TableKind& kind, Residency residency, const Run& run = {}) const;

  /// Opens the table; builds it if it is missing or outdated (it is then resident, whatever `residency`
  /// says). A damaged or foreign file is an error and is left alone.
  Result<TableData> open_or_build(const TableKind& kind, Residency residency, const Run& run) const;

  /// Builds the table, replacing any file of that name, and returns it resident. Opens the existing file
  /// instead if it is sound and either `replace` is false or another builder has just made it.
  Result<TableData> build(const TableKind& kind, bool replace, const Run& run) const;

  /// The checksum of the content, from the header of an existing table.
  Result<std::uint64_t> checksum(const TableKind& kind) const;

  /// Checks the whole content against the checksum in the header.
  Result<void> verify(const TableKind& kind, const Run& run) const;

 private:
  std::filesystem::path directory_;
};

}  // namespace halfturn
