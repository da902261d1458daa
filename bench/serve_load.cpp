// How much a running `halfturn serve` can take, as clients see it:
//
//   serve_load 127.0.0.1 8137 --seconds 30 --clients 200 --mix page=1,solve=1,analyze=2 [--idle 10000]
//   serve_load 127.0.0.1 8137 --only analyze-list FILE
//
// Each client is a connection that stays open and asks its next question when it has the answer to the last
// one. A server that is full (503) is no error: the client comes back when it was told to. Anything else that
// is not 200 is one, and then the exit code is 1. Only servers on this machine are asked.
#include <fmt/format.h>
#include <strings.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;

/// A mistake of whoever called this.
struct Usage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Kind : std::size_t { page, solve, analyze };
constexpr std::array<std::string_view, 3> kKindNames = {"page", "solve", "analyze"};

struct Arguments {
  tcp::endpoint server;
  std::chrono::seconds time{10};
  std::size_t clients = 50;
  std::array<unsigned, kKindNames.size()> mix = {1, 1, 1};
  std::size_t idle = 0;
  std::string list;  ///< only this file is analysed
};

/// What is not 200 or 503, and how requests end that get no answer.
constexpr int kBroken = 0;

struct Tally {
  std::vector<float> milliseconds;  ///< of those that were answered with 200
  std::uint64_t full = 0;           ///< 503
  std::map<int, std::uint64_t> errors;
};

/// What all clients share.
struct Load {
  Arguments arguments;
  std::string host;
  Clock::time_point end;
  std::mt19937_64 random{20'240'229};
  std::array<Tally, kKindNames.size()> tallies;
  std::size_t asking = 0;
};

std::string scramble(std::mt19937_64& random) {
  constexpr std::size_t kMoves = 20;
  std::string text;
  std::size_t last = 6;
  for (std::size_t i = 0; i < kMoves; ++i) {
    std::size_t face = random() % 6;
    while (face == last) face = random() % 6;
    last = face;
    if (i > 0) text += ' ';
    text += "URFDLB"[face];
    constexpr std::array<std::string_view, 3> kTurns = {"", "2", "'"};
    text += kTurns[random() % kTurns.size()];
  }
  return text;
}

Kind draw_kind(Load& load) {
  unsigned all = 0;
  for (const unsigned weight : load.arguments.mix) all += weight;
  auto at = static_cast<unsigned>(load.random() % all);
  std::size_t kind = 0;
  while (at >= load.arguments.mix[kind]) at -= load.arguments.mix[kind++];
  return static_cast<Kind>(kind);
}

std::string request_of(Kind kind, Load& load) {
  if (kind == Kind::page)
    return fmt::format("GET / HTTP/1.1\r\nHost: {}\r\nAccept-Encoding: gzip\r\n\r\n", load.host);
  const std::string body =
      kind == Kind::solve
          ? fmt::format(R"({{"position":"{}"}})", scramble(load.random))
          : fmt::format(R"({{"position":"{}","stages":["cross","xcross"]}})", scramble(load.random));
  return fmt::format(
      "POST /api/v1/{} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: "
      "{}\r\n\r\n{}",
      kKindNames[static_cast<std::size_t>(kind)], load.host, body.size(), body);
}

/// The value of a header; nothing if it is not there. `head`: with its first line, up to the empty one.
std::optional<std::string_view> header_of(std::string_view head, std::string_view name) {
  for (std::size_t at = head.find("\r\n"); at != std::string_view::npos; at = head.find("\r\n", at)) {
    at += 2;
    const std::string_view line = head.substr(at, head.find("\r\n", at) - at);
    if (line.size() > name.size() + 1 && line[name.size()] == ':' &&
        ::strncasecmp(line.data(), name.data(), name.size()) == 0)
      return line.substr(std::min(line.find_first_not_of(' ', name.size() + 1), line.size()));
  }
  return std::nullopt;
}

std::optional<std::size_t> number_in(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// One connection that asks again and again. Lives as long as something is under way for it.
class Asking : public std::enable_shared_from_this<Asking> {
 public:
  Asking(asio::io_context& io, Load& load) : load_(load), socket_(io), later_(io) { ++load_.asking; }
  ~Asking() { --load_.asking; }
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;

  void begin() {
    kind_ = draw_kind(load_);
    answer_.clear();
    begin_ = Clock::now();
    socket_.async_connect(load_.arguments.server, [self = shared_from_this()](const error_code& error) {
      if (error) return self->broken();
      error_code ignored;
      self->socket_.set_option(tcp::no_delay(true), ignored);
      self->ask();
    });
  }

 private:
  void ask() {
    if (Clock::now() >= load_.end) return;
    kind_ = draw_kind(load_);
    request_ = request_of(kind_, load_);
    answer_.clear();
    missing_.reset();
    begin_ = Clock::now();
    asio::async_write(socket_, asio::buffer(request_),
                      [self = shared_from_this()](const error_code& error, std::size_t) {
                        error ? self->broken() : self->read();
                      });
  }

  void read() {
    socket_.async_read_some(asio::buffer(piece_),
                            [self = shared_from_this()](const error_code& error, std::size_t got) {
                              error ? self->broken() : self->take({self->piece_.data(), got});
                            });
  }

  void take(std::string_view bytes) {
    if (!missing_) {
      answer_ += bytes;
      const std::size_t end = answer_.find("\r\n\r\n");
      if (end == std::string::npos) return read();
      const std::size_t body = answer_.size() - end - 4;
      answer_.resize(end + 2);
      const std::optional<std::string_view> length = header_of(answer_, "Content-Length");
      const std::optional<std::size_t> number = length ? number_in(*length) : std::nullopt;
      if (!number || *number < body) return broken();
      missing_ = *number - body;
    } else {
      if (bytes.size() > *missing_) return broken();
      *missing_ -= bytes.size();
    }
    *missing_ == 0 ? answered() : read();
  }

  void answered() {
    const std::optional<std::size_t> status = number_in(std::string_view(answer_).substr(9, 3));
    Tally& tally = load_.tallies[static_cast<std::size_t>(kind_)];
    if (status == 200) {
      tally.milliseconds.push_back(std::chrono::duration<float, std::milli>(Clock::now() - begin_).count());
      return has_to_connect() ? again({}) : ask();
    }
    if (status != 503) {
      ++tally.errors[static_cast<int>(status.value_or(kBroken))];
      return again(kRest);
    }
    ++tally.full;
    const std::optional<std::size_t> seconds = number_in(header_of(answer_, "Retry-After").value_or("1"));
    again(std::chrono::seconds(seconds.value_or(1)));
  }

  bool has_to_connect() const { return header_of(answer_, "Connection").value_or("") == "close"; }

  void broken() {
    if (Clock::now() >= load_.end + kGrace) return;
    ++load_.tallies[static_cast<std::size_t>(kind_)].errors[kBroken];
    answer_ = "\r\nConnection: close\r\n";
    again(kRest);
  }

  /// The next question, after a while.
  void again(Clock::duration rest) {
    if (Clock::now() + rest >= load_.end) return;
    later_.expires_after(rest);
    later_.async_wait([self = shared_from_this()](const error_code&) {
      if (!self->has_to_connect()) return self->ask();
      error_code ignored;
      self->socket_.close(ignored);
      self->begin();
    });
  }

 public:
  static constexpr std::chrono::seconds kGrace{10};  ///< for the last answers

 private:
  static constexpr std::chrono::milliseconds kRest{100};

  Load& load_;
  tcp::socket socket_;
  asio::steady_timer later_;
  Kind kind_ = Kind::page;
  std::string request_;
  std::string answer_;                  // up to the end of its head
  std::optional<std::size_t> missing_;  // of the body; nothing: the head is not complete
  std::array<char, 16'384> piece_ = {};
  Clock::time_point begin_;
};

/// Connections that ask nothing. Whichever the server closes is missing at the end.
class Idle {
 public:
  Idle(asio::io_context& io, const tcp::endpoint& server, std::size_t count) {
    const Clock::time_point begin = Clock::now();
    for (std::size_t i = 0; i < count; ++i) {
      sockets_.emplace_back(io);
      error_code error;
      if (sockets_.back().connect(server, error)) {
        fmt::print("idle: connection {} cannot be had: {}\n", i + 1, error.message());
        sockets_.pop_back();
        failed_ = true;
        break;
      }
      sockets_.back().non_blocking(true, error);
    }
    fmt::print("idle: {} connections in {:.2f} s\n", sockets_.size(),
               std::chrono::duration<double>(Clock::now() - begin).count());
  }

  /// Whether all are still there; says how many are.
  bool are_there() {
    std::size_t there = 0;
    for (tcp::socket& socket : sockets_) {
      char byte = 0;
      error_code error;
      socket.receive(asio::buffer(&byte, 1), 0, error);
      if (error == asio::error::would_block) ++there;
    }
    fmt::print("idle: {} of {} are still open\n", there, sockets_.size());
    return !failed_ && there == sockets_.size();
  }

 private:
  std::vector<tcp::socket> sockets_;
  bool failed_ = false;
};

float percentile(const std::vector<float>& sorted, double part) {
  if (sorted.empty()) return 0;
  return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
}

/// Prints what came of it. True if there was no error.
bool report(Load& load, double seconds) {
  fmt::print("{:<8} {:>9} {:>9} {:>7} {:>7} {:>8} {:>8} {:>8} {:>8}\n", "kind", "requests", "a second", "503",
             "errors", "p50 ms", "p90 ms", "p99 ms", "max ms");
  bool is_well = true;
  for (std::size_t kind = 0; kind < kKindNames.size(); ++kind) {
    Tally& tally = load.tallies[kind];
    std::ranges::sort(tally.milliseconds);
    std::uint64_t errors = 0;
    std::string by_status;
    for (const auto& [status, count] : tally.errors) {
      errors += count;
      by_status += status == kBroken ? fmt::format("  broken off: {}", count)
                                     : fmt::format("  status {}: {}", status, count);
    }
    if (load.arguments.mix[kind] == 0) continue;
    is_well = is_well && errors == 0;
    const std::vector<float>& times = tally.milliseconds;
    fmt::print("{:<8} {:>9} {:>9.0f} {:>7} {:>7} {:>8.2f} {:>8.2f} {:>8.2f} {:>8.2f}{}\n", kKindNames[kind],
               times.size(), static_cast<double>(times.size()) / seconds, tally.full, errors,
               percentile(times, 0.5), percentile(times, 0.9), percentile(times, 0.99), percentile(times, 1),
               by_status);
  }
  return is_well;
}

bool run_clients(const Arguments& arguments, const std::string& host) {
  asio::io_context io(1);
  Load load{.arguments = arguments, .host = host, .end = {}, .tallies = {}};
  std::optional<Idle> idle;
  if (arguments.idle > 0) idle.emplace(io, arguments.server, arguments.idle);
  const Clock::time_point begin = Clock::now();
  load.end = begin + arguments.time;
  for (std::size_t i = 0; i < arguments.clients; ++i) std::make_shared<Asking>(io, load)->begin();
  io.run_until(load.end);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  io.run_until(load.end + Asking::kGrace);
  bool is_well = report(load, seconds);
  if (load.asking > 0) fmt::print("{} requests were not answered in time\n", load.asking);
  is_well = is_well && load.asking == 0;
  if (idle) is_well = idle->are_there() && is_well;
  return is_well;
}

std::string read_until(tcp::socket& socket, std::string& buffer, std::string_view end) {
  std::array<char, 65'536> piece = {};
  while (buffer.find(end) == std::string::npos) {
    error_code error;
    const std::size_t got = socket.read_some(asio::buffer(piece), error);
    if (error) throw std::runtime_error("the server has ended the answer: " + error.message());
    buffer.append(piece.data(), got);
  }
  const std::size_t length = buffer.find(end) + end.size();
  std::string text = buffer.substr(0, length);
  buffer.erase(0, length);
  return text;
}

/// The rows of a file of scrambles. They come as a stream, while the server still works.
bool run_list(const Arguments& arguments, const std::string& host) {
  std::ifstream file(arguments.list, std::ios::binary);
  if (!file) throw Usage("cannot read " + arguments.list);
  const std::string body{std::istreambuf_iterator<char>(file), {}};
  asio::io_context io(1);
  tcp::socket socket(io);
  socket.connect(arguments.server);
  const Clock::time_point begin = Clock::now();
  asio::write(socket,
              asio::buffer(fmt::format("POST /api/v1/analyze?stages=cross,xcross HTTP/1.1\r\nHost: {}\r\n"
                                       "Content-Type: text/plain\r\nContent-Length: {}\r\n\r\n",
                                       host, body.size())));
  asio::write(socket, asio::buffer(body));
  const Clock::time_point sent = Clock::now();
  std::string buffer;
  const std::string head = read_until(socket, buffer, "\r\n\r\n");
  if (!head.starts_with("HTTP/1.1 200")) {
    fmt::print("{}\n", head.substr(0, head.find("\r\n")));
    return head.starts_with("HTTP/1.1 503");
  }
  std::uint64_t lines = 0;
  while (true) {
    const std::string size_line = read_until(socket, buffer, "\r\n");
    std::size_t size = 0;
    std::from_chars(size_line.data(), size_line.data() + size_line.size(), size, 16);
    if (size == 0) break;
    while (buffer.size() < size + 2) {
      const std::size_t had = buffer.size();
      buffer.resize(size + 2);
      asio::read(socket, asio::buffer(buffer.data() + had, size + 2 - had));
    }
    lines += static_cast<std::uint64_t>(
        std::count(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(size), '\n'));
    buffer.erase(0, size + 2);
  }
  const std::uint64_t rows = lines > 0 ? lines - 1 : 0;  // without the names of the columns
  const double upload = std::chrono::duration<double>(sent - begin).count();
  const double all = std::chrono::duration<double>(Clock::now() - begin).count();
  fmt::print("analyze-list: {} rows of {} bytes in {:.2f} s (sent in {:.2f} s): {:.0f} rows a second\n", rows,
             body.size(), all, upload, static_cast<double>(rows) / all);
  return true;
}

std::size_t whole(std::string_view name, std::string_view text, std::size_t least, std::size_t most) {
  const std::optional<std::size_t> number = number_in(text);
  if (!number || *number < least || *number > most)
    throw Usage(fmt::format("{} wants a number from {} to {}", name, least, most));
  return *number;
}

void read_mix(Arguments& arguments, std::string_view text) {
  arguments.mix.fill(0);
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(','));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    const std::size_t equals = std::min(part.find('='), part.size());
    const auto kind = std::ranges::find(kKindNames, part.substr(0, equals));
    if (kind == kKindNames.end() || equals == part.size())
      throw Usage("--mix wants page=N,solve=N,analyze=N");
    arguments.mix[static_cast<std::size_t>(kind - kKindNames.begin())] =
        static_cast<unsigned>(whole("--mix", part.substr(equals + 1), 0, 1000));
  }
  if (std::ranges::all_of(arguments.mix, [](unsigned weight) { return weight == 0; }))
    throw Usage("--mix has nothing to ask");
}

Arguments read_arguments(const std::vector<std::string>& given) {
  if (given.size() < 2)
    throw Usage(
        "serve_load HOST PORT [--seconds N] [--clients N] [--mix page=1,solve=1,analyze=2] [--idle N]\n"
        "serve_load HOST PORT --only analyze-list FILE");
  Arguments arguments;
  error_code error;
  const auto address = asio::ip::make_address(given[0] == "localhost" ? "127.0.0.1" : given[0], error);
  if (error || !address.is_loopback())
    throw Usage(given[0] + " is not an address of this machine: 127.0.0.1 or ::1");
  arguments.server = {address, static_cast<std::uint16_t>(whole("PORT", given[1], 1, 65'535))};
  for (std::size_t i = 2; i < given.size(); i += 2) {
    const std::string& name = given[i];
    if (i + 1 >= given.size()) throw Usage(name + " wants a value");
    const std::string& value = given[i + 1];
    if (name == "--seconds") {
      arguments.time = std::chrono::seconds(whole(name, value, 1, 3600));
    } else if (name == "--clients") {
      arguments.clients = whole(name, value, 1, 20'000);
    } else if (name == "--idle") {
      arguments.idle = whole(name, value, 0, 25'000);
    } else if (name == "--mix") {
      read_mix(arguments, value);
    } else if (name == "--only" && value == "analyze-list" && i + 2 < given.size()) {
      arguments.list = given[++i + 1];
    } else {
      throw Usage("there is no " + name + " " + value);
    }
  }
  return arguments;
}

/// As many open files as this process may have.
void raise_file_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

int main(int count, char** values) {
  try {
    const Arguments arguments = read_arguments({values + 1, values + count});
    raise_file_limit();
    const std::string host = arguments.server.address().is_v6()
                                 ? fmt::format("[::1]:{}", arguments.server.port())
                                 : fmt::format("127.0.0.1:{}", arguments.server.port());
    const bool is_well = arguments.list.empty() ? run_clients(arguments, host) : run_list(arguments, host);
    return is_well ? EXIT_SUCCESS : EXIT_FAILURE;
  } catch (const Usage& usage) {
    fmt::print(stderr, "serve_load: {}\n", usage.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "serve_load: {}\n", error.what());
    return EXIT_FAILURE;
  }
}
