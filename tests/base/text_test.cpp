#include "base/text.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <string>

#include "base/open_input.h"

namespace halfturn::testing {
namespace {

TEST(Printable, LeavesWhatIsShownAsItself) {
  for (const std::string text :
       {"", "R U' (2)", "a\\b", "\xC3\xA9\xE2\x82\xAC", "\xE4\xB8\xAD \xF0\x9F\x98\x80"})
    EXPECT_EQ(base::printable(text), text);
}

TEST(Printable, WritesOutWhatATerminalWouldObeyOrHide) {
  EXPECT_EQ(base::printable("a\x1b[2J\x07\x7F"), "a\\x1b[2J\\x07\\x7f");
  EXPECT_EQ(base::printable(std::string_view("\0\t\r\n", 4)), "\\x00\\t\\r\\n");
  EXPECT_EQ(base::printable("\xC2\x9B\xC2\xAD"), "\\u{9b}\\u{ad}") << "C1 controls, invisible hyphens";
  EXPECT_EQ(base::printable("\xE2\x80\xAE\xE2\x81\xA6\xEF\xBB\xBF"), "\\u{202e}\\u{2066}\\u{feff}");
  EXPECT_EQ(base::printable("\xFFx\xC3"), "\\xffx\\xc3") << "no UTF-8";
  EXPECT_EQ(base::printable("\xED\xA0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
}

TEST(OpenInput, NeedsAFileThatIsNoFolder) {
  EXPECT_TRUE(open_input("/dev/null").ok());
  EXPECT_EQ(open_input("/").error().message, "/ is a folder");
  EXPECT_EQ(open_input("/nowhere").error().message, "there is no file /nowhere");
  EXPECT_EQ(open_input("/dev/null/x").error().kind, ErrorKind::machine);
}

}  // namespace
}  // namespace halfturn::testing
