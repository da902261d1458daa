#include "cli/stats/convert_svg.h"

#include <fmt/core.h>

#include "cli/shared/other_program.h"

namespace halfturn::cli {

namespace {

constexpr const char* kConverter = "rsvg-convert";

Error no_converter() {
  return {ErrorKind::machine, fmt::format("there is no program {}, which makes PNG and PDF", kConverter),
          "install it, on Debian with 'apt-get install librsvg2-bin', or take --picture svg"};
}

Error cannot_convert(const std::string& why) {
  return {ErrorKind::machine, fmt::format("{} could not convert a picture: {}", kConverter, why),
          "--picture svg needs no other program"};
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace

Result<void> find_svg_converter() {
  if (is_on_path(kConverter)) return {};
  return no_converter();
}

Result<std::string> converted_svg(std::string_view svg, std::string_view format) {
  const Result<ProgramAnswer> answer =
      run_program({kConverter, fmt::format("--format={}", format), format == "png" ? "--zoom=2" : "--zoom=1"},
                  {.input = svg});
  if (!answer) return is_on_path(kConverter) ? cannot_convert(answer.error().message) : no_converter();
  if (answer->exit_code == 0 && !answer->out.empty()) return answer->out;
  if (answer->exit_code > 128)
    return cannot_convert(fmt::format("it was ended by signal {}", answer->exit_code - 128));
  if (const std::string said = first_line(answer->err); !said.empty()) return cannot_convert(said);
  if (answer->exit_code != 0) return cannot_convert(fmt::format("exit code {}", answer->exit_code));
  return cannot_convert("it wrote nothing");
}

}  // namespace halfturn::cli
