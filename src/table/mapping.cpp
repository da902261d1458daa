#include "table/mapping.h"

#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <utility>

#include "base/system_error.h"

namespace halfturn {

namespace {

/// One mapped file. `path` is set last and cleared first, so that whoever sees it may use the rest.
struct MappedFile {
  std::atomic<bool> taken{false};
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::uintptr_t> end{0};
  std::atomic<const char*> path{nullptr};
};

/// More than there are tables. A fixed list needs no lock, which a signal handler could not take.
std::array<MappedFile, 256> mapped_files;

int enter(std::span<const std::byte> bytes, const char* path) {
  for (std::size_t i = 0; i < mapped_files.size(); ++i) {
    MappedFile& file = mapped_files[i];
    if (file.taken.exchange(true)) continue;
    file.begin = reinterpret_cast<std::uintptr_t>(bytes.data());
    file.end = file.begin + bytes.size();
    file.path = path;
    return static_cast<int>(i);
  }
  return -1;
}

void leave(int place) {
  if (place < 0) return;
  MappedFile& file = mapped_files[static_cast<std::size_t>(place)];
  file.path = nullptr;
  file.taken = false;
}

}  // namespace

Mapping::Mapping(std::span<const std::byte> bytes, std::string path)
    : bytes_(bytes), path_(std::move(path)), place_(enter(bytes_, path_.c_str())) {}

Mapping::~Mapping() {
  leave(place_);
  ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

Result<std::shared_ptr<const Mapping>> Mapping::of(int fd, std::size_t bytes,
                                                   const std::filesystem::path& path) {
  void* address = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, fd, 0);
  if (address == MAP_FAILED) return system_error("map", path, errno);
  ::madvise(address, bytes, MADV_RANDOM);  // no read-ahead: each look-up reads one page
  return std::shared_ptr<const Mapping>(
      new Mapping({static_cast<const std::byte*>(address), bytes}, path.string()));
}

const char* mapped_file_at(const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  for (const MappedFile& file : mapped_files)
    if (const char* path = file.path; path != nullptr && at >= file.begin && at < file.end) return path;
  return nullptr;
}

}  // namespace halfturn
