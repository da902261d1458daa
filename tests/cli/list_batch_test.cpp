// Batches, their output and how they go on after an end, with an engine that only pretends to work.

#include "cli/shared/list_batch.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "cli/shared/list_resume.h"
#include "cli/shared/row_output.h"
#include "front/analyze_rows.h"
#include "support/child.h"
#include "support/files.h"
#include "support/synced_files.h"
#include "support/text_input.h"

namespace halfturn::testing {
namespace {

namespace fs = std::filesystem;
using cli::IfThere;
using cli::RowOutput;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::vector<std::string> kStages = {"cross", "f2l"};

/// Numbers that depend on the cube alone.
std::vector<StageRow> made_up(const Cube& cube) {
  std::vector<StageRow> rows(2);
  for (std::size_t s = 0; s < rows.size(); ++s)
    for (const View view : kAllViews)
      rows[s][view] = static_cast<std::uint8_t>((cube.hash() >> (4 * index_of(view)) & 7) + 5 * s);
  return rows;
}

class Batch : public ::testing::Test {
 protected:
  /// What came of a run.
  struct BatchRun {
    std::string error;
    cli::BatchTotals totals;
    std::uint64_t cubes = 0;  ///< that the engine was asked about
    std::vector<std::string> bad;
    bool was_finished = false;
  };

  BatchRun run(const std::string& text, IfThere if_there, const RowFormat& format) {
    TextInput input(text);
    return run(input, if_there, format);
  }

  BatchRun run(ByteInput& input, IfThere if_there, const RowFormat& format) {
    BatchRun result;
    result.error = run_into(result, input, if_there, format).text();
    return result;
  }

  const TemporaryFolder folder_;
  const fs::path file_ = folder_.path() / "rows";
  std::stop_source stop_;
  std::function<void(std::uint64_t cubes)> on_cube_;  ///< called before each cube is done

 private:
  Error run_into(BatchRun& run, ByteInput& input, IfThere if_there, const RowFormat& format) {
    Result<ScrambleSource> source = ScrambleSource::open(input);
    if (!source) return source.error();
    const Result<std::unique_ptr<RowOutput>> output = RowOutput::open(file_.string(), if_there);
    if (!output) return output.error();
    cli::ResumePoint before;
    if (if_there == IfThere::resume) {
      FileInput written((*output)->fd(), "rows", {});
      const Result<cli::ResumePoint> point =
          cli::find_resume_point(written, "rows", format.expected(), *source);
      if (!point) return point.error();
      before = *point;
      run.was_finished = before.finished;
      if (before.finished) return {};
    }
    cli::BatchWork work;
    work.prepare = [&](const cli::Lot&, std::uint64_t) -> Result<void> {
      if ((*output)->has_begun()) return {};
      const Result<void> begun = (*output)->begin(before.keep);
      if (begun && !before.has_header) (*output)->append(format.header());
      return begun;
    };
    work.rows = [&](const cli::Lot& lot, const std::stop_token& stop,
                    const cli::BatchWork::Done& done) -> Result<void> {
      for (std::size_t i = 0; i < lot.positions.size(); ++i) {
        if (on_cube_) on_cube_(run.cubes);
        if (stop.stop_requested()) break;
        ++run.cubes;
        done(format.row(lot.scramble(i), made_up(by_colour(lot.positions[i]))));
      }
      return {};
    };
    work.error_row = [&](const Scramble& scramble, const Error& error) {
      return format.error_row(scramble, error);
    };
    work.on_bad = [&](const Error& error) { run.bad.push_back(error.text()); };
    Result<void> result = cli::run_batch(*source, **output, work, stop_.get_token(), run.totals);
    if (const Result<void> finished = (*output)->finish(); result && !finished) result = finished;
    return result ? Error{} : result.error();
  }
};

constexpr const char* kInput =
    "id,scramble\n"
    "1,R U\n"
    "2,R K\n"
    "\"a,\"\"b\nc\",F2 D\n"
    "4,\"L\n"
    "5,B' x Rw\n"
    "6,D2 L\n";

TEST_F(Batch, RowsComeInOrderAndBadOnesAmongThem) {
  const BatchRun done =
      run(kInput, IfThere::refuse, RowFormat(RowKind::csv, {"cross", "f2l"}, ViewSet::all()));
  EXPECT_EQ(done.error, "");
  EXPECT_EQ(done.totals.rows, 6u);
  EXPECT_EQ(done.totals.bad, 2u);
  EXPECT_EQ(done.totals.input_bytes, std::string(kInput).size());
  EXPECT_THAT(done.bad, ElementsAre(StartsWith("line 3, column 5: unknown move 'K'"),
                                    StartsWith("line 6, column 3: the quote that begins here")));
  const std::string content = read_file(file_);
  EXPECT_THAT(content, StartsWith("id,cross_z0,"));
  std::vector<std::size_t> places;
  for (const char* row :
       {"\n1,", "\n2,,,,,,,,,,,,\n", "\n\"a,\"\"b c\",", "\n4,,,,,,,,,,,,\n", "\n5,", "\n6,"})
    places.push_back(content.find(row));
  EXPECT_TRUE(std::ranges::is_sorted(places)) << content;
  EXPECT_NE(places.back(), std::string::npos) << content;
}

TEST_F(Batch, AnEmptyInputMakesAHeaderAlone) {
  const RowFormat format(RowKind::csv, kStages, ViewSet::all());
  EXPECT_EQ(run("id,scramble\n", IfThere::refuse, format).error, "");
  EXPECT_EQ(read_file(file_), format.header());
}

TEST_F(Batch, MoreThanOneLot) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "R U\nF2\nD L'\n";
  const RowFormat format(RowKind::csv, kStages, ViewSet::all());
  const BatchRun done = run(text, IfThere::refuse, format);
  EXPECT_EQ(done.totals.rows, 60'000u);
  const std::string content = read_file(file_);
  EXPECT_EQ(std::ranges::count(content, '\n'), 60'001);
  EXPECT_THAT(content, HasSubstr("\n60000,"));
}

TEST_F(Batch, AStopLeavesWholeRows) {
  const RowFormat format(RowKind::csv, kStages, ViewSet::all());
  on_cube_ = [this](std::uint64_t cubes) {
    if (cubes == 2) stop_.request_stop();
  };
  const BatchRun stopped = run(kInput, IfThere::refuse, format);
  EXPECT_EQ(stopped.error, "stopped");
  EXPECT_EQ(stopped.totals.rows, 4u) << "two good ones, and the bad ones whose turn it was";
  EXPECT_THAT(read_file(file_), ::testing::EndsWith("\n4,,,,,,,,,,,,\n"));
}

TEST_F(Batch, RowsThatWereReadBeforeTheInputFailedAreDone) {
  TextInput input("1,R\n2,U\n3,F", Error{ErrorKind::machine, "the disk is gone", {}});
  const BatchRun failed = run(input, IfThere::refuse, RowFormat(RowKind::csv, kStages, ViewSet::all()));
  EXPECT_EQ(failed.error, "the disk is gone");
  EXPECT_EQ(failed.totals.rows, 2u);
}

class Resume : public Batch, public ::testing::WithParamInterface<RowKind> {};

TEST_P(Resume, AfterACutAnywhereTheFileIsAsIfNothingHadHappened) {
  const RowFormat format(GetParam(), kStages, ViewSet::all());
  ASSERT_EQ(run(kInput, IfThere::refuse, format).error, "");
  const std::string whole = read_file(file_);
  ASSERT_GT(whole.size(), 100u);
  std::uint64_t least = 4;
  // JSON has more bytes, with less in them.
  for (std::size_t length = 0; length < whole.size(); length += GetParam() == RowKind::csv ? 1u : 7u) {
    write_file(file_, whole.substr(0, length));
    const BatchRun resumed = run(kInput, IfThere::resume, format);
    ASSERT_EQ(resumed.error, "") << length;
    ASSERT_EQ(read_file(file_), whole) << length;
    EXPECT_FALSE(resumed.was_finished);
    EXPECT_LE(resumed.cubes, least) << "rows that are there are not done again";
    least = resumed.cubes;
  }
  EXPECT_EQ(least, 1u) << "the last one, of which the end was missing";
  // Where there is nothing yet, it begins.
  fs::remove(file_);
  EXPECT_EQ(run(kInput, IfThere::resume, format).error, "");
  EXPECT_EQ(read_file(file_), whole);
}

TEST_P(Resume, AFinishedFileIsLeftAlone) {
  const RowFormat format(GetParam(), kStages, ViewSet::all());
  ASSERT_EQ(run(kInput, IfThere::refuse, format).error, "");
  const std::string whole = read_file(file_);
  const auto time = fs::file_time_type::clock::now() - std::chrono::hours(1);
  fs::last_write_time(file_, time);
  const BatchRun resumed = run(kInput, IfThere::resume, format);
  EXPECT_TRUE(resumed.was_finished);
  EXPECT_EQ(resumed.cubes, 0u);
  EXPECT_EQ(fs::last_write_time(file_), time);
  EXPECT_EQ(read_file(file_), whole);
}

TEST_P(Resume, AfterAStop) {
  const RowFormat format(GetParam(), kStages, ViewSet::all());
  ASSERT_EQ(run(kInput, IfThere::refuse, format).error, "");
  const std::string whole = read_file(file_);
  fs::remove(file_);
  on_cube_ = [this](std::uint64_t cubes) {
    if (cubes == 1) stop_.request_stop();
  };
  ASSERT_EQ(run(kInput, IfThere::refuse, format).error, "stopped");
  EXPECT_NE(read_file(file_), whole);
  stop_ = {};
  on_cube_ = {};
  ASSERT_EQ(run(kInput, IfThere::resume, format).error, "");
  EXPECT_EQ(read_file(file_), whole);
}

TEST_P(Resume, RefusesWhatItWouldNotHaveWritten) {
  const RowFormat format(GetParam(), kStages, ViewSet::all());
  ASSERT_EQ(run(kInput, IfThere::refuse, format).error, "");
  const std::string whole = read_file(file_);
  const std::string input = kInput;
  const auto refused = [&](const std::string& text, const RowFormat& with, const std::string& message) {
    EXPECT_THAT(run(text, IfThere::resume, with).error, HasSubstr(message));
    EXPECT_EQ(read_file(file_), whole) << "it stays as it is";
  };
  // Line 1 is the header, which JSON has not.
  const bool csv = GetParam() == RowKind::csv;
  refused("id,scramble\n7,R U\n", format,
          csv ? "cannot go on with rows: its line 2 is not the row of scramble '7', whose turn it is"
              : "its line 1 is not the row of scramble '7'");
  refused("id,scramble\n1,R U\n", format,
          csv ? "its line 3 comes after the last scramble" : "its line 2 comes after");
  refused("id,scramble\n1,R U\n2,F\n", format, "is not the row of scramble '2'");
  refused(input, RowFormat(GetParam(), {"cross", "xcross"}, ViewSet::all()),
          csv ? "its line 1 is not the header that this run would write" : "its line 1 is not the row");
  refused(input, RowFormat(GetParam(), kStages, View::D), "is not the row of scramble '1'");
  refused(input, RowFormat(csv ? RowKind::json : RowKind::csv, kStages, ViewSet::all()),
          "its line 1 is not the");
  // A file of somebody else's.
  write_file(file_, "Dear diary\n");
  EXPECT_THAT(run(input, IfThere::resume, format).error, HasSubstr("cannot go on with rows"));
  EXPECT_EQ(read_file(file_), "Dear diary\n");
}

INSTANTIATE_TEST_SUITE_P(Formats, Resume, ::testing::Values(RowKind::csv, RowKind::json));

using Output = Batch;

TEST_F(Output, AFileThatIsThereIsNotTouchedUnasked) {
  write_file(file_, "precious");
  const RowFormat format(RowKind::csv, kStages, ViewSet::all());
  EXPECT_EQ(
      run(kInput, IfThere::refuse, format).error,
      file_.string() +
          " is there already (write over it by --force, go on with a file of many by --resume, or choose "
          "another name)");
  EXPECT_EQ(read_file(file_), "precious");
  EXPECT_EQ(run(kInput, IfThere::replace, format).error, "");
  const std::string rows = read_file(file_);
  EXPECT_THAT(rows, StartsWith("id,cross_z0,"));
  write_file(file_, std::string(100'000, 'x'));
  EXPECT_EQ(run(kInput, IfThere::replace, format).error, "");
  EXPECT_EQ(read_file(file_), rows);
}

TEST_F(Output, AFileThatWasNeverBegunGoesAway) {
  { ASSERT_TRUE(RowOutput::open(file_.string(), IfThere::refuse).ok()); }
  EXPECT_EQ(names_in(folder_.path()), std::vector<std::string>{});
  write_file(file_, "precious");
  for (const IfThere if_there : {IfThere::replace, IfThere::resume})
    ASSERT_TRUE(RowOutput::open(file_.string(), if_there).ok());
  EXPECT_EQ(read_file(file_), "precious");
}

TEST_F(Output, TwoDoNotWriteToOneFile) {
  const auto first = RowOutput::open(file_.string(), IfThere::refuse);
  ASSERT_TRUE(first.ok());
  for (const IfThere if_there : {IfThere::replace, IfThere::resume}) {
    const auto second = RowOutput::open(file_.string(), if_there);
    ASSERT_FALSE(second.ok());
    EXPECT_THAT(second.error().text(), StartsWith("another process is writing " + file_.string()));
  }
}

TEST_F(Output, WhatIsAppendedIsWrittenBeforeTheEnd) {
  const auto output = RowOutput::open(file_.string(), IfThere::refuse);
  ASSERT_TRUE(output.ok());
  ASSERT_TRUE((*output)->begin(0).ok());
  for (const char* expected : {"a\n", "a\nb\n"}) {
    (*output)->append(std::string(expected).substr(std::string(expected).size() - 2));
    for (int i = 0; i < 6000 && read_file(file_) != expected; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_EQ(read_file(file_), expected);
  }
}

TEST_F(Output, ADiskThatIsFullIsAnError) {
  const auto output = RowOutput::open("/dev/full", IfThere::replace);
  ASSERT_TRUE(output.ok());
  ASSERT_TRUE((*output)->begin(0).ok());
  EXPECT_FALSE((*output)->append(std::string(1 << 20, 'x')));
  const Result<void> finished = (*output)->finish();
  ASSERT_FALSE(finished.ok());
  EXPECT_EQ(finished.error().kind, ErrorKind::machine);
  EXPECT_EQ(finished.error().text(), "cannot write /dev/full: No space left on device (make room)");
  EXPECT_FALSE(RowOutput::open("/dev/full", IfThere::resume).ok());
  // A few bytes wait for the end.
  const auto small = RowOutput::open("/dev/full", IfThere::replace);
  ASSERT_TRUE((*small)->begin(0).ok());
  (*small)->append("x");
  EXPECT_FALSE((*small)->finish().ok());
}

TEST_F(Output, ANewFileAndItsFolderAreSynced) {
  const auto output = RowOutput::open(file_.string(), IfThere::refuse);
  ASSERT_TRUE(output.ok());
  synced_files().clear();
  ASSERT_TRUE((*output)->begin(0).ok());
  EXPECT_EQ(synced_files(), std::vector<std::string>{folder_.path().string()});
  (*output)->append("x");
  ASSERT_TRUE((*output)->finish().ok());
  EXPECT_EQ(synced_files(), (std::vector<std::string>{folder_.path().string(), file_.string()}));
}

TEST_F(Output, APipeOrADeviceIsWrittenIntoUnasked) {
  const auto device = RowOutput::open("/dev/null", IfThere::refuse);
  ASSERT_TRUE(device.ok()) << device.error().text();
  ASSERT_EQ(::mkfifo(file_.c_str(), 0644), 0);
  std::string got;
  std::thread reader([&] { got = read_file(file_); });
  {
    const auto output = RowOutput::open(file_.string(), IfThere::refuse);
    ASSERT_TRUE(output.ok()) << output.error().text();
    ASSERT_TRUE((*output)->begin(0).ok());
    (*output)->append(std::string(300'000, 'x'));
    EXPECT_TRUE((*output)->finish().ok());
  }
  reader.join();
  EXPECT_TRUE(got == std::string(300'000, 'x'));
  EXPECT_TRUE(fs::is_fifo(file_));
}

TEST_F(Output, AStopIsHeardWhileThePipeIsFull) {
  ASSERT_EQ(::mkfifo(file_.c_str(), 0644), 0);
  const int reader = ::open(file_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);  // who never reads
  ASSERT_GE(reader, 0);
  const auto output = RowOutput::open(file_.string(), IfThere::refuse, stop_.get_token());
  ASSERT_TRUE(output.ok()) << output.error().text();
  ASSERT_TRUE((*output)->begin(0).ok());
  stop_.request_stop();
  EXPECT_FALSE((*output)->append(std::string(300'000, 'x')));
  const Result<void> finished = (*output)->finish();
  ASSERT_FALSE(finished.ok());
  EXPECT_EQ(finished.error().kind, ErrorKind::stopped);
  ::close(reader);
}

TEST_F(Output, ALinkIsFollowed) {
  const fs::path there = folder_.path() / "there.csv";
  fs::create_symlink(there, file_);
  const RowFormat format(RowKind::csv, kStages, ViewSet::all());
  EXPECT_EQ(run(kInput, IfThere::refuse, format).error, "");
  EXPECT_TRUE(fs::is_symlink(file_));
  EXPECT_THAT(read_file(there), StartsWith("id,cross_z0,"));
}

TEST_F(Output, AFolderThatIsNotThereIsAnError) {
  const auto output = RowOutput::open((folder_.path() / "no" / "rows").string(), IfThere::refuse);
  ASSERT_FALSE(output.ok());
  EXPECT_THAT(output.error().text(), HasSubstr("No such file or directory (its folder must be there)"));
  EXPECT_FALSE(RowOutput::open(folder_.path().string(), IfThere::replace).ok());
}

}  // namespace
}  // namespace halfturn::testing
