#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace halfturn::cli {

/// --metric half|quarter. `metric` stays empty where it is not given, which means half.
inline void add_metric_option(CLI::App& command, std::optional<std::string>& metric,
                              const std::string& purpose) {
  command.add_option("--metric", metric, purpose)->check(CLI::IsMember({"half", "quarter"}));
}

}  // namespace halfturn::cli
