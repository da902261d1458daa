#include "table/file_header.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <string_view>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace halfturn {

namespace {

static_assert(std::endian::native == std::endian::little, "table files are little-endian");

constexpr std::array<char, 8> kMagic = {'H', 'A', 'L', 'F', 'T', 'U', 'R', 'N'};
constexpr std::uint32_t kFormatVersion = 1;
constexpr std::size_t kNameBytes = 32;

/// The used part of the header, as it lies in the file. What follows up to kHeaderBytes is zero.
struct Fields {
  std::array<char, 8> magic{};
  std::uint32_t format_version = 0;
  std::uint32_t table_version = 0;
  std::array<char, kNameBytes> name{};
  std::uint64_t entries = 0;
  std::uint32_t bits_per_entry = 0;
  std::uint32_t header_bytes = 0;
  std::uint64_t content_bytes = 0;
  std::uint64_t content_hash = 0;
  std::uint64_t header_hash = 0;  // of everything above
};
static_assert(sizeof(Fields) == 88 && std::has_unique_object_representations_v<Fields>);

std::uint64_t hash_of_fields(const Fields& fields) {
  return XXH3_64bits(&fields, offsetof(Fields, header_hash));
}

std::array<char, kNameBytes> padded_name(const TableKind& kind) {
  std::array<char, kNameBytes> name{};
  std::copy_n(kind.name.begin(), std::min(kind.name.size(), kNameBytes), name.begin());
  return name;
}

}  // namespace

HeaderBytes encode_header(const TableKind& kind, std::uint64_t content_hash) {
  Fields fields;
  fields.magic = kMagic;
  fields.format_version = kFormatVersion;
  fields.table_version = kind.version;
  fields.name = padded_name(kind);
  fields.entries = kind.entries;
  fields.bits_per_entry = kind.bits_per_entry;
  fields.header_bytes = kHeaderBytes;
  fields.content_bytes = kind.content_bytes();
  fields.content_hash = content_hash;
  fields.header_hash = hash_of_fields(fields);
  HeaderBytes bytes{};
  std::memcpy(bytes.data(), &fields, sizeof fields);
  return bytes;
}

HeaderVerdict judge_header(std::span<const std::byte> bytes, std::uint64_t file_bytes,
                           const TableKind& kind) {
  const auto no = [](TableState state, const char* reason) { return HeaderVerdict{state, reason, 0}; };
  if (bytes.size() < kMagic.size() || std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0) {
    // An interrupted copy or a broken disk leaves an empty file or zeros; anything else is not ours.
    const bool blank = std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{0}; });
    return blank ? no(TableState::damaged, "it is empty or blank")
                 : no(TableState::foreign, "it is not a halfturn table");
  }
  if (bytes.size() < kHeaderBytes) return no(TableState::damaged, "it ends within its header");
  Fields fields;
  std::memcpy(&fields, bytes.data(), sizeof fields);
  const bool rest_is_zero = std::ranges::all_of(bytes.subspan(sizeof fields, kHeaderBytes - sizeof fields),
                                                [](std::byte b) { return b == std::byte{0}; });
  if (fields.header_hash != hash_of_fields(fields) || !rest_is_zero)
    return no(TableState::damaged, "its header does not match its own checksum");
  if (fields.format_version != kFormatVersion)
    return no(TableState::outdated, "it was written by another version of halfturn");
  if (fields.name != padded_name(kind)) return no(TableState::foreign, "it holds another table");
  if (fields.table_version != kind.version || fields.entries != kind.entries ||
      fields.bits_per_entry != kind.bits_per_entry || fields.header_bytes != kHeaderBytes ||
      fields.content_bytes != kind.content_bytes())
    return no(TableState::outdated, "it was written by another version of halfturn");
  if (file_bytes < kHeaderBytes + fields.content_bytes) return no(TableState::damaged, "it is cut short");
  if (file_bytes > kHeaderBytes + fields.content_bytes)
    return no(TableState::damaged, "it is longer than it should be");
  return {TableState::ready, "", fields.content_hash};
}

std::uint64_t hash_of(std::span<const std::byte> content) {
  return XXH3_64bits(content.data(), content.size());
}

ContentHash::ContentHash() : state_(XXH3_createState()) {
  if (state_ == nullptr) throw std::bad_alloc();
  XXH3_64bits_reset(static_cast<XXH3_state_t*>(state_));
}

ContentHash::~ContentHash() {
  XXH3_freeState(static_cast<XXH3_state_t*>(state_));
}

void ContentHash::add(std::span<const std::byte> piece) {
  XXH3_64bits_update(static_cast<XXH3_state_t*>(state_), piece.data(), piece.size());
}

std::uint64_t ContentHash::value() const {
  return XXH3_64bits_digest(static_cast<XXH3_state_t*>(state_));
}

}  // namespace halfturn
