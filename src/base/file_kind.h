#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <string_view>

#include "halfturn/result.h"

namespace halfturn {

/// "a regular file", "a folder", "a pipe", "a socket", "a device", "a symbolic link".
std::string_view kind_of_file(mode_t mode);

/// The error for a name that stands for something that is not a file to be written or replaced: "cannot write
/// NAME: it is a pipe". A folder is refused in the words of the system.
Error not_a_file(const std::filesystem::path& name, mode_t mode);

}  // namespace halfturn
