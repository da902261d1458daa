// The campaign command. Results come from a runner that only pretends to work; the command reads them.

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "campaign/sqlite.h"
#include "halfturn/campaign.h"
#include "support/child.h"
#include "with_tables.h"

namespace halfturn::testing {
namespace {

using ::testing::ContainsRegex;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class CampaignCommand : public CommandLine {
 protected:
  static const Cover& cover() {
    static const std::unique_ptr<const Phase1Coordinates> coordinates = Phase1Coordinates::make();
    static const Cover cover = Cover::make(CoverKind::with_inverses, *coordinates);
    return cover;
  }

  /// A campaign of four cosets, of which the first was proved, the second not, and the third could not be
  /// worked on.
  void make_campaign(const std::filesystem::path& folder, const CampaignPlan& plan,
                     std::uint64_t limit = 3) const {
    const CampaignIdentity identity{"1.2.3", 0xabc, 0xdef, checksum_of(cover())};
    ASSERT_TRUE(Campaign::create(folder, plan, identity, cover().size()).ok());
    Result<Campaign> campaign = Campaign::open(folder, Campaign::Access::write);
    ASSERT_TRUE(campaign.ok());
    int number = 0;
    CampaignRunOptions options;
    options.limit = limit;
    const Result<CampaignRunSummary> summary = campaign->run(
        cover(), identity,
        [&](Phase1Coset, const CampaignParameters&, const std::stop_token&) -> Result<CosetResult> {
          CosetResult result;
          result.levels = {
              {.depth = 9, .probes = 1000, .fresh = 950, .total = 950},
              {.depth = 16, .probes = 1'000'000, .fresh = {}, .total = 19'508'420'000, .exact = false}};
          switch (++number) {
            case 1:
              result.proved = 20;
              return result;
            case 2:
              result.remaining = 1234;
              return result;
            default:
              return Error{ErrorKind::machine, "the lamp went out", {}};
          }
        },
        options, {.threads = 2});
    ASSERT_TRUE(summary.ok()) << summary.error().text();
  }

  const std::filesystem::path folder_ = home_.path() / "work";
  const std::string name_ = folder_.string();
};

TEST_F(CampaignCommand, EachSubcommandHasHelpWithAnExampleOfItsOwn) {
  for (const char* command : {"", "create", "run", "status", "report", "import", "export", "verify"}) {
    std::vector<std::string> arguments = {"campaign", command, "--help"};
    if (*command == 0) arguments.erase(arguments.begin() + 1);
    const std::string help = output(arguments);
    EXPECT_THAT(help, HasSubstr(std::string("\nExample")));
    EXPECT_THAT(help.substr(help.find("\nExample")), HasSubstr(std::string("halfturn campaign ") + command));
  }
}

TEST_F(CampaignCommand, WrongCallsAreRefusedAndMakeNothing) {
  struct WrongCall {
    std::vector<std::string> arguments;
    std::string message;
  };
  const std::string size = std::to_string(cover().size());
  const std::vector<WrongCall> calls = {
      {{}, "A subcommand is required"},
      {{"frobnicate"}, "'frobnicate'"},
      {{"create"}, "folder is required"},
      {{"create", "c"}, "which cosets? (give either --cosets A..B or --sample N)"},
      {{"create", "c", "--cosets", "0..5", "--sample", "5"}, "which cosets?"},
      {{"create", "c", "--cosets", "0..5", "--seed", "5"}, "--seed does not go with --cosets"},
      {{"create", "c", "--cosets", "5"}, "'5' is not a range (A..B means the cosets A to B - 1"},
      {{"create", "c", "--cosets", "5.."}, "'5..' is not a range"},
      {{"create", "c", "--cosets", "..5"}, "'..5' is not a range"},
      {{"create", "c", "--cosets", "1...5"}, "'1...5' is not a range"},
      {{"create", "c", "--cosets", "1..5x"}, "'1..5x' is not a range"},
      {{"create", "c", "--cosets", "-1..5"}, "'-1..5' is not a range"},
      {{"create", "c", "--cosets", "1..99999999999999999999"}, "is not a range"},
      {{"create", "c", "--cosets", "5..5"}, "there is no coset in 5..5"},
      {{"create", "c", "--cosets", "6..5"}, "there is no coset in 6..5"},
      {{"create", "c", "--cosets", "0.." + std::to_string(cover().size() + 1)}, "there is no coset " + size},
      {{"create", "c", "--sample", "0"}, "a sample of no cosets"},
      {{"create", "c", "--sample", "-3"}, "-3"},
      {{"create", "c", "--sample", "999999999999"}, "different cosets to draw"},
      {{"create", "c", "--sample", "5", "--seed", "x"}, "'x' is not a number from 0 on"},
      {{"create", "c", "--sample", "5", "--shard", "1/2"},
       "a shard of which sample? (give --seed S, the same"},
      {{"create", "c", "--cosets", "0..5", "--shard", "2/2"}, "'2/2': there are the shards 0/2 to 1/2"},
      {{"create", "c", "--cosets", "0..5", "--shard", "1"}, "--shard: '1': a shard is two numbers K/N"},
      {{"create", "c", "--cosets", "0..5", "--shard", "6/7"}, "the shard 6/7 has no coset"},
      {{"create", "c", "--sample", "5", "--prove", "0"}, "--prove"},
      {{"create", "c", "--sample", "5", "--cover", "best"}, "--cover"},
      {{"run"}, "folder is required"},
      {{"run", "c", "--limit", "-1"}, "-1"},
      {{"run", "c", "--only", "x"}, "'x'"},
      {{"run", "c", "--threads", "x"}, "--threads"},
      {{"status"}, "folder is required"},
      {{"report", "c", "--csv", "--json"}, "--csv and --json do not go together"},
      {{"report", "c", "--csv", "--summary"}, "--csv has no summary"},
      {{"import", "c"}, "other is required"},
      {{"export"}, "folder is required"},
      {{"verify"}, "target is required"},
      {{"verify", "c", "--sample", "-1"}, "-1"},
      {{"verify", "c", "--seed", "x"}, "'x' is not a number from 0 on"},
  };
  for (const WrongCall& call : calls) {
    SCOPED_TRACE(::testing::PrintToString(call.arguments));
    std::vector<std::string> arguments = call.arguments;
    arguments.insert(arguments.begin(), "campaign");
    expect_refusal(halfturn(arguments), 2, call.message);
  }
  EXPECT_EQ(names_in(home_.path()), Names{});
}

TEST_F(CampaignCommand, WithoutACampaignThereIsNothingToShow) {
  for (const char* command : {"run", "status", "report"})
    expect_refusal(halfturn({"campaign", command, name_}), 2,
                   "there is no campaign in " + name_ + " (make one with: halfturn campaign create " + name_);
  EXPECT_EQ(names_in(home_.path()), Names{});
}

TEST_F(CampaignCommand, StatusTellsWhatIsDoneAndWhatFailed) {
  make_campaign(folder_, {{}, CosetRange{7, 11}});
  const std::string text = output({"campaign", "status", name_});
  EXPECT_THAT(text, HasSubstr("prove 20 for cosets 7 to 10 of the cover with-inverses\n"));
  EXPECT_THAT(text, HasSubstr("halfturn 1.2.3 (0000000000000abc), phase-1 table 0000000000000def"));
  EXPECT_THAT(text, HasSubstr("done        3 of 4: 1 proved, 1 not proved, 1 error\n"));
  EXPECT_THAT(text, HasSubstr("at work     0 processes\n"));
  EXPECT_THAT(text, ContainsRegex("remaining   [0-9.]+ s for 1 coset, with one process\n"));
  EXPECT_THAT(text, HasSubstr("FAILED      coset 8: NOT proved 20, 1,234 positions left\n"));
  EXPECT_THAT(text, HasSubstr("FAILED      coset 9: error: the lamp went out\n"));

  const nlohmann::json json = json_output({"campaign", "status", name_, "--json"});
  EXPECT_EQ(json["plan"]["range"], nlohmann::json::parse("[7, 11]"));
  EXPECT_EQ(json["plan"]["prove"], 20);
  EXPECT_EQ(json["cosets"], 4);
  EXPECT_EQ(json["proved"], 1);
  EXPECT_EQ(json["unproved"], 1);
  EXPECT_EQ(json["errors"], 1);
  EXPECT_EQ(json["left"], 1);
  EXPECT_EQ(json["running"], 0);
  EXPECT_TRUE(json["cosets_per_second"].is_null());
  EXPECT_TRUE(json["remaining_seconds"].is_number());
  ASSERT_EQ(json["failures"].size(), 2u);
  EXPECT_EQ(json["failures"][0]["remaining"], 1234);
  EXPECT_TRUE(json["failures"][1]["remaining"].is_null());
  EXPECT_EQ(json["failures"][1]["message"], "the lamp went out");
}

TEST_F(CampaignCommand, AnEmptyCampaignHasNoEstimate) {
  make_campaign(folder_, {{}, CosetSample{4, 99}}, 0);
  EXPECT_EQ(output({"campaign", "report", name_}),
            "prove 20 for 4 random cosets (seed 99) of the cover with-inverses: 0 of 4 done, 0 proved, 0 not "
            "proved, 0 errors\nno estimate: no coset has been finished yet\n");
  const nlohmann::json json = json_output({"campaign", "report", name_, "--json"});
  EXPECT_TRUE(json["results"].empty());
  EXPECT_TRUE(json["summary"]["estimate"].is_null());
  EXPECT_TRUE(json["summary"]["mean_seconds"].is_null());
  EXPECT_EQ(json["summary"]["plan"]["sample"]["seed"], 99);
  EXPECT_THAT(output({"campaign", "report", name_, "--csv"}), StartsWith("coset,twist,flip,slice,outcome,"));
  EXPECT_THAT(output({"campaign", "status", name_}), HasSubstr("4 cosets; how long is not known yet"));
}

TEST_F(CampaignCommand, ReportsLevelsMeansAndAnEstimate) {
  make_campaign(folder_, {{}, CosetRange{7, 11}});
  const std::string text = output({"campaign", "report", name_});
  EXPECT_THAT(text, ContainsRegex("coset 7 \\(twist [0-9]+, flip [0-9]+, slice [0-9]+\\): proved 20, "));
  EXPECT_THAT(text, ContainsRegex(" +9 +1,000 +950 +950 +0.00 +0.00\n"));
  EXPECT_THAT(text, ContainsRegex(" +16 +1,000,000 +- +19,508,420,000\\+ +0.00 +0.00\n"));
  EXPECT_THAT(text, ContainsRegex("means\n"));
  EXPECT_THAT(text, HasSubstr("cosets of the cover: "));
  EXPECT_THAT(text, HasSubstr("95 % interval of the mean by Student's t"));
  EXPECT_THAT(text, HasSubstr("A contiguous range is not a random sample"));
  EXPECT_THAT(output({"campaign", "report", name_, "--summary"}), Not(HasSubstr("coset 7")));

  const nlohmann::json json = json_output({"campaign", "report", name_, "--json"});
  ASSERT_EQ(json["results"].size(), 3u);
  EXPECT_EQ(json["results"][0]["coset"], 7);
  EXPECT_EQ(json["results"][0]["outcome"], "proved");
  EXPECT_EQ(json["results"][0]["identity"]["table_checksum"], "0000000000000def");
  EXPECT_EQ(json["results"][0]["levels"][1]["total"], 19'508'420'000);
  EXPECT_TRUE(json["results"][0]["levels"][1]["new"].is_null());
  EXPECT_EQ(json["results"][0]["levels"][1]["exact"], false);
  EXPECT_TRUE(json["results"][2]["levels"].empty());
  const nlohmann::json& summary = json["summary"];
  EXPECT_EQ(summary["levels"][0]["probes"], nlohmann::json::parse(R"({"cosets": 2, "mean": 1000.0})"));
  EXPECT_EQ(summary["levels"][1]["new"], nlohmann::json::parse(R"({"cosets": 0, "mean": null})"));
  EXPECT_EQ(summary["estimate"]["cosets"], cover().size());
  EXPECT_EQ(summary["estimate"]["random_sample"], false);
  EXPECT_EQ(summary["estimate"]["cautions"].size(), 1u);
  EXPECT_TRUE(summary["estimate"]["half_width_95"].is_number());

  const std::string csv = output({"campaign", "report", name_, "--csv"});
  EXPECT_EQ(std::ranges::count(csv, '\n'), 1 + 2 + 2 + 1);
  EXPECT_THAT(csv, HasSubstr(",16,1000000,,19508420000,0,0,0\n"));
  EXPECT_THAT(csv, EndsWith(",0000000000000abc,0000000000000def,,,,,,,\n"));
}

TEST_F(CampaignCommand, TextsInCsvAreQuoted) {
  make_campaign(folder_, {{}, CosetRange{7, 11}});
  sql::Database(folder_ / "ledger.db", SQLITE_OPEN_READWRITE)
      .script("UPDATE setting SET host = 'here, \"there\"\nand nowhere'");
  EXPECT_THAT(output({"campaign", "report", name_, "--csv"}),
              HasSubstr(",\"here, \"\"there\"\"\nand nowhere\",1.2.3,0000000000000abc,"));
}

TEST_F(CampaignCommand, AResultOfAnotherBoundIsNoProofAndPrintsNothing) {
  make_campaign(folder_, {{}, CosetRange{7, 11}}, 0);
  const std::string other = (home_.path() / "other").string();
  make_campaign(other, {{}, CosetRange{7, 11}});
  sql::Database(other + "/ledger.db", SQLITE_OPEN_READWRITE).script("UPDATE setting SET prove = 25");
  const std::string message = "the result of coset 7: prove is 25 and should be 20";
  expect_refusal(halfturn({"campaign", "import", name_, other}), 3, message);
  for (const char* command : {"status", "report"})
    expect_refusal(halfturn({"campaign", command, other}), 3, message);
  EXPECT_EQ(json_output({"campaign", "status", name_, "--json"})["left"], 4);
}

TEST_F(CampaignCommand, ImportsFromAnotherFolder) {
  make_campaign(folder_, {{}, CosetRange{7, 11}}, 0);
  const std::string other = (home_.path() / "other").string();
  make_campaign(other, {{}, CosetRange{6, 11}});
  EXPECT_EQ(output({"campaign", "import", name_, other}),
            name_ + ": 1 result taken over from " + other + "\n");
  EXPECT_EQ(json_output({"campaign", "status", name_, "--json"})["unproved"], 1);
  expect_refusal(halfturn({"campaign", "import", name_, "nowhere"}), 2, "there is no campaign in nowhere");
}

/// From the shards of a rehearsal to one folder.
TEST_F(CampaignCommand, ShardsAreSeenTogetherAndImported) {
  std::vector<std::string> shards;
  for (const std::string k : {"0", "1", "2"}) {
    shards.push_back("shard-" + k);
    EXPECT_EQ(output({"campaign", "create", shards.back(), "--cosets", "100..110", "--shard", k + "/3",
                      "--rehearsal"}),
              "shard-" + k +
                  ": REHEARSAL, results are made up: prove 20 for cosets 100 to 109 of the cover " +
                  "with-inverses, shard " + k + "/3: " + (k == "0" ? "4" : "3") + " cosets\n");
    if (k == "2") continue;
    EXPECT_EQ(output({"campaign", "run", shards.back()}),
              shards.back() + (k == "0" ? ": 4" : ": 3") + " results made up, for rehearsal\n");
  }
  const auto of_all = [&](std::vector<std::string> words) {
    words.insert(words.end(), shards.begin(), shards.end());
    return words;
  };
  const nlohmann::json status = json_output(of_all({"campaign", "status", "--json"}));
  EXPECT_EQ(status["cosets"], 10);
  EXPECT_EQ(status["proved"], 7);
  EXPECT_EQ(status["left"], 3);
  EXPECT_EQ(status["plan"]["rehearsal"], true);
  output({"campaign", "run", shards[2]});
  output({"campaign", "create", "whole", "--cosets", "100..110", "--rehearsal"});
  EXPECT_EQ(output(of_all({"campaign", "import", "whole"})),
            "whole: 4 results taken over from shard-0\nwhole: 3 results taken over from shard-1\n"
            "whole: 3 results taken over from shard-2\nwhole: 10 results taken over from 3 of 3 folders\n");
  EXPECT_EQ(output(of_all({"campaign", "report", "--csv"})),
            output({"campaign", "report", "whole", "--csv"}));
  EXPECT_EQ(output(of_all({"campaign", "report"})), output({"campaign", "report", "whole"}));

  shards.insert(shards.begin() + 1, "nowhere");
  const Outcome partly = halfturn(of_all({"campaign", "import", "whole"}));
  EXPECT_EQ(partly.code, 3);
  EXPECT_THAT(partly.out, EndsWith("whole: 0 results taken over from 3 of 4 folders\n"));
  EXPECT_THAT(partly.err, StartsWith("halfturn: left out: there is no campaign in nowhere ("));
  const Outcome seen = halfturn(of_all({"campaign", "status"}));
  EXPECT_EQ(seen.code, 3);
  EXPECT_THAT(seen.out, HasSubstr("done        10 of 10: 10 proved"));
  EXPECT_THAT(seen.err, StartsWith("halfturn: left out: there is no campaign in nowhere ("));
}

TEST_F(CampaignCommand, AProofIsExportedAndChecked) {
  make_campaign(folder_, {{}, CosetRange{7, 8}}, 1);
  const std::string text = output({"campaign", "export", name_});
  EXPECT_THAT(text, StartsWith("halfturn-proof 1\nprove 20\ncover with-inverses 42192255 "));
  EXPECT_THAT(text, HasSubstr(" proved 0 1 9:950 16:19508420000+\ntotals 1 cosets 1 proved 0 unproved\n"));
  EXPECT_EQ(output({"campaign", "export", name_, "-o", "plain"}), "plain: 1 coset, 1 proved, 0 not proved\n");
  EXPECT_EQ(read_file(home_.path() / "plain"), text);
  output({"campaign", "export", name_, "-o", "small.gz"});
  EXPECT_EQ(read_file(home_.path() / "small.gz"), output({"campaign", "export", name_, "--gzip"}));
  EXPECT_THAT(read_file(home_.path() / "small.gz"), StartsWith("\x1f\x8b"));
  for (const std::string& target : {std::string("plain"), std::string("small.gz"), name_}) {
    const std::string verdict = output({"campaign", "verify", target, "--sample", "0"});
    EXPECT_THAT(verdict, HasSubstr("claim       prove 20 for cosets 7 to 7 of the cover with-inverses\n"));
    EXPECT_THAT(verdict, HasSubstr("named       1 coset: 1 proved, 0 not proved\n"));
    EXPECT_THAT(verdict,
                HasSubstr("verdict     holds, as far as can be told without doing any coset again\n"));
  }
  Start from_stdin = start({"campaign", "verify", "-", "--sample", "0", "--json"});
  from_stdin.input = text;
  const nlohmann::json json = as_json(run(from_stdin).out);
  EXPECT_EQ(json["holds"], true);
  EXPECT_EQ(json["proved"], 1);
  EXPECT_EQ(json["plan"]["range"], nlohmann::json::parse("[7, 8]"));
  EXPECT_EQ(json["made_with"][0]["program_checksum"], "0000000000000abc");
  expect_refusal(halfturn({"campaign", "export", name_, "--gzip", "-o", "x"}), 2, "--gzip is for stdout");
  expect_refusal(halfturn({"campaign", "export", name_, "-o", "."}), 3, "cannot write .: Is a directory");
  expect_refusal(halfturn({"campaign", "export", name_, "-o", "no/such"}), 3, "cannot write no/such");
}

TEST_F(CampaignCommand, AProofThatDoesNotHoldIsSaidToBeSo) {
  make_campaign(folder_, {{}, CosetRange{7, 11}});
  const auto verify = [&](const std::string& target) {
    return halfturn({"campaign", "verify", target, "--sample", "0"});
  };
  const Outcome exported = halfturn({"campaign", "export", name_, "-o", "part"});
  expect_code(exported, 1);
  EXPECT_EQ(exported.err, "halfturn: no proof yet: 2 of 4 cosets are not done\n");
  const Outcome part = verify("part");
  expect_code(part, 1);
  EXPECT_THAT(part.out, HasSubstr("verdict     NOT YET: what is there is right, but 2 cosets are missing\n"));

  std::string text = read_file(home_.path() / "part");
  text[text.find(" proved 0") + 8] = '3';
  write_file(home_.path() / "changed", text);
  const Outcome changed = verify("changed");
  expect_code(changed, 1);
  EXPECT_THAT(changed.out,
              HasSubstr("DIFFERS     coset 7: outcome is proved and remaining is 3 and should be 0\n"));
  EXPECT_THAT(changed.out, HasSubstr("verdict     DOES NOT HOLD"));

  sql::Database(folder_ / "ledger.db", SQLITE_OPEN_READWRITE).script("UPDATE setting SET prove = 25");
  const Outcome ledger = verify(name_);
  expect_code(ledger, 1);
  EXPECT_THAT(ledger.out, HasSubstr("the result of coset 7: prove is 25 and should be 20"));
  const Outcome cut = halfturn({"campaign", "export", name_});
  expect_code(cut, 3);
  EXPECT_THAT(cut.err, HasSubstr("prove is 25 and should be 20"));
  EXPECT_THAT(cut.out, Not(HasSubstr("checksum"))) << "what is cut short can be seen to be";
  expect_refusal(halfturn({"campaign", "export", name_, "-o", "never"}), 3, "prove is 25 and should be 20");
  EXPECT_FALSE(std::filesystem::exists(home_.path() / "never"));

  write_file(home_.path() / "diary", "Dear diary\n");
  expect_refusal(verify("diary"), 2, "line 1: this is no proof file: it begins with 'Dear diary'");
  expect_refusal(verify("nowhere"), 3, "cannot read nowhere: No such file");
  expect_refusal(verify(home_.path().string()), 2, "there is no campaign in ");
}

TEST_F(CampaignCommand, ADamagedLedgerIsNamed) {
  make_campaign(folder_, {{}, CosetRange{7, 11}});
  write_file(folder_ / "ledger.db", std::string(10'000, 'x'));
  for (const char* command : {"run", "status", "report"})
    expect_refusal(halfturn({"campaign", command, name_}), 3,
                   "halfturn: cannot use " + name_ + "/ledger.db: file is not a database (keep the file;");
}

TEST_F(WithTables, ACampaignIsCreatedOnceAndRemembersTheTable) {
  const std::string created = answer({"campaign", "create", "c", "--cosets", "100..200", "--prove", "19"});
  EXPECT_EQ(created, "c: prove 19 for cosets 100 to 199 of the cover with-inverses\n");
  const nlohmann::json json = as_json(answer({"campaign", "status", "c", "--json"}));
  EXPECT_EQ(json["plan"]["prove"], 19);
  EXPECT_EQ(json["cosets"], 100);
  const TableStore store(tables_);
  EXPECT_EQ(json["identity"]["table_checksum"],
            fmt::format("{:016x}", store.checksum(Phase1Table::kind()).value()));
  EXPECT_NE(json["identity"]["program_checksum"], "0000000000000000");
  const Outcome again = ask({"campaign", "create", "c", "--sample", "5"}, tables_);
  expect_refusal(again, 2,
                 "there is a campaign in c already (go on with it: halfturn campaign run c; or choose "
                 "another folder)\n");
  EXPECT_EQ(as_json(answer({"campaign", "status", "c", "--json"})), json);
}

TEST_F(WithTables, ACampaignNoticesAChange) {
  answer({"campaign", "create", "c", "--sample", "3", "--seed", "5"});
  const auto tamper = [&](const char* sql) {
    sql::Database(home_.path() / "c" / "ledger.db", SQLITE_OPEN_READWRITE).script(sql);
  };
  tamper("UPDATE campaign SET table_checksum = '0000000000000001'");
  expect_refusal(ask({"campaign", "run", "c"}, tables_), 3,
                 "the checksum of the phase-1 table was 0000000000000001 and is ");
  tamper("UPDATE campaign SET program_checksum = '0000000000000002', program_version = '0.0.0'");
  expect_refusal(ask({"campaign", "run", "c"}, tables_), 3,
                 "something has changed since the campaign began: the program's version was 0.0.0 and is ");
  tamper("UPDATE campaign SET cover_checksum = '0000000000000003'");
  expect_refusal(ask({"campaign", "run", "c", "--accept-change"}, tables_), 3,
                 "the cover is not the one that the campaign was created with");
  EXPECT_EQ(as_json(answer({"campaign", "status", "c", "--json"}))["left"], 3);
}

/// Waits until the campaign has a coset in somebody's hands.
void wait_for_claim(const std::function<nlohmann::json()>& status) {
  for (int i = 0; i < 600 && status()["running"] == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  ASSERT_EQ(status()["running"], 1);
}

TEST_F(WithTables, ACampaignKilledTwiceLosesAndDoublesNothing) {
  answer({"campaign", "create", "c", "--sample", "2", "--seed", "5"});
  const auto status = [&] { return as_json(answer({"campaign", "status", "c", "--json"})); };
  Start call = start({"campaign", "run", "c"});
  call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
  for (int i = 0; i < 2; ++i) {
    Running victim(call);
    wait_for_claim(status);
    victim.send(SIGKILL);
    EXPECT_EQ(victim.wait().signal, SIGKILL);
    EXPECT_EQ(status()["left"], 2);
  }
  expect_code(run(call), 0);
  EXPECT_EQ(status()["proved"], 2);
  EXPECT_EQ(status()["left"], 0);
  const nlohmann::json report = as_json(answer({"campaign", "report", "c", "--json"}));
  EXPECT_EQ(report["results"].size(), 2u);
  // What a stranger does with it: here is another run of the same program.
  answer({"campaign", "export", "c", "-o", "c.proof.gz"});
  const nlohmann::json verdict =
      as_json(answer({"campaign", "verify", "c.proof.gz", "--sample", "1", "--seed", "3", "--json"}));
  EXPECT_EQ(verdict["holds"], true);
  ASSERT_EQ(verdict["recomputed"].size(), 1u);
  EXPECT_EQ(verdict["recomputed"][0]["found"], "proved");
  EXPECT_GE(verdict["recomputed"][0]["levels_compared"], 4);
  EXPECT_EQ(verdict["recomputed"][0]["levels_not_compared"], 0);
  expect_code(run(call), 0);  // nothing left to do
  EXPECT_EQ(as_json(answer({"campaign", "report", "c", "--json"}))["results"], report["results"]);
}

}  // namespace
}  // namespace halfturn::testing
