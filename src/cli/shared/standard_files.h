#pragma once

namespace halfturn::cli {

/// Fills those of the descriptors 0, 1 and 2 that are closed, first thing in the program. Else the next file
/// that is opened would get their number, and messages for stderr would be written into it.
///
/// What they are filled with can neither be read nor written: a closed stdin or stdout stays an error for
/// whoever needs it.
void fill_closed_standard_files();

/// Writes what has been printed to stdout so far; throws std::system_error if it cannot be written.
void flush_output();

}  // namespace halfturn::cli
