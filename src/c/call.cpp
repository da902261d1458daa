#include "c/call.h"

#include <pthread.h>

#include <cerrno>
#include <csignal>
#include <string>
#include <system_error>

#include "c/values.h"

halfturn_stop::halfturn_stop() {
  if (::sem_init(&wake_, 0, 0) != 0) throw std::system_error(errno, std::generic_category(), "a semaphore");
  // The program's signal handlers are not to run on a thread that it does not know.
  sigset_t every;
  sigset_t before;
  ::sigfillset(&every);
  ::pthread_sigmask(SIG_SETMASK, &every, &before);
  try {
    watcher_ = std::thread([this] { watch(); });
  } catch (...) {
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    ::sem_destroy(&wake_);
    throw;
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

halfturn_stop::~halfturn_stop() {
  ended_ = true;
  ::sem_post(&wake_);
  watcher_.join();
  ::sem_destroy(&wake_);
}

void halfturn_stop::request() noexcept {
  if (requested_.exchange(true)) return;
  const int before = errno;  // a signal handler must leave it as it was
  ::sem_post(&wake_);
  errno = before;
}

void halfturn_stop::watch() {
  while (!ended_) {
    while (::sem_wait(&wake_) != 0 && errno == EINTR) {
    }
    if (requested_) source_.request_stop();
  }
}

namespace halfturn::c {

Call::Call(const halfturn_run* given) {
  constexpr int kMostThreads = 1024;
  const auto options = options_from_c(given, "halfturn_run");
  refuse_reserved(options.reserved == 0, "halfturn_run");
  run_.threads = number_from_c(options.threads, 1, kMostThreads, 0, "the number of threads");
  run_.stop = source_.get_token();
  if (options.stop != nullptr) {
    on_stop_.emplace(options.stop->token(), [this] { source_.request_stop(); });
    if (options.stop->requested()) source_.request_stop();  // its thread may not have woken up yet
  }
  if (options.progress != nullptr)
    run_.progress = [this, function = options.progress, user = options.user](const Progress& progress) {
      if (stopped()) return;
      const std::string task(progress.task);
      const std::string step(progress.step);
      if (function(user, task.c_str(), step.c_str(), progress.fraction) != 0) source_.request_stop();
    };
}

void Call::report_from_any_thread(std::string_view task, std::size_t done, std::size_t count) const {
  if (std::this_thread::get_id() != caller_) return;
  run_.report(task, "cubes", static_cast<double>(done) / static_cast<double>(count));
}

}  // namespace halfturn::c

// NOLINTBEGIN(readability-identifier-naming): names in C
halfturn_status halfturn_stop_new(halfturn_stop** stop, halfturn_error* error) {
  return halfturn::c::guarded(error, [&] {
    *halfturn::c::not_null(stop, "stop") = nullptr;
    *stop = new halfturn_stop;
  });
}

void halfturn_stop_request(halfturn_stop* stop) {
  if (stop != nullptr) stop->request();
}

int halfturn_stop_requested(const halfturn_stop* stop) {
  return stop != nullptr && stop->requested() ? 1 : 0;
}

void halfturn_stop_free(halfturn_stop* stop) {
  delete stop;
}
// NOLINTEND(readability-identifier-naming)
