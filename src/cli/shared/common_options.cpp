#include <fmt/format.h>

#include "cli/shared/commands.h"

namespace halfturn::cli {

CLI::Validator not_empty(const std::string& hint) {
  const auto read = [hint](std::string& text) -> std::string {
    return text.empty() ? fmt::format("its value is empty ({})", hint) : "";
  };
  return {read, "", "text"};
}

void add_notation_option(CLI::App& command, std::string& notation) {
  command.add_option("--notation", notation, "R U2 F' or R1U2F3")
      ->check(CLI::IsMember({"wca", "numeric"}))
      ->capture_default_str();
}

void add_list_options(CLI::App& command, std::vector<std::string>& events, std::vector<std::string>& keep) {
  command
      .add_option("--events", events,
                  "Scrambles for these events alone, of 333,333oh,333bf,333fm,333ft,333mbf")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_option("--keep", keep, "Carry these columns of the input into CSV or JSON: event,time,..")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
}

void add_done_file_option(CLI::App& command, std::string& file) {
  command
      .add_option("--done-file", file,
                  "With a list: write the number of its rows to this file once all of them are written")
      ->type_name("FILE")
      ->check(not_empty("name a file"));
}

void add_shard_option(CLI::App& command, std::string& shard) {
  command
      .add_option(
          "--shard", shard,
          "Part K of N of a file's rows, K from 0 on: the outputs of all parts, one behind the other, "
          "are that of the file")
      ->type_name("K/N")
      ->check(not_empty("name a shard, as in 0/8"));
}

CLI::Option* add_cover_option(CLI::App& command, std::string& cover, const std::vector<std::string>& names,
                              const std::string& text) {
  // --kind is what some commands called it before.
  return command.add_option("--cover,--kind", cover, fmt::format("{}: {}", text, fmt::join(names, ", ")))
      ->type_name("COVER")
      ->check(CLI::IsMember(names));
}

}  // namespace halfturn::cli
