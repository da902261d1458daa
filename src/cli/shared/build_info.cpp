#include "cli/shared/build_info.h"

#include <fmt/core.h>

#include "halfturn/instruction_set.h"

namespace halfturn::cli {

namespace {

const char* name_of(InstructionSet set) {
  switch (set) {
    case InstructionSet::avx512:
      return "avx512";
    case InstructionSet::avx2:
      return "avx2";
    case InstructionSet::portable:
      break;
  }
  return "portable";
}

}  // namespace

std::string version_line() {
  return fmt::format("halfturn {} ({}{}, {})", HALFTURN_VERSION, HALFTURN_COMMIT, HALFTURN_COMPILER,
                     name_of(fastest_instruction_set()));
}

}  // namespace halfturn::cli
