#include "cli/stats/stats_pictures.h"

#include <fmt/core.h>

#include <filesystem>

#include "base/output_file.h"
#include "base/system_error.h"
#include "cli/shared/commands.h"
#include "cli/shared/say.h"
#include "cli/stats/convert_svg.h"

namespace halfturn::cli {

stats::PictureOptions PictureArguments::options(const std::vector<stats::ExactDistribution>& exact) const {
  return {.title = title,
          .scale = scale == "log" ? stats::Scale::logarithmic : stats::Scale::linear,
          .cumulative = cumulative,
          .exact = exact};
}

void add_picture_options(CLI::App& command, PictureArguments& arguments) {
  CLI::Option* plots =
      command
          .add_option("--plots", arguments.folder, "Draw pictures into this folder; those there are replaced")
          ->type_name("DIR");
  command
      .add_option("--picture", arguments.format,
                  "Format of the pictures: svg, png or pdf; the last two need rsvg-convert (Debian package "
                  "librsvg2-bin)")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"svg", "png", "pdf"}))
      ->needs(plots);
  command
      .add_option("--title", arguments.title, "Title of the pictures; their own goes into the second line")
      ->type_name("TEXT")
      ->needs(plots);
  command
      .add_option("--scale", arguments.scale,
                  "Scale of the shares in pictures of distributions: linear or log, which shows rare lengths")
      ->type_name("SCALE")
      ->check(CLI::IsMember({"linear", "log"}))
      ->needs(plots);
  command
      .add_flag("--cumulative", arguments.cumulative,
                "Draw the share of rows that take at most so many moves")
      ->needs(plots);
}

Result<void> can_write(const PictureArguments& arguments) {
  if (!arguments.wanted() || arguments.format == "svg") return {};
  return find_svg_converter();
}

void write_pictures(const PictureArguments& arguments, const std::vector<stats::Figure>& figures,
                    Session& session) {
  const auto cannot_write = [&session](Error error) {
    if (error.kind == ErrorKind::machine) error.hint.clear();
    error.remedy = Remedy::none;  // this is not the folder for tables
    session.fail(error);
  };
  std::error_code trouble;
  std::filesystem::create_directories(arguments.folder, trouble);
  if (trouble) return cannot_write(system_error("make the folder", arguments.folder, trouble.value()));
  for (const stats::Figure& figure : figures) {
    if (session.stop_token().stop_requested())
      return session.fail({ErrorKind::stopped, "stopped before every picture was written", {}});
    std::filesystem::path path = std::filesystem::path(arguments.folder) / figure.name;
    Result<std::string> bytes = figure.svg;
    if (arguments.format != "svg") {
      path.replace_extension(arguments.format);
      bytes = converted_svg(figure.svg, arguments.format);
    }
    if (!bytes) return session.fail(bytes.error());
    if (const Result<void> written = write_file(path, *bytes, session.stop_token()); !written)
      return cannot_write(written.error());
    say("wrote {}\n", base::printable(path.string()));
  }
}

}  // namespace halfturn::cli
