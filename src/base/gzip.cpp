#include "base/gzip.h"

#include <fmt/core.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <utility>

namespace halfturn {

namespace {

constexpr std::size_t kPieceBytes = 1 << 16;
constexpr int kGzip = 16 + MAX_WBITS;  // zlib's number for a gzip header and trailer
constexpr int kMemoryLevel = 8;        // zlib's default
constexpr std::string_view kGzipMagic = "\x1f\x8b";

Bytef* zlib_bytes(const char* bytes) {
  // zlib reads through this pointer, but its type does not say so.
  return reinterpret_cast<Bytef*>(const_cast<char*>(bytes));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

}  // namespace

struct GzipWriter::Stream {
  Stream() {
    if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { deflateEnd(&z); }
  z_stream z{};
};

GzipWriter::GzipWriter(ByteSink sink) : sink_(std::move(sink)), stream_(std::make_unique<Stream>()) {}
GzipWriter::~GzipWriter() = default;

Result<void> GzipWriter::compress(std::string_view bytes, int flush) {
  z_stream& z = stream_->z;
  std::array<char, kPieceBytes> space{};
  z.next_in = zlib_bytes(bytes.data());
  z.avail_in = static_cast<uInt>(bytes.size());
  do {
    z.next_out = zlib_bytes(space.data());
    z.avail_out = static_cast<uInt>(space.size());
    deflate(&z, flush);
    const std::size_t made = space.size() - z.avail_out;
    if (made == 0) continue;
    if (Result<void> taken = sink_({space.data(), made}); !taken) return taken;
  } while (z.avail_out == 0);
  return {};
}

Result<void> GzipWriter::add(std::string_view bytes) {
  while (!bytes.empty()) {  // zlib counts in 32 bits
    const std::string_view piece = bytes.substr(0, std::numeric_limits<int>::max());
    if (Result<void> taken = compress(piece, Z_NO_FLUSH); !taken) return taken;
    bytes.remove_prefix(piece.size());
  }
  return {};
}

Result<void> GzipWriter::end() {
  return compress({}, Z_FINISH);
}

struct GzipInput::Stream {
  Stream() {
    if (inflateInit2(&z, kGzip) != Z_OK) throw std::bad_alloc();
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { inflateEnd(&z); }
  z_stream z{};
};

GzipInput::GzipInput(ByteInput& file, std::string name)
    : file_(file), name_(std::move(name)), buffer_(kPieceBytes) {}
GzipInput::~GzipInput() = default;

Error GzipInput::damaged(const char* what) const {
  return {ErrorKind::damaged, fmt::format("cannot read {}: {}", name_, what), "get another copy of it"};
}

Result<bool> GzipInput::fill() {
  const std::size_t kept = pending_.size();
  std::ranges::copy(pending_, buffer_.begin());
  const Result<std::size_t> got = file_.read(std::span(buffer_).subspan(kept));
  if (!got) return got.error();
  pending_ = {buffer_.data(), kept + *got};
  return *got > 0;
}

Result<void> GzipInput::begin() {
  begun_ = true;
  while (pending_.size() < kGzipMagic.size()) {
    const Result<bool> more = fill();
    if (!more) return more.error();
    if (!*more) break;
  }
  compressed_ = pending_.starts_with(kGzipMagic);
  if (compressed_) stream_ = std::make_unique<Stream>();
  within_ = compressed_;
  return {};
}

Result<std::size_t> GzipInput::read(std::span<char> space) {
  if (!begun_)
    if (Result<void> known = begin(); !known) return known.error();
  while (true) {
    if (pending_.empty() && !more_inside_) {
      const Result<bool> more = fill();
      if (!more) return more.error();
      if (!*more) {
        if (within_) return damaged("the compressed file is cut short");
        return std::size_t{0};
      }
    }
    if (!compressed_) {
      const std::size_t count = std::min(space.size(), pending_.size());
      std::ranges::copy(pending_.substr(0, count), space.begin());
      pending_.remove_prefix(count);
      return count;
    }
    if (!within_) {  // another compressed part after the first: gzip joins them
      inflateReset(&stream_->z);
      within_ = true;
    }
    z_stream& z = stream_->z;
    z.next_in = zlib_bytes(pending_.data());
    z.avail_in = static_cast<uInt>(pending_.size());
    z.next_out = zlib_bytes(space.data());
    z.avail_out = static_cast<uInt>(std::min<std::size_t>(space.size(), std::numeric_limits<int>::max()));
    const uInt room = z.avail_out;
    const int code = inflate(&z, Z_NO_FLUSH);
    pending_ = pending_.substr(pending_.size() - z.avail_in);
    if (code == Z_MEM_ERROR) return Error{ErrorKind::machine, "not enough memory", {}};
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
      return damaged("it is not what was compressed");
    if (code == Z_STREAM_END) within_ = false;
    more_inside_ = within_ && z.avail_out == 0;
    if (const std::size_t made = room - z.avail_out; made > 0) return made;
  }
}

}  // namespace halfturn
