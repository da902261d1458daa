// The command that serves the page, as a user types it; what it answers is for tests/serve and web/tests.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>

#include "base/file_descriptor.h"
#include "command_line.h"

namespace halfturn::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

/// A socket that is connected to a port of this machine; not valid if nobody listens there.
FileDescriptor connected_to(std::uint16_t port) {
  FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) return {};
  return socket;
}

class Serve : public CommandLine {
 protected:
  /// Starts a server, which builds no tables, with its stdout in a file.
  Start call(std::vector<std::string> further = {}) {
    std::vector<std::string> arguments = {"serve", "--no-open", "--no-build"};
    arguments.insert(arguments.end(), further.begin(), further.end());
    Start server = start(std::move(arguments));
    server.output = home_.path() / ("out" + std::to_string(++count_));
    write_file(server.output, "");
    return server;
  }

  /// The first line of its stdout, once it is there.
  static std::string address_of(const Start& server, Running& running) {
    for (int i = 0; i < 6000 && !running.ended(); ++i) {
      const std::string text = read_file(server.output);
      if (text.find('\n') != std::string::npos) return text.substr(0, text.find('\n'));
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return "";
  }

  static std::uint16_t port_in(const std::string& address) {
    constexpr std::string_view kBefore = "http://127.0.0.1:";
    std::uint16_t port = 0;
    if (address.starts_with(kBefore))
      std::from_chars(address.data() + kBefore.size(), address.data() + address.size(), port);
    return port;
  }

  static std::string answer_to(std::uint16_t port, const std::string& request) {
    const FileDescriptor socket = connected_to(port);
    if (!socket.valid()) return "(nobody listens)";
    if (::send(socket.get(), request.data(), request.size(), MSG_NOSIGNAL) < 0) return "(closed)";
    std::string answer;
    char piece[4096];
    for (ssize_t got = 0; (got = ::recv(socket.get(), piece, sizeof piece, 0)) > 0;)
      answer.append(piece, static_cast<std::size_t>(got));
    return answer;
  }

  static std::string get(std::uint16_t port, const std::string& path, const std::string& headers = {}) {
    return answer_to(port, "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                               "\r\nConnection: close\r\n" + headers + "\r\n");
  }

  int count_ = 0;
};

TEST_F(Serve, ShowsThePageUntilItIsStopped) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const Start server = call({"--port", "0"});
    Running running(server);
    const std::string address = address_of(server, running);
    ASSERT_THAT(address, MatchesRegex("http://127[.]0[.]0[.]1:[0-9]+/"));
    const std::uint16_t port = port_in(address);
    EXPECT_THAT(get(port, "/"), StartsWith("HTTP/1.1 200 OK\r\n"));
    EXPECT_THAT(get(port, "/api/v1/about"), HasSubstr("\"name\":\"halfturn\""));
    // Somebody who has the page open does not keep it from ending.
    const FileDescriptor open = connected_to(port);
    running.send(signal);
    const Outcome outcome = running.wait();
    expect_code(outcome, 0);
    EXPECT_EQ(read_file(server.output), address + "\n");
    EXPECT_THAT(outcome.err, HasSubstr("stopped"));
    EXPECT_FALSE(connected_to(port).valid());
  }
}

TEST_F(Serve, TakesAnotherPortOnlyWhereNoneWasNamed) {
  const Start first = call({"--port", "0"});
  Running running(first);
  const std::uint16_t port = port_in(address_of(first, running));
  ASSERT_NE(port, 0);
  expect_refusal(halfturn({"serve", "--no-open", "--no-build", "--port", std::to_string(port)}), 3,
                 "--port 0 takes any that is free");
  // Two with the usual port: both are there, whoever has it.
  const Start second = call();
  Running one(second);
  const Start third = call();
  Running other(third);
  const std::uint16_t ports[] = {port_in(address_of(second, one)), port_in(address_of(third, other))};
  EXPECT_NE(ports[0], 0);
  EXPECT_NE(ports[1], 0);
  EXPECT_NE(ports[0], ports[1]);
}

TEST_F(Serve, WantsATokenWhereOthersCouldReachIt) {
  expect_refusal(halfturn({"serve", "--no-open", "--address", "0.0.0.0"}), 2, "--token new");
  const Start server = call({"--port", "0", "--token", "sesame"});
  Running running(server);
  const std::string address = address_of(server, running);
  EXPECT_THAT(address, MatchesRegex("http://127[.]0[.]0[.]1:[0-9]+/[?]token=sesame"));
  const std::uint16_t port = port_in(address);
  EXPECT_THAT(get(port, "/"), StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(get(port, "/api/v1/about"), StartsWith("HTTP/1.1 401 "));
  EXPECT_THAT(get(port, "/api/v1/about", "Authorization: Bearer simsalabim\r\n"),
              StartsWith("HTTP/1.1 401 "));
  EXPECT_THAT(get(port, "/api/v1/about", "Authorization: Bearer sesame\r\n"),
              StartsWith("HTTP/1.1 200 OK\r\n"));
}

TEST_F(Serve, MakesTokensThatNobodyGuesses) {
  const Start first = call({"--port", "0", "--token", "new"});
  const Start second = call({"--port", "0", "--token", "new"});
  Running one(first);
  Running other(second);
  const std::string addresses[] = {address_of(first, one), address_of(second, other)};
  for (const std::string& address : addresses) EXPECT_THAT(address, MatchesRegex(".*[?]token=[0-9a-f]{32}"));
  EXPECT_NE(addresses[0].substr(addresses[0].find('?')), addresses[1].substr(addresses[1].find('?')));
}

TEST_F(Serve, SaysWhatIsWrong) {
  expect_refusal(halfturn({"serve", "--port", "65536"}), 2, "65535");
  expect_refusal(halfturn({"serve", "--port", "http"}), 2, "--port");
  expect_refusal(halfturn({"serve", "--address", "nowhere", "--token", "t", "--no-open"}), 2,
                 "is no address");
  expect_refusal(halfturn({"serve", "--page", "not-there"}), 2, "not-there");
  expect_refusal(halfturn({"serve", "--queue", "0"}), 2, "--queue");
  expect_refusal(halfturn({"serve", "--prot", "1"}), 2, "did you mean '--port'?");
  // An address of another machine cannot be had here.
  expect_refusal(halfturn({"serve", "--address", "192.0.2.1", "--token", "t", "--no-open"}), 3, "192.0.2.1");
}

TEST_F(Serve, EndsWhereItsAddressCannotBePrinted) {
  Start server = call({"--port", "0"});
  server.output = "/dev/full";
  expect_code(run(server), 3);
}

}  // namespace
}  // namespace halfturn::testing
