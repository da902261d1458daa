// Inputs that never come, never end or are meant for the terminal rather than for us.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string>
#include <vector>

#include "base/file_descriptor.h"
#include "command_line.h"

namespace halfturn::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class ForeignText : public CommandLine {
 protected:
  std::string path(const std::string& name) const { return (home_.path() / name).string(); }
};

TEST_F(ForeignText, AFifoThatNobodyWritesDoesNotMakeItDeaf) {
  ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0600), 0);
  write_file(path("one.txt"), "R U\n");
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"solve", "fifo"},
                                             {"analyze", "fifo"},
                                             {"stats", "fifo"},
                                             {"stats", "--compare", "fifo", "one.txt"},
                                             {"cover", "verify", "--file", "fifo"},
                                             {"analyze", "one.txt", "--force", "--output", "fifo"}}) {
    for (const int signal : {SIGTERM, SIGINT}) {
      Running program(start(command));
      ASSERT_TRUE(program.listens_for(signal)) << command[0];
      program.send(signal);
      const Outcome outcome = program.wait();
      expect_refusal(outcome, 130, "halfturn: stopped");
    }
  }
}

TEST_F(ForeignText, AFifoIsReadOnceSomebodyWrites) {
  ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0600), 0);
  Running program(start({"stats", "fifo"}));
  {
    const FileDescriptor writer(::open(path("fifo").c_str(), O_WRONLY | O_CLOEXEC));
    const std::string text = "id,x_z0,x_z2,x_z3,x_z1,x_x3,x_x1\n1,1,2,3,4,5,6\n";
    ASSERT_EQ(::write(writer.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  const Outcome outcome = program.wait();
  expect_code(outcome, 0);
  EXPECT_THAT(outcome.out, HasSubstr("fifo: 1 row\n"));
}

TEST_F(ForeignText, ALineThatNeverEndsDoesNotMakeItDeaf) {
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"solve", "/dev/zero"}, {"analyze", "/dev/zero"}}) {
    Running program(start(command));
    ASSERT_TRUE(program.listens_for(SIGTERM));
    program.send(SIGTERM);
    expect_code(program.wait(), 130);
  }
  expect_refusal(halfturn({"stats", "/dev/zero"}), 2, "line 1: this line is longer than 1 MiB");
  expect_refusal(halfturn({"cover", "verify", "--file", "/dev/zero"}), 2, "line 1: this line is longer");
}

TEST_F(ForeignText, MessagesWriteOutWhatATerminalWouldObey) {
  const std::string odd = "a\x1b]0;x\x07\xC2\x9B\xE2\x80\xAE\xFF.txt";
  const std::string shown = "a\\x1b]0;x\\x07\\u{9b}\\u{202e}\\xff.txt";
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"solve", odd}, {"analyze", odd}, {"stats", odd}, {"cover", "verify", "--file", odd}, {odd}}) {
    const Outcome outcome = halfturn(command);
    EXPECT_THAT(outcome.err, HasSubstr(shown)) << command[0];
    EXPECT_THAT(outcome.err, Not(HasSubstr("\x1b"))) << command[0];
  }
}

/// What a program writes on a terminal.
std::string on_terminal(Start start) {
  const FileDescriptor terminal(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  std::array<char, 200> name{};
  if (::grantpt(terminal.get()) != 0 || ::unlockpt(terminal.get()) != 0 ||
      ::ptsname_r(terminal.get(), name.data(), name.size()) != 0)
    return "(no terminal)";
  const FileDescriptor other_end(::open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC));
  start.output = name.data();
  run(start);
  std::array<char, 4096> text{};
  const ssize_t got = ::read(terminal.get(), text.data(), text.size());
  return {text.data(), static_cast<std::size_t>(got > 0 ? got : 0)};
}

TEST_F(ForeignText, RowsAreExactExceptOnATerminal) {
  write_file(path("ids.txt"), "\x1b[2Jid\xC2\x9B,K\n");  // a bad scramble, which needs no tables
  for (const std::string format : {"csv", "json", "table"}) {
    const Start call = start({"analyze", "ids.txt", "--stages", "cross", "--format", format});
    const std::string terminal = on_terminal(call);
    const std::string shown = format == "json" ? "\\u001b[2Jid\\u009b" : "\\x1b[2Jid\\u{9b}";
    EXPECT_THAT(terminal, HasSubstr(shown));
    EXPECT_THAT(terminal, Not(HasSubstr("\x1b"))) << format;
    EXPECT_THAT(terminal, Not(HasSubstr("\xC2\x9B"))) << format;
    const std::string exact = format == "csv"    ? "\x1b[2Jid\xC2\x9B,"
                              : format == "json" ? "\\u001b[2Jid\xC2\x9B"
                                                 : shown;
    EXPECT_THAT(run(call).out, HasSubstr(exact)) << format;
  }
}

TEST_F(ForeignText, TheNetHasLettersAndColoursUnlessTheseAreUnwanted) {
  Start call = start({"apply", "y"});
  EXPECT_THAT(on_terminal(call), HasSubstr("\x1b[38;5;0;48;5;208mO \x1b[0m"));
  call.environment["NO_COLOR"] = "";
  EXPECT_THAT(on_terminal(call), HasSubstr("\x1b[38;5"));
  for (const auto& [name, value] : {std::pair("NO_COLOR", "1"), std::pair("TERM", "dumb")}) {
    Start plain = start({"apply", "y"});
    plain.environment[name] = value;
    const std::string terminal = on_terminal(plain);
    EXPECT_THAT(terminal, Not(HasSubstr("\x1b"))) << name;
    EXPECT_THAT(terminal, HasSubstr("W W W")) << name;
  }
  EXPECT_THAT(run(start({"apply", "y"})).out, Not(HasSubstr("W W W"))) << "only a terminal gets a net";
}

TEST_F(ForeignText, ALongLineCostsThatLineAlone) {
  write_file(path("long.txt"), "K\n" + std::string(5 << 20, 'R') + "\nK2\n");
  const Outcome outcome = halfturn({"analyze", "long.txt", "--format", "json"});
  expect_code(outcome, 2);
  EXPECT_THAT(outcome.out, HasSubstr("\"error\":\"line 2: this line is longer than 1 MiB"));
  EXPECT_THAT(outcome.out, HasSubstr("\"error\":\"line 3, column 1: unknown move 'K'"));
}

}  // namespace
}  // namespace halfturn::testing
