#pragma once

#include <filesystem>
#include <stop_token>

#include "base/file_descriptor.h"
#include "halfturn/result.h"

namespace halfturn {

/// What a name that a person gave for output stands for.
struct OutputTarget {
  /// The name of the regular file, which may be there or not. Symbolic links have been followed: a person who
  /// keeps a link to another disk wants the file there, and the link kept.
  std::filesystem::path path;
  bool is_there = false;
  /// Open for writing if the name stands for something that takes bytes and is not to be replaced: a pipe, a
  /// device, or one of this process's open files (/dev/stdout, /dev/fd/3). May be non-blocking.
  FileDescriptor stream;
};

/// Waits for a reader where the name is that of a pipe. Errors: machine (a folder, a socket, a link that
/// leads nowhere or may not be followed), stopped.
Result<OutputTarget> find_output(const std::filesystem::path& name, const std::stop_token& stop);

}  // namespace halfturn
