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

#include "api/tables.h"
#include "halfturn/table_store.h"
#include "serve/names.h"

namespace halfturn::serve {

/// Builds tables in the background, one after the other, and knows how far it is. Any thread may ask.
class TableKeeper final : public Tables {
 public:
  /// `threads`: for building; `changed` is called on the keeper's thread after each table.
  TableKeeper(TableStore store, int threads, std::function<void()> changed);
  ~TableKeeper() override { stop(); }

  void stop();  ///< ends a build that is running; what was complete stays. Nothing is built afterwards.

  /// Puts the tables of a group that are not there at the end of the line. False if there is no such group.
  bool build(const std::string& group) override;

  /// How far the first of these is that is being built or waits: "the table phase1 is being built: 38 %".
  /// Empty: none does.
  std::string being_built(const std::vector<std::string>& names) const;

  nlohmann::ordered_json json() const override;
  std::string group_of(const std::string& table) const override;

 private:
  void run(const std::stop_token& stop);
  void build_one(const TableKind& kind, const std::stop_token& stop);

  TableStore store_;
  int threads_;
  std::function<void()> changed_;
  mutable std::mutex mutex_;
  std::condition_variable_any more_;
  std::deque<TableKind> line_;
  std::optional<Building::Current> current_;
  std::map<std::string, std::string> problems_;  // by table: why it could not be built
  std::jthread thread_;                          // last, so that it ends before what it uses
};

}  // namespace halfturn::serve
