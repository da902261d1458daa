// The formats that every command knows, and the file that a result can go into.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "with_tables.h"

namespace halfturn::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using Arguments = std::vector<std::string>;

Arguments operator+(Arguments arguments, const Arguments& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

/// Every command that prints a result.
const std::vector<Arguments> kCommands = {
    {"solve"},
    {"analyze"},
    {"scramble"},
    {"verify"},
    {"apply"},
    {"invert"},
    {"lookup"},
    {"coset"},
    {"campaign", "status"},
    {"campaign", "report"},
    {"campaign", "verify"},
    {"cluster", "status"},
    {"cover", "show"},
    {"cover", "bound"},
    {"cover", "verify"},
    {"levels"},
    {"distribution"},
    {"stats"},
    {"tables"},
    {"tables", "verify"},
    {"bench", "tables"},
    {"bench", "solve"},
    {"bench", "analyze"},
    {"bench", "coset"},
    {"bench", "optimal"},
};

class Formats : public CommandLine {
 protected:
  void SetUp() override {
    write_file(at("both.csv"), "id,scramble,solution\na,R U,U' R'\nb,R,R\nc,R K,R\n");
    write_file(at("rows.csv"),
               "id,cross_z0,cross_z2,cross_z3,cross_z1,cross_x3,cross_x1\n1,3,4,5,5,6,5\n2,5,5,5,5,5,5\n");
  }
  std::filesystem::path at(const std::string& name) const { return home_.path() / name; }
};

TEST_F(Formats, EveryCommandThatPrintsAResultKnowsThem) {
  for (const Arguments& command : kCommands) {
    SCOPED_TRACE(::testing::PrintToString(command));
    const std::string help = output(command + Arguments{"--help"});
    EXPECT_THAT(help, HasSubstr("--format FORMAT:{table,csv,json,jsonl}"));
    EXPECT_THAT(help, HasSubstr("-o,--output FILE"));
    for (const char* shape : {"Short for --format json: a", "Short for --format csv: "})
      EXPECT_THAT(help, HasSubstr(shape));
  }
}

TEST_F(Formats, NoOtherCommandHasAFlagForJson) {
  // What has --json has all of them: the list above is complete.
  const std::string bash = output({"completions", "bash"});
  std::size_t with_json = 0;
  for (const std::string& line : lines_of(bash)) {
    // The lines about values of an option name it before the bracket.
    if (line.find("words='") == std::string::npos || line.find(" --") < line.find(')')) continue;
    EXPECT_EQ(line.find("--json") == std::string::npos, line.find("--format") == std::string::npos) << line;
    if (line.find("--json") != std::string::npos) ++with_json;
  }
  EXPECT_EQ(with_json, kCommands.size());
}

TEST_F(Formats, TwoFormatsAtOnceAreRefused) {
  for (const Arguments& command :
       std::vector<Arguments>{{"apply", "R"}, {"stats", "rows.csv"}, {"analyze", "R"}, {"solve", "R"}}) {
    SCOPED_TRACE(command.front());
    expect_refusal(halfturn(command + Arguments{"--csv", "--json"}), 2,
                   "--csv and --json do not go together");
    expect_refusal(halfturn(command + Arguments{"--json", "--format", "csv"}), 2,
                   "--json and --format csv do not go together");
    expect_refusal(halfturn(command + Arguments{"--format", "xml"}), 2, "--format");
  }
}

TEST_F(Formats, TheShortFormsAreTheSame) {
  for (const Arguments& command : std::vector<Arguments>{
           {"apply", "R U"}, {"cover", "show"}, {"stats", "rows.csv"}, {"tables"}, {"invert", "R U"}}) {
    SCOPED_TRACE(command.front());
    EXPECT_EQ(output(command + Arguments{"--json"}), output(command + Arguments{"--format", "json"}));
    EXPECT_EQ(output(command + Arguments{"--csv"}), output(command + Arguments{"--format", "csv"}));
    EXPECT_EQ(output(command), output(command + Arguments{"--format", "table"}));
  }
}

TEST_F(Formats, JsonLinesAreOneValueALine) {
  const nlohmann::json applied = json_output({"apply", "R U", "--json"});
  const std::string line = output({"apply", "R U", "--format", "jsonl"});
  EXPECT_EQ(lines_of(line).size(), 1U);
  EXPECT_EQ(as_json(line), applied);
  // An array becomes a line for each element.
  const nlohmann::json covers = json_output({"cover", "show", "--json"});
  const std::vector<std::string> lines = lines_of(output({"cover", "show", "--format", "jsonl"}));
  ASSERT_EQ(lines.size(), covers.size());
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(as_json(lines[i]), covers[i]);
  // Groups too.
  write_file(at("groups.csv"),
             "id,event,cross_z0,cross_z2,cross_z3,cross_z1,cross_x3,cross_x1\n"
             "1,333,3,4,5,5,6,5\n2,333oh,5,5,5,5,5,5\n");
  const nlohmann::json groups = json_output({"stats", "groups.csv", "--by", "event", "--json"});
  const std::vector<std::string> group_lines =
      lines_of(output({"stats", "groups.csv", "--by", "event", "--format", "jsonl"}));
  ASSERT_EQ(group_lines.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(as_json(group_lines[i]), groups[i]);
}

TEST_F(Formats, CsvHasTheMembersAsColumns) {
  EXPECT_EQ(output({"invert", "R U2", "--csv"}), "moves,length,error\nU2 R',2,\n");
  EXPECT_EQ(output({"verify", "R U", "U' R'", "--csv"}),
            "solved,half_turn,quarter_turn,slice_turn,orientation\ntrue,2,2,2,\n");
  const Outcome list = halfturn({"verify", "both.csv", "--csv"});
  expect_code(list, 2);
  EXPECT_THAT(list.out,
              StartsWith("id,solved,half_turn,quarter_turn,slice_turn,orientation,error\n"
                         "a,true,2,2,2,,\nb,false,1,1,1,,\nc,,,,,,\"line 4, column 5: in the scramble: "));
  EXPECT_THAT(output({"tables", "--csv"}),
              StartsWith("name,purpose,path,bytes,entries,bits_per_entry,state,problem\nphase1,"));
  EXPECT_THAT(output({"cover", "show", "--csv", "--cover", "plain"}),
              StartsWith("kind,classes,cosets,lower_bound,ratio,share_of_all,made_by\nplain,"));
}

/// The line of docs/formats.md about a command: "| `cover show` | array of `kind`, .. |".
std::string described_as(const std::string& command) {
  for (const std::string& line : lines_of(read_file(std::filesystem::path(HALFTURN_DOCS) / "formats.md")))
    if (line.starts_with("| `" + command + "`")) return line;
  return "";
}

/// The names of the members of an object, of the first element of an array, of what they hold in turn.
Names members_of(const nlohmann::json& json, int levels) {
  Names names;
  if (json.is_array()) return json.empty() ? names : members_of(json.front(), levels);
  if (!json.is_object() || levels == 0) return names;
  for (const auto& [name, value] : json.items()) {
    names.push_back(name);
    for (const std::string& below : members_of(value.is_array() ? value : nlohmann::json(), levels - 1))
      names.push_back(below);
  }
  return names;
}

/// Everything that is printed is described, in JSON and in CSV.
void expect_described(const std::string& command, const std::string& json, const std::string& csv) {
  SCOPED_TRACE(command);
  const std::string line = described_as(command);
  ASSERT_NE(line, "");
  const nlohmann::json value = nlohmann::json::parse(json, nullptr, false);
  ASSERT_FALSE(value.is_discarded()) << json;
  const Names members = members_of(value, command.starts_with("stats") ? 1 : 2);  // docs/stats.md has more
  EXPECT_FALSE(members.empty());
  for (const std::string& name : members) EXPECT_THAT(line, HasSubstr("`" + name + "`"));
  if (line.find("the same") != std::string::npos || line.find("for each of the") != std::string::npos ||
      line.find("one row") != std::string::npos)
    return;
  const std::string header = lines_of(csv).front();
  for (std::size_t at = 0; at < header.size();) {
    const std::size_t end = std::min(header.find(',', at), header.size());
    const std::string column = header.substr(at, end - at);
    if (column.find_first_of("0123456789") == std::string::npos) {
      EXPECT_THAT(line, HasSubstr("`" + column + "`"));
    }
    at = end + 1;
  }
}

TEST_F(Formats, AreDescribedInTheDocuments) {
  for (const auto& [command, arguments] : std::vector<std::pair<std::string, Arguments>>{
           {"apply", {"apply", "R U"}},
           {"verify", {"verify", "R", "R'"}},
           {"invert", {"invert", "R"}},
           {"stats", {"stats", "rows.csv"}},
           {"stats --compare", {"stats", "--compare", "rows.csv", "rows.csv"}},
           {"tables", {"tables"}},
           {"tables verify", {"tables", "verify"}},
           {"cover show", {"cover", "show"}}})
    expect_described(command, output(arguments + Arguments{"--json"}),
                     output(arguments + Arguments{"--csv"}));
}

TEST_F(Formats, AFileHoldsWhatStdoutWould) {
  for (const Arguments& command : std::vector<Arguments>{{"apply", "R U"},
                                                         {"apply", "R U", "--json"},
                                                         {"cover", "show", "--csv"},
                                                         {"stats", "rows.csv", "--format", "jsonl"},
                                                         {"tables"}}) {
    SCOPED_TRACE(::testing::PrintToString(command));
    const std::string text = output(command);
    write_file(at("result"), "what was there before");
    EXPECT_EQ(output(command + Arguments{"-o", "result"}), "");
    EXPECT_EQ(read_file(at("result")), text);
    EXPECT_EQ(output(command + Arguments{"--output", "-"}), text);
    EXPECT_EQ(output(command + Arguments{"-o", "/dev/stdout"}), text);
  }
}

TEST_F(Formats, AFileIsReplacedByAResultAlone) {
  write_file(at("result"), "what was there before");
  expect_refusal(halfturn({"apply", "R K", "-o", "result"}), 2, "unknown");
  expect_refusal(halfturn({"apply", "R", "-o", "result", "--csv", "--json"}), 2, "do not go together");
  expect_refusal(
      halfturn({"apply", "R", "-o", "nosuch/result"}), 3,
      "halfturn: cannot write nosuch/result: No such file or directory (its folder must be there)\n");
  Start small = start({"tables", "--json", "-o", "result"});
  small.largest_file = 1000;
  expect_refusal(run(small), 3, "halfturn: cannot write result: File too large");
  EXPECT_EQ(read_file(at("result")), "what was there before");
  EXPECT_EQ(names_in(home_.path()), (Names{"both.csv", "result", "rows.csv"}));
  // A list with a bad line has its rows, and so has an answer that is no.
  EXPECT_EQ(halfturn({"verify", "both.csv", "--csv", "-o", "result"}).code, 2);
  EXPECT_EQ(lines_of(read_file(at("result"))).size(), 4U);
  EXPECT_EQ(halfturn({"verify", "R", "R", "-o", "result"}).code, 1);
  EXPECT_EQ(read_file(at("result")), "not solved: 1 half-turn, 1 quarter-turn, 1 slice-turn metric\n");
}

TEST_F(Formats, TheInputIsNotReplacedByTheResult) {
  write_file(at("list.txt"), "R U\n");
  write_file(at("cover.txt"), "no cover");
  std::filesystem::create_symlink("list.txt", at("link.txt"));
  const Names before = names_in(home_.path());
  for (const auto& [command, result] : std::vector<std::pair<Arguments, std::string>>{
           {{"solve", "list.txt"}, "list.txt"},
           {{"solve", "list.txt"}, "./list.txt"},
           {{"solve", "list.txt"}, "link.txt"},
           {{"solve", "link.txt", "--csv"}, "list.txt"},
           {{"lookup", "list.txt"}, "list.txt"},
           {{"invert", "list.txt"}, "list.txt"},
           {{"apply", "list.txt"}, "list.txt"},
           {{"coset", "list.txt"}, "list.txt"},
           {{"stats", "rows.csv"}, "rows.csv"},
           {{"stats", "--compare", "both.csv", "rows.csv"}, "rows.csv"},
           {{"verify", "both.csv", "--csv"}, "both.csv"},
           {{"verify", "both.csv", "list.txt"}, "list.txt"},
           {{"cover", "verify", "--file", "cover.txt"}, "cover.txt"},
           {{"campaign", "verify", "list.txt"}, "list.txt"}}) {
    SCOPED_TRACE(::testing::PrintToString(command) + " -o " + result);
    expect_refusal(halfturn(command + Arguments{"-o", result}), 2,
                   "halfturn: " + result + " is the input (write the result to another file)\n");
  }
  EXPECT_EQ(read_file(at("list.txt")), "R U\n");
  EXPECT_EQ(names_in(home_.path()), before);
  // Words that stand for no file are no input, whatever the file is called.
  write_file(at("R"), "what was there before");
  EXPECT_EQ(output({"invert", "R", "U", "-o", "R"}), "");
  EXPECT_EQ(read_file(at("R")), "U' R'\n");
}

TEST_F(Formats, TheFileMayBeAPipe) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  std::string read;
  std::thread reader([&] { read = read_file(at("pipe")); });
  EXPECT_EQ(output({"cover", "show", "-o", "pipe"}), "");
  reader.join();
  EXPECT_EQ(read, output({"cover", "show"}));
  EXPECT_TRUE(std::filesystem::is_fifo(at("pipe")));
}

TEST_F(Formats, AClosedStdoutIsNotNeededForAFile) {
  Start call = start({"apply", "R", "-o", "result"});
  call.closed = {0, 1, 2};
  expect_code(run(call), 0);
  EXPECT_EQ(read_file(at("result")), output({"apply", "R"}));
}

TEST_F(Formats, NamesMayBeInAnyCase) {
  EXPECT_EQ(output({"stats", "rows.csv", "--stages", "CROSS", "--colours", "w,yw"}),
            output({"stats", "rows.csv", "--stages", "cross", "--subsets", "W,WY"}));
  expect_refusal(halfturn({"stats", "rows.csv", "--colours", "K"}), 2,
                 "--colours: there is no choice of colours 'K'");
}

TEST_F(Formats, OneFlagForCovers) {
  EXPECT_EQ(output({"cover", "show", "--cover", "plain"}), output({"cover", "show", "--kind", "plain"}));
  expect_refusal(halfturn({"coset", "R", "--cover", "plain"}), 2, "--index");
}

TEST_F(Formats, NoScramblesAreAHeaderAlone) {
  const Outcome none = halfturn({"scramble", "-n", "0", "--csv"});
  expect_code(none, 0);
  EXPECT_EQ(none.out, "id,scramble,length,facelets,metric\n");
  EXPECT_EQ(none.err, "");  // no table was built
  EXPECT_EQ(output({"scramble", "-n", "0", "--length", "9", "--csv"}), none.out);
  EXPECT_EQ(output({"scramble", "-n", "0", "--json"}), "");
  EXPECT_EQ(output({"scramble", "-n", "0"}), "");
}

class FormatsWithTables : public WithTables {
 protected:
  Outcome tell(Arguments arguments) const { return ask(std::move(arguments), tables_); }
};

TEST_F(FormatsWithTables, ScramblesAsCsv) {
  const Arguments scramble = {"scramble", "-n", "3", "--seed", "1"};
  const std::vector<std::string> texts = lines_of(answer(scramble));
  const std::vector<std::string> rows = lines_of(answer(scramble + Arguments{"--csv"}));
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0], "id,scramble,length,facelets,metric");
  for (std::size_t i = 1; i < rows.size(); ++i)
    EXPECT_THAT(rows[i], StartsWith(std::to_string(i) + "," + texts[i - 1] + ","));
  // What it prints can be read by the others, and has the same ids.
  write_file(home_.path() / "scrambles.csv", answer(scramble + Arguments{"--csv"}));
  const Outcome solved = tell({"solve", "scrambles.csv", "--csv"});
  EXPECT_THAT(lines_of(solved.out).back(), StartsWith("3,"));
  // Conditions give columns as analyze has them; the side is there even where it was not computed.
  const Outcome where = tell({"scramble", "--seed", "1", "--where", "cross(W)=4 or cross(Y)=4", "--csv"});
  expect_code(where, 0);
  EXPECT_THAT(where.out, StartsWith("id,scramble,length,facelets,cross_z0,cross_z2,metric\n1,"));
  const Outcome ways =
      tell({"scramble", "--seed", "1", "--where", "cross(W)=4", "--solutions", "2", "--csv"});
  expect_code(ways, 0);
  EXPECT_THAT(ways.out, StartsWith("id,scramble,stage,colour,length,rotation,moves,reached\n1,"));
  expect_refusal(tell({"scramble", "--serve-stdin", "--csv"}), 2, "not as CSV");
}

TEST_F(FormatsWithTables, ACampaignAsCsvIsOneRow) {
  // Objects within a row become columns; lists stay JSON.
  expect_code(tell({"campaign", "create", "c", "--cosets", "0..3"}), 0);
  const std::vector<std::string> status = lines_of(answer({"campaign", "status", "c", "--csv"}));
  ASSERT_EQ(status.size(), 2U);
  EXPECT_THAT(status[0], StartsWith("plan_cover,plan_prove,plan_range,created,identity_program_version,"));
  EXPECT_THAT(status[1], StartsWith("with-inverses,20,\"[0,3]\","));
  expect_described("campaign status", answer({"campaign", "status", "c", "--json"}), "");
  const std::vector<std::string> lines = lines_of(answer({"campaign", "report", "c", "--format", "jsonl"}));
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_TRUE(as_json(lines[0]).contains("summary"));
}

TEST_F(FormatsWithTables, AreDescribedInTheDocuments) {
  for (const auto& [command, arguments] : std::vector<std::pair<std::string, Arguments>>{
           {"solve", {"solve", "R U F"}},
           {"solve --optimal", {"solve", "--optimal", "R U F"}},
           {"scramble", {"scramble", "--seed", "1"}},
           {"lookup", {"lookup", "R U"}},
           {"levels", {"levels", "--depth", "1"}},
           {"distribution", {"distribution", "cross"}},
           {"coset", {"coset", "R", "--engine", "set", "--search-depth", "2"}}})
    expect_described(command, tell(arguments + Arguments{"--json"}).out,
                     tell(arguments + Arguments{"--csv"}).out);
}

TEST_F(FormatsWithTables, LevelsAsCsv) {
  const Outcome levels = tell({"levels", "--depth", "2", "--csv"});
  expect_code(levels, 0);
  EXPECT_EQ(levels.out, "distance,positions\n0,1\n1,18\n2,243\n");
}

TEST_F(FormatsWithTables, TheLevelsOfACosetAsCsv) {
  const Outcome coset = tell({"coset", "R", "--engine", "set", "--search-depth", "3", "--csv"});
  expect_code(coset, 0);
  EXPECT_THAT(coset.out, StartsWith("depth,probes,new,total,exact,search_s,prepass_s\n1,2,2,2,true,"));
  EXPECT_EQ(lines_of(coset.out).size(), 4U);
  EXPECT_THAT(coset.err, HasSubstr(" positions not reached\n"));
}

TEST_F(FormatsWithTables, LookUpsAsCsv) {
  write_file(home_.path() / "list", "R U\nR K\n");
  const Outcome rows = tell({"lookup", "list", "--csv"});
  expect_code(rows, 2);
  const std::vector<std::string> lines = lines_of(rows.out);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0], "id,axis,distance_to_h,closer,way,bound_in_h,solution_in_h,error");
  EXPECT_THAT(lines[1], StartsWith("1,U-D,"));
  EXPECT_THAT(lines[4], StartsWith("2,,,,,,,"));
  EXPECT_THAT(answer({"lookup", "R U", "--csv"}), HasSubstr("\n,F-B,"));
}

TEST_F(FormatsWithTables, StagesAndVariantsInAnyCase) {
  EXPECT_EQ(answer({"analyze", "R U F", "--stages", "Cross,XCROSS"}),
            answer({"analyze", "R U F", "--stages", "cross,xcross"}));
  EXPECT_EQ(answer({"analyze", "R U F", "--variant", "STD", "--stages", "cross"}),
            answer({"analyze", "R U F", "--stages", "cross"}));
  EXPECT_EQ(answer({"distribution", "Cross"}), answer({"distribution", "cross"}));
  EXPECT_EQ(answer({"analyze", "R U F", "--stages", "cross", "--colours", "White, yellow"}),
            answer({"analyze", "R U F", "--stages", "cross", "--colours", "WY"}));
  EXPECT_EQ(answer({"distribution", "cross", "--colours", "white,green"}),
            answer({"distribution", "cross", "--colours", "wg"}));
}

TEST_F(FormatsWithTables, AStopKeepsWhatWasPrinted) {
  Start call = start({"scramble", "-n", "100000000", "-o", "scrambles"});
  call.environment["HALFTURN_TABLES"] = fs::absolute(tables_).string();
  Running program(call);
  ASSERT_TRUE(program.listens_for(SIGINT));
  const fs::path partial = home_.path() / "scrambles.partial";
  while (!program.ended() && !(fs::exists(partial) && fs::file_size(partial) > 0))
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  program.send(SIGINT);
  expect_code(program.wait(), 130);
  const std::string text = read_file(home_.path() / "scrambles");
  EXPECT_THAT(text, ::testing::EndsWith("\n"));
  EXPECT_EQ(names_in(home_.path()), Names{"scrambles"});
}

}  // namespace
}  // namespace halfturn::testing
