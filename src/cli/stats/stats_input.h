#pragma once

#include <string>
#include <vector>

#include "cli/shared/session.h"
#include "cli/stats/stats_output.h"
#include "halfturn/result.h"

namespace halfturn::cli {

/// Reports rows that cannot be read: the first 20 one by one, then how many there were.
class BadRows {
 public:
  explicit BadRows(Session& session) : session_(session) {}

  void add(const std::string& file, const Error& error);
  void finish();

 private:
  Session& session_;
  std::uint64_t count_ = 0;
};

/// The files by data sets, for comparisons: a file without a header, as later shards of an analysis are, goes
/// on with the one before. Only regular files are looked into; any other begins a data set.
std::vector<std::vector<std::string>> by_data_sets(const std::vector<std::string>& files);

/// Reads CSV files, - for stdin, into one data set. An Error if a file cannot be read at all or is named
/// twice, or if there is no row in any of them.
Result<DataSet> read_data_set(const std::vector<std::string>& files, BadRows& bad_rows, Session& session);

/// The same with a data set for each text in the column `by`, in the order of these texts. Rows that cannot
/// be read belong to none of them.
Result<std::vector<DataSet>> read_groups(const std::vector<std::string>& files, const std::string& by,
                                         BadRows& bad_rows, Session& session);

}  // namespace halfturn::cli
