#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "halfturn/result.h"

/// The few commands of Slurm that are needed, by their texts.
namespace halfturn::cli::slurm {

/// An Error that says what Slurm is and what to do without it, if it is not there.
Result<void> find();

/// Gives a script to Slurm, with options before it. Returns the job's number.
Result<std::string> submit(std::vector<std::string> options, const std::string& script);

/// What Slurm knows of a task of an array.
struct Task {
  std::string state;   ///< RUNNING, PENDING, ..
  std::string node;    ///< where it runs
  std::string reason;  ///< why it waits
};

/// The tasks of an array job that wait or run, by number. Empty if Slurm does not know the job any more.
Result<std::map<std::uint64_t, Task>> queue(const std::string& array_job);

/// How the tasks of an array job have ended, by number: COMPLETED, FAILED, NODE_FAIL, OUT_OF_MEMORY, .. Empty
/// if the cluster keeps no accounts.
std::map<std::uint64_t, std::string> ended(const std::string& array_job);

}  // namespace halfturn::cli::slurm
