#pragma once

namespace halfturn::cli {

/// From now on, reading a mapped table that has become shorter, or that its disk can no longer deliver, ends
/// the program with a message and the exit code for a failed machine. The system reports it as SIGBUS.
void report_bus_errors();

}  // namespace halfturn::cli
