#include "serve/http_server.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
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
#include <cstdlib>
#include <future>
#include <set>
#include <thread>
#include <tuple>
#include <utility>

#include "api/percent.h"
#include "api/refusal.h"
#include "base/system_error.h"
#include "base/text.h"

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
constexpr std::size_t kMostDrained = std::size_t{1} << 30;
constexpr std::chrono::seconds kDrainTime{2};
/// So often it is looked whether a client has gone that has sent a further request before.
constexpr std::chrono::milliseconds kLookTime{500};

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

/// Whether an error is about what was sent, and not about the connection.
bool is_about_http(const error_code& error) {
  return error.category() == http::make_error_code(http::error::bad_method).category();
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
  // As proxies write it: "http://host/path".
  constexpr std::string_view kScheme = "http://";
  if (target.starts_with(kScheme)) {
    const std::size_t slash = target.find('/', kScheme.size());
    target = slash == std::string_view::npos ? "/" : target.substr(slash);
  }
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
  if (file.get() >= 0) return file;
  // Some file systems know none; there it has a name for a moment.
  std::string name = folder + "/halfturn-XXXXXX";
  file = FileDescriptor(::mkostemp(name.data(), O_CLOEXEC));
  if (file.get() < 0) return system_error("make a file in", folder, errno);
  ::unlink(name.c_str());
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
    is_ending_ = false;  // connections that end with io_ find no timer any more
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
///
/// Its coroutines take no arguments that have to be destroyed, and no co_await stands within a condition or
/// beside other parts of an expression: GCC 12 destroys such arguments twice. What they work on are members.
class BeastServer::Connection {
 public:
  Connection(BeastServer& server, tcp::socket socket)
      : server_(server),
        stream_(std::move(socket)),
        buffer_(server.options_.limits.header_bytes + kPiece),
        wake_(stream_.get_executor()),
        deadline_(stream_.get_executor()) {
    ++server_.open_;
    error_code ignored;
    stream_.socket().set_option(tcp::no_delay(true), ignored);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() {
    if (is_counted_) --server_.open_;
    if (server_.is_ending_ && server_.open_ == 0) server_.end_.cancel();
  }

  asio::awaitable<void> run() {
    if (server_.open_ > server_.most_connections_) {
      ++server_.turned_away_;
      // Takes nobody's place while it stays.
      --server_.open_;
      is_counted_ = false;
      reply_ = error_response(try_again("busy", "there are too many connections", "close some", 5));
      co_await refuse();
      co_return;
    }
    while (keep_alive_ && !server_.is_closed_) {
      const bool goes_on = co_await one_request();
      if (!goes_on) break;
    }
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  }

 private:
  /// What to do about a request, as far as it has been read.
  enum class Next {
    work,    ///< it is complete: others answer it
    reply,   ///< send reply_
    refuse,  ///< send reply_, and close, as the rest of the request is not read
    close,   ///< there is nobody to answer
  };

  const HttpLimits& limits() const { return server_.options_.limits; }

  Next refused_with(Response reply) {
    reply_ = std::move(reply);
    return Next::refuse;
  }

  /// Reads a request and answers it. False if the connection is at its end.
  asio::awaitable<bool> one_request() {
    request_ = {};
    http::request_parser<http::empty_body> header;
    header.header_limit(limits().header_bytes);
    header.body_limit(boost::none);  // looked at where it is known what the request is about
    header_ = &header;
    Next next = co_await read_header();
    if (next == Next::work) next = look_at_header();
    if (next == Next::work) next = co_await read_body();
    header_ = nullptr;
    bool goes_on = false;
    switch (next) {
      case Next::work:
        goes_on = co_await answer();
        break;
      case Next::reply:
        goes_on = co_await send();
        break;
      case Next::refuse:
        co_await refuse();
        break;
      case Next::close:
        break;
    }
    co_return goes_on;
  }

  /// Ends what is read at the moment when the time is over, without closing the connection: its client is
  /// told.
  void begin_deadline(std::chrono::steady_clock::duration time) {
    stream_.expires_never();
    is_late_ = false;
    ++reading_;
    wait_for_deadline(time);
  }
  void end_deadline() {
    ++reading_;  // what of the deadline is on its way already comes too late
    deadline_.cancel();
  }
  void wait_for_deadline(std::chrono::steady_clock::duration time) {
    deadline_.expires_after(time);
    deadline_.async_wait([this, alive = std::weak_ptr(alive_), reading = reading_](const error_code& error) {
      if (error || alive.expired() || reading != reading_) return;
      is_late_ = true;
      error_code ignored;
      stream_.socket().cancel(ignored);
      // Once more, if it came between two reads.
      wait_for_deadline(std::chrono::milliseconds(100));
    });
  }

  asio::awaitable<Next> read_header() {
    if (buffer_.size() == 0) {
      // Costs no memory while nothing comes.
      buffer_.shrink_to_fit();
      stream_.expires_after(limits().idle);
      std::array<char, 1024> first;  // NOLINT(cppcoreguidelines-pro-type-member-init): read into
      const auto [error, got] = co_await stream_.async_read_some(asio::buffer(first), kAwait);
      if (error) co_return Next::close;
      buffer_.commit(asio::buffer_copy(buffer_.prepare(got), asio::buffer(first), got));
    }
    begin_deadline(limits().header_time);
    const auto [error, got] = co_await http::async_read_header(stream_, buffer_, *header_, kAwait);
    end_deadline();
    if (is_late_) co_return refused_with(too_slow());
    if (!error) co_return Next::work;
    const bool is_nonsense =
        is_about_http(error) && error != http::error::end_of_stream && error != http::error::partial_message;
    if (is_nonsense) co_return refused_with(response_to(error));
    co_return Next::close;  // the connection broke, or is at its end
  }

  Next look_at_header() {
    const auto& header = header_->get();
    ++server_.requests_;
    keep_alive_ = header.keep_alive();
    is_old_ = header.version() < 11;
    is_head_ = header.method() == http::verb::head;
    const std::string_view method = is_head_ ? "GET" : std::string_view(header.method_string());
    Result<Request> request = request_of(header, method, header.target());
    if (!request) return refused_with(error_response(refusal_of(request.error())));
    request_ = *std::move(request);
    has_body_ = !header_->is_done() && (header_->chunked() || header_->content_length().value_or(0) > 0);
    if (server_.is_closed_) return Next::close;
    std::optional<Response> reply = server_.handler_.look(request_);
    if (!reply) return Next::work;
    reply_ = *std::move(reply);
    // A body that is not read would be taken for the next request.
    return has_body_ ? Next::refuse : Next::reply;
  }

  /// Reads the body into the request.
  asio::awaitable<Next> read_body() {
    const bool is_upload = server_.handler_.takes_upload(request_);
    const std::uint64_t most = is_upload ? limits().upload_bytes : limits().body_bytes;
    if (header_->content_length().value_or(0) > most) co_return refused_with(too_large(most));
    if (is_upload) {
      Result<FileDescriptor> file = nameless_file(server_.options_.upload_folder);
      if (!file) co_return refused_with(error_response(507, file.error()));
      request_.upload = std::make_shared<UploadedFile>();
      request_.upload->file = *std::move(file);
    }
    if (!has_body_) co_return Next::work;
    if (!is_old_ && beast::iequals(header_->get()[http::field::expect], "100-continue")) {
      const http::response<http::empty_body> go_on(http::status::continue_, 11);
      stream_.expires_after(limits().stall);
      http::response_serializer<http::empty_body> serializer(go_on);
      const auto [error, sent] = co_await http::async_write(stream_, serializer, kAwait);
      if (error) co_return Next::close;
    }
    http::request_parser<http::buffer_body> parser(std::move(*header_));
    parser.body_limit(boost::none);
    std::uint64_t bytes = 0;
    std::string piece(std::min<std::uint64_t>(kPiece, most), '\0');
    while (!parser.is_done()) {
      parser.get().body().data = piece.data();
      parser.get().body().size = piece.size();
      begin_deadline(limits().stall);
      const auto [error, read] = co_await http::async_read_some(stream_, buffer_, parser, kAwait);
      end_deadline();
      const std::size_t got = piece.size() - parser.get().body().size;
      bytes += got;
      if (bytes > most) co_return refused_with(too_large(most));
      if (!is_upload) {
        request_.body.append(piece, 0, got);
      } else if (const Result<void> kept = keep(*request_.upload, std::string_view(piece).substr(0, got));
                 !kept) {
        co_return refused_with(error_response(507, kept.error()));
      }
      if (is_late_) co_return refused_with(too_slow());
      if (!error || error == http::error::need_buffer) continue;
      if (is_about_http(error) && error != http::error::partial_message &&
          error != http::error::end_of_stream)
        co_return refused_with(response_to(error));
      co_return Next::close;
    }
    if (is_upload) ::lseek(request_.upload->file.get(), 0, SEEK_SET);
    co_return Next::work;
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

  /// Hands the request over and sends what comes back. False if the connection is at its end.
  asio::awaitable<bool> answer() {
    if (server_.is_closed_) co_return false;
    exchange_ = std::make_shared<Exchange>(
        std::move(request_), [this, alive = std::weak_ptr(alive_), executor = stream_.get_executor()] {
          if (alive.expired()) return;  // the server may have ended, too
          asio::post(executor, [this, alive] {
            if (alive.expired()) return;
            has_news_ = true;
            wake_.cancel();
          });
        });
    server_.exchanges_.insert(exchange_);
    server_.handler_.answer(exchange_);
    is_watched_ = true;
    streams_ = false;
    const bool is_well = co_await pass_on();
    exchange_->cancel();  // nobody reads on
    server_.exchanges_.erase(exchange_);
    exchange_.reset();
    co_return is_well;
  }

  /// Sends what the exchange brings, to its end. False if the connection is at its end.
  asio::awaitable<bool> pass_on() {
    using asio::experimental::awaitable_operators::operator||;
    using Clock = std::chrono::steady_clock;
    Clock::time_point next_ping = Clock::now() + limits().ping;
    while (true) {
      has_news_ = false;
      std::optional<Exchange::Output> output = exchange_->take_output();
      if (!output) {
        wake_.expires_at(is_watched_ ? next_ping : std::min(next_ping, Clock::now() + kLookTime));
        is_there_ = true;
        if (is_watched_)
          co_await (wait_for_output() || wait_for_peer());
        else
          co_await wait_for_output();
        if (!is_there_ || (!is_watched_ && has_peer_left())) co_return false;
        if (has_news_ || Clock::now() < next_ping) continue;
        next_ping = Clock::now() + limits().ping;
        if (!streams_ || !is_event_stream_) continue;
        set_chunk(": still here\n\n");
        const bool is_sent = co_await send_bytes();
        if (!is_sent) co_return false;
        continue;
      }
      next_ping = Clock::now() + limits().ping;
      if (output->head) {
        reply_ = *std::move(output->head);
        if (!output->streams) {
          const bool is_sent = co_await send();
          co_return is_sent;
        }
        streams_ = true;
        const bool is_sent = co_await send_head();
        if (!is_sent || is_head_) co_return is_sent;
      }
      if (!output->bytes.empty()) {
        set_chunk(output->bytes);
        const bool is_sent = co_await send_bytes();
        if (!is_sent) co_return false;
      }
      if (!output->is_end) continue;
      if (output->is_abandoned) {
        cut();
        co_return false;
      }
      if (is_old_) co_return true;
      bytes_ = "0\r\n\r\n";
      const bool is_sent = co_await send_bytes();
      co_return is_sent;
    }
  }

  /// Waits for news, or until it is time for a ping. News may have come before this begins, as waiting for
  /// two things at once begins a little later.
  asio::awaitable<void> wait_for_output() {
    if (!has_news_) co_await wake_.async_wait(kAwait);
  }

  /// Whether the other side has closed the connection behind bytes that are not read yet.
  bool has_peer_left() {
    pollfd look{.fd = stream_.socket().native_handle(), .events = POLLRDHUP, .revents = 0};
    return ::poll(&look, 1, 0) > 0 && (look.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
  }

  /// In HTTP/1.0, the end of the connection is the end of an answer; so that nobody takes this one for whole,
  /// it ends as if the server had crashed.
  void cut() {
    if (!is_old_) return;
    error_code ignored;
    stream_.socket().set_option(asio::socket_base::linger(true, 0), ignored);
    stream_.socket().close(ignored);
  }

  /// Waits until the other side sends something or has closed the connection; then it is not there any more.
  asio::awaitable<void> wait_for_peer() {
    const auto [error] = co_await stream_.socket().async_wait(tcp::socket::wait_read, kAwait);
    if (error) co_return;  // cancelled
    char byte = 0;
    const ssize_t got = ::recv(stream_.socket().native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    is_there_ = got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
    if (got > 0) is_watched_ = false;  // a further request is there already, behind which nothing can be seen
  }

  template <class Message>
  void add_headers(Message& message) {
    message.version(is_old_ ? 10 : 11);
    message.result(static_cast<unsigned>(reply_.status));
    message.set(http::field::server, "halfturn");
    message.set(http::field::content_type, reply_.content_type);
    for (const auto& [name, value] : kSafetyHeaders) message.set(name, value);
    bool has_caching = false;
    for (const auto& [name, value] : reply_.headers) {
      message.set(name, value);
      has_caching = has_caching || name == "Cache-Control";
    }
    if (!has_caching) message.set(http::field::cache_control, "no-store");
  }

  /// Sends reply_. False if that failed.
  asio::awaitable<bool> send() {
    const std::string& body = reply_.shared_body ? *reply_.shared_body : reply_.body;
    http::response<http::span_body<const char>> message;
    add_headers(message);
    if (reply_.status != 304 && reply_.status != 204) message.content_length(body.size());
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

  /// Sends reply_ to a request that is not read to its end, so that the connection cannot go on. Closing
  /// while the other side still sends would make its system throw our answer away, so some of that is read
  /// first.
  asio::awaitable<void> refuse() {
    keep_alive_ = false;
    const bool is_sent = co_await send();
    if (!is_sent) co_return;
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

  /// The head of a stream, which reply_ is.
  asio::awaitable<bool> send_head() {
    http::response<http::empty_body> message;
    add_headers(message);
    is_event_stream_ = reply_.content_type.starts_with("text/event-stream");
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

  void set_chunk(std::string_view content) {
    bytes_ = is_old_ ? std::string(content) : fmt::format("{:x}\r\n{}\r\n", content.size(), content);
  }

  /// Sends bytes_. False if that failed.
  asio::awaitable<bool> send_bytes() {
    for (std::size_t at = 0; at < bytes_.size();) {
      stream_.expires_after(limits().stall);
      const auto [error, sent] = co_await stream_.async_write_some(asio::buffer(bytes_) + at, kAwait);
      if (error) co_return false;
      at += sent;
    }
    co_return true;
  }

  BeastServer& server_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;    // bounded: extensions of chunks and trailers may have any length
  asio::steady_timer wake_;      // cancelled when there is something to send
  asio::steady_timer deadline_;  // for what is read
  // Tells those who hold it weakly, and come late, that there is no connection any more.
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  http::request_parser<http::empty_body>* header_ = nullptr;  // of the request that is being read
  Request request_;
  std::shared_ptr<Exchange> exchange_;  // while it is answered
  Response reply_;                      // what is to be sent
  std::string bytes_;                   // of a stream, to be sent
  bool has_body_ = false;
  bool is_counted_ = true;     // among the open ones
  std::uint64_t reading_ = 0;  // changes with each deadline
  bool is_late_ = false;       // the deadline has passed
  bool has_news_ = false;      // since output was last taken
  bool is_there_ = true;       // the other side
  bool is_watched_ = true;
  bool keep_alive_ = true;
  bool is_old_ = false;  // HTTP/1.0
  bool is_head_ = false;
  bool streams_ = false;
  bool is_event_stream_ = false;
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
