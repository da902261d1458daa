#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "cli/shared/given_positions.h"
#include "cli/shared/list_resume.h"
#include "cli/shared/row_output.h"
#include "front/row_match.h"
#include "front/shard.h"
#include "halfturn/result.h"

namespace halfturn::cli {

/// Which list is to be worked on, and where its rows are to go.
struct ListRequest {
  GivenPositions given;
  SourceOptions source;
  std::optional<Shard> shard;  ///< this part of the list alone
  std::string output;          ///< a file; empty: stdout
  IfThere if_there = IfThere::refuse;
  std::string done_file;  ///< is written once all rows are; empty: none
};

/// A list that is worked on, and where its rows go.
struct ListRun {
  std::unique_ptr<PositionList> list;
  std::unique_ptr<RowOutput> output;
  ResumePoint before;      ///< what an earlier run has left
  bool has_header = true;  ///< false for shards that go on behind another one
  std::string done_file;

  /// Opens both. An Error, too, if they are the same file.
  static Result<ListRun> open(const ListRequest& request, const std::stop_token& stop);

  /// Compares what an earlier run has written with what this one would, and goes on behind it. If
  /// `has_header` is false, none is expected.
  Result<void> resume(ExpectedRows expected, const std::stop_token& stop);

  /// Begins the output; the header is written unless it is there, or `has_header` is false.
  Result<void> begin(const std::string& header);

  /// Says that nothing is left to do.
  void tell_finished() const;

  /// Writes the file that says that all is done, with the number of rows, if one is asked for.
  Result<void> mark_done(std::uint64_t rows, const std::stop_token& stop) const;
};

/// The error that ended a run early, with a hint how to go on. `done`: what a stopped run has done, as in
/// "7 rows". `resumable`: whether rows of this kind can be resumed, from a file; `otherwise`: the hint after
/// a stop if not.
Error told_how_to_go_on(Error error, const RowOutput& output, const std::string& done, bool resumable,
                        const std::string& otherwise);

}  // namespace halfturn::cli
