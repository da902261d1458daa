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
  std::string name;           ///< also the stem of the file's name
  std::string purpose;        ///< a line for people
  std::uint32_t version = 1;  ///< of the content: a file of another version is built anew
  std::uint64_t entries = 0;
  std::uint32_t bits_per_entry = 8;
  /// Fills the content, which comes zeroed. Must give the same bytes whatever the number of threads.
  std::function<Result<void>(std::span<std::byte> content, const Run&)> build;

  std::uint64_t content_bytes() const { return (entries * bits_per_entry + 7) / 8; }
};

/// Where the content of an open table lies.
enum class Residency {
  mapped,    ///< in the file's own pages: open at once, for a few questions
  resident,  ///< copied to 2 MiB pages: for an engine that is about to ask millions
};

/// The content of one table. Immutable; any number of threads may read it. Copies share the memory, which is
/// given back with the last of them.
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
  outdated,  ///< of another version of the content; will be built anew
  damaged,   ///< the header or the length is wrong
  foreign,   ///< not a table of this program
  unreadable,
};

std::string_view to_string(TableState state);

struct TableStatus {
  TableState state = TableState::missing;
  Error error;  ///< where the state is not ready: why, and what to do
};

/// Where the program keeps its tables unless told otherwise, so that other programs find the same ones:
/// $HALFTURN_TABLES, else $XDG_CACHE_HOME/halfturn where that is an absolute path, else ~/.cache/halfturn. An
/// Error where there is no home folder. The only function of the library that reads the environment.
Result<std::filesystem::path> default_table_folder();

/// One folder of tables.
///
/// Safe to use from several threads and several processes at once: files are written under another name,
/// synced and renamed, and of two builders of the same table the second waits and then uses what the first
/// has made.
class TableStore {
 public:
  explicit TableStore(std::filesystem::path directory) : directory_(std::move(directory)) {}

  const std::filesystem::path& directory() const { return directory_; }
  std::filesystem::path path_of(const TableKind& kind) const;

  /// Looks at the header and the length, not at the content.
  TableStatus status(const TableKind& kind) const;

  /// Opens a table that is there. Errors: missing, damaged (foreign and outdated files too), machine.
  /// Copying may be stopped, and reports how far it is where it takes a while; it uses all processors.
  Result<TableData> open(const TableKind& kind, Residency residency, const Run& run = {}) const;

  /// Opens the table; builds it first where it is missing or outdated, and then has it resident whatever
  /// `residency` says. A damaged or foreign file is an error and stays as it is.
  Result<TableData> open_or_build(const TableKind& kind, Residency residency, const Run& run) const;

  /// Builds the table and puts it in place, replacing whatever file has its name. Where another process has
  /// just done so, uses that. `replace` false: leaves a file that is ready alone. What it returns is
  /// resident.
  Result<TableData> build(const TableKind& kind, bool replace, const Run& run) const;

  /// The checksum of the content, as the header of a table that is there has it.
  Result<std::uint64_t> checksum(const TableKind& kind) const;

  /// Checks every byte against the checksum in the header.
  Result<void> verify(const TableKind& kind, const Run& run) const;

 private:
  std::filesystem::path directory_;
};

}  // namespace halfturn
