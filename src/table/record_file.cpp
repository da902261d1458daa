#include "table/record_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <system_error>

#include "base/partial_file.h"

namespace halfturn {

FileDescriptor open_record(const std::filesystem::path& path) {
  return FileDescriptor(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
}

bool read_record(const FileDescriptor& record, std::span<std::byte> bytes) {
  struct stat info {};
  if (::fstat(record.get(), &info) != 0 || !S_ISREG(info.st_mode) ||
      static_cast<std::size_t>(info.st_size) != bytes.size())
    return false;
  return ::read(record.get(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
}

bool write_record(const std::filesystem::path& path, std::span<const std::byte> bytes,
                  const std::stop_token& stop) {
  std::error_code ignored;
  std::filesystem::create_directory(path.parent_path(), ignored);
  Result<PartialFile> file = PartialFile::acquire(path, stop, [] {});
  return file && file->write_at(0, bytes) && file->commit();
}

}  // namespace halfturn
