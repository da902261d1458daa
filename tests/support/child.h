#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace halfturn::testing {

/// A function that runs in its own process and returns a text.
///
/// For changes that cannot be undone in the test's process (another user, a limit, a mount) and for tests
/// with several processes. Assertions made there do not reach the test: let the function return what it
/// found. The process is killed when this is destroyed.
class Child {
 public:
  explicit Child(const std::function<std::string()>& work);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Waits for the text. If the function did not return, the text says why: "(signal 9)", "(exit code 1)",
  /// "(threw: ...)", or "(hung)" after two minutes, when the process is killed.
  std::string wait();

  /// Kills the process with SIGKILL and waits until it is gone.
  void kill();

 private:
  int status_after_end();

  pid_t pid_ = -1;
  int answer_ = -1;  // the reading end of a pipe
};

inline std::string in_child(const std::function<std::string()>& work) {
  return Child(work).wait();
}

/// Runs the function in its own process as a user who is bound by permissions: not as root.
std::string as_ordinary_user(const std::function<std::string()>& work);

/// The id of the user and group nobody.
inline constexpr unsigned kNobody = 65534;

/// Makes this process run as nobody, irreversibly. Safe to call between fork and exec.
bool become_nobody();

/// Whether this process runs as root, who is not bound by permissions.
bool is_root();

}  // namespace halfturn::testing
