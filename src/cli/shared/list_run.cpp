#include "cli/shared/list_run.h"

#include <fmt/core.h>
#include <sys/stat.h>

#include <utility>

#include "base/byte_input.h"
#include "base/output_file.h"
#include "base/text.h"
#include "cli/shared/say.h"
#include "front/wording.h"

namespace halfturn::cli {

namespace {

bool are_same_file(int a, int b) {
  struct stat first {};
  struct stat second {};
  return ::fstat(a, &first) == 0 && ::fstat(b, &second) == 0 && S_ISREG(first.st_mode) &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

}  // namespace

Result<ListRun> ListRun::open(const ListRequest& request, const std::stop_token& stop) {
  ListRun run;
  Result<std::unique_ptr<PositionList>> list =
      PositionList::open(request.given, request.source, stop, request.shard);
  if (!list) return list.error();
  run.list = std::move(*list);
  run.done_file = request.done_file;
  run.has_header = !request.shard || request.shard->has_header();
  Result<std::unique_ptr<RowOutput>> opened = RowOutput::open(request.output, request.if_there, stop);
  if (!opened) return opened.error();
  run.output = std::move(*opened);
  if (run.output->is_file() && are_same_file(run.list->fd(), run.output->fd()))
    return Error{ErrorKind::bad_input, fmt::format("{} is the input", run.output->name()),
                 "write the rows to another file"};
  return run;
}

Result<void> ListRun::resume(ExpectedRows expected, const std::stop_token& stop) {
  if (!output->is_file()) return {};
  if (!has_header) expected.header.clear();
  FileInput written(output->fd(), output->name(), stop);
  Result<ResumePoint> point = find_resume_point(written, output->name(), expected, list->source());
  if (!point) return point.error();
  before = std::move(*point);
  if (before.keep == 0)
    before.finished = false;  // where nothing is to be written, the file is still to be made
  return {};
}

Result<void> ListRun::begin(const std::string& header) {
  if (Result<void> begun = output->begin(before.keep); !begun) return begun;
  if (has_header && !before.has_header) output->append(header);
  return {};
}

Result<void> ListRun::mark_done(std::uint64_t rows, const std::stop_token& stop) const {
  return done_file.empty() ? Result<void>() : write_file(done_file, fmt::format("{}\n", rows), stop);
}

void ListRun::tell_finished() const {
  say("halfturn: {} is finished: {}\n", base::printable(output->name()), counted(before.rows, "row"));
}

Error told_how_to_go_on(Error error, const RowOutput& output, const std::string& done, bool resumable,
                        const std::string& otherwise) {
  if (error.kind == ErrorKind::bad_input) return error;
  const std::string how = "go on with: the same command and --resume";
  const bool can_go_on = output.is_file() && resumable;
  if (error.kind == ErrorKind::stopped) {
    error.message = "stopped after " + done;
    error.hint = can_go_on ? how : otherwise;
  } else if (can_go_on && output.has_begun()) {
    error.hint += (error.hint.empty() ? "" : ", then ") + how;
  }
  return error;
}

}  // namespace halfturn::cli
