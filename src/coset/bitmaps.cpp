#include "coset/bitmaps.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include "base/memory.h"
#include "base/parallel.h"
#include "coset/layout.h"

namespace halfturn {

namespace {

constexpr std::size_t kPiece = std::size_t{16} << 20;
constexpr std::size_t kPieces = (kBitmapBytes + kPiece - 1) / kPiece;
constexpr double kGigabyte = 1e9;

bool clear_bytes(std::uint8_t* bitmap, int threads, const std::stop_token& stop) {
  return base::parallel_for(threads, kPieces, stop, [&](int, std::size_t i) {
    std::memset(bitmap + i * kPiece, 0, std::min(kPiece, kBitmapBytes - i * kPiece));
  });
}

}  // namespace

Result<void> Bitmaps::reserve(int count, const Run& run) {
  int missing = 0;
  for (const base::PageBuffer* buffer : {&current_, &other_})
    if (buffer->bytes().empty() && missing < count) ++missing;
  if (!current_.bytes().empty() && count == 1) missing = 0;
  if (missing == 0) return {};
  const std::uint64_t needed = kBitmapBytes * static_cast<std::uint64_t>(missing);
  const std::optional<std::uint64_t> available = base::available_memory();
  if (available && *available < needed)
    return Error{.kind = ErrorKind::machine,
                 .message = fmt::format(
                     "a coset's bitmaps need {:.1f} GB of memory, and only {:.1f} GB are available",
                     static_cast<double>(needed) / kGigabyte, static_cast<double>(*available) / kGigabyte),
                 .hint = "end other programs, or use the set engine for a shallow search",
                 .remedy = Remedy::use_set_engine};
  for (base::PageBuffer* buffer : {&current_, &other_}) {
    if (!buffer->bytes().empty() || missing-- <= 0) continue;
    std::optional<base::PageBuffer> fresh = base::PageBuffer::allocate(kBitmapBytes);
    if (!fresh)
      return Error{
          ErrorKind::machine,
          fmt::format("cannot get {:.1f} GB of memory: {}", kBitmapBytes / kGigabyte, std::strerror(errno)),
          ""};
    if (!clear_bytes(bytes(*fresh), run.threads, run.stop)) return Error{ErrorKind::stopped, "stopped", ""};
    *buffer = std::move(*fresh);  // all pages are there from now on: no search waits for one
  }
  return {};
}

void Bitmaps::clear(int threads) {
  clear_bytes(current(), threads, {});
}

}  // namespace halfturn
