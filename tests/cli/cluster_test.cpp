// Work for a cluster, without one: what is submitted, and what each task and the merging do. With a real
// Slurm: tests/cluster.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "support/files.h"
#include "with_tables.h"

namespace halfturn::testing {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// A stand-in for Slurm: sbatch gives numbers, and nothing is ever in the queue.
class Cluster : public WithTables {
 protected:
  void SetUp() override {
    WithTables::SetUp();
    fs::create_directories(slurm_);
    program("sbatch", "echo \"$@\" >> " + (home_.path() / "submitted").string() +
                          "; echo $((41 + $(wc -l < " + (home_.path() / "submitted").string() + ")))");
    program("squeue", "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1");
  }

  void program(const std::string& name, const std::string& commands) const {
    write_file(slurm_ / name, "#!/bin/sh\n" + commands + "\n");
    fs::permissions(slurm_ / name, fs::perms(0755));
  }
  Outcome cluster(std::vector<std::string> words, bool with_slurm = true) const {
    words.insert(words.begin(), "cluster");
    Start call = start(std::move(words));
    call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
    call.environment["PATH"] = with_slurm ? slurm_.string() + ":/usr/bin:/bin" : "/nowhere";
    return run(call);
  }
  std::string told(std::vector<std::string> words) const {
    const Outcome outcome = cluster(std::move(words));
    expect_code(outcome, 0);
    return outcome.out;
  }

  const fs::path slurm_ = home_.path() / "slurm";
};

TEST_F(Cluster, WrongCallsAreRefusedAndMakeNothing) {
  struct WrongCall {
    std::vector<std::string> words;
    std::string message;
  };
  for (const WrongCall& call : std::vector<WrongCall>{
           {{}, "A subcommand is required"},
           {{"submit"}, "A subcommand is required"},
           {{"submit", "campaign", "work", "--cosets", "0..9"}, "--shards is required"},
           {{"submit", "campaign", "work", "--shards", "3"}, "which cosets?"},
           {{"submit", "campaign", "work", "--shards", "0", "--cosets", "0..9"}, "--shards"},
           {{"submit", "campaign", "work", "--shards", "10", "--cosets", "0..9"},
            "the shard 9/10 has no coset (make at most 9 shards, one a coset)"},
           {{"submit", "analyze", "work", "--shards", "3", "--", "list.txt"},
            "where should the merged rows go?"},
           {{"submit", "analyze", "work", "--shards", "3", "-o", "all.csv"}, "analyze what? (give the file"},
           {{"submit", "analyze", "work", "--shards", "3", "-o", "all.csv", "--", "list.txt", "--resume"},
            "--resume does not go behind -- (cluster submit sets it"},
           {{"submit", "analyze", "work", "--shards", "3", "-o", "all.csv", "--", "no.txt"},
            "nothing is submitted, because 'halfturn analyze' cannot work like this"},
           {{"submit", "solve", "work", "--shards", "3", "-o", "all.csv", "--", "list.txt", "--endless"},
            "nothing is submitted, because 'halfturn solve' cannot work like this"},
           {{"status", "work"},
            "there is no work for a cluster in work (make some with: halfturn cluster submit)"},
           {{"resume", "work"}, "there is no work for a cluster in work"},
           {{"merge", "work"}, "there is no work for a cluster in work"},
           {{"task", "work", "0"}, "there is no work for a cluster in work"}}) {
    SCOPED_TRACE(::testing::PrintToString(call.words));
    write_file(home_.path() / "list.txt", "R U\nF2\n");
    expect_refusal(cluster(call.words), 2, call.message);
    EXPECT_FALSE(fs::exists(home_.path() / "work"));
    EXPECT_FALSE(fs::exists(home_.path() / "submitted"));
  }
}

TEST_F(Cluster, WithoutSlurmItSaysSoAndCanPrintTheScript) {
  const std::vector<std::string> words = {"submit", "campaign", "work", "--cosets",
                                          "0..9",   "--shards", "3",    "--rehearsal"};
  expect_refusal(
      cluster(words, false), 3,
      "there is no 'sbatch' on the path: this machine has no Slurm, which runs the shards (work on a "
      "login node of a cluster, or install slurm-client; --dry-run prints the script");
  EXPECT_FALSE(fs::exists(home_.path() / "work"));
  std::vector<std::string> dry = words;
  dry.insert(dry.end(), {"--dry-run", "--cpus", "8", "--time", "24:00:00", "--partition", "long", "--at-once",
                         "2", "--sbatch=--qos=low", "--mem", "9G"});
  const Outcome script = cluster(dry, false);
  expect_code(script, 0);
  EXPECT_THAT(script.out, StartsWith("#!/bin/bash\n"));
  for (const char* line :
       {"#SBATCH --array=0-2%2\n", "#SBATCH --open-mode=append\n", "#SBATCH --requeue\n",
        "#SBATCH --signal=B:TERM@60\n", "#SBATCH --cpus-per-task=8\n", "#SBATCH --mem=9G\n",
        "#SBATCH --time=24:00:00\n", "#SBATCH --partition=long\n", "#SBATCH --qos=low\n"})
    EXPECT_THAT(script.out, HasSubstr(line));
  EXPECT_FALSE(fs::exists(home_.path() / "work"));
}

TEST_F(Cluster, ACampaignFromItsShardsToTheWhole) {
  const fs::path work = home_.path() / "work";
  const std::string submitted = told(
      {"submit", "campaign", "work", "--cosets", "10..110", "--shards", "12", "--rehearsal", "--cpus", "1"});
  EXPECT_THAT(submitted,
              StartsWith("campaign    REHEARSAL, results are made up: prove 20 for cosets 10 to 109 of "
                         "the cover with-inverses\nshards      12 in "));
  EXPECT_THAT(submitted, HasSubstr("\narray job   42, 12 tasks: "));
  EXPECT_THAT(submitted, HasSubstr("\nmerge job   43, when they have ended: "));
  EXPECT_EQ(read_file(home_.path() / "submitted"), "--parsable " + (work / "array.sh").string() +
                                                       "\n--parsable --dependency=afterany:42 " +
                                                       (work / "merge.sh").string() + "\n");
  expect_refusal(
      cluster({"submit", "campaign", "work", "--cosets", "10..110", "--shards", "12"}), 2,
      "there is work in " + work.string() + " already (go on with it: halfturn cluster resume work");

  for (int k = 0; k < 12; ++k) {
    if (k == 3 || k == 11) continue;
    EXPECT_THAT(told({"task", "work", std::to_string(k)}), HasSubstr(" results made up"));
  }
  expect_refusal(cluster({"task", "work", "12"}), 2, "there is no shard 12 (there are the shards 0 to 11)");
  EXPECT_THAT(told({"status", "work"}),
              HasSubstr("done        [#################################.......]  83.0 %, 83 cosets of 100\n"
                        "done        10 shards: 0-2,4-10\nfailed      2 shards: 3,11\n"));
  fs::remove_all(work / "shards" / "07");
  const Outcome partly = cluster({"merge", "work"});
  EXPECT_EQ(partly.code, 1);
  EXPECT_EQ(partly.out, "merged      " + (work / "whole").string() + ", 75 new results\n" +
                            "done        75 of 100: 75 proved, 0 not proved\nmissing     shard 7\n" +
                            "left        25 cosets: halfturn cluster resume " + work.string() + "\n");
  EXPECT_EQ(told({"resume", "work", "--dry-run"}), "3,7,11\n");
  const std::string resumed = told({"resume", "work"});
  EXPECT_THAT(resumed, StartsWith("made anew   " + (work / "shards/07").string() + "\nshards      3,7,11\n"));
  EXPECT_THAT(read_file(home_.path() / "submitted"),
              HasSubstr("--parsable --array=3,7,11 " + (work / "array.sh").string() + "\n"));
  for (const char* k : {"3", "7", "11"}) told({"task", "work", k});
  EXPECT_THAT(told({"merge", "work"}), HasSubstr("done        100 of 100: 100 proved, 0 not proved\n"));
  EXPECT_EQ(told({"resume", "work"}), "nothing to do: all shards are done\n");
  EXPECT_THAT(told({"status", "work"}), EndsWith("result      " + (work / "whole").string() + "\n"));
  const nlohmann::json json = as_json(told({"status", "work", "--json"}));
  EXPECT_EQ(json["finished"], 100);
  EXPECT_EQ(json["by_state"]["done"].size(), 12U);
  EXPECT_EQ(json["submissions"].size(), 2U);
}

TEST_F(Cluster, AFolderWithSomethingElseInItIsLeftAlone) {
  fs::create_directories(home_.path() / "work");
  write_file(home_.path() / "work" / "diary", "Monday");
  expect_refusal(
      cluster({"submit", "campaign", "work", "--cosets", "0..9", "--shards", "3", "--rehearsal"}), 2,
      "work is not empty (choose another folder; or remove it, if a submission was cut short there)");
  EXPECT_EQ(names_in(home_.path() / "work").size(), 1U);
}

TEST_F(Cluster, WhatSlurmDoesNotTakeCanBeResumed) {
  program("sbatch", "echo 'sbatch: error: Batch job submission failed: Invalid partition' >&2; exit 1");
  expect_refusal(
      cluster({"submit", "campaign", "work", "--cosets", "0..9", "--shards", "3", "--rehearsal"}), 3,
      "array.sh: sbatch: error: Batch job submission failed: Invalid partition (put it right there, the "
      "options are in its first lines; then: halfturn cluster resume ");
  program("sbatch", "echo 7");
  EXPECT_THAT(told({"resume", "work"}), StartsWith("shards      0-2\narray job   7, 3 tasks: "));
}

TEST_F(Cluster, AListFromItsShardsToTheFileOfOneRun) {
  write_file(home_.path() / "list.txt",
             "a,R U F\nb,R X\nc,F2 D L2 B R2 U\nd,()\ne,L' B2 U D'\nf,R2 U2 F2 R2 U2\ng,B L F\n");
  const fs::path work = home_.path() / "work";
  for (const std::string command : {"analyze", "solve"}) {
    SCOPED_TRACE(command);
    const std::vector<std::string> words = command == "analyze"
                                               ? std::vector<std::string>{"list.txt", "--stages", "cross"}
                                               : std::vector<std::string>{"list.txt", "--csv"};
    std::vector<std::string> one = {command};
    one.insert(one.end(), words.begin(), words.end());
    const std::string expected = ask(one, tables_).out;
    std::vector<std::string> submit = {"submit", command, "work", "--shards", "3", "-o", "all.csv", "--"};
    submit.insert(submit.end(), words.begin(), words.end());
    EXPECT_THAT(told(submit), StartsWith("work        " + command + " list.txt"));
    const Outcome nothing = cluster({"merge", "work"});
    EXPECT_EQ(nothing.code, 1);
    EXPECT_THAT(nothing.out, StartsWith("missing     shards 0-2: halfturn cluster resume "));
    for (const char* k : {"2", "0", "1"}) expect_code(cluster({"task", "work", k}), 0);
    EXPECT_THAT(cluster({"task", "work", "1"}).err, HasSubstr("shard 1 is done already"));
    EXPECT_THAT(told({"merge", "work"}), EndsWith("all.csv, 8 lines\n"));
    EXPECT_EQ(read_file(home_.path() / "all.csv"), expected);

    // A shard whose file is gone is done again; one that could not be done is not taken for done.
    fs::remove(home_.path() / "all.csv");
    fs::remove(work / "shards/1.csv");
    EXPECT_EQ(told({"resume", "work", "--dry-run"}), "1\n");
    fs::rename(home_.path() / "list.txt", home_.path() / "away.txt");
    const Outcome unseen = cluster({"task", "work", "1"});
    EXPECT_EQ(unseen.code, 3);
    EXPECT_EQ(cluster({"merge", "work"}).code, 1);
    fs::rename(home_.path() / "away.txt", home_.path() / "list.txt");
    expect_code(cluster({"task", "work", "1"}), 0);
    told({"merge", "work"});
    EXPECT_EQ(read_file(home_.path() / "all.csv"), expected);
    // Another list is not what was submitted.
    const std::string list = read_file(home_.path() / "list.txt");
    write_file(home_.path() / "list.txt", list + "h,R\n");
    fs::remove(work / "shards/2.csv");
    EXPECT_THAT(cluster({"task", "work", "2"}).err, HasSubstr("this is not what was submitted: "));
    write_file(home_.path() / "list.txt", list);
    expect_code(cluster({"task", "work", "2"}), 0);

    // A file that has changed since, and a shard of another program, are named; nothing is merged.
    fs::remove(home_.path() / "all.csv");
    write_file(work / "shards/1.csv", read_file(work / "shards/1.csv") + "more\n");
    const Outcome changed = cluster({"merge", "work"});
    EXPECT_EQ(changed.code, 3);
    EXPECT_THAT(changed.err, HasSubstr("shards/1.csv has "));
    EXPECT_THAT(changed.out, StartsWith("not merged  "));
    EXPECT_FALSE(fs::exists(home_.path() / "all.csv"));
    std::string job = read_file(work / "job.json");
    job.replace(job.find("\"program_checksum\": \"") + 21, 4, "beef");
    write_file(work / "job.json", job);
    const Outcome other = cluster({"task", "work", "1"});
    EXPECT_EQ(other.code, 3);
    EXPECT_THAT(other.err, HasSubstr("this is not what was submitted: submitted halfturn "));
    EXPECT_THAT(other.err, HasSubstr("(beef"));
    fs::remove_all(work);
    fs::remove(home_.path() / "submitted");
  }
}

/// What is missing when the work is submitted is built then, so that all tasks have the same.
TEST_F(Cluster, TablesThatAreMissingAreBuiltAndOthersMayCome) {
  write_file(home_.path() / "list.txt", "R U F\nF2 D L2\n");
  const std::string own = (home_.path() / "own").string();
  told({"submit", "analyze", "my work's", "--shards", "2", "--tables", own, "-o", "all.csv", "--at-once", "1",
        "--", "list.txt", "--stages", "cross"});
  EXPECT_TRUE(fs::exists(fs::path(own) / "stage-cross.table"));
  fs::copy_file(tables_ / "stage-pair.table", fs::path(own) / "stage-pair.table");
  expect_code(cluster({"task", "my work's", "0"}), 0);
  EXPECT_THAT(told({"resume", "my work's"}), HasSubstr("shards      1\n"));
  EXPECT_THAT(read_file(home_.path() / "submitted"), HasSubstr("--array=1%1 "));
  expect_code(cluster({"task", "my work's", "1"}), 0);
  EXPECT_THAT(told({"merge", "my work's"}), HasSubstr("all.csv, 3 lines"));
}

TEST_F(Cluster, TablesAreCopiedToTheNodeOnce) {
  write_file(home_.path() / "list.txt", "R U F\nF2 D L2\n");
  const fs::path local = home_.path() / "local";
  told({"submit", "analyze", "work", "--shards", "2", "-o", "all.csv", "--stage-tables", local.string(), "--",
        "list.txt", "--stages", "cross"});
  const Outcome first = cluster({"task", "work", "0"});
  expect_code(first, 0);
  EXPECT_THAT(first.err, HasSubstr("copying stage-cross to " + local.string()));
  EXPECT_EQ(read_file(local / "stage-cross.table"), read_file(tables_ / "stage-cross.table"));
  EXPECT_FALSE(fs::exists(local / "phase1.table")) << "an analysis does not read it";
  const Outcome second = cluster({"task", "work", "1"});
  expect_code(second, 0);
  EXPECT_THAT(second.err, Not(HasSubstr("copying")));
}

}  // namespace
}  // namespace halfturn::testing
