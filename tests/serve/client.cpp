#include "serve/client.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/text.h"

namespace halfturn::testing {

nlohmann::json Answer::error() const {
  const nlohmann::json all = json();
  return all.is_object() && all.contains("error") ? all["error"] : nlohmann::json();
}

Client::Client(std::uint16_t port, int receive_buffer, const char* address) {
  const bool is_long = std::string_view(address).find(':') != std::string_view::npos;
  socket_ = ::socket(is_long ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (receive_buffer > 0)
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  const timeval patience{.tv_sec = kLongestWait.count(), .tv_usec = 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(port);
  sockaddr_in6 to_long{};
  to_long.sin6_family = AF_INET6;
  to_long.sin6_port = htons(port);
  ::inet_pton(is_long ? AF_INET6 : AF_INET, address,
              is_long ? static_cast<void*>(&to_long.sin6_addr) : static_cast<void*>(&to.sin_addr));
  const int result = is_long ? ::connect(socket_, reinterpret_cast<const sockaddr*>(&to_long), sizeof to_long)
                             : ::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to);
  if (result != 0) close();  // whatever is asked then is at its end
}

Client::~Client() {
  close();
}

void Client::close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

void Client::reset() {
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  close();
}

void Client::finish_sending() {
  ::shutdown(socket_, SHUT_WR);
}

bool Client::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN) ADD_FAILURE() << "the server does not read what is sent";
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool Client::fill(std::size_t most) {
  std::string piece(most, '\0');
  while (true) {
    const ssize_t got = ::recv(socket_, piece.data(), piece.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) ADD_FAILURE() << "the server sends nothing";
    if (got <= 0) return false;
    buffer_.append(piece, 0, static_cast<std::size_t>(got));
    return true;
  }
}

bool Client::read_head(Answer& answer) {
  constexpr std::string_view kEnd = "\r\n\r\n";
  while (buffer_.find(kEnd) == std::string::npos)
    if (!fill()) return false;
  const std::string head = buffer_.substr(0, buffer_.find(kEnd) + 2);
  buffer_.erase(0, head.size() + 2);
  std::size_t at = head.find("\r\n");
  const std::string first = head.substr(0, at);
  if (!first.starts_with("HTTP/1.") || first.size() < 12) return false;
  answer.version = first.substr(0, 8);
  answer.status = std::stoi(first.substr(9, 3));
  answer.headers.clear();
  for (at += 2; at < head.size();) {
    const std::size_t end = head.find("\r\n", at);
    const std::size_t colon = head.find(": ", at);
    if (colon == std::string::npos || colon > end) return false;
    answer.headers[base::in_lower_case(head.substr(at, colon - at))] =
        head.substr(colon + 2, end - colon - 2);
    at = end + 2;
  }
  return true;
}

Answer Client::read(bool is_head) {
  Answer answer;
  do {
    if (!read_head(answer)) return {};
  } while (answer.status == 100);
  answer.is_complete = true;
  if (is_head || answer.status == 204 || answer.status == 304) return answer;
  if (answer.header("transfer-encoding") == "chunked") {
    while (true) {
      while (buffer_.find("\r\n") == std::string::npos)
        if (!fill()) return answer.is_complete = false, answer;
      const std::size_t length = std::stoul(buffer_, nullptr, 16);
      buffer_.erase(0, buffer_.find("\r\n") + 2);
      while (buffer_.size() < length + 2)
        if (!fill()) return answer.is_complete = false, answer;
      answer.body += buffer_.substr(0, length);
      answer.is_complete = buffer_.substr(length, 2) == "\r\n";
      buffer_.erase(0, length + 2);
      if (length == 0 || !answer.is_complete) return answer;
    }
  }
  if (answer.headers.contains("content-length")) {
    const std::size_t length = std::stoul(answer.header("content-length"));
    while (buffer_.size() < length && fill()) {
    }
    answer.is_complete = buffer_.size() >= length;
    answer.body = buffer_.substr(0, length);
    buffer_.erase(0, length);
    return answer;
  }
  answer.body = read_to_end();
  return answer;
}

Answer Client::ask(std::string_view request, bool is_head) {
  send(request);
  return read(is_head);
}

std::string Client::read_until(std::string_view text) {
  std::size_t at = 0;
  while ((at = buffer_.find(text)) == std::string::npos)
    if (!fill()) return std::exchange(buffer_, {});
  std::string all = buffer_.substr(0, at + text.size());
  buffer_.erase(0, all.size());
  return all;
}

std::string Client::read_to_end() {
  while (fill()) {
  }
  return std::exchange(buffer_, {});
}

std::string Client::read_some(std::size_t most) {
  if (buffer_.empty()) fill(most);
  std::string some = buffer_.substr(0, most);
  buffer_.erase(0, some.size());
  return some;
}

bool Client::is_ended() {
  return buffer_.empty() && !fill() && buffer_.empty();
}

bool Client::is_cut() {
  char byte = 0;
  return buffer_.empty() && ::recv(socket_, &byte, 1, 0) < 0 && errno == ECONNRESET;
}

std::string request_text(std::string_view method, std::string_view target, std::uint16_t port,
                         const Headers& headers, std::string_view body) {
  std::string text = fmt::format("{} {} HTTP/1.1\r\n", method, target);
  if (!headers.contains("Host")) text += fmt::format("Host: 127.0.0.1:{}\r\n", port);
  if (!body.empty() && !headers.contains("Transfer-Encoding") && !headers.contains("Content-Length"))
    text += fmt::format("Content-Length: {}\r\n", body.size());
  for (const auto& [name, value] : headers) text += fmt::format("{}: {}\r\n", name, value);
  return text + "\r\n" + std::string(body);
}

std::string in_chunks(std::string_view body, std::size_t length) {
  std::string text;
  for (; !body.empty(); body.remove_prefix(std::min(length, body.size()))) {
    const std::string_view chunk = body.substr(0, length);
    text += fmt::format("{:x}\r\n{}\r\n", chunk.size(), chunk);
  }
  return text + "0\r\n\r\n";
}

}  // namespace halfturn::testing
