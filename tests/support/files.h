#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace halfturn::testing {

/// A new folder that other users may enter; removed with its content when this is destroyed.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// These throw on failure.
std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, std::string_view bytes);

/// The lines of a text, without line ends.
std::vector<std::string> lines_of(const std::string& text);

/// The names in a folder, sorted; empty if there is no such folder. Without .verified, the memory of tables.
std::vector<std::string> names_in(const std::filesystem::path& folder);

}  // namespace halfturn::testing
