#pragma once

#include <cstdint>
#include <optional>

namespace halfturn::base {

/// How many bytes this process could still take without pushing others out: what the system calls available,
/// or what the limits of its control group and its address space leave, whichever is least. Nothing where the
/// system does not say.
std::optional<std::uint64_t> available_memory();

}  // namespace halfturn::base
