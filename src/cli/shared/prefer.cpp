#include "cli/shared/prefer.h"

#include <fmt/core.h>

#include "cli/shared/commands.h"

namespace halfturn::cli {

Result<std::optional<FaceSet>> preferred_faces(const std::string& letters, bool has_solutions) {
  if (letters.empty()) return std::optional<FaceSet>();
  const Result<FaceSet> faces = parse_faces(letters);
  if (!faces) return Error{ErrorKind::bad_input, "--prefer: " + faces.error().message, faces.error().hint};
  if (!has_solutions)
    return Error{ErrorKind::bad_input, "--prefer sorts solutions of equal length, and there are none to sort",
                 "ask for several with --solutions N"};
  return std::optional<FaceSet>(*faces);
}

void add_prefer_option(CLI::App& command, std::string& faces) {
  command
      .add_option(
          "--prefer", faces,
          "Of equal lengths, first those with the fewest moves of other faces, as in RUF, then with the "
          "fewest regrips")
      ->type_name("FACES")
      ->check(not_empty("name faces, as in RUF"));
}

}  // namespace halfturn::cli
