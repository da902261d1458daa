#include "api/refusal.h"
#include "serve/embedded_page.h"
#include "serve/paths/paths.h"

namespace halfturn::serve {

std::optional<LongWork> openapi(Exchange& exchange) {
  for (const EmbeddedFile& file : embedded_files())
    if (file.name == "openapi.json") {
      exchange.reply({.body = std::string(file.bytes)});
      return std::nullopt;
    }
  throw Refusal{404, {ErrorKind::missing, "the description of the API is not in this program", {}}};
}

}  // namespace halfturn::serve
