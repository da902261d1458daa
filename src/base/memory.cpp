#include "base/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace halfturn::base {

namespace {

std::optional<std::uint64_t> number_in(const char* path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  if (file >> number) return number;  // "max" is not a number: no limit
  return std::nullopt;
}

std::optional<std::uint64_t> said_to_be_available() {
  std::ifstream file("/proc/meminfo");
  std::string word;
  while (file >> word) {
    std::uint64_t kilobytes = 0;
    if (word == "MemAvailable:" && file >> kilobytes) return kilobytes * 1024;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> left_in_group() {
  const auto most = number_in("/sys/fs/cgroup/memory.max");
  const auto used = number_in("/sys/fs/cgroup/memory.current");
  if (!most || !used) return std::nullopt;
  // Cached files count as used, but can be dropped.
  std::uint64_t cached = 0;
  std::ifstream file("/sys/fs/cgroup/memory.stat");
  std::string name;
  for (std::uint64_t bytes = 0; file >> name >> bytes;)
    if (name == "active_file" || name == "inactive_file") cached += bytes;
  return *most + cached > *used ? *most + cached - *used : 0;
}

std::optional<std::uint64_t> left_of_address_space() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
  const auto pages = number_in("/proc/self/statm");
  if (!pages) return std::nullopt;
  const std::uint64_t used = *pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

}  // namespace

std::optional<std::uint64_t> available_memory() {
  std::optional<std::uint64_t> least;
  for (const auto& some : {said_to_be_available(), left_in_group(), left_of_address_space()})
    if (some) least = least ? std::min(*least, *some) : *some;
  return least;
}

}  // namespace halfturn::base
