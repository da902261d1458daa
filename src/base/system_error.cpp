#include "base/system_error.h"

#include <fmt/core.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace halfturn {

Error system_error(const std::string& attempt, const std::filesystem::path& path, int error_number) {
  std::string hint;
  Remedy remedy = Remedy::none;
  switch (error_number) {
    case EACCES:
    case EPERM:
    case EROFS:
      hint = attempt == "read" ? "ask its owner to let you, or choose another folder"
                               : "choose a folder that you may write to";
      remedy = Remedy::other_table_folder;
      break;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      hint = "make room, or choose another folder";
      remedy = Remedy::other_table_folder;
      break;
    case ENOTDIR:
    case EEXIST:
      hint = "a part of this path is a file where a folder is needed";
      break;
    default:
      break;
  }
  return {.kind = ErrorKind::machine,
          .message = fmt::format("cannot {} {}: {}", attempt, path.string(),
                                 std::generic_category().message(error_number)),
          .hint = hint,
          .remedy = remedy};
}

std::string human_bytes(std::uint64_t bytes) {
  constexpr std::array<const char*, 5> kUnits = {"bytes", "kB", "MB", "GB", "TB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 999.5 && unit + 1 < kUnits.size()) {
    value /= 1000;
    ++unit;
  }
  return fmt::format("{:.{}f} {}", value, unit > 0 && value < 9.95 ? 1 : 0, kUnits[unit]);
}

}  // namespace halfturn
