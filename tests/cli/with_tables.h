#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "command_line.h"

namespace halfturn::testing {

namespace fs = std::filesystem;

/// Questions to the real tables, which stand in the folder that HALFTURN_TEST_TABLES names.
class WithTables : public CommandLine {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("HALFTURN_TEST_TABLES");  // NOLINT(concurrency-mt-unsafe): one thread
    if (folder == nullptr) GTEST_SKIP() << "HALFTURN_TEST_TABLES does not name a folder with tables";
    tables_ = folder;
    for (const char* name : {"phase1.table", "phase2.table"})
      ASSERT_TRUE(fs::exists(tables_ / name)) << "there is no " << name << " in " << tables_;
  }

  /// A folder with the real phase-1 table and a copy of the phase-2 table, for it to suffer.
  void make_copy() {
    fs::create_directories(copy_);
    fs::create_symlink(fs::absolute(tables_) / "phase1.table", copy_ / "phase1.table");
    fs::copy_file(tables_ / "phase2.table", phase2_);
  }

  Outcome ask(std::vector<std::string> arguments, const fs::path& folder) const {
    Start call = start(std::move(arguments));
    call.environment["HALFTURN_TABLES"] = fs::absolute(folder).string();
    return run(call);
  }

  /// The lines that are not about progress, of which a busy machine gives a log more.
  static Names without_progress(const std::string& messages) {
    Names lines = lines_of(messages);
    std::erase_if(lines, [](const std::string& line) { return line.find(" % ") != std::string::npos; });
    return lines;
  }

  /// stdout of a question to the real tables, about which there is nothing else to say.
  std::string answer(std::vector<std::string> arguments) const {
    const Outcome outcome = ask(std::move(arguments), tables_);
    expect_code(outcome, 0);
    EXPECT_EQ(without_progress(outcome.err), Names{});
    return outcome.out;
  }

  nlohmann::json lookup(const std::string& position) const {
    return as_json(answer({"lookup", "--json", position}));
  }

  fs::path tables_;
  const fs::path copy_ = home_.path() / "copy";
  const fs::path phase2_ = copy_ / "phase2.table";
};

}  // namespace halfturn::testing
