#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace halfturn::testing {

/// A function that runs in a process of its own, and answers with a text.
///
/// For what cannot be undone in the test's own process (another user, a limit, a mount) and for what takes
/// several processes. Assertions do not reach the test from there: let the function return what it found.
/// Killed when destroyed.
class Child {
 public:
  explicit Child(const std::function<std::string()>& work);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Waits for the answer. Where the function did not come to its end, the text says so in brackets: "(signal
  /// 9)",
  /// "(exit code 1)", "(threw: ...)", or "(hung)" after two minutes.
  std::string wait();

  /// Ends the process as `kill -9` does, and waits until it is gone.
  void kill();

 private:
  int status_after_end();

  pid_t pid_ = -1;
  int answer_ = -1;  // the reading end of a pipe
};

inline std::string in_child(const std::function<std::string()>& work) {
  return Child(work).wait();
}

/// As a user for whom permissions count: in a process of its own, not as root.
std::string as_ordinary_user(const std::function<std::string()>& work);

/// The user and group that own nothing.
inline constexpr unsigned kNobody = 65534;

/// Makes this process theirs, for good. Safe to call between fork and exec.
bool become_nobody();

/// Whether this process is root, for whom no permission counts.
bool is_root();

}  // namespace halfturn::testing
