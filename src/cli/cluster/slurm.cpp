#include "cli/cluster/slurm.h"

#include <fmt/core.h>

#include <charconv>
#include <optional>
#include <sstream>
#include <string_view>

#include "cli/shared/other_program.h"

namespace halfturn::cli::slurm {

namespace {

std::vector<std::string> fields(const std::string& line, char separator) {
  std::vector<std::string> all;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, separator);) all.push_back(field);
  return all;
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace

Result<void> find() {
  for (const char* program : {"sbatch", "squeue"})
    if (!is_on_path(program))
      return Error{
          ErrorKind::machine,
          fmt::format("there is no '{}' on the path: this machine has no Slurm, which runs the shards",
                      program),
          "work on a login node of a cluster, or install slurm-client; --dry-run prints the script; "
          "without Slurm, run 'halfturn cluster task DIR K' for each shard K, by whatever means"};
  return {};
}

Result<std::string> submit(std::vector<std::string> options, const std::string& script) {
  options.insert(options.begin(), {"sbatch", "--parsable"});
  options.push_back(script);
  const Result<ProgramAnswer> answer = run_program(options);
  if (!answer) return answer.error();
  // "123" or "123;cluster"
  const std::string job = first_line(answer->out).substr(0, answer->out.find_first_of(";\n"));
  if (answer->exit_code != 0 || !number(job))
    return Error{ErrorKind::machine,
                 fmt::format("sbatch did not take {}: {}", script, first_line(answer->err + answer->out)),
                 "put it right there, the options are in its first lines"};
  return job;
}

Result<std::map<std::uint64_t, Task>> queue(const std::string& array_job) {
  const Result<ProgramAnswer> answer =
      run_program({"squeue", "--noheader", "--array", "--jobs=" + array_job, "--format=%K|%T|%N|%r"});
  if (!answer) return answer.error();
  std::map<std::uint64_t, Task> tasks;
  if (answer->exit_code != 0) {
    if (answer->err.find("Invalid job id") != std::string::npos) return tasks;
    return Error{ErrorKind::machine, fmt::format("squeue failed: {}", first_line(answer->err)), {}};
  }
  std::istringstream lines(answer->out);
  for (std::string line; std::getline(lines, line);) {
    const std::vector<std::string> parts = fields(line, '|');
    if (parts.size() < 2) continue;
    if (const std::optional<std::uint64_t> task = number(parts[0]))
      tasks[*task] = {parts[1], parts.size() > 2 ? parts[2] : "", parts.size() > 3 ? parts[3] : ""};
  }
  return tasks;
}

std::map<std::uint64_t, std::string> ended(const std::string& array_job) {
  std::map<std::uint64_t, std::string> states;
  if (!is_on_path("sacct")) return states;
  const Result<ProgramAnswer> answer =
      run_program({"sacct", "--noheader", "--allocations", "--array", "--parsable2", "--jobs=" + array_job,
                   "--format=JobID,State"});
  if (!answer || answer->exit_code != 0) return states;
  std::istringstream lines(answer->out);
  for (std::string line; std::getline(lines, line);) {
    const std::vector<std::string> parts = fields(line, '|');
    if (parts.size() < 2 || parts[0].find('_') == std::string::npos) continue;
    if (const std::optional<std::uint64_t> task = number(parts[0].substr(parts[0].find('_') + 1)))
      states[*task] = first_line(parts[1].substr(0, parts[1].find(' ')));
  }
  return states;
}

}  // namespace halfturn::cli::slurm
