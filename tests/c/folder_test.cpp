// Folders of tables that are not as they should be.

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "c/c_support.h"
#include "support/files.h"

namespace halfturn::testing {
namespace {

constexpr const char* kCross[] = {"cross"};

TEST(CFolders, TablesAreBuiltWhereThereAreNone) {
  const TemporaryFolder folder;
  const std::string deep = folder.path() / "new" / "folder";
  halfturn_error error;
  OwnedAnalyzer analyzer;
  ASSERT_STATUS(HALFTURN_OK,
                halfturn_analyzer_open(deep.c_str(), kCross, 1, nullptr, nullptr, analyzer.put(), &error));
  EXPECT_FALSE(names_in(deep).empty());
  const halfturn_cube cube = as_c(Cube().after(Move(Face::D, 1)).after(Move(Face::F, 2)));
  std::uint8_t lengths[HALFTURN_COLOURS];
  ASSERT_STATUS(HALFTURN_OK,
                halfturn_analyze(analyzer.get(), &cube, 1, nullptr, nullptr, lengths, nullptr, &error));
  EXPECT_EQ(lengths[HALFTURN_YELLOW], 2);
}

TEST(CFolders, DamagedTablesAreNamedAndLeftAlone) {
  const TemporaryFolder folder;
  halfturn_error error;
  OwnedAnalyzer analyzer;
  ASSERT_STATUS(HALFTURN_OK, halfturn_analyzer_open(folder.path().c_str(), kCross, 1, nullptr, nullptr,
                                                    analyzer.put(), &error));
  analyzer.put();
  std::string name;
  for (const std::string& one : names_in(folder.path()))
    if (one.ends_with(".table")) name = one;
  ASSERT_NE(name, "");
  const std::filesystem::path path = folder.path() / name;
  const std::string sound = read_file(path);
  const auto expect_damaged = [&](const std::string& bytes) {
    write_file(path, bytes);
    EXPECT_STATUS(HALFTURN_DAMAGED, halfturn_analyzer_open(folder.path().c_str(), kCross, 1, nullptr, nullptr,
                                                           analyzer.put(), &error));
    EXPECT_EQ(analyzer.get(), nullptr);
    EXPECT_NE(std::string(error.message).find(name.substr(0, name.find('.'))), std::string::npos)
        << error.message;
    EXPECT_STRNE(error.hint, "");
    EXPECT_EQ(read_file(path), bytes);
  };
  std::string flipped = sound;
  flipped[sound.size() / 2] = static_cast<char>(flipped[sound.size() / 2] ^ 1);
  expect_damaged(flipped);
  expect_damaged(sound.substr(0, sound.size() - 1));
  expect_damaged("this is no table");
  expect_damaged("");
  write_file(path, sound);
  EXPECT_STATUS(HALFTURN_OK, halfturn_analyzer_open(folder.path().c_str(), kCross, 1, nullptr, nullptr,
                                                    analyzer.put(), &error));
}

TEST(CFolders, WhatIsNoFolderIsSaid) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "file";
  write_file(file, "x");
  const std::string below = file + "/below";
  halfturn_error error;
  OwnedSolver solver;
  OwnedScrambler scrambler;
  OwnedAnalyzer analyzer;
  OwnedOptimal optimal;
  for (const std::string& name : {file, below, std::string("/proc/nowhere/at/all")}) {
    EXPECT_STATUS(HALFTURN_MACHINE,
                  halfturn_solver_open(name.c_str(), nullptr, nullptr, solver.put(), &error));
    EXPECT_NE(std::string(error.message).find(name), std::string::npos) << error.message;
    EXPECT_STATUS(HALFTURN_MACHINE,
                  halfturn_scrambler_open(name.c_str(), nullptr, nullptr, scrambler.put(), &error));
    EXPECT_STATUS(HALFTURN_MACHINE,
                  halfturn_analyzer_open(name.c_str(), kCross, 1, nullptr, nullptr, analyzer.put(), &error));
    EXPECT_STATUS(HALFTURN_MACHINE,
                  halfturn_optimal_open(name.c_str(), nullptr, nullptr, optimal.put(), &error));
  }
  EXPECT_EQ(read_file(file), "x");
}

/// As a user who may read the folder but not write: what is missing cannot be built; what is there can be
/// used.
TEST(CFolders, ReadOnlyOnesWillDoIfTheTablesAreThere) {
  const TemporaryFolder folder;
  halfturn_error error;
  OwnedAnalyzer analyzer;
  ASSERT_STATUS(HALFTURN_OK, halfturn_analyzer_open(folder.path().c_str(), kCross, 1, nullptr, nullptr,
                                                    analyzer.put(), &error));
  ::chmod(folder.path().c_str(), 0555);
  const pid_t child = ::fork();
  if (child == 0) {
    if (::getuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0)) ::_exit(77);
    OwnedAnalyzer mine;
    if (halfturn_analyzer_open(folder.path().c_str(), kCross, 1, nullptr, nullptr, mine.put(), &error) !=
        HALFTURN_OK)
      ::_exit(1);
    const char* const other[] = {"eo_cross"};
    if (halfturn_analyzer_open(folder.path().c_str(), other, 1, nullptr, nullptr, mine.put(), &error) !=
        HALFTURN_MACHINE)
      ::_exit(2);
    ::_exit(std::string(error.message).find(folder.path().string()) == std::string::npos ? 3 : 0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ::chmod(folder.path().c_str(), 0755);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "cannot become another user here";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace halfturn::testing
