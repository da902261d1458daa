#include "cli/describe/describe.h"

#include <algorithm>

namespace halfturn::cli {

namespace {

/// The values in "TEXT:{wca,numeric}".
std::vector<std::string> values_in(const std::string& type) {
  std::vector<std::string> values;
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}', open);
  if (open == std::string::npos || close == std::string::npos) return values;
  for (std::size_t at = open + 1; at < close;) {
    const std::size_t end = std::min(type.find(',', at), close);
    values.push_back(type.substr(at, end - at));
    at = end + 1;
  }
  return values;
}

DescribedOption option_described(const CLI::Option& option) {
  DescribedOption made;
  for (const std::string& name : option.get_snames()) made.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) made.names.push_back("--" + name);
  if (option.get_items_expected_max() > 0) {
    const std::string type = option.get_type_name();
    made.values = values_in(type);
    made.word = made.names.empty() ? option.get_name() : type.substr(0, type.find(':'));
    if (made.names.empty() && type.find_first_of("|") != std::string::npos) made.word = type;
  }
  made.text = option.get_description();
  return made;
}

}  // namespace

DescribedCommand described(const CLI::App& app) {
  DescribedCommand made;
  for (const CLI::App* at = &app; at != nullptr; at = at->get_parent())
    made.path = at->get_name() + (made.path.empty() ? "" : " ") + made.path;
  made.text = app.get_description();
  made.notes = app.get_footer();
  for (const CLI::Option* option : app.get_options()) made.options.push_back(option_described(*option));
  for (const CLI::App* command : app.get_subcommands({})) made.commands.push_back(described(*command));
  return made;
}

std::vector<const DescribedCommand*> with_all_below(const DescribedCommand& command) {
  std::vector<const DescribedCommand*> all = {&command};
  for (const DescribedCommand& below : command.commands)
    for (const DescribedCommand* one : with_all_below(below)) all.push_back(one);
  return all;
}

std::string page_name(const DescribedCommand& command) {
  std::string name = command.path;
  std::ranges::replace(name, ' ', '-');
  return name;
}

}  // namespace halfturn::cli
