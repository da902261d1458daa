#include <fmt/format.h>

#include "base/text.h"
#include "cli/describe/describe.h"

namespace halfturn::cli {

namespace {

/// For troff: a backslash and a hyphen mean something else there, and so does a dot or a quote that begins a
/// line.
std::string escaped(std::string_view text) {
  std::string safe;
  bool begins_line = true;
  for (const char letter : text) {
    if (begins_line && (letter == '.' || letter == '\'')) safe += "\\&";
    if (letter == '\\')
      safe += "\\e";
    else if (letter == '-')
      safe += "\\-";
    else
      safe += letter;
    begins_line = letter == '\n';
  }
  return safe;
}

/// A text whose lines are kept as they are.
std::string kept_lines(std::string_view text) {
  while (text.starts_with('\n')) text.remove_prefix(1);
  return fmt::format(".nf\n{}\n.fi\n", escaped(text));
}

std::string synopsis(const DescribedCommand& command) {
  std::string line = fmt::format(".B {}\n", escaped(command.path));
  if (!command.commands.empty()) line += ".I COMMAND\n";
  line += "[\\fIOPTIONS\\fR]\n";
  for (const DescribedOption& option : command.options)
    if (option.names.empty()) line += fmt::format("[\\fI{}\\fR]\n", escaped(option.word));
  return line;
}

std::string option_entry(const DescribedOption& option) {
  std::string head;
  for (const std::string& name : option.names)
    head += fmt::format("{}\\fB{}\\fR", head.empty() ? "" : ", ", escaped(name));
  if (!option.word.empty())
    head += fmt::format("{}\\fI{}\\fR", head.empty() ? "" : " ", escaped(option.word));
  std::string text = escaped(option.text);
  if (!option.values.empty())
    text += fmt::format("{}One of: {}.", text.empty() ? "" : ". ",
                        escaped(fmt::format("{}", fmt::join(option.values, ", "))));
  return fmt::format(".TP\n{}\n{}\n", head, text);
}

}  // namespace

std::string man_page(const DescribedCommand& command) {
  std::string page = fmt::format(".TH {} 1 \"\" \"halfturn {}\" \"halfturn\"\n", escaped(page_name(command)),
                                 HALFTURN_VERSION);
  page += fmt::format(".SH NAME\n{} \\- {}\n", escaped(page_name(command)), escaped(command.text));
  page += ".SH SYNOPSIS\n" + synopsis(command);
  if (!command.commands.empty()) {
    page += ".SH COMMANDS\n";
    for (const DescribedCommand& below : command.commands)
      page += fmt::format(".TP\n\\fB{}\\fR(1)\n{}\n", escaped(page_name(below)), escaped(below.text));
  }
  page += ".SH OPTIONS\n";
  for (const DescribedOption& option : command.options) page += option_entry(option);
  if (!command.notes.empty()) page += ".SH NOTES AND EXAMPLES\n" + kept_lines(command.notes);
  return page;
}

}  // namespace halfturn::cli
