#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "serve/names.h"

namespace halfturn::serve {

/// The files of the page. They are kept compressed, as web/dist has them, and handed out so to whoever takes
/// that.
class Page {
 public:
  /// The page that was built into the program.
  static Page embedded();
  /// The files below a folder, plain or with .gz behind their names, as they are at each request: for work on
  /// the page.
  static Page in_folder(std::filesystem::path folder) { return Page(std::move(folder)); }

  /// The file for a path, "/" being index.html; nothing if there is none.
  std::optional<Response> find(const Request& request) const;

 private:
  struct File {
    std::shared_ptr<const std::string> bytes;
    bool is_compressed = false;
    std::string tag;  ///< changes with the content
  };

  Page() = default;
  explicit Page(std::filesystem::path folder) : folder_(std::move(folder)) {}
  void add(std::string name, std::string bytes);
  void read_folder();
  static Response response_with(const Request& request, const std::string& name, const File& file);

  std::filesystem::path folder_;
  std::map<std::string, File> files_;  // by path, "/index.html"
};

}  // namespace halfturn::serve
