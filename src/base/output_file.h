#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/file_descriptor.h"
#include "base/partial_file.h"
#include "halfturn/result.h"

namespace halfturn {

/// A file that a person named for results. It appears complete or not at all.
///
/// A regular file is written as NAME.partial, synced with its folder and renamed (PartialFile); symbolic
/// links are followed first. A pipe, a device or /dev/stdout is written into as it is, and never replaced.
class OutputFile {
 public:
  enum class IfBusy { refuse, wait };  ///< what to do while another process writes the same file

  /// Changes nothing under the name yet. Waits for a reader where the name is that of a pipe. Errors:
  /// machine, stopped, bad_input if another process writes the file.
  static Result<OutputFile> open(const std::filesystem::path& name, const std::stop_token& stop,
                                 IfBusy if_busy = IfBusy::refuse);

  /// Whether there is a regular file of that name, which commit() would replace.
  bool would_replace() const { return would_replace_; }

  Result<void> write(std::string_view text);
  /// For a writer of another kind, in place of write(): it begins with the first byte. A pipe may be
  /// non-blocking.
  int descriptor() const { return file_ ? file_->descriptor() : stream_.get(); }
  /// Writes what is left, and gives the file its name. Nothing may be written afterwards.
  Result<void> commit();
  /// The same, but an Error (bad_input) if there is a regular file of that name.
  Result<void> commit_if_new();

 private:
  OutputFile(std::filesystem::path name, std::stop_token stop)
      : name_(std::move(name)), stop_(std::move(stop)) {}
  Result<void> write_out();
  Result<void> write_to_stream(std::string_view text);
  Result<void> finish(bool replace);

  std::filesystem::path name_;
  std::stop_token stop_;
  std::optional<PartialFile> file_;  // a regular file
  FileDescriptor stream_;            // anything else
  bool would_replace_ = false;
  std::string waiting_;  // not yet written
  std::uint64_t written_ = 0;
};

/// Writes a whole file at once. Waits while another process writes it.
Result<void> write_file(const std::filesystem::path& name, std::string_view bytes,
                        const std::stop_token& stop);

}  // namespace halfturn
