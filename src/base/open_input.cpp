#include "base/open_input.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>

namespace halfturn {

Result<FileDescriptor> open_input(const std::string& path) {
  // Without O_NONBLOCK, opening a FIFO would wait for its writer, deaf to stop requests.
  FileDescriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat info {};
  if (file.valid() && ::fstat(file.get(), &info) == 0) {
    if (S_ISDIR(info.st_mode)) return Error{ErrorKind::bad_input, fmt::format("{} is a folder", path), {}};
    return file;
  }
  if (errno == ENOENT) return Error{ErrorKind::bad_input, fmt::format("there is no file {}", path), {}};
  return Error{ErrorKind::machine,
               fmt::format("cannot read {}: {}", path, std::generic_category().message(errno)),
               {}};
}

}  // namespace halfturn
