#include "cli/cluster/cluster_script.h"

#include <fmt/core.h>

namespace halfturn::cli {

namespace {

/// A word of the shell, whatever is in it.
std::string quoted(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

/// What the work needs besides what a small program needs.
const char* memory_for(const ClusterJob& job) {
  switch (job.work) {
    case ClusterWork::campaign:
      return "7G";  // the bitmaps of a coset and the phase-1 table
    case ClusterWork::analyze:
      return "2G";
    case ClusterWork::solve:
      for (const std::string& word : job.words)
        if (word == "--optimal" || word.starts_with("--all")) return "10G";  // the largest table
      return "2G";
  }
  return "2G";
}

std::string common_lines(const TaskOptions& options) {
  std::string text;
  if (!options.time.empty()) text += fmt::format("#SBATCH --time={}\n", options.time);
  if (!options.partition.empty()) text += fmt::format("#SBATCH --partition={}\n", options.partition);
  if (!options.account.empty()) text += fmt::format("#SBATCH --account={}\n", options.account);
  for (const std::string& option : options.more) text += fmt::format("#SBATCH {}\n", option);
  return text;
}

}  // namespace

std::string array_script(const ClusterJob& job, const TaskOptions& options) {
  const std::string folder = job.folder.string();
  std::string text = fmt::format(
      "#!/bin/bash\n"
      "# The shards of {0}, one a task. Made by 'halfturn cluster submit'. Change what you like:\n"
      "# 'halfturn cluster resume' gives this file to Slurm again, for the shards that are not done.\n"
      "#SBATCH --job-name=\"halfturn-{1}\"\n"
      "#SBATCH --array=0-{2}{3}\n"
      "#SBATCH --output=\"{0}/logs/%a.log\"\n"
      "#SBATCH --open-mode=append\n"
      "#SBATCH --requeue\n"
      "#SBATCH --signal=B:TERM@60\n"
      "#SBATCH --nodes=1\n"
      "#SBATCH --ntasks=1\n",
      folder, job.folder.filename().string(), job.shards - 1,
      options.at_once ? fmt::format("%{}", *options.at_once) : "");
  text += options.cpus ? fmt::format("#SBATCH --cpus-per-task={}\n", *options.cpus)
                       : std::string("#SBATCH --exclusive\n");
  text += fmt::format("#SBATCH --mem={}\n", options.memory.empty() ? memory_for(job) : options.memory);
  text += common_lines(options);
  text += fmt::format(
      "\n"
      "# Slurm sends TERM a minute before the time is over, or when the node is needed for something else. "
      "The task\n"
      "# then ends with {2}, and goes back into the queue; what it has recorded stays.\n"
      "me=${{SLURM_ARRAY_JOB_ID}}_${{SLURM_ARRAY_TASK_ID}}\n"
      "signals=0\n"
      "trap 'signals=$((signals + 1)); kill -TERM \"$task\" 2>/dev/null' TERM\n"
      "{0} cluster task {1} \"$SLURM_ARRAY_TASK_ID\" --threads \"${{SLURM_CPUS_ON_NODE:-0}}\" &\n"
      "task=$!\n"
      "# A signal ends the waiting, not the task.\n"
      "while before=$signals; wait \"$task\"; code=$?; ((signals > before)); do :; done\n"
      "# Not after scancel, which wants it to end.\n"
      "if ((code == {2})) && [[ $(squeue -h -j \"$me\" -o %T) == RUNNING ]]; then\n"
      "  trap '' TERM\n"
      "  scontrol requeue \"$me\"\n"
      "fi\n"
      "exit \"$code\"\n",
      quoted(job.program.string()), quoted(folder), kRequeue);
  return text;
}

std::string merge_script(const ClusterJob& job, const TaskOptions& options) {
  const std::string folder = job.folder.string();
  return fmt::format(
             "#!/bin/bash\n"
             "# Puts the shards of {0} together, and says what is missing.\n"
             "#SBATCH --job-name=\"halfturn-{1}-merge\"\n"
             "#SBATCH --output=\"{0}/logs/merge.log\"\n"
             "#SBATCH --open-mode=append\n"
             "#SBATCH --requeue\n"
             "#SBATCH --nodes=1\n"
             "#SBATCH --ntasks=1\n"
             "#SBATCH --cpus-per-task=1\n"
             "#SBATCH --mem=2G\n",
             folder, job.folder.filename().string()) +
         common_lines(options) +
         fmt::format("\nexec {} cluster merge {}\n", quoted(job.program.string()), quoted(folder));
}

}  // namespace halfturn::cli
