#pragma once

#include <array>

namespace halfturn {

/// The instruction sets for which engines have code of their own. Each includes those before it. An engine
/// without code for a set uses its best for a lower one.
enum class InstructionSet {
  portable,
  avx2,      ///< AVX2 and BMI2
  avx512bw,  ///< AVX-512 with BW and VL, as Skylake and Cascade Lake have it
  avx512,    ///< besides, VBMI, VPOPCNTDQ, and GFNI, as from Ice Lake and Zen 4 on
};

inline constexpr std::array kAllInstructionSets = {InstructionSet::portable, InstructionSet::avx2,
                                                   InstructionSet::avx512bw, InstructionSet::avx512};

bool supported(InstructionSet set);

/// The highest set that this processor supports.
InstructionSet fastest_instruction_set();

/// "portable", "avx2", "avx512bw", "avx512".
const char* to_string(InstructionSet set);

}  // namespace halfturn
