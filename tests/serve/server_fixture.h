#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "serve/client.h"
#include "serve/server.h"
#include "support/files.h"

namespace halfturn::testing {

/// The whole server on a port of its own, over real connections.
class ServerTest : public ::testing::Test {
 protected:
  ServerTest() {
    options_.version = "1.2.3";
    options_.threads = 2;
    options_.build_tables = false;
    options_.page = page_.path();
    write_file(page_.path() / "index.html", "<p>the page");
  }

  virtual TableStore store() const { return TableStore(tables_.path()); }

  void start() {
    Result<serve::Server> server = serve::Server::start(store(), options_);
    ASSERT_TRUE(server.ok()) << server.error().text();
    server_.emplace(*std::move(server));
    port_ = server_->port();
  }

  Answer get(std::string_view path, const Headers& headers = {}) const {
    return ask(request_text("GET", path, port_, headers));
  }
  std::string post_text(const std::string& path, std::string_view body, Headers headers = {}) const {
    headers.emplace("Content-Type", "application/json");
    return request_text("POST", "/api/v1/" + path, port_, headers, body);
  }
  /// JSON to a path below /api/v1/.
  Answer post(const std::string& path, std::string_view body, const Headers& headers = {}) const {
    return ask(post_text(path, body, headers));
  }
  Answer ask(const std::string& request) const {
    Client client(port_);
    return client.ask(request);
  }
  /// An answer that refuses, in the form in which all do.
  static void expect_refused(const Answer& answer, int status, const std::string& kind) {
    EXPECT_EQ(answer.status, status) << answer.body;
    EXPECT_EQ(answer.header("content-type"), "application/json");
    nlohmann::json error = answer.error();
    ASSERT_TRUE(error.is_object()) << answer.body;
    EXPECT_EQ(error["kind"], kind) << answer.body;
    for (const char* member : {"message", "hint", "line", "column"})
      EXPECT_TRUE(error.contains(member)) << member;
  }

  const TemporaryFolder page_;
  const TemporaryFolder tables_;
  serve::ServerOptions options_;
  std::uint16_t port_ = 0;
  std::optional<serve::Server> server_;
};

}  // namespace halfturn::testing
