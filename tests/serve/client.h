#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <thread>

namespace halfturn::testing {

/// No test waits longer than this for anything; none should ever come near it.
inline constexpr std::chrono::seconds kLongestWait{60};

/// Whether a condition has come true before all patience is gone.
inline bool comes_true(const std::function<bool()>& condition) {
  const auto deadline = std::chrono::steady_clock::now() + kLongestWait;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

using Headers = std::map<std::string, std::string>;

/// What came back for one request.
struct Answer {
  int status = 0;  ///< 0: nothing came that is an answer
  std::string version;
  Headers headers;  ///< names in small letters
  std::string body;
  bool is_complete = false;  ///< as its length, or its last chunk, says

  std::string header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? "" : found->second;
  }
  /// Null if the body is no JSON.
  nlohmann::json json() const { return nlohmann::json::parse(body, nullptr, false); }
  /// {"kind": .., "message": .., "hint": ..}; null if there is none.
  nlohmann::json error() const;
};

/// One connection, byte by byte, to a server on this machine.
class Client {
 public:
  /// `receive_buffer`: a small one makes a slow reader. It is in bytes; 0: as the system likes.
  explicit Client(std::uint16_t port, int receive_buffer = 0, const char* address = "127.0.0.1");
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// Sends all of it; false if the other side has closed the connection.
  bool send(std::string_view bytes);
  void finish_sending();  ///< the other side sees the end of what is sent, but may still answer
  void close();
  void reset();  ///< closes as a program does that crashes

  /// The next answer, without those of status 100. `is_head`: it has no body, whatever its headers say.
  Answer read(bool is_head = false);
  /// Sends a request and reads the answer.
  Answer ask(std::string_view request, bool is_head = false);
  /// Everything up to and with this text; up to the end if it does not come.
  std::string read_until(std::string_view text);
  std::string read_to_end();
  /// At most so many bytes, at least one; none at the end.
  std::string read_some(std::size_t most);
  /// Whether the other side closes the connection, and sends nothing more before that.
  bool is_ended();
  /// Whether it does so as if it had crashed, so that nobody takes what came for whole.
  bool is_cut();

 private:
  bool fill(std::size_t most = std::size_t{1} << 16);  // false at the end
  bool read_head(Answer& answer);

  int socket_ = -1;
  std::string buffer_;  // came, but was not used yet
};

/// A request in HTTP/1.1 with a Host and, where there is a body, its length.
std::string request_text(std::string_view method, std::string_view target, std::uint16_t port,
                         const Headers& headers = {}, std::string_view body = {});

/// A body in chunks of this length, with the last one, which is empty.
std::string in_chunks(std::string_view body, std::size_t length);

}  // namespace halfturn::testing
