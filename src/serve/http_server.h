#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "halfturn/result.h"
#include "serve/names.h"

namespace halfturn::serve {

/// What a connection may cost. Each limit is a defence: nothing grows with the number or the slowness of
/// clients beyond it.
struct HttpLimits {
  std::size_t connections = 12'000;               ///< at once; less where the system allows fewer open files
  std::uint32_t header_bytes = 16 * 1024;         ///< of a request
  std::uint64_t body_bytes = 1 << 20;             ///< of a request, held in memory
  std::uint64_t upload_bytes = 512ull << 20;      ///< of a request to a route that takes files
  std::chrono::milliseconds idle{75'000};         ///< between two requests
  std::chrono::milliseconds header_time{15'000};  ///< from a request's first byte to the end of its header
  std::chrono::milliseconds stall{20'000};        ///< without a byte of a body, or a byte taken of an answer
  std::chrono::milliseconds ping{15'000};         ///< a silent stream of events gets a comment so often
};

/// How requests are answered. All functions are called on the server's thread and must return at once.
struct HttpHandler {
  /// A response that needs no body: refuses the request, or answers it at once. Nothing: the body is read,
  /// and answer() is called.
  std::function<std::optional<Response>(const Request&)> look;
  /// Whether the body of this request may be as large as a file, and goes into one.
  std::function<bool(const Request&)> takes_upload;
  /// Begins to answer; whoever keeps the exchange goes on.
  std::function<void(std::shared_ptr<Exchange>)> answer;
};

struct HttpCounts {
  std::size_t connections = 0;    ///< open now
  std::uint64_t requests = 0;     ///< answered so far
  std::uint64_t turned_away = 0;  ///< connections beyond the limit
};

/// HTTP/1.1 on one address, on one thread, with a coroutine for each connection (Boost.Beast): ten thousand
/// idle ones cost little, and a busy engine cannot keep a page waiting for a thread.
class HttpServer {
 public:
  struct Options {
    std::string address = "127.0.0.1";
    std::uint16_t port = 0;  ///< 0: any that is free
    HttpLimits limits = {};
    std::string upload_folder = "/tmp";  ///< for bodies that go into files, which have no names there
  };

  /// Takes the address. Nothing is answered before serve().
  static Result<std::unique_ptr<HttpServer>> listen(const Options& options);
  virtual ~HttpServer() = default;  ///< ends all connections; every exchange is cancelled first
  HttpServer() = default;
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// Answers from now on. To be called once.
  virtual void serve(HttpHandler handler) = 0;
  virtual std::uint16_t port() const = 0;
  virtual HttpCounts counts() const = 0;
  /// Takes no more connections and cancels what is being answered; answers that are ready are still sent.
  /// Afterwards, the handler is not called any more.
  virtual void close() = 0;
};

}  // namespace halfturn::serve
