#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "front/table_group.h"
#include "halfturn/table_store.h"

namespace halfturn::api {

/// The tables that clients see and may have built.
class Tables {
 public:
  virtual ~Tables() = default;
  Tables() = default;
  Tables(const Tables&) = delete;
  Tables& operator=(const Tables&) = delete;

  /// Builds the tables of a group that are not there, now or soon. False if there is no such group.
  virtual bool build(const std::string& group) = 0;
  /// As the API gives it: folder, tables, groups, building.
  virtual nlohmann::ordered_json json() const = 0;
  /// The name of the first group that has this table; empty if none does.
  virtual std::string group_of(const std::string& table) const = 0;
};

/// How far the building of tables is.
struct Building {
  struct Current {
    std::string name;
    std::string step;
    double fraction = 0;
  };
  std::optional<Current> current;
  std::vector<std::string> waiting;
  std::map<std::string, std::string> problems;  ///< by table: why it could not be built

  bool is_current(const std::string& table) const { return current && current->name == table; }
  bool is_waiting(const std::string& table) const;
};

/// What Tables::json() gives. `states`: of each of `kinds`; every table of a group must be among them.
nlohmann::ordered_json tables_json(const TableStore& store, const std::vector<TableKind>& kinds,
                                   const std::vector<TableStatus>& states,
                                   const std::vector<TableGroup>& groups, const Building& building);

std::string group_with(const std::vector<TableGroup>& groups, const std::string& table);

}  // namespace halfturn::api
