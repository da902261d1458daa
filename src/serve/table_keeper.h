#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "halfturn/table_store.h"

namespace halfturn::serve {

/// Builds tables in the background, one after the other, and knows how far it is. Any thread may ask.
class TableKeeper {
 public:
  /// `threads`: for building; `changed` is called on the keeper's thread after each table.
  TableKeeper(TableStore store, int threads, std::function<void()> changed);
  ~TableKeeper() { stop(); }

  void stop();  ///< ends a build that is running; what was complete stays. Nothing is built afterwards.

  /// Puts the tables of a group that are not there at the end of the line. False if there is no such group.
  bool build(const std::string& group);

  /// How far the first of these is that is being built or waits: "the table phase1 is being built: 38 %".
  /// Empty: none does.
  std::string being_built(const std::vector<std::string>& names) const;

  /// As the API gives it: folder, tables, groups, building.
  nlohmann::ordered_json json() const;

 private:
  void run(const std::stop_token& stop);
  void build_one(const TableKind& kind, const std::stop_token& stop);

  struct Current {
    std::string name;
    std::string step;
    double fraction = 0;
  };

  TableStore store_;
  int threads_;
  std::function<void()> changed_;
  mutable std::mutex mutex_;
  std::condition_variable_any more_;
  std::deque<TableKind> line_;
  std::optional<Current> current_;
  std::map<std::string, std::string> problems_;  // by table: why it could not be built
  std::jthread thread_;                          // last, so that it ends before what it uses
};

}  // namespace halfturn::serve
