#include "cli/shared/standard_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace halfturn::cli {

void fill_closed_standard_files() {
  // A new descriptor gets the lowest number that is free. One that is opened as a path alone can neither be
  // read nor written.
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(standard, F_GETFD) < 0 && errno == EBADF)
      if (::open("/dev/null", O_PATH) < 0) (void)::open("/", O_PATH);  // a bare system without devices
}

void flush_output() {
  if (std::fflush(stdout) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot write the output");
}

}  // namespace halfturn::cli
