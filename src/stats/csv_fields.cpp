#include "stats/csv_fields.h"

#include <algorithm>

namespace halfturn::stats {

namespace {

/// How many characters there are: bytes that do not go on with one.
std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

Result<std::vector<CsvField>> split_csv(std::string_view line) {
  std::vector<CsvField> fields;
  std::size_t at = 0;
  while (true) {
    CsvField field{.text = {}, .column = characters(line.substr(0, at)) + 1};
    const auto wrong = [&field](const char* message) {
      return Error{ErrorKind::bad_input, message, "a quote within a quoted field is doubled", 0,
                   field.column};
    };
    if (at < line.size() && line[at] == '"') {
      ++at;
      while (true) {
        const std::size_t quote = line.find('"', at);
        if (quote == std::string_view::npos)
          return wrong("the quote that begins here is not closed on this line");
        field.text += line.substr(at, quote - at);
        at = quote + 1;
        if (at >= line.size() || line[at] != '"') break;
        field.text += '"';
        ++at;
      }
      if (at < line.size() && line[at] != ',')
        return wrong("the quote that begins here is closed before the end of its field");
    } else {
      const std::size_t end = std::min(line.find(',', at), line.size());
      field.text = line.substr(at, end - at);
      at = end;
    }
    fields.push_back(std::move(field));
    if (at == line.size()) return fields;
    ++at;  // the comma
  }
}

}  // namespace halfturn::stats
