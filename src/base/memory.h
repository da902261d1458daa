#pragma once

#include <cstdint>
#include <optional>

namespace halfturn::base {

/// How many bytes this process can still use: the least of what the system calls available and what the
/// limits of its control group and its address space leave. Nothing if the system does not say.
std::optional<std::uint64_t> available_memory();

}  // namespace halfturn::base
