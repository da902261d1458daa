#include "table/content.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <optional>
#include <utility>

#include "base/parallel.h"
#include "base/system_error.h"

namespace halfturn {

namespace {

/// Work on at least this many bytes reports progress: it may take seconds on a slow disk, or if memory has to
/// be freed first.
constexpr std::size_t kLongWork = std::size_t{256} << 20;

Error stopped_while(const char* what, const std::filesystem::path& path) {
  return {.kind = ErrorKind::stopped,
          .message = fmt::format("stopped while {} {}", what, path.string()),
          .hint = {}};
}

Error cannot_read(const std::filesystem::path& path, int error_number) {
  return system_error("read", path, error_number > 0 ? error_number : EIO);
}

Error not_its_checksum(const TableKind& kind, const std::filesystem::path& path) {
  return {.kind = ErrorKind::damaged,
          .message = fmt::format("{} cannot be used: its content does not match its checksum", path.string()),
          .hint = "build it anew",
          .remedy = Remedy::build_table,
          .table = kind.name};
}

std::span<const std::byte> block_of(std::span<const std::byte> content, std::size_t index) {
  const std::size_t offset = index * kBlockBytes;
  return content.subspan(offset, std::min(kBlockBytes, content.size() - offset));
}

/// Remembers the file, unless it was changed while it was read.
void remember(const std::filesystem::path& path, const FoundFile& found,
              std::vector<std::uint64_t> block_hashes, const Run& run) {
  if (identity_of(found.file.get()) != found.identity) return;
  remember_verified(path, {found.identity, found.verdict.content_hash, std::move(block_hashes)}, run.stop);
}

/// Reads a block into memory, and gives its checksum. Nothing if it cannot be read; errno says why.
std::optional<std::uint64_t> read_block(const FoundFile& found, std::size_t index,
                                        std::span<std::byte> into) {
  if (!read_at(found.file, kHeaderBytes + index * kBlockBytes, into)) return std::nullopt;
  return hash_of(into);
}

}  // namespace

Result<void> verify_content(const TableKind& kind, const std::filesystem::path& path, const FoundFile& found,
                            const Run& run) {
  const std::size_t content_bytes = kind.content_bytes();
  const std::size_t blocks = block_count(content_bytes);
  std::vector<std::byte> memory(std::min(kBlockBytes, content_bytes));
  std::vector<std::uint64_t> block_hashes;
  ContentHash hash;
  for (std::size_t index = 0; index < blocks; ++index) {
    if (run.stop.stop_requested()) return stopped_while("checking", path);
    run.report(kind.name, "checking", static_cast<double>(index) / static_cast<double>(blocks));
    const auto block = std::span(memory).first(std::min(kBlockBytes, content_bytes - index * kBlockBytes));
    const std::optional<std::uint64_t> block_hash = read_block(found, index, block);
    if (!block_hash) return cannot_read(path, errno);
    block_hashes.push_back(*block_hash);
    hash.add(block);
  }
  run.report(kind.name, "checking", 1);
  if (hash.value() != found.verdict.content_hash) {
    forget_verified(path);
    return not_its_checksum(kind, path);
  }
  remember(path, found, std::move(block_hashes), run);
  return {};
}

Result<void> ensure_verified(const TableKind& kind, const std::filesystem::path& path, const FoundFile& found,
                             const Run& run) {
  if (recall_verified(path, found.identity, found.verdict.content_hash, block_count(kind.content_bytes())))
    return {};
  Run reading = run;
  if (kind.content_bytes() < kLongWork) reading.progress = {};
  Result<void> sound = verify_content(kind, path, found, reading);
  reading.report(kind.name, "done", 1);
  return sound;
}

Result<base::PageBuffer> copy_content(const TableKind& kind, const std::filesystem::path& path,
                                      const FoundFile& found, const Run& run) {
  const std::size_t content_bytes = kind.content_bytes();
  std::optional<base::PageBuffer> buffer = base::PageBuffer::allocate(content_bytes);
  if (!buffer) return no_memory_for(kind);
  const std::size_t blocks = block_count(content_bytes);
  const bool takes_a_while = content_bytes >= kLongWork;
  std::vector<std::uint64_t> block_hashes(blocks);
  std::atomic<int> error_number{-1};
  const bool all = base::parallel_for(0, blocks, run.stop, [&](int worker, std::size_t index) {
    if (worker == 0 && takes_a_while)
      run.report(kind.name, "copying to memory", static_cast<double>(index) / static_cast<double>(blocks));
    const std::size_t offset = index * kBlockBytes;
    const std::optional<std::uint64_t> hash = read_block(
        found, index, buffer->bytes().subspan(offset, std::min(kBlockBytes, content_bytes - offset)));
    if (hash)
      block_hashes[index] = *hash;
    else
      error_number = errno;
  });
  if (!all) return stopped_while("reading", path);
  if (error_number >= 0) return cannot_read(path, error_number);
  if (takes_a_while) run.report(kind.name, "done", 1);

  const std::optional<VerifiedFile> known =
      recall_verified(path, found.identity, found.verdict.content_hash, blocks);
  if (known && known->block_hashes == block_hashes) return std::move(*buffer);
  // The checksum in the header covers the content in one piece, so this takes one processor.
  if (hash_of(std::as_const(*buffer).bytes()) != found.verdict.content_hash) {
    forget_verified(path);
    return not_its_checksum(kind, path);
  }
  remember(path, found, std::move(block_hashes), run);
  return std::move(*buffer);
}

std::vector<std::uint64_t> block_hashes_of(std::span<const std::byte> content, const Run& run) {
  std::vector<std::uint64_t> hashes(block_count(content.size()));
  base::parallel_for(run.threads, hashes.size(), {},
                     [&](int, std::size_t index) { hashes[index] = hash_of(block_of(content, index)); });
  return hashes;
}

Error no_memory_for(const TableKind& kind) {
  return {ErrorKind::machine,
          fmt::format("not enough memory for the table {}: it needs {}", kind.name,
                      human_bytes(kind.content_bytes())),
          "close other programs or use a machine with more memory"};
}

}  // namespace halfturn
