#pragma once

#include <string>

#include "base/file_descriptor.h"
#include "halfturn/result.h"

namespace halfturn {

/// Opens a file, a pipe or a device to be read by FileInput, at once: a FIFO that nobody writes to yet is
/// open too, and FileInput waits for its first byte, where it hears a stop request. Errors: bad_input if
/// there is no such file or it is a folder, without a hint; else machine.
Result<FileDescriptor> open_input(const std::string& path);

}  // namespace halfturn
