#include "cli/shared/build_info.h"

#include <fmt/core.h>

#include "halfturn/instruction_set.h"

namespace halfturn::cli {

std::string version_line() {
  return fmt::format("halfturn {} ({}{}, {})", HALFTURN_VERSION, HALFTURN_COMMIT, HALFTURN_COMPILER,
                     to_string(fastest_instruction_set()));
}

}  // namespace halfturn::cli
