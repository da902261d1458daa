#pragma once

#include <cstddef>

namespace halfturn {

/// Lets this process have so many files open at once, as far as the system permits it. Where it does not,
/// opening a file will tell.
void allow_many_files(std::size_t files);

}  // namespace halfturn
