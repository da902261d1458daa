#include "serve/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "base/byte_input.h"
#include "base/gzip.h"
#include "base/open_input.h"
#include "base/text.h"
#include "serve/embedded_page.h"

namespace halfturn::serve {

namespace {

constexpr std::string_view kCompressed = ".gz";

/// FNV-1a: the tag has to change with the content, nothing more.
std::string tag_of(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  return fmt::format("\"{:016x}\"", hash);
}

std::string_view type_of(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kTypes = {{
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".json", "application/json"},
      {".txt", "text/plain; charset=utf-8"},
      {".png", "image/png"},
      {".webmanifest", "application/manifest+json"},
  }};
  for (const auto& [ending, type] : kTypes)
    if (name.ends_with(ending)) return type;
  return "application/octet-stream";
}

/// "main-J4BT23QH.js": the content is part of the name, so it never changes.
bool has_content_in_name(std::string_view name) {
  constexpr std::size_t kHash = 8;
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot < kHash + 1 || name[dot - kHash - 1] != '-') return false;
  return name.substr(dot - kHash, kHash).find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") ==
         std::string_view::npos;
}

/// Whether an Accept-Encoding has gzip, and not with the weight 0, which refuses it.
bool accepts_gzip(std::string_view header) {
  std::string list = base::in_lower_case(std::string(header));
  std::erase_if(list, [](char c) { return c == ' ' || c == '\t'; });
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    const std::string_view item = std::string_view(list).substr(at, end - at);
    const std::size_t weight = item.find(";q=0");
    const bool is_zero = weight != std::string_view::npos &&
                         item.find_first_not_of("0.", weight + 3) == std::string_view::npos;
    if (item.substr(0, item.find(';')) == "gzip") return !is_zero;
    at = end + 1;
  }
  return false;
}

/// Bytes that are there already.
class TextInput : public ByteInput {
 public:
  explicit TextInput(std::string_view text) : text_(text) {}
  Result<std::size_t> read(std::span<char> space) override {
    const std::size_t count = text_.copy(space.data(), space.size());
    text_.remove_prefix(count);
    return count;
  }
  bool ready() override { return true; }

 private:
  std::string_view text_;
};

std::optional<std::string> all_of(ByteInput& input) {
  std::string all;
  std::string piece(1 << 16, '\0');
  while (true) {
    const Result<std::size_t> got = input.read(piece);
    if (!got) return std::nullopt;
    if (*got == 0) return all;
    all.append(piece, 0, *got);
  }
}

}  // namespace

void Page::add(std::string name, std::string bytes) {
  File file;
  file.is_compressed = name.ends_with(kCompressed);
  if (file.is_compressed) name.resize(name.size() - kCompressed.size());
  file.tag = tag_of(bytes);
  file.bytes = std::make_shared<const std::string>(std::move(bytes));
  files_["/" + name] = std::move(file);
}

Page Page::embedded() {
  Page page;
  for (const EmbeddedFile& file : embedded_files()) page.add(std::string(file.name), std::string(file.bytes));
  return page;
}

void Page::read_folder() {
  files_.clear();
  std::error_code trouble;
  for (std::filesystem::recursive_directory_iterator at(folder_, trouble), end; !trouble && at != end;
       at.increment(trouble)) {
    if (!at->is_regular_file(trouble)) continue;
    const Result<FileDescriptor> file = open_input(at->path().string());
    if (!file) continue;
    FileInput input(file->get(), at->path().string(), {});
    if (std::optional<std::string> bytes = all_of(input))
      add(at->path().lexically_relative(folder_).generic_string(), *std::move(bytes));
  }
}

std::optional<Response> Page::find(const Request& request) const {
  if (!folder_.empty()) {
    Page now;
    now.folder_ = folder_;
    now.read_folder();
    now.folder_.clear();
    return now.find(request);
  }
  // Only what is in the list can be had, so no path leads anywhere else.
  const std::string path = request.path == "/" ? "/index.html" : request.path;
  const auto found = files_.find(path);
  if (found == files_.end()) return std::nullopt;
  return response_with(request, path, found->second);
}

Response Page::response_with(const Request& request, const std::string& name, const File& file) {
  Response response{.status = 200, .content_type = std::string(type_of(name))};
  response.headers.emplace_back("ETag", file.tag);
  response.headers.emplace_back(
      "Cache-Control", has_content_in_name(name) ? "public, max-age=31536000, immutable" : "no-cache");
  response.headers.emplace_back("Vary", "Accept-Encoding");
  if (request.header("if-none-match").find(file.tag) != std::string_view::npos) {
    response.status = 304;
    return response;
  }
  const bool takes_gzip = accepts_gzip(request.header("accept-encoding"));
  if (file.is_compressed && takes_gzip) {
    response.headers.emplace_back("Content-Encoding", "gzip");
    response.shared_body = file.bytes;
  } else if (file.is_compressed) {
    TextInput compressed(*file.bytes);
    GzipInput plain(compressed, name);
    response.body = all_of(plain).value_or("");
  } else {
    response.shared_body = file.bytes;
  }
  return response;
}

}  // namespace halfturn::serve
