#include "stage/pattern/count_record.h"

#include <span>
#include <stop_token>
#include <system_error>

#include "table/file_header.h"
#include "table/record_file.h"

namespace halfturn::stage {

namespace {

/// A record is a row of numbers of 64 bits: what it is of, two for each sum, a bit for each part, and the
/// checksum of all these.
constexpr std::uint64_t kMagic = 0x48'54'43'4f'55'4e'54'31;  // "HTCOUNT1"
constexpr std::size_t kFront = 3;
constexpr std::size_t kSums = 2 * kCounts;
constexpr std::size_t kBits = 64;

std::size_t words_of(std::size_t parts) {
  return kFront + kSums + (parts + kBits - 1) / kBits + 1;
}

std::uint64_t hash_of_record(std::span<const std::uint64_t> words) {
  return hash_of(std::as_bytes(words.first(words.size() - 1)));
}

}  // namespace

std::optional<CountSoFar> CountRecord::read(std::size_t parts) const {
  if (file_.empty()) return std::nullopt;
  const FileDescriptor record = open_record(file_);
  std::vector<std::uint64_t> words(words_of(parts));
  if (!record.valid() || !read_record(record, std::as_writable_bytes(std::span(words))) ||
      words[0] != kMagic || words[1] != identity_ || words[2] != parts ||
      words.back() != hash_of_record(words))
    return std::nullopt;
  CountSoFar count(parts);
  for (std::size_t d = 0; d < kCounts; ++d)
    count.at_least[d] = PositionCount{words[kFront + 2 * d + 1]} << kBits | words[kFront + 2 * d];
  for (std::size_t part = 0; part < parts; ++part)
    count.parts_done[part] = (words[kFront + kSums + part / kBits] >> part % kBits & 1) != 0;
  return count;
}

bool CountRecord::write(const CountSoFar& count) const {
  if (file_.empty()) return false;
  const std::size_t parts = count.parts_done.size();
  std::vector<std::uint64_t> words(words_of(parts));
  words[0] = kMagic;
  words[1] = identity_;
  words[2] = parts;
  for (std::size_t d = 0; d < kCounts; ++d) {
    words[kFront + 2 * d] = static_cast<std::uint64_t>(count.at_least[d]);
    words[kFront + 2 * d + 1] = static_cast<std::uint64_t>(count.at_least[d] >> kBits);
  }
  for (std::size_t part = 0; part < parts; ++part)
    words[kFront + kSums + part / kBits] |= std::uint64_t{count.parts_done[part]} << part % kBits;
  words.back() = hash_of_record(words);
  return write_record(file_, std::as_bytes(std::span(words)), std::stop_token());
}

bool CountRecord::exists() const {
  std::error_code ignored;
  return !file_.empty() && std::filesystem::exists(file_, ignored);
}

void CountRecord::remove() const {
  if (file_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
}

}  // namespace halfturn::stage
