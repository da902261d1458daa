#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file_descriptor.h"

/// Requests and responses, without anything about connections.
namespace halfturn::api {

/// A body that is too large to be held in memory: a file without a name, from its beginning on.
struct UploadedFile {
  FileDescriptor file;
  std::uint64_t bytes = 0;
};

struct Request {
  std::string method;  ///< "GET", "POST"
  std::string path;    ///< decoded, without the query: "/api/v1/solve"
  std::map<std::string, std::string> query;
  std::map<std::string, std::string> headers;  ///< names in small letters
  std::string body;
  std::shared_ptr<UploadedFile> upload;  ///< instead of the body, where the route takes files

  std::string_view header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? std::string_view() : std::string_view(found->second);
  }
  /// Whether the client takes events as they come.
  bool wants_events() const { return header("accept").find("text/event-stream") != std::string_view::npos; }
  std::optional<std::string> parameter(const std::string& name) const {
    const auto found = query.find(name);
    return found == query.end() ? std::nullopt : std::optional(found->second);
  }
};

struct Response {
  int status = 200;
  std::string content_type = "application/json";
  std::vector<std::pair<std::string, std::string>> headers = {};  ///< further ones
  std::string body = {};
  /// A body that outlives the response, such as a file of the page; used instead of `body` where it is set.
  std::shared_ptr<const std::string> shared_body = {};
};

}  // namespace halfturn::api
