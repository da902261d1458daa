#include "cli/shared/interrupt.h"

#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

namespace halfturn::cli {

Interrupt::Interrupt() {
  // A stop cannot be requested from within a signal handler, so a thread of its own waits for the signals.
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    // Signals that the caller has set to be ignored (nohup, a script's background job) stay ignored.
    struct sigaction current {};
    if (::sigaction(signal, nullptr, &current) == 0 && current.sa_handler == SIG_IGN) continue;
    sigaddset(&signals, signal);
  }
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread([signals, source = source_]() mutable {
    int signal = 0;
    sigwait(&signals, &signal);
    source.request_stop();
    // One Ctrl-C may arrive as two signals, to the process and to its group.
    const auto first = std::chrono::steady_clock::now();
    do sigwait(&signals, &signal);
    while (std::chrono::steady_clock::now() - first < std::chrono::milliseconds(500));
    ::_exit(128 + signal);
  }).detach();
}

}  // namespace halfturn::cli
