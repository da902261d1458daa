#pragma once

namespace halfturn {

/// What a machine's processor can do beyond plain x86-64, as far as the engines make use of it. Each includes
/// those before it. An engine that has nothing of its own for a set uses the best it has below it.
enum class InstructionSet {
  portable,
  avx2,    ///< AVX2 and BMI2
  avx512,  ///< AVX-512 with BW, VL, VBMI, VPOPCNTDQ, and GFNI
};

bool supported(InstructionSet set);

/// The last of them that this processor supports.
InstructionSet fastest_instruction_set();

}  // namespace halfturn
