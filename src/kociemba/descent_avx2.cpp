#include <immintrin.h>

#include <cstring>
#include <memory>
#include <utility>

#include "kociemba/descent.h"

namespace halfturn {

#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt,lzcnt")

namespace avx2 {

struct Bytes {
  static PieceBytes compose(const PieceBytes& first, const PieceBytes& then) {
    PieceBytes result;
    const __m256i a = _mm256_load_si256(reinterpret_cast<const __m256i*>(first.byte.data()));
    const __m256i b = _mm256_load_si256(reinterpret_cast<const __m256i*>(then.byte.data()));
    _mm256_store_si256(reinterpret_cast<__m256i*>(result.byte.data()), _mm256_shuffle_epi8(a, b));
    return result;
  }
  static std::size_t corner_key(const PieceBytes& pieces) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &pieces.byte[16], sizeof bits);
    return _pext_u64(bits, 0x0007070707070707U);
  }
};

#include "kociemba/descent_kernel.h"

}  // namespace avx2

void descend_avx2(const SearchTables& tables, std::span<const Root> roots, int outer, DescentSink& sink) {
  avx2::Descent(tables, roots, outer, sink).run();
}

#pragma GCC pop_options

DescendFunction descend_for(InstructionSet set) {
  return set == InstructionSet::portable ? descend_portable : descend_avx2;
}

}  // namespace halfturn
