#include "halfturn/instruction_set.h"

#include <algorithm>

namespace halfturn {

bool supported(InstructionSet set) {
#if defined(__x86_64__)
  const bool avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi2") != 0;
  const bool avx512bw =
      avx2 && __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vl") != 0;
  switch (set) {
    case InstructionSet::portable:
      return true;
    case InstructionSet::avx2:
      return avx2;
    case InstructionSet::avx512bw:
      return avx512bw;
    case InstructionSet::avx512:
      return avx512bw && __builtin_cpu_supports("avx512vbmi") != 0 &&
             __builtin_cpu_supports("avx512vpopcntdq") != 0 && __builtin_cpu_supports("gfni") != 0;
  }
#endif
  return set == InstructionSet::portable;
}

InstructionSet fastest_instruction_set() {
  return *std::find_if(kAllInstructionSets.rbegin(), kAllInstructionSets.rend(), supported);
}

const char* to_string(InstructionSet set) {
  switch (set) {
    case InstructionSet::avx512:
      return "avx512";
    case InstructionSet::avx512bw:
      return "avx512bw";
    case InstructionSet::avx2:
      return "avx2";
    case InstructionSet::portable:
      break;
  }
  return "portable";
}

}  // namespace halfturn
