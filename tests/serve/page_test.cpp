#include "serve/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/gzip.h"
#include "serve/client.h"
#include "serve/embedded_page.h"
#include "support/files.h"

namespace halfturn::testing {
namespace {

using serve::Page;
using serve::Response;

std::string gzipped(const std::string& text) {
  std::string bytes;
  GzipWriter writer([&](std::string_view piece) -> Result<void> {
    bytes += piece;
    return {};
  });
  EXPECT_TRUE(writer.add(text).ok());
  EXPECT_TRUE(writer.end().ok());
  return bytes;
}

class PageFiles : public ::testing::Test {
 protected:
  PageFiles() {
    write_file(folder_.path() / "index.html", "<p>plain");
    write_file(folder_.path() / "main-J4BT23QH.js.gz", gzipped(script_));
    std::filesystem::create_directory(folder_.path() / "sub");
    write_file(folder_.path() / "sub" / "icon.svg", "<svg/>");
  }

  std::optional<Response> find(const std::string& path, const Headers& headers = {}) const {
    return page_.find({.method = "GET", .path = path, .query = {}, .headers = headers});
  }
  static std::string text_of(const std::optional<Response>& response) {
    if (!response) return "(nothing)";
    return response->shared_body ? *response->shared_body : response->body;
  }
  static std::string header_of(const std::optional<Response>& response, const std::string& name) {
    if (response)
      for (const auto& [key, value] : response->headers)
        if (key == name) return value;
    return "";
  }

  const std::string script_ = "let x = 1;" + std::string(100'000, ' ');
  const TemporaryFolder folder_;
  const Page page_ = Page::in_folder(folder_.path());
};

TEST_F(PageFiles, AreFoundByTheirPaths) {
  EXPECT_EQ(text_of(find("/")), "<p>plain");
  EXPECT_EQ(text_of(find("/index.html")), "<p>plain");
  EXPECT_EQ(text_of(find("/sub/icon.svg")), "<svg/>");
  for (const char* path :
       {"", "/index", "/sub", "/sub/", "index.html", "/INDEX.HTML", "/main-J4BT23QH.js.gz"})
    EXPECT_FALSE(find(path)) << path;
}

TEST_F(PageFiles, NoPathLeadsOutOfTheFolder) {
  write_file(folder_.path().string() + "-secret", "secret");
  const std::string name = folder_.path().filename().string();
  for (const std::string& path :
       {"/../" + name + "-secret", std::string("/../../../../etc/passwd"), std::string("//index.html"),
        std::string("/./index.html"), std::string("/sub/../index.html"), std::string("\\index.html"),
        std::string("/..\\..\\etc\\passwd"), std::string("/index.html\0", 12), folder_.path().string()})
    EXPECT_FALSE(find(path)) << path;
  std::filesystem::remove(folder_.path().string() + "-secret");
}

TEST_F(PageFiles, HaveTypes) {
  EXPECT_EQ(find("/")->content_type, "text/html; charset=utf-8");
  EXPECT_EQ(find("/main-J4BT23QH.js")->content_type, "text/javascript; charset=utf-8");
  EXPECT_EQ(find("/sub/icon.svg")->content_type, "image/svg+xml");
}

TEST_F(PageFiles, GoCompressedToThoseWhoTakeThat) {
  const auto compressed = find("/main-J4BT23QH.js", {{"accept-encoding", "br, gzip"}});
  EXPECT_EQ(header_of(compressed, "Content-Encoding"), "gzip");
  EXPECT_EQ(text_of(compressed), gzipped(script_));
  const auto plain = find("/main-J4BT23QH.js");
  EXPECT_EQ(header_of(plain, "Content-Encoding"), "");
  EXPECT_EQ(text_of(plain), script_);
  for (const auto& response : {compressed, plain}) EXPECT_EQ(header_of(response, "Vary"), "Accept-Encoding");
  EXPECT_EQ(header_of(find("/", {{"accept-encoding", "gzip"}}), "Content-Encoding"), "")
      << "it is not compressed";
}

TEST_F(PageFiles, GoPlainToThoseWhoRefuseGzip) {
  for (const char* accepted : {"gzip;q=0", "br, gzip; q=0", "identity", "gzip;q=0.000, br", ""})
    EXPECT_EQ(text_of(find("/main-J4BT23QH.js", {{"accept-encoding", accepted}})), script_) << accepted;
  for (const char* accepted : {"gzip", "GZIP", "gzip;q=0.5", "deflate,gzip;q=1.0", "x-gzip, gzip"})
    EXPECT_EQ(header_of(find("/main-J4BT23QH.js", {{"accept-encoding", accepted}}), "Content-Encoding"),
              "gzip")
        << accepted;
}

TEST_F(PageFiles, AreNotSentAgainWhereTheyAreKnown) {
  const auto first = find("/");
  const std::string tag = header_of(first, "ETag");
  EXPECT_THAT(tag, ::testing::MatchesRegex("\"[0-9a-f]+\""));
  for (const std::string& known : {tag, "W/" + tag, "\"x\", " + tag}) {
    const auto again = find("/", {{"if-none-match", known}});
    ASSERT_TRUE(again);
    EXPECT_EQ(again->status, 304) << known;
    EXPECT_EQ(text_of(again), "") << known;
    EXPECT_EQ(header_of(again, "ETag"), tag);
  }
  EXPECT_EQ(find("/", {{"if-none-match", "\"0123456789abcdef\""}})->status, 200);
  write_file(folder_.path() / "index.html", "<p>changed");
  const auto changed = find("/", {{"if-none-match", tag}});
  EXPECT_EQ(changed->status, 200);
  EXPECT_EQ(text_of(changed), "<p>changed");
  EXPECT_NE(header_of(changed, "ETag"), tag);
}

TEST_F(PageFiles, AreKeptForEverWhereTheirNameHasTheirContent) {
  const std::string forever = "public, max-age=31536000, immutable";
  EXPECT_EQ(header_of(find("/main-J4BT23QH.js"), "Cache-Control"), forever);
  EXPECT_EQ(header_of(find("/"), "Cache-Control"), "no-cache");
  for (const char* name :
       {"main-j4bt23qh.js", "main-J4BT23Q.js", "mainJ4BT23QH.js", "main-J4BT23Q1.js", "-J4BT23QH"}) {
    write_file(folder_.path() / name, "x");
    EXPECT_EQ(header_of(find(std::string("/") + name), "Cache-Control"), "no-cache") << name;
  }
}

TEST_F(PageFiles, AreFoundHoweverTheFolderIsWritten) {
  for (const std::string& written : {folder_.path().string() + "/", folder_.path().string() + "/./",
                                     folder_.path().string() + "/sub/.."}) {
    const Page page = Page::in_folder(written);
    const auto found = page.find({.method = "GET", .path = "/index.html"});
    EXPECT_TRUE(found.has_value()) << written;
  }
}

TEST_F(PageFiles, AFolderThatGoesAwayLeavesNothing) {
  const Page page = Page::in_folder(folder_.path() / "not there");
  EXPECT_FALSE(page.find({.method = "GET", .path = "/"}));
}

TEST_F(PageFiles, OfTheProgramAreWhole) {
  const Page page = Page::embedded();
  ASSERT_FALSE(serve::embedded_files().empty());
  for (const serve::EmbeddedFile& file : serve::embedded_files()) {
    std::string path = "/" + std::string(file.name);
    const bool is_compressed = path.ends_with(".gz");
    if (is_compressed) path.resize(path.size() - 3);
    const auto packed =
        page.find({.method = "GET", .path = path, .query = {}, .headers = {{"accept-encoding", "gzip"}}});
    const auto plain = page.find({.method = "GET", .path = path});
    ASSERT_TRUE(packed && plain) << path;
    EXPECT_TRUE(text_of(packed) == file.bytes) << path;
    EXPECT_FALSE(text_of(plain).empty()) << path;
    EXPECT_EQ(header_of(packed, "Content-Encoding"), is_compressed ? "gzip" : "") << path;
    EXPECT_NE(plain->content_type, "application/octet-stream") << path;
  }
}

}  // namespace
}  // namespace halfturn::testing
