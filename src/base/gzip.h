#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_input.h"
#include "halfturn/result.h"

/// Compressed text, by zlib: the format of gzip, which is readable everywhere.
namespace halfturn {

/// Takes text or other bytes, piece by piece. An Error ends the work.
using ByteSink = std::function<Result<void>(std::string_view)>;

/// Compresses what is added and passes it on. The same bytes, added in whatever pieces, give the same file:
/// neither a name nor a time is in it.
class GzipWriter {
 public:
  explicit GzipWriter(ByteSink sink);
  ~GzipWriter();
  GzipWriter(const GzipWriter&) = delete;
  GzipWriter& operator=(const GzipWriter&) = delete;

  Result<void> add(std::string_view bytes);
  Result<void> end();  ///< the file is complete only after this

 private:
  struct Stream;
  Result<void> compress(std::string_view bytes, int flush);

  ByteSink sink_;
  std::unique_ptr<Stream> stream_;
};

/// The content of a compressed file, or of any other as it is. An Error of kind damaged where a compressed
/// one is cut short or changed. Uses little memory whatever the content is.
class GzipInput : public ByteInput {
 public:
  /// `file` must outlive it; `name` is for messages.
  GzipInput(ByteInput& file, std::string name);
  ~GzipInput() override;

  Result<std::size_t> read(std::span<char> space) override;
  bool ready() override { return more_inside_ || !pending_.empty() || file_.ready(); }

 private:
  struct Stream;
  Result<bool> fill();  // reads a piece of the file; false at its end
  Result<void> begin();
  Error damaged(const char* what) const;

  ByteInput& file_;
  std::string name_;
  std::vector<char> buffer_;
  std::string_view pending_;  // what has been read of the file and not yet used
  std::unique_ptr<Stream> stream_;
  bool begun_ = false;
  bool compressed_ = false;
  bool within_ = false;       // within a compressed part, whose end must come
  bool more_inside_ = false;  // zlib has content that there was no space for
};

}  // namespace halfturn
