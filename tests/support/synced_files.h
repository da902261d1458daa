#pragma once

#include <string>
#include <vector>

namespace halfturn::testing {

/// The paths of all that this process has synced, in order. A test that links this has its own fsync(), which
/// stands before the system's, notes the path and does the same. Not for several threads at once.
std::vector<std::string>& synced_files();

}  // namespace halfturn::testing
