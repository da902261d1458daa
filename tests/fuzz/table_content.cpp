#include <filesystem>
#include <string>

#include "fuzz/fuzz.h"
#include "halfturn/table_store.h"
#include "support/files.h"

using namespace halfturn;
using fuzz::hold;

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kEntries = 1000;

std::byte made_up(std::size_t place) {
  return static_cast<std::byte>(place * place % 251);
}

const TableKind kKind = {.name = "toy",
                         .purpose = "",
                         .version = 1,
                         .entries = kEntries,
                         .bits_per_entry = 8,
                         .build = [](std::span<std::byte> content, const Run&) -> Result<void> {
                           for (std::size_t i = 0; i < content.size(); ++i) content[i] = made_up(i);
                           return {};
                         }};

void hold_content(const Result<TableData>& opened) {
  if (!opened) {
    hold(opened.error().kind == ErrorKind::damaged, "what cannot be used is said to be damaged");
    return;
  }
  hold(opened->bytes().size() == kEntries, "a table that opens is whole");
  for (std::size_t i = 0; i < kEntries; ++i)
    hold(opened->bytes()[i] == made_up(i), "a table that opens holds what was built");
}

}  // namespace

/// Edits of a good file and of the record that says that it is good: the first byte of each four says which
/// of the two and whether to cut it there, the next two the place, the last what to change.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const testing::TemporaryFolder folder;
  static const TableStore store(folder.path());
  static const std::string good = [] {
    hold(store.build(kKind, true, {}).ok(), "the table can be built");
    return testing::read_file(store.path_of(kKind));
  }();
  static const fs::path record_path = folder.path() / ".verified" / "toy";
  testing::write_file(store.path_of(kKind), good);
  hold(store.open(kKind, Residency::mapped).ok(), "the good file opens");

  std::string table = good;
  std::string record = testing::read_file(record_path);
  for (std::size_t at = 0; at + 3 < size; at += 4) {
    std::string& edited = data[at] % 2 == 0 ? table : record;
    if (edited.empty()) continue;
    const std::size_t place = (data[at + 1] + 256U * data[at + 2]) % edited.size();
    edited[place] = static_cast<char>(edited[place] ^ data[at + 3]);
    if (data[at] >= 0xf0) edited.resize(place);
  }
  testing::write_file(store.path_of(kKind), table);
  testing::write_file(record_path, record);
  hold_content(store.open(kKind, Residency::mapped));
  hold_content(store.open(kKind, Residency::resident));
  hold_content(store.open(kKind, Residency::mapped));
  return 0;
}
