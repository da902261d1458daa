#include "campaign/runner_lock.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>

#include <cerrno>
#include <charconv>
#include <string>
#include <system_error>

namespace halfturn {

namespace {

constexpr mode_t kFileMode = 0644;

Error cannot(const char* attempt, const std::filesystem::path& path, int error_number, const char* hint) {
  return {
      ErrorKind::machine,
      fmt::format("cannot {} {}: {}", attempt, path.string(), std::generic_category().message(error_number)),
      hint};
}

}  // namespace

std::filesystem::path RunnerLock::path_of(const std::filesystem::path& folder, std::int64_t id) {
  return folder / fmt::format("{}.lock", id);
}

Result<RunnerLock> RunnerLock::take(const std::filesystem::path& folder, std::int64_t id) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) return cannot("make the folder", folder, failure.value(), "");
  std::filesystem::path path = path_of(folder, id);
  FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, kFileMode));
  if (!file.valid()) return cannot("write", path, errno, "");
  while (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    return cannot("lock", path, errno, "a campaign needs a file system with working locks");
  }
  return RunnerLock(std::move(file), std::move(path));
}

bool RunnerLock::held(const std::filesystem::path& folder, std::int64_t id) {
  const FileDescriptor file(::open(path_of(folder, id).c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!file.valid()) return errno != ENOENT;
  // A shared lock, so that two who ask at once do not take each other for the holder.
  while (::flock(file.get(), LOCK_SH | LOCK_NB) != 0)
    if (errno != EINTR) return true;
  return false;
}

std::vector<std::int64_t> RunnerLock::all_in(const std::filesystem::path& folder) {
  std::vector<std::int64_t> ids;
  std::error_code failure;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
    const std::string name = entry.path().stem().string();
    std::int64_t id = 0;
    const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), id);
    if (problem == std::errc{} && path_of(folder, id) == entry.path()) ids.push_back(id);
  }
  return ids;
}

RunnerLock::~RunnerLock() {
  if (file_.valid()) ::unlink(path_.c_str());  // before the lock is given back by closing
}

}  // namespace halfturn
