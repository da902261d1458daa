#pragma once

#include <string>
#include <vector>

#include "cli/shared/session.h"
#include "halfturn/stats_pictures.h"

namespace halfturn::cli {

/// What the command line says about pictures.
struct PictureArguments {
  std::string folder;
  std::string format = "svg";  ///< svg, png or pdf
  std::string title;
  std::string scale = "linear";
  bool cumulative = false;

  bool wanted() const { return !folder.empty(); }
  stats::PictureOptions options(const std::vector<stats::ExactDistribution>& exact) const;
};

void add_picture_options(CLI::App& command, PictureArguments& arguments);

/// An Error if the program that makes pictures of this format is missing.
Result<void> can_write(const PictureArguments& arguments);

/// Writes the pictures into the folder, which is made if it is not there, and names them on stderr.
void write_pictures(const PictureArguments& arguments, const std::vector<stats::Figure>& figures,
                    Session& session);

}  // namespace halfturn::cli
