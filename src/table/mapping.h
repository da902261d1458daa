#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

#include "halfturn/result.h"

namespace halfturn {

/// A file mapped for reading.
class Mapping {
 public:
  /// The first `bytes` bytes of an open file. `path` is for messages.
  static Result<std::shared_ptr<const Mapping>> of(int fd, std::size_t bytes,
                                                   const std::filesystem::path& path);

  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping();

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  Mapping(std::span<const std::byte> bytes, std::string path);

  std::span<const std::byte> bytes_;
  std::string path_;
  int place_;  // in the list for mapped_file_at(); -1: it was full
};

/// The path of the file that is mapped at an address; nullptr if none is. For the handler of SIGBUS, which
/// the system sends where a mapped file has become shorter or cannot be read: it may be called there.
const char* mapped_file_at(const void* address);

}  // namespace halfturn
