#include <cstring>

#include "fuzz/fuzz.h"
#include "table/file_header.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

using namespace halfturn;
using fuzz::hold;

namespace {

constexpr std::size_t kHashedBytes = 80;  // then the checksum of them

const TableKind kKind = {
    .name = "toy", .purpose = "", .version = 3, .entries = 1001, .bits_per_entry = 4, .build = {}};
constexpr std::uint64_t kContentHash = 0x0123456789abcdef;

void judge(std::span<const std::byte> bytes) {
  const std::uint64_t right_length = kHeaderBytes + kKind.content_bytes();
  const HeaderVerdict verdict = judge_header(bytes, right_length, kKind);
  if (verdict.state != TableState::ready) {
    hold(std::strlen(verdict.reason) > 0, "a refusal has its reason");
    return;
  }
  const HeaderBytes same = encode_header(kKind, verdict.content_hash);
  hold(bytes.size() >= kHeaderBytes && std::memcmp(bytes.data(), same.data(), kHeaderBytes) == 0,
       "a header that is accepted is the one that would be written");
  for (const std::uint64_t length : {right_length - 1, right_length + 1})
    hold(judge_header(bytes, length, kKind).state == TableState::damaged, "the file's length matters");
}

}  // namespace

/// The bytes as they are; and, since nobody guesses a checksum, as edits (place, byte) of a good header, with
/// the checksum put right where the first byte is odd.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  judge(std::as_bytes(std::span(data, size)));
  if (size == 0) return 0;
  HeaderBytes header = encode_header(kKind, kContentHash);
  judge(header);
  for (std::size_t at = 1; at + 2 < size; at += 3)
    header[(data[at] + 256U * data[at + 1]) % kHeaderBytes] ^= std::byte{data[at + 2]};
  if (data[0] % 2 != 0) {
    const std::uint64_t hash = XXH3_64bits(header.data(), kHashedBytes);
    std::memcpy(header.data() + kHashedBytes, &hash, sizeof hash);
  }
  judge(header);
  judge(std::span(header).first(data[0] * 16U));
  return 0;
}
