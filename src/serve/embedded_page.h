#pragma once

#include <span>
#include <string_view>

namespace halfturn::serve {

struct EmbeddedFile {
  std::string_view name;  ///< "index.html.gz"
  std::string_view bytes;
};

/// The files of web/dist and the description of the API, as they were when the program was built.
std::span<const EmbeddedFile> embedded_files();

}  // namespace halfturn::serve
