#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "halfturn/result.h"

namespace halfturn {

/// "cannot write DIR/phase1.table: No space left on device", from the system's error number. A hint is added
/// if there is something that the user can do.
Error system_error(const std::string& attempt, const std::filesystem::path& path, int error_number);

/// 681 MB, 56 MB, 12 kB, 5 bytes (powers of ten).
std::string human_bytes(std::uint64_t bytes);

}  // namespace halfturn
