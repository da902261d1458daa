#include "cli/campaign/campaign_session.h"

#include <fmt/core.h>

#include <random>
#include <utility>

namespace halfturn::cli {

namespace {

/// The hint with the command or flag of this program that does what it says; the error's own if it needs
/// none.
std::string hint_for(const Error& error, const std::string& folder) {
  switch (error.remedy) {
    case Remedy::create_campaign:
      return fmt::format("make one with: halfturn campaign create {} --sample 100", folder);
    case Remedy::run_campaign:
      return fmt::format("go on with it: halfturn campaign run {}; or choose another folder", folder);
    case Remedy::resume_campaign:
      return fmt::format("run it again (halfturn campaign run {}) to go on", folder);
    case Remedy::campaign_status:
      return fmt::format("its status (halfturn campaign status {}) says which are", folder);
    case Remedy::accept_changed_program:
      return "go on with what it began with, or accept the change with --accept-change, which is then "
             "recorded";
    case Remedy::accept_foreign_results:
      return "accept the change with --accept-change to take them";
    case Remedy::retry_failed_cosets:
      return "put it right, then retry what failed with --retry-failed";
    default:
      return error.hint;
  }
}

}  // namespace

void fail_campaign(Session& session, Error error, const std::string& folder) {
  error.hint = hint_for(error, folder);
  // A name without a campaign is a wrong argument, not a failure of the machine.
  if (error.remedy == Remedy::create_campaign) return session.fail(error, kBadUsage);
  session.fail(error);
}

void fail_folder(Session& session, Error error, const std::string& folder) {
  error.hint = hint_for(error, folder);
  if (error.message.find(folder) == std::string::npos)
    error.message = fmt::format("{}: {}", folder, error.message);
  error.message = "left out: " + error.message;
  session.fail(error, kMachineFailed);
}

std::uint64_t random_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32 | device()) >> 1;
}

Run watched(Session& session) {
  Run run = session.run();
  run.progress = [&session](const Progress& progress) {
    session.show_progress(std::string(progress.task), std::string(progress.step), progress.fraction);
  };
  return run;
}

}  // namespace halfturn::cli
