// Random command lines: whatever is typed, the program ends with one of its exit codes.

#include <algorithm>
#include <csignal>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "faults.h"
#include "support/child.h"

namespace halfturn::testing {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

class CommandLines : public Faults {
 protected:
  struct Command {
    Arguments words;
    std::vector<std::string> options;
  };

  /// The commands and their options, from what the program says of itself.
  std::vector<Command> commands() const {
    std::vector<Command> found;
    const std::regex option("(-{1,2}[a-z][a-z-]*)");
    for (const Arguments& words : std::vector<Arguments>{{"solve"},
                                                         {"analyze"},
                                                         {"scramble"},
                                                         {"verify"},
                                                         {"invert"},
                                                         {"train"},
                                                         {"apply"},
                                                         {"lookup"},
                                                         {"coset"},
                                                         {"campaign"},
                                                         {"campaign", "create"},
                                                         {"campaign", "run"},
                                                         {"campaign", "status"},
                                                         {"campaign", "report"},
                                                         {"campaign", "import"},
                                                         {"cover"},
                                                         {"cover", "show"},
                                                         {"cover", "build"},
                                                         {"cover", "verify"},
                                                         {"levels"},
                                                         {"distribution"},
                                                         {"stats"},
                                                         {"tables"},
                                                         {"tables", "build"},
                                                         {"tables", "verify"},
                                                         {"tables", "path"},
                                                         {"bench"},
                                                         {}}) {
      Arguments help = words;
      help.emplace_back("--help");
      const std::string text = output(help);
      std::set<std::string> options;
      for (auto match = std::sregex_iterator(text.begin(), text.end(), option);
           match != std::sregex_iterator(); ++match)
        options.insert(match->str());
      found.push_back({words, {options.begin(), options.end()}});
    }
    return found;
  }

  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all[std::uniform_int_distribution<std::size_t>(0, all.size() - 1)(random_)];
  }

  std::size_t up_to(std::size_t most) { return std::uniform_int_distribution<std::size_t>(0, most)(random_); }

  std::string noise() {
    std::string text;
    for (std::size_t i = up_to(40); i > 0; --i) text += static_cast<char>(1 + up_to(254));
    std::ranges::replace(text, '/', ':');  // no way out of this folder
    return text;
  }

  std::string odd_value() {
    if (up_to(5) == 0) return noise();
    return one_of(values_);
  }

  const std::vector<std::string> values_ = {"",
                                            "-",
                                            "--",
                                            "-1",
                                            "0",
                                            "1",
                                            "7",
                                            "010",
                                            "1e9",
                                            "nan",
                                            "2147483648",
                                            "18446744073709551615",
                                            "99999999999999999999999999",
                                            "R U R' U'",
                                            "R",
                                            "(R U)9999999",
                                            "((((((((((R))))))))))1000000000",
                                            "[R, U]",
                                            "{}",
                                            "%s%n",
                                            std::string(100'000, 'R'),
                                            std::string(50'000, ','),
                                            std::string(50'000, '('),
                                            "\xff\xfe",
                                            "\xEF\xBB\xBF\xEF\xBB\xBFR",
                                            "\x1b[2J",
                                            "cross",
                                            "xcross",
                                            "all",
                                            "stage-cross",
                                            "cross(D)=8",
                                            "cross(any)<=4 and",
                                            "WY",
                                            "W,WY",
                                            "0..3",
                                            "3..0",
                                            "plain",
                                            "csv",
                                            "list.txt",
                                            "rows.csv",
                                            "noise.bin",
                                            "campaign",
                                            ".",
                                            "missing/x",
                                            "/dev/null",
                                            "/dev/full",
                                            "file:x?mode=memory"};
};

TEST_F(CommandLines, EndWithAnExitCodeWhateverIsTyped) {
  // As somebody who may not write anywhere else, and with tables that can be replaced without harm.
  fs::permissions(home_.path(), fs::perms(0777));
  fs::create_directories(at("tables"));
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::absolute(tables_)))
    fs::create_symlink(entry.path(), at("tables") / entry.path().filename());
  write_file(at("list.txt"), "R U\nR K\nF2 B\n");
  write_file(at("rows.csv"), "id,cross_z0,cross_z2,cross_z3,cross_z1,cross_x3,cross_x1\n1,3,4,5,5,6,5\n");
  write_file(at("noise.bin"), noise() + noise() + noise());
  const std::vector<Command> known = commands();
  for (int i = 0; i < 250; ++i) {
    const Command& command = one_of(known);
    Arguments arguments = command.words;
    for (std::size_t n = up_to(2); n > 0; --n) arguments.push_back(odd_value());
    for (std::size_t n = up_to(3); n > 0; --n) {
      std::string option = up_to(9) == 0 ? noise() : one_of(command.options);
      if (up_to(1) == 0) {
        arguments.push_back(option + "=" + odd_value());
      } else {
        arguments.push_back(option);
        if (up_to(3) > 0) arguments.push_back(odd_value());
      }
    }
    SCOPED_TRACE(std::to_string(i) + " " + ::testing::PrintToString(arguments).substr(0, 2000));
    Start made = start(arguments);
    made.environment["HALFTURN_TABLES"] = at("tables").string();
    made.input = up_to(1) == 0 ? "R U\n" : noise();
    made.as_nobody = is_root();
    Running program(made);
    // Some calls are right, and begin work of minutes: those are told to stop.
    for (int wait = 0; wait < 100 && !program.ended(); ++wait)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    program.send(SIGTERM);
    const Outcome outcome = program.wait();
    EXPECT_FALSE(outcome.hung);
    EXPECT_EQ(outcome.signal, 0);
    EXPECT_THAT(outcome.code, AnyOf(0, 1, 2, 3, 130)) << outcome.err;
    EXPECT_THAT(outcome.err, Not(HasSubstr("terminate called")));
    if (outcome.code == 2 || outcome.code == 3) {
      EXPECT_NE(outcome.err, "") << "nobody is told why";
    }
  }
}

}  // namespace
}  // namespace halfturn::testing
