#include <memory>

#include "cli/cluster/cluster_commands.h"
#include "cli/shared/commands.h"

namespace halfturn::cli {

namespace {

struct ClusterArguments {
  std::string folder;
  std::uint64_t shard = 0;
  bool dry_run = false;
  SubmitArguments submit;
};

CLI::App* add_with_folder(CLI::App& cluster, const char* name, const char* what,
                          ClusterArguments& arguments) {
  CLI::App* command = cluster.add_subcommand(name, what);
  command->add_option("folder", arguments.folder, "The folder that was submitted")
      ->required()
      ->type_name("DIR");
  return command;
}

void add_submit_options(CLI::App& command, Session& session, SubmitArguments& arguments) {
  command
      .add_option("folder", arguments.folder,
                  "A new folder, which all nodes see, for scripts, shards and logs")
      ->required()
      ->type_name("DIR");
  command.add_option("--shards", arguments.shards, "Cut the work into N parts, each a task of the array")
      ->required()
      ->type_name("N")
      ->transform(natural(1, 1'000'000));
  command.add_option("--cpus", arguments.task.cpus, "Processors of a task (else a whole node, by itself)")
      ->type_name("N")
      ->transform(natural(1, 100'000));
  command.add_option("--mem", arguments.task.memory, "Memory of a task (else what the work needs)")
      ->type_name("SIZE");
  command
      .add_option("--time", arguments.task.time,
                  "Time limit of a task, after which it goes back into the queue (else that of the cluster)")
      ->type_name("TIME");
  command.add_option("--partition", arguments.task.partition, "Partition of the cluster")->type_name("NAME");
  command.add_option("--account", arguments.task.account, "Account to charge")->type_name("NAME");
  command.add_option("--at-once", arguments.task.at_once, "Run at most N tasks at once")
      ->type_name("N")
      ->transform(natural(1, 1'000'000));
  command
      .add_option("--sbatch", arguments.task.more, "A further option for sbatch, as in --sbatch=--qos=long")
      ->type_name("OPTION")
      ->allow_extra_args(false);
  command
      .add_option("--stage-tables", arguments.local_tables,
                  "Copy the tables to this folder on each node first, and read them there")
      ->type_name("DIR");
  command.add_flag("--dry-run", arguments.dry_run, "Print the batch script, and make and submit nothing");
  session.add_tables_flag(command);
}

void add_submit_campaign(CLI::App& submit, Session& session,
                         const std::shared_ptr<ClusterArguments>& arguments) {
  CLI::App* command = submit.add_subcommand("campaign", "Prove a bound for many cosets");
  add_submit_options(*command, session, arguments->submit);
  add_plan_options(*command, arguments->submit.plan);
  command->footer(
      "\nExample: halfturn cluster submit campaign proof --cosets all --shards 1000 --time 24:00:00");
  command->callback([arguments, &session] {
    arguments->submit.work = ClusterWork::campaign;
    submit_work(session, arguments->submit);
  });
}

void add_submit_list(CLI::App& submit, Session& session, const std::shared_ptr<ClusterArguments>& arguments,
                     ClusterWork work, const char* what, const char* example) {
  CLI::App* command = submit.add_subcommand(std::string(to_string(work)), what);
  add_submit_options(*command, session, arguments->submit);
  command
      ->add_option("-o,--output", arguments->submit.output, "The file for the rows of all shards, a new one")
      ->type_name("FILE");
  command->add_option("words", arguments->submit.words, "Behind --: the file, and the options of the command")
      ->type_name("-- FILE OPTION ..");
  command->footer(std::string("\nExample: ") + example);
  command->callback([arguments, work, &session] {
    arguments->submit.work = work;
    submit_work(session, arguments->submit);
  });
}

}  // namespace

void add_cluster_command(CLI::App& app, Session& session) {
  CLI::App* cluster = app.add_subcommand("cluster", "Campaigns and long lists on many machines, with Slurm");
  cluster->require_subcommand(1);
  cluster->footer(
      "\nSlurm runs the shards of the work as tasks of an array, puts back into its queue what is "
      "interrupted, and\n"
      "then merges what is there. The scripts are in the folder, to be read and changed.\n"
      "Examples:\n"
      "  halfturn cluster submit campaign proof --cosets all --shards 1000 --time 24:00:00\n"
      "  halfturn cluster submit analyze wca --shards 64 -o stages.csv -- scrambles.txt --stages "
      "cross,xcross\n"
      "  halfturn cluster status proof\n"
      "  halfturn cluster resume proof");
  const auto arguments = std::make_shared<ClusterArguments>();

  CLI::App* submit = cluster->add_subcommand("submit", "Cut work into shards and give them to Slurm");
  submit->require_subcommand(1);
  submit->footer(
      "\nExamples:\n"
      "  halfturn cluster submit campaign proof --cosets all --shards 1000 --time 24:00:00\n"
      "  halfturn cluster submit solve short --shards 16 -o short.csv -- cubes.txt --csv --max-moves 18");
  add_submit_campaign(*submit, session, arguments);
  add_submit_list(*submit, session, arguments, ClusterWork::analyze, "CFOP stages of many scrambles",
                  "halfturn cluster submit analyze wca --shards 64 -o stages.csv -- scrambles.txt --stages "
                  "cross,xcross");
  add_submit_list(
      *submit, session, arguments, ClusterWork::solve, "Solutions of many positions",
      "halfturn cluster submit solve short --shards 16 -o short.csv -- cubes.txt --csv --max-moves 18");

  CLI::App* status =
      add_with_folder(*cluster, "status", "What is done, running, waiting and failed", *arguments);
  session.add_result_flags(*status,
                           {.json = "an object: work, folder, words, shards, by_state, finished, total, "
                                    "per_second, seconds_left, problems, submissions, result",
                            .csv = "one row"});
  status->footer("\nExample: halfturn cluster status proof");
  status->callback([arguments, &session] {
    session.print_to_output([&] { show_cluster_status(session, arguments->folder); });
  });

  CLI::App* resume = add_with_folder(
      *cluster, "resume", "Give Slurm the shards that are not done and not in its queue", *arguments);
  resume->add_flag("--dry-run", arguments->dry_run, "Print which they are, and submit nothing");
  resume->footer("\nExample: halfturn cluster resume proof");
  resume->callback([arguments, &session] { resume_work(session, arguments->folder, arguments->dry_run); });

  CLI::App* merge =
      add_with_folder(*cluster, "merge", "Put the shards together, and say what is missing", *arguments);
  session.add_threads_flag(*merge);
  merge->footer(
      "\nThe merge job does this when all tasks have ended. Exit code 1 where something is missing, 3 where "
      "a shard\n"
      "is refused.\n"
      "Example: halfturn cluster merge proof");
  merge->callback([arguments, &session] { merge_work(session, arguments->folder); });

  CLI::App* task = add_with_folder(*cluster, "task", "Do one shard, as the batch script does", *arguments);
  task->add_option("shard", arguments->shard, "Its number, from 0")
      ->required()
      ->type_name("K")
      ->transform(natural());
  session.add_threads_flag(*task);
  task->footer(
      "\nExit code 0: done, also where it was done already. 75: interrupted, to be run again. Others: "
      "failed.\n"
      "Example, without Slurm: parallel halfturn cluster task proof {} ::: $(seq 0 999)");
  task->callback([arguments, &session] { do_task(session, arguments->folder, arguments->shard); });
}

}  // namespace halfturn::cli
