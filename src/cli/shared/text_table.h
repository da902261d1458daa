#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace halfturn::cli {

/// Rows in aligned columns: the first column to the left, all others to the right.
class TextTable {
 public:
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  void print() const {
    std::vector<std::size_t> widths;
    for (const std::vector<std::string>& row : rows_) {
      widths.resize(std::max(widths.size(), row.size()));
      for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    for (const std::vector<std::string>& row : rows_) {
      std::string line = fmt::format("{:<{}}", row.front(), row.size() == 1 ? 0 : widths.front());
      for (std::size_t i = 1; i < row.size(); ++i) line += fmt::format("  {:>{}}", row[i], widths[i]);
      line.erase(line.find_last_not_of(' ') + 1);
      fmt::print("{}\n", line);
    }
  }

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace halfturn::cli
