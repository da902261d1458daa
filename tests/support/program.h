#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace halfturn::testing {

/// How to start a program.
struct Start {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  std::map<std::string, std::string> environment;  ///< complete: nothing is inherited
  std::filesystem::path folder;                    ///< where it runs; empty: where the test does
  std::string input;                               ///< what it reads from stdin
  std::filesystem::path output;                    ///< an existing file for its stdout; empty: Outcome::out
  std::filesystem::path errors;                    ///< an existing file for its stderr; empty: Outcome::err
  std::vector<int> closed;                         ///< those of 0, 1 and 2 that are closed
  std::vector<int> broken;                         ///< those of 1 and 2 that are pipes which nobody reads
  std::optional<std::size_t> largest_file;         ///< size limit for files that it writes, in bytes
  bool as_nobody = false;                          ///< run as nobody; works only as root
  std::vector<int> ignored_signals;                ///< as nohup does; all others have their defaults
};

/// How a program ended.
struct Outcome {
  int code = -1;      ///< exit code, 127 if it could not be started; -1 if a signal killed it
  int signal = 0;     ///< the signal that killed it
  bool hung = false;  ///< killed after two minutes
  std::string out;
  std::string err;
};

/// A running program, killed when this is destroyed.
class Running {
 public:
  explicit Running(const Start& start);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  pid_t pid() const { return pid_; }
  void send(int signal) const;
  /// Waits until the program has begun to listen for this signal itself; false if it ended before.
  bool listens_for(int signal);
  bool ended();

  /// Waits for the program to end; kills it after two minutes.
  Outcome wait();

 private:
  pid_t pid_ = -1;
  int out_ = -1;
  int err_ = -1;
  std::optional<int> status_;
};

inline Outcome run(const Start& start) {
  return Running(start).wait();
}

}  // namespace halfturn::testing
