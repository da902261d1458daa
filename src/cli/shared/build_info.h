#pragma once

#include <string>

namespace halfturn::cli {

/// "halfturn 0.2.0 (commit 1234567, GNU 12.2.0, avx2)": what a report of a fault should name.
std::string version_line();

}  // namespace halfturn::cli
