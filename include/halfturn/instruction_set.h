#pragma once

namespace halfturn {

/// The instruction sets for which engines have code of their own. Each includes those before it. An engine
/// without code for a set uses its best for a lower one.
enum class InstructionSet {
  portable,
  avx2,    ///< AVX2 and BMI2
  avx512,  ///< AVX-512 with BW, VL, VBMI, VPOPCNTDQ, and GFNI
};

bool supported(InstructionSet set);

/// The highest set that this processor supports.
InstructionSet fastest_instruction_set();

/// "portable", "avx2", "avx512".
const char* to_string(InstructionSet set);

}  // namespace halfturn
