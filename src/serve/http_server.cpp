#include "serve/http_server.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <cerrno>
#include <future>
#include <set>
#include <thread>
#include <tuple>
#include <utility>

#include "base/system_error.h"
#include "base/text.h"
#include "serve/percent.h"
#include "serve/refusal.h"

namespace halfturn::serve {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t kPiece = std::size_t{1} << 16;
/// Open files that are not connections: tables, uploads, the program's own.
constexpr std::uint64_t kOtherFiles = 200;
/// What is still read of a request that was refused, so that its sender gets to read why.
constexpr std::size_t kMostDrained = std::size_t{16} << 20;
constexpr std::chrono::seconds kDrainTime{2};

/// Sent with every response. Nothing but what this server serves may run, be loaded or be asked by its page.
constexpr std::array<std::pair<const char*, const char*>, 6> kSafetyHeaders = {{
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src "
     "'self'; "
     "font-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Permissions-Policy", "camera=(), microphone=(), geolocation=()"},
}};

/// What is wrong with bytes that are no request, and the status that says so.
Response response_to(const error_code& error) {
  if (error == http::error::header_limit)
    return error_response(
        431, {ErrorKind::bad_input, "the header of the request is too long", "16 KiB is the most"});
  if (error == http::error::body_limit)
    return error_response(413, {ErrorKind::bad_input, "the body of the request is too large", {}});
  return error_response(400, {ErrorKind::bad_input, fmt::format("this is no request: {}", error.message()),
                              "HTTP/1.1 in plain text, without TLS, is what is spoken here"});
}

Response too_large(std::uint64_t most) {
  return error_response(
      413, {ErrorKind::bad_input, "the body of the request is too large",
            fmt::format("{} bytes is the most here; send longer lists in parts", base::grouped(most))});
}

Response too_slow() {
  return error_response(408, {ErrorKind::bad_input, "the request did not come to its end in time", {}});
}

/// The Error says what is wrong with the target.
Result<Request> request_of(const http::fields& fields, std::string_view method, std::string_view target) {
  Request request;
  request.method = method;
  if (!target.starts_with('/'))
    return Error{ErrorKind::bad_input, fmt::format("{} is no path", base::quoted(target)),
                 "paths begin with /"};
  const std::size_t question = target.find('?');
  const std::optional<std::string> path = percent_decoded(target.substr(0, question), Plus::is_plus);
  if (!path || path->find('\0') != std::string::npos)
    return Error{ErrorKind::bad_input, fmt::format("{} is no path", base::quoted(target)), {}};
  request.path = *path;
  if (question != std::string_view::npos) {
    std::optional<std::map<std::string, std::string>> query = query_of(target.substr(question + 1));
    if (!query)
      return Error{ErrorKind::bad_input, "the query of the address cannot be read",
                   "NAME=VALUE&.. with % codes"};
    request.query = *std::move(query);
  }
  for (const auto& field : fields)
    request.headers[base::in_lower_case(std::string(field.name_string()))] = std::string(field.value());
  return request;
}

/// A file without a name, which goes with its last descriptor.
Result<FileDescriptor> nameless_file(const std::string& folder) {
  FileDescriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file.get() < 0) return system_error("make a file in", folder, errno);
  return file;
}

/// As many open files as this process may have.
std::uint64_t raise_file_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
  const rlim_t wanted = std::min<rlim_t>(limit.rlim_max, 65'536);
  if (limit.rlim_cur < wanted) {
    limit.rlim_cur = wanted;
    ::setrlimit(RLIMIT_NOFILE, &limit);
    ::getrlimit(RLIMIT_NOFILE, &limit);
  }
  return limit.rlim_cur;
}

class BeastServer : public HttpServer {
 public:
  explicit BeastServer(const Options& options) : options_(options), acceptor_(io_), retry_(io_) {}

  ~BeastServer() override {
    close();
    if (!thread_.joinable()) return;
    // Answers that are ready get a moment to be sent.
    asio::post(io_, [this] {
      end_.expires_after(std::chrono::milliseconds(300));
      end_.async_wait([this](const error_code&) { io_.stop(); });
      is_ending_ = true;
      if (open_ == 0) end_.cancel();
    });
    thread_.join();
  }

  Result<void> take_address() {
    const std::uint64_t files = raise_file_limit();
    most_connections_ = static_cast<std::size_t>(std::min<std::uint64_t>(
        options_.limits.connections, files > 2 * kOtherFiles ? files - kOtherFiles : files / 2));
    error_code error;
    const asio::ip::address address = asio::ip::make_address(options_.address, error);
    if (error)
      return Error{ErrorKind::bad_input, fmt::format("{} is no address", base::quoted(options_.address)),
                   "numbers are wanted: 127.0.0.1, 0.0.0.0, ::1"};
    const tcp::endpoint endpoint(address, options_.port);
    const auto cannot = [&] {
      return system_error("listen on", fmt::format("{} port {}", options_.address, options_.port),
                          error.value());
    };
    if (acceptor_.open(endpoint.protocol(), error)) return cannot();
    acceptor_.set_option(asio::socket_base::reuse_address(true), error);
    if (acceptor_.bind(endpoint, error)) return cannot();
    if (acceptor_.listen(4096, error)) return cannot();
    port_ = acceptor_.local_endpoint(error).port();
    return {};
  }

  void serve(HttpHandler handler) override {
    handler_ = std::move(handler);
    asio::co_spawn(io_, accept(), asio::detached);
    thread_ = std::jthread([this] { io_.run(); });
  }

  std::uint16_t port() const override { return port_; }
  HttpCounts counts() const override {
    return {.connections = open_, .requests = requests_, .turned_away = turned_away_};
  }

  void close() override {
    if (!thread_.joinable()) return;
    std::promise<void> closed;
    asio::post(io_, [this, &closed] {
      is_closed_ = true;
      error_code ignored;
      acceptor_.close(ignored);
      retry_.cancel();
      for (const std::shared_ptr<Exchange>& exchange : exchanges_) exchange->cancel();
      closed.set_value();
    });
    closed.get_future().wait();
  }

 private:
  class Connection;

  asio::awaitable<void> accept() {
    while (!is_closed_) {
      auto [error, socket] = co_await acceptor_.async_accept(kAwait);
      if (is_closed_) co_return;
      if (error) {
        // No descriptor is left, perhaps; one will be.
        retry_.expires_after(std::chrono::milliseconds(50));
        co_await retry_.async_wait(kAwait);
        continue;
      }
      asio::co_spawn(io_, serve_connection(std::move(socket)), asio::detached);
    }
  }

  asio::awaitable<void> serve_connection(tcp::socket socket);

  Options options_;
  HttpHandler handler_;
  asio::io_context io_{1};
  tcp::acceptor acceptor_;
  asio::steady_timer retry_;
  asio::steady_timer end_{io_};
  // Keeps the thread until it is told to end, also without any connection.
  asio::executor_work_guard<asio::io_context::executor_type> work_ = asio::make_work_guard(io_);
  std::uint16_t port_ = 0;
  std::size_t most_connections_ = 0;
  std::atomic<std::size_t> open_ = 0;
  std::atomic<std::uint64_t> requests_ = 0;
  std::atomic<std::uint64_t> turned_away_ = 0;
  std::set<std::shared_ptr<Exchange>> exchanges_;  // being answered; like all below, of the one thread
  bool is_closed_ = false;
  bool is_ending_ = false;
  std::jthread thread_;  // last: it ends before what it uses
};

/// One connection, from its first byte to its last.
class BeastServer::Connection {
 public:
  Connection(BeastServer& server, tcp::socket socket)
      : server_(server), stream_(std::move(socket)), wake_(stream_.get_executor()) {
    ++server_.open_;
    error_code ignored;
    stream_.socket().set_option(tcp::no_delay(true), ignored);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() {
    --server_.open_;
    if (server_.is_ending_ && server_.open_ == 0) server_.end_.cancel();
  }

  asio::awaitable<void> run() {
    if (server_.open_ > server_.most_connections_) {
      ++server_.turned_away_;
      keep_alive_ = false;
      co_await send(error_response(try_again("busy", "there are too many connections", "close some", 5)));
      co_return co_await drain();
    }
    while (keep_alive_ && !server_.is_closed_)
      if (!co_await one_request()) break;
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  }

 private:
  const HttpLimits& limits() const { return server_.options_.limits; }

  /// Reads a request and answers it. False if the connection is at its end.
  asio::awaitable<bool> one_request() {
    if (buffer_.size() == 0) {
      // Costs no memory while nothing comes.
      buffer_.shrink_to_fit();
      stream_.expires_after(limits().idle);
      std::array<char, 1024> first;  // NOLINT(cppcoreguidelines-pro-type-member-init): read into
      const auto [error, got] = co_await stream_.async_read_some(asio::buffer(first), kAwait);
      if (error) co_return false;
      buffer_.commit(asio::buffer_copy(buffer_.prepare(got), asio::buffer(first), got));
    }
    http::request_parser<http::empty_body> parser;
    parser.header_limit(limits().header_bytes);
    parser.body_limit(boost::none);  // looked at below, where it is known what the request is about
    stream_.expires_after(limits().header_time);
    const auto [error, got] = co_await http::async_read_header(stream_, buffer_, parser, kAwait);
    if (error == http::error::end_of_stream) co_return false;
    if (error) {
      const bool is_timeout = error == beast::error::timeout;
      if (!is_timeout && error.category() != http::make_error_code(http::error::bad_method).category())
        co_return false;  // the connection broke
      co_return co_await refuse(is_timeout ? too_slow() : response_to(error));
    }
    ++server_.requests_;
    keep_alive_ = parser.get().keep_alive();
    is_old_ = parser.get().version() < 11;
    const std::string_view method = parser.get().method_string();
    is_head_ = method == "HEAD";
    Result<Request> request = request_of(parser.get(), is_head_ ? "GET" : method, parser.get().target());
    if (!request) co_return co_await refuse(error_response(refusal_of(request.error())));
    const bool has_body = !parser.is_done() && (parser.chunked() || parser.content_length().value_or(0) > 0);
    if (server_.is_closed_) co_return false;
    if (std::optional<Response> response = server_.handler_.look(*request)) {
      // What follows would be taken for the next request.
      if (has_body) co_return co_await refuse(*std::move(response));
      co_return co_await send(*std::move(response));
    }
    if (has_body) {
      if (!co_await read_body(parser, *request)) co_return false;
    }
    co_return co_await answer(*std::move(request));
  }

  /// Reads the body into the request. False if there is no answer to be given any more.
  asio::awaitable<bool> read_body(http::request_parser<http::empty_body>& header, Request& request) {
    const bool is_upload = server_.handler_.takes_upload(request);
    const std::uint64_t most = is_upload ? limits().upload_bytes : limits().body_bytes;
    if (header.content_length().value_or(0) > most) co_return (co_await refuse(too_large(most)), false);
    if (is_upload) {
      Result<FileDescriptor> file = nameless_file(server_.options_.upload_folder);
      if (!file) co_return (co_await refuse(error_response(refusal_of(file.error()))), false);
      request.upload = std::make_shared<UploadedFile>();
      request.upload->file = *std::move(file);
    }
    if (beast::iequals(header.get()[http::field::expect], "100-continue")) {
      http::response<http::empty_body> go_on(http::status::continue_, 11);
      stream_.expires_after(limits().stall);
      const auto [error, sent] = co_await http::async_write(stream_, go_on, kAwait);
      if (error) co_return false;
    }
    http::request_parser<http::buffer_body> parser(std::move(header));
    parser.body_limit(boost::none);
    std::uint64_t bytes = 0;
    std::string piece(std::min<std::uint64_t>(kPiece, most), '\0');
    while (!parser.is_done()) {
      parser.get().body().data = piece.data();
      parser.get().body().size = piece.size();
      stream_.expires_after(limits().stall);
      auto [error, read] = co_await http::async_read_some(stream_, buffer_, parser, kAwait);
      if (error == http::error::need_buffer) error = {};
      const std::size_t got = piece.size() - parser.get().body().size;
      bytes += got;
      if (bytes > most) co_return (co_await refuse(too_large(most)), false);
      if (!is_upload) {
        request.body.append(piece, 0, got);
      } else if (const Result<void> kept = keep(*request.upload, std::string_view(piece).substr(0, got));
                 !kept) {
        co_return (co_await refuse(error_response(507, kept.error())), false);
      }
      if (error == beast::error::timeout) co_return (co_await refuse(too_slow()), false);
      if (error) {
        const bool is_nonsense =
            error.category() == http::make_error_code(http::error::bad_chunk).category() &&
            error != http::error::partial_message;
        if (is_nonsense) co_await refuse(response_to(error));
        co_return false;
      }
    }
    if (is_upload) ::lseek(request.upload->file.get(), 0, SEEK_SET);
    co_return true;
  }

  /// On the thread of all connections: writing to a file is a copy to memory, a fraction of a millisecond a
  /// piece.
  static Result<void> keep(UploadedFile& upload, std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::write(upload.file.get(), bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return system_error("keep", "the uploaded file", errno);
      bytes.remove_prefix(static_cast<std::size_t>(count));
      upload.bytes += static_cast<std::uint64_t>(count);
    }
    return {};
  }

  /// Hands the request over and sends what comes back.
  asio::awaitable<bool> answer(Request request) {
    using asio::experimental::awaitable_operators::operator||;
    const auto exchange =
        std::make_shared<Exchange>(std::move(request), [wake = std::weak_ptr(wake_guard_), this] {
          if (const auto guard = wake.lock())
            asio::post(*guard, [wake, this] {
              if (wake.expired()) return;
              has_news_ = true;
              wake_.cancel();
            });
        });
    if (server_.is_closed_) co_return false;
    server_.exchanges_.insert(exchange);
    server_.handler_.answer(exchange);
    bool is_well = true;
    bool streams = false;
    is_watched_ = true;
    while (true) {
      has_news_ = false;
      std::optional<Exchange::Output> output = exchange->take_output();
      if (!output) {
        wake_.expires_after(limits().ping);
        if (is_watched_) {
          const auto woken = co_await (wait_for_output() || peer_is_there());
          if (woken.index() == 1 && !std::get<1>(woken)) {
            is_well = false;
            break;
          }
        } else {
          co_await wait_for_output();
        }
        const bool is_silent = !has_news_ && wake_.expiry() <= std::chrono::steady_clock::now();
        if (is_silent && streams && is_event_stream_) is_well = co_await send_chunk(": still here\n\n");
        if (!is_well) break;
        continue;
      }
      if (output->head && !output->streams) {
        is_well = co_await send(*std::move(output->head));
        break;
      }
      if (output->head) {
        streams = true;
        is_well = co_await send_head(*output->head);
      }
      if (is_well && !output->bytes.empty()) is_well = co_await send_chunk(output->bytes);
      if (!is_well) break;
      if (output->is_end) {
        is_well = !output->is_abandoned && co_await send_end();
        break;
      }
    }
    exchange->cancel();  // nobody reads on
    server_.exchanges_.erase(exchange);
    co_return is_well;
  }

  /// Waits for news, or until it is time for a ping. News may have come before this begins, as waiting for
  /// two things at once begins a little later.
  asio::awaitable<void> wait_for_output() {
    if (!has_news_) co_await wake_.async_wait(kAwait);
  }

  /// Waits until the other side sends something (true) or has closed the connection (false).
  asio::awaitable<bool> peer_is_there() {
    const auto [error] = co_await stream_.socket().async_wait(tcp::socket::wait_read, kAwait);
    if (error) co_return true;  // cancelled
    char byte = 0;
    const ssize_t got = ::recv(stream_.socket().native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) co_return false;
    is_watched_ = false;  // a further request is there already, behind which nothing can be seen
    co_return true;
  }

  template <class Message>
  void add_headers(Message& message, const Response& response) {
    message.version(is_old_ ? 10 : 11);
    message.set(http::field::server, "halfturn");
    message.set(http::field::content_type, response.content_type);
    for (const auto& [name, value] : kSafetyHeaders) message.set(name, value);
    bool has_caching = false;
    for (const auto& [name, value] : response.headers) {
      message.set(name, value);
      has_caching = has_caching || name == "Cache-Control";
    }
    if (!has_caching) message.set(http::field::cache_control, "no-store");
  }

  asio::awaitable<bool> send(Response response) {
    const std::string& body = response.shared_body ? *response.shared_body : response.body;
    http::response<http::span_body<const char>> message;
    message.result(static_cast<unsigned>(response.status));
    add_headers(message, response);
    if (response.status != 304 && response.status != 204) message.content_length(body.size());
    message.keep_alive(keep_alive_);
    if (!is_head_) message.body() = {body.data(), body.size()};
    http::response_serializer<http::span_body<const char>> serializer(message);
    while (!serializer.is_done()) {
      stream_.expires_after(limits().stall);
      const auto [error, sent] = co_await http::async_write_some(stream_, serializer, kAwait);
      if (error) co_return false;
    }
    co_return true;
  }

  /// Sends a response to a request that is not read to its end, so that the connection cannot go on.
  asio::awaitable<bool> refuse(Response response) {
    keep_alive_ = false;
    if (co_await send(std::move(response))) co_await drain();
    co_return false;
  }

  /// Closing while the other side still sends would make its system throw our answer away. So some of it is
  /// read first.
  asio::awaitable<void> drain() {
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    std::string piece(kPiece, '\0');
    std::size_t drained = buffer_.size();
    stream_.expires_after(kDrainTime);
    while (drained < kMostDrained) {
      const auto [error, got] = co_await stream_.async_read_some(asio::buffer(piece), kAwait);
      if (error) break;
      drained += got;
    }
  }

  asio::awaitable<bool> send_head(const Response& head) {
    http::response<http::empty_body> message;
    message.result(static_cast<unsigned>(head.status));
    add_headers(message, head);
    is_event_stream_ = head.content_type.starts_with("text/event-stream");
    if (is_old_)
      keep_alive_ = false;  // the end of the connection is the end of the body
    else
      message.chunked(true);
    message.keep_alive(keep_alive_);
    http::response_serializer<http::empty_body> serializer(message);
    stream_.expires_after(limits().stall);
    const auto [error, sent] = co_await http::async_write_header(stream_, serializer, kAwait);
    co_return !error || error == http::error::need_buffer;
  }

  asio::awaitable<bool> send_chunk(std::string_view bytes) {
    std::string text = is_old_ ? std::string(bytes) : fmt::format("{:x}\r\n{}\r\n", bytes.size(), bytes);
    co_return co_await send_bytes(std::move(text));
  }
  asio::awaitable<bool> send_end() {
    if (is_old_) co_return true;
    co_return co_await send_bytes("0\r\n\r\n");
  }
  asio::awaitable<bool> send_bytes(std::string text) {
    for (std::size_t at = 0; at < text.size();) {
      stream_.expires_after(limits().stall);
      const auto [error, sent] = co_await stream_.async_write_some(asio::buffer(text) + at, kAwait);
      if (error) co_return false;
      at += sent;
    }
    co_return true;
  }

  BeastServer& server_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  asio::steady_timer wake_;  // cancelled when there is something to send
  // Lives as long as the connection, so that a late wake of a worker finds out that there is none any more.
  std::shared_ptr<asio::any_io_executor> wake_guard_ =
      std::make_shared<asio::any_io_executor>(stream_.get_executor());
  bool has_news_ = false;  // since output was last taken
  bool keep_alive_ = true;
  bool is_old_ = false;  // HTTP/1.0
  bool is_head_ = false;
  bool is_event_stream_ = false;
  bool is_watched_ = true;
};

asio::awaitable<void> BeastServer::serve_connection(tcp::socket socket) {
  Connection connection(*this, std::move(socket));
  co_await connection.run();
}

}  // namespace

Result<std::unique_ptr<HttpServer>> HttpServer::listen(const Options& options) {
  auto server = std::make_unique<BeastServer>(options);
  if (const Result<void> listening = server->take_address(); !listening) return listening.error();
  return std::unique_ptr<HttpServer>(std::move(server));
}

}  // namespace halfturn::serve
