#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace halfturn::testing {

/// A folder of its own, which other users may enter; gone, with all that is in it, when this is.
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

std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, std::string_view bytes);

/// The lines of a text, without their ends.
std::vector<std::string> lines_of(const std::string& text);

/// What is in a folder, sorted; empty where there is no such folder.
std::vector<std::string> names_in(const std::filesystem::path& folder);

}  // namespace halfturn::testing
