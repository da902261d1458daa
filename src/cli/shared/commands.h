#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>

#include "cli/shared/session.h"

/// What the files that describe commands need. Nobody else has to read CLI11, which takes seconds to compile.
namespace halfturn::cli {

/// For options that count: refuses a sign, which would be read as a very large number.
CLI::Validator natural(std::uint64_t least = 0);

void add_analyze_command(CLI::App& app, Session& session);
void add_apply_command(CLI::App& app, Session& session);
void add_campaign_command(CLI::App& app, Session& session);
void add_cover_command(CLI::App& app, Session& session);
void add_cover_verify_command(CLI::App& cover, Session& session);
void add_distribution_command(CLI::App& app, Session& session);
void add_levels_command(CLI::App& app, Session& session);
void add_coset_command(CLI::App& app, Session& session);
void add_bench_command(CLI::App& app, Session& session);
void add_lookup_command(CLI::App& app, Session& session);
void add_scramble_command(CLI::App& app, Session& session);
void add_solve_command(CLI::App& app, Session& session);
void add_stats_command(CLI::App& app, Session& session);
void add_tables_command(CLI::App& app, Session& session);
void add_verify_command(CLI::App& app, Session& session);

}  // namespace halfturn::cli
