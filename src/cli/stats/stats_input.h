#pragma once

#include <string>
#include <vector>

#include "cli/shared/session.h"
#include "cli/stats/stats_output.h"
#include "halfturn/result.h"

namespace halfturn::cli {

/// Tells of rows that cannot be read: the first few, and then how many there were.
class BadRows {
 public:
  explicit BadRows(Session& session) : session_(session) {}

  void add(const std::string& file, const Error& error);
  void finish();

 private:
  Session& session_;
  std::uint64_t count_ = 0;
};

/// Reads CSV files, - for stdin, into one data set. An Error where one of them cannot be read at all, or none
/// of them has a row.
Result<DataSet> read_data_set(const std::vector<std::string>& files, BadRows& bad_rows, Session& session);

}  // namespace halfturn::cli
