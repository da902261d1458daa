#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/shared/session.h"

/// Results in the formats that every command knows. What is printed is the same on stdout and in the file of
/// --output.
namespace halfturn::cli {

/// Prints a result that is known as a whole, if it is not printed as a table: JSON with indents; as JSON
/// lines an object on one line, of an array a line for each element; as CSV a row for an object, or for each
/// element of an array, below a header.
///
/// In CSV, members of an object within a row become columns, named by both; an array within a row becomes one
/// field of JSON.
void print_result(const Session& session, const nlohmann::ordered_json& result);

/// Prints rows one by one, as they come: in JSON an object a line, in CSV below a header with the members of
/// the first row.
class ResultRows {
 public:
  explicit ResultRows(const Session& session) : session_(session) {}

  void add(const nlohmann::ordered_json& row);
  /// Prints the header of CSV already now, for rows like this one, in case that none comes.
  void begin(const nlohmann::ordered_json& row);

 private:
  const Session& session_;
  std::vector<std::string> columns_;  // of CSV
};

}  // namespace halfturn::cli
