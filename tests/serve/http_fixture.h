#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <string>

#include "base/text.h"
#include "serve/client.h"
#include "serve/http_server.h"
#include "support/files.h"

namespace halfturn::testing {

/// A limit that is soon reached, in whatever unit the limit has.
template <class Duration>
Duration soon() {
  return std::chrono::ceil<Duration>(std::chrono::milliseconds(60));
}

/// An HttpServer alone, behind which there is nothing but this fixture:
///
/// - /now is answered at once, without its body;
/// - /echo with what the request was;
/// - /upload with what the file has; it is the only path that takes one;
/// - /kept not at all: the test takes the exchange and does with it what it likes.
class HttpTest : public ::testing::Test {
 protected:
  void start() {
    serve::HttpServer::Options options;
    options.limits = limits_;
    options.upload_folder = folder_.path().string();
    Result<std::unique_ptr<serve::HttpServer>> server = serve::HttpServer::listen(options);
    ASSERT_TRUE(server.ok()) << server.error().text();
    server_ = *std::move(server);
    port_ = server_->port();
    server_->serve(
        {.look = look,
         .takes_upload = [](const serve::Request& request) { return request.path == "/upload"; },
         .answer = [this](const std::shared_ptr<serve::Exchange>& exchange) { answer(exchange); }});
  }

  std::string get(std::string_view path, const Headers& headers = {}) const {
    return request_text("GET", path, port_, headers);
  }
  std::string post(std::string_view path, std::string_view body, const Headers& headers = {}) const {
    return request_text("POST", path, port_, headers, body);
  }

  /// The next request to /kept.
  std::shared_ptr<serve::Exchange> kept() {
    std::shared_ptr<serve::Exchange> exchange;
    const bool came = comes_true([&] {
      const std::lock_guard lock(mutex_);
      if (kept_.empty()) return false;
      exchange = kept_.front();
      kept_.pop_front();
      return true;
    });
    EXPECT_TRUE(came) << "no request came";
    return exchange;
  }

  static bool is_gone(const std::shared_ptr<serve::Exchange>& exchange) {
    return comes_true([&] { return exchange->gone().stop_requested(); });
  }
  bool has_open(std::size_t connections) const {
    return comes_true([&] { return server_->counts().connections == connections; });
  }
  /// Whether the server answers others as ever.
  bool is_well() const {
    Client client(port_);
    return client.ask(get("/echo")).status == 200;
  }

  serve::HttpLimits limits_;
  const TemporaryFolder folder_;
  std::uint16_t port_ = 0;

 private:
  static std::optional<serve::Response> look(const serve::Request& request) {
    if (request.path != "/now") return std::nullopt;
    return serve::Response{.content_type = "text/plain", .body = "at once"};
  }

  void answer(const std::shared_ptr<serve::Exchange>& exchange) {
    const serve::Request& request = exchange->request();
    if (request.path == "/kept") {
      const std::lock_guard lock(mutex_);
      kept_.push_back(exchange);
      return;
    }
    if (request.path == "/upload" && request.upload) {
      std::string bytes(request.upload->bytes, '\0');
      const ssize_t got = ::read(request.upload->file.get(), bytes.data(), bytes.size());
      bytes.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
      return exchange->reply({.content_type = "text/plain", .body = bytes});
    }
    std::string text = request.method + " " + request.path;
    for (const auto& [name, value] : request.query) text += " " + name + "=" + value;
    exchange->reply({.content_type = "text/plain", .body = text + "|" + request.body});
  }

  std::mutex mutex_;
  std::deque<std::shared_ptr<serve::Exchange>> kept_;

 protected:
  std::unique_ptr<serve::HttpServer> server_;  // last: it ends before what it calls
};

}  // namespace halfturn::testing
