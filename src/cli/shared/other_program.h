#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "halfturn/result.h"

namespace halfturn::cli {

/// Whether there is a program of this name in the folders of $PATH.
bool is_on_path(const std::string& program);

/// What another program has said.
struct ProgramAnswer {
  int exit_code = 0;  ///< 128 + signal if a signal ended it
  std::string out;
  std::string err;
};

/// How a program is run, if not in this folder with nothing on its stdin.
struct ProgramCall {
  std::filesystem::path folder = {};
  std::string_view input = {};
  std::stop_token stop = {};  ///< is passed on as SIGTERM
};

/// Runs a program with its arguments, from $PATH, to its end. An Error if it cannot be started.
Result<ProgramAnswer> run_program(const std::vector<std::string>& words, const ProgramCall& call = {});

/// Runs a program in a folder, with the stdout and stderr of this process, to its end. A stop is passed on as
/// SIGTERM. Returns its exit code, 128 + signal if a signal ended it.
Result<int> run_attached(const std::vector<std::string>& words, const std::filesystem::path& folder,
                         const std::stop_token& stop);

}  // namespace halfturn::cli
