#include "table/verified.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <span>
#include <thread>

#include "base/file_descriptor.h"
#include "table/file_header.h"
#include "table/record_file.h"

namespace halfturn {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;  // nanoseconds
constexpr std::array<char, 8> kRecordMagic = {'H', 'T', 'V', 'E', 'R', 'I', 'F', '1'};

/// A file system's clock ticks every few milliseconds.
constexpr auto kClockTick = std::chrono::milliseconds(5);
constexpr int kTicksToWait = 4;

/// The front of a record as it lies in its file; the checksums of the blocks follow.
struct RecordFields {
  std::array<char, 8> magic = kRecordMagic;
  FileIdentity file;
  std::uint64_t content_hash = 0;
  std::uint64_t blocks = 0;
  std::uint64_t record_hash = 0;  // of everything above and of the blocks' checksums
};
static_assert(sizeof(RecordFields) == 64 && std::has_unique_object_representations_v<RecordFields>);

std::uint64_t hash_of_record(RecordFields fields, std::span<const std::uint64_t> block_hashes) {
  fields.record_hash = 0;
  ContentHash hash;
  hash.add(std::as_bytes(std::span(&fields, 1)));
  hash.add(std::as_bytes(block_hashes));
  return hash.value();
}

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * kSecond + time.tv_nsec;
}

std::filesystem::path record_path(const std::filesystem::path& table) {
  return table.parent_path() / ".verified" / table.stem();
}

/// Whether the record is younger than the file's last change, by the file system's own clock. Only
/// then does any later change of the file get a later time than the one that is recorded.
bool is_younger(const FileDescriptor& record, const FileIdentity& file) {
  struct stat info {};
  return ::fstat(record.get(), &info) == 0 && nanoseconds(info.st_mtim) > file.changed;
}

}  // namespace

FileIdentity identity_of(const struct stat& info) {
  return {.inode = info.st_ino,
          .bytes = static_cast<std::uint64_t>(info.st_size),
          .modified = nanoseconds(info.st_mtim),
          .changed = nanoseconds(info.st_ctim)};
}

std::optional<FileIdentity> identity_of(int fd) {
  struct stat info {};
  if (::fstat(fd, &info) != 0) return std::nullopt;
  return identity_of(info);
}

std::optional<VerifiedFile> recall_verified(const std::filesystem::path& table, const FileIdentity& file,
                                            std::uint64_t content_hash, std::size_t blocks) {
  const FileDescriptor record = open_record(record_path(table));
  if (!record.valid()) return std::nullopt;
  std::vector<std::byte> bytes(sizeof(RecordFields) + blocks * sizeof(std::uint64_t));
  if (!read_record(record, bytes)) return std::nullopt;
  RecordFields fields;
  std::memcpy(&fields, bytes.data(), sizeof fields);
  VerifiedFile verified{file, content_hash, std::vector<std::uint64_t>(blocks)};
  std::ranges::copy(std::span(bytes).subspan(sizeof fields),
                    std::as_writable_bytes(std::span(verified.block_hashes)).begin());
  if (fields.magic != kRecordMagic || fields.record_hash != hash_of_record(fields, verified.block_hashes) ||
      fields.file != file || fields.content_hash != content_hash || fields.blocks != blocks ||
      !is_younger(record, file))
    return std::nullopt;
  return verified;
}

void remember_verified(const std::filesystem::path& table, const VerifiedFile& verified,
                       const std::stop_token& stop) {
  RecordFields fields;
  fields.file = verified.file;
  fields.content_hash = verified.content_hash;
  fields.blocks = verified.block_hashes.size();
  fields.record_hash = hash_of_record(fields, verified.block_hashes);
  const auto blocks = std::as_bytes(std::span(verified.block_hashes));
  std::vector<std::byte> bytes(sizeof fields + blocks.size());
  std::memcpy(bytes.data(), &fields, sizeof fields);
  std::ranges::copy(blocks, std::span(bytes).subspan(sizeof fields).begin());

  const std::filesystem::path path = record_path(table);
  for (int wait = 0; wait < kTicksToWait; ++wait) {
    if (!write_record(path, bytes, stop)) return;
    const FileDescriptor record = open_record(path);
    if (!record.valid() || is_younger(record, verified.file)) return;
    std::this_thread::sleep_for(kClockTick);  // the table has just been built: same tick of the clock
  }
}

void forget_verified(const std::filesystem::path& table) {
  ::unlink(record_path(table).c_str());
}

}  // namespace halfturn
