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
  std::map<std::string, std::string> environment;  ///< all of it: nothing is inherited
  std::filesystem::path folder;                    ///< where it runs
  std::string input;                               ///< what it reads from stdin
  std::filesystem::path output;                    ///< where its stdout goes; empty: to Outcome::out
  std::optional<std::size_t> largest_file;         ///< limit for files that it writes, in bytes
  bool as_nobody = false;                          ///< as a user who owns nothing; for root alone
  std::vector<int> ignored_signals;                ///< as nohup does; all others are as in a fresh shell
};

/// What became of it.
struct Outcome {
  int code = -1;   ///< exit code; -1 where it was killed by a signal
  int signal = 0;  ///< the signal that killed it
  bool hung = false;
  std::string out;
  std::string err;
};

/// A program that runs. Killed when destroyed.
class Running {
 public:
  explicit Running(const Start& start);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  void send(int signal) const;
  bool ended();

  /// Waits for its end; kills it after two minutes.
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
