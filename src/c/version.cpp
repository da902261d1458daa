#include "halfturn/halfturn.h"

// The numbers of the header and of the project are the same.
#define HALFTURN_AS_TEXT_(number) #number
#define HALFTURN_AS_TEXT(number) HALFTURN_AS_TEXT_(number)

namespace {

constexpr const char* kVersion = HALFTURN_AS_TEXT(HALFTURN_VERSION_MAJOR) "." HALFTURN_AS_TEXT(
    HALFTURN_VERSION_MINOR) "." HALFTURN_AS_TEXT(HALFTURN_VERSION_PATCH);

constexpr bool is_same(const char* a, const char* b) {
  for (; *a == *b; ++a, ++b)
    if (*a == 0) return true;
  return false;
}
static_assert(is_same(kVersion, HALFTURN_VERSION), "set the version in halfturn.h as in CMakeLists.txt");

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): names in C
const char* halfturn_version(void) {
  return kVersion;
}

void halfturn_version_numbers(int* major, int* minor, int* patch) {
  if (major != nullptr) *major = HALFTURN_VERSION_MAJOR;
  if (minor != nullptr) *minor = HALFTURN_VERSION_MINOR;
  if (patch != nullptr) *patch = HALFTURN_VERSION_PATCH;
}
// NOLINTEND(readability-identifier-naming)
