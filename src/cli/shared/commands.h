#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "cli/shared/session.h"

/// For the files that define commands. Other files do without CLI11, which takes seconds to compile.
namespace halfturn::cli {

/// For every option that takes a whole number, by Option::transform(): digits alone, since CLI11 would read
/// -1 as a very large number and 010 as eight.
CLI::Validator natural(std::uint64_t least = 0,
                       std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// For options whose empty value would be taken for none, by Option::check(): a script with an empty variable
/// should hear of it. `hint` says what would be right.
CLI::Validator not_empty(const std::string& hint);

/// Adds --notation.
void add_notation_option(CLI::App& command, std::string& notation);

/// Adds --events and --keep, for commands that read lists of positions.
void add_list_options(CLI::App& command, std::vector<std::string>& events, std::vector<std::string>& keep);

/// Adds --shard K/N, for chosen_shard().
void add_shard_option(CLI::App& command, std::string& shard);
/// Adds --done-file FILE, for whoever waits for the end of a list.
void add_done_file_option(CLI::App& command, std::string& file);

/// Adds --cover COVER, one of `names`; `text` says what it chooses.
CLI::Option* add_cover_option(CLI::App& command, std::string& cover, const std::vector<std::string>& names,
                              const std::string& text);

/// Adds --prefer FACES.
void add_prefer_option(CLI::App& command, std::string& faces);

void add_analyze_command(CLI::App& app, Session& session);
void add_apply_command(CLI::App& app, Session& session);
void add_campaign_command(CLI::App& app, Session& session);
void add_cluster_command(CLI::App& app, Session& session);
void add_cover_command(CLI::App& app, Session& session);
void add_cover_verify_command(CLI::App& cover, Session& session);
void add_distribution_command(CLI::App& app, Session& session);
void add_invert_command(CLI::App& app, Session& session);
void add_levels_command(CLI::App& app, Session& session);
void add_completions_command(CLI::App& app, Session& session);
void add_coset_command(CLI::App& app, Session& session);
void add_bench_command(CLI::App& app, Session& session);
void add_help_command(CLI::App& app, Session& session);
void add_lookup_command(CLI::App& app, Session& session);
void add_man_command(CLI::App& app, Session& session);
void add_scramble_command(CLI::App& app, Session& session);
void add_serve_command(CLI::App& app, Session& session);
void add_solve_command(CLI::App& app, Session& session);
void add_stats_command(CLI::App& app, Session& session);
void add_tables_command(CLI::App& app, Session& session);
void add_train_command(CLI::App& app, Session& session);
void add_verify_command(CLI::App& app, Session& session);

}  // namespace halfturn::cli
