#include "base/sync.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "base/system_error.h"

namespace halfturn {

namespace {

bool cannot_be_synced(int error_number) {
  return error_number == EINVAL || error_number == ENOTSUP || error_number == EROFS;
}

}  // namespace

Result<void> sync_file(const FileDescriptor& file, const std::filesystem::path& name) {
  if (::fsync(file.get()) == 0 || cannot_be_synced(errno)) return {};
  return system_error("write", name, errno);
}

Result<void> sync_folder_of(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  const FileDescriptor open_folder(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!open_folder.valid()) return {};
  return sync_file(open_folder, folder);
}

}  // namespace halfturn
