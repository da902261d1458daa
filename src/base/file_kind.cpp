#include "base/file_kind.h"

#include <fmt/core.h>

#include <cerrno>

#include "base/system_error.h"

namespace halfturn {

std::string_view kind_of_file(mode_t mode) {
  if (S_ISREG(mode)) return "a regular file";
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  if (S_ISLNK(mode)) return "a symbolic link";
  return "a device";
}

Error not_a_file(const std::filesystem::path& name, mode_t mode) {
  if (S_ISDIR(mode)) return system_error("write", name, EISDIR);
  return {.kind = ErrorKind::machine,
          .message = fmt::format("cannot write {}: it is {}", name.string(), kind_of_file(mode)),
          .hint = "move it away, or choose another name"};
}

}  // namespace halfturn
