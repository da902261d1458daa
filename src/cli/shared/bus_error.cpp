#include "cli/shared/bus_error.h"

#include <unistd.h>

#include <csignal>
#include <cstring>

#include "cli/shared/session.h"
#include "table/mapping.h"

namespace halfturn::cli {

namespace {

/// All that a signal handler may do: no memory is allocated, no buffer is shared.
void put(const char* text) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text, std::strlen(text));
}

void end_with_message(int signal, siginfo_t* info, void*) {
  const char* file = mapped_file_at(info->si_addr);
  if (file == nullptr) {
    ::raise(signal);  // not about a table: the default action, which SA_RESETHAND has put back
    return;
  }
  put("halfturn: ");
  put(file);
  put(" was cut short, or can no longer be read, while it was in use (halfturn tables verify says more)\n");
  ::_exit(kMachineFailed);
}

}  // namespace

void report_bus_errors() {
  struct sigaction action {};
  action.sa_sigaction = end_with_message;
  action.sa_flags = static_cast<int>(SA_SIGINFO | SA_RESETHAND | SA_NODEFER);
  ::sigaction(SIGBUS, &action, nullptr);
}

}  // namespace halfturn::cli
