#pragma once

#include <string>
#include <vector>

#include "halfturn/stats.h"

/// Pictures of statistics, as SVG. Each says in a line at its foot how many rows it stands on and where they
/// came from, and draws 95 % confidence intervals as thin lines.
namespace halfturn::stats {

/// An SVG picture and a name for its file.
struct Figure {
  std::string name;  ///< letters, digits, _ and -, then ".svg"; unique in a list, whatever the case
  std::string svg;
};

/// What a stage takes over all positions, to lay over a sample.
struct ExactDistribution {
  std::string stage;
  Subset subset = Subset::W;
  Distribution distribution;
};

enum class Scale { linear, logarithmic };

/// How distributions are drawn. Pictures of means know no other scale and no sums, and take the title alone.
struct PictureOptions {
  std::string title = {};  ///< in place of the picture's own, which then stands in the line below
  Scale scale = Scale::linear;
  bool cumulative = false;                    ///< the share of rows that take at most so many moves
  std::vector<ExactDistribution> exact = {};  ///< drawn in the pictures of their stages and colours
};

struct NamedDistribution {
  std::string name;
  Distribution distribution;
  Distribution exact = {};  ///< laid over it, as marks; may be empty
};

/// The words around a picture.
struct Caption {
  std::string title;
  std::string subtitle;
  std::string source;  ///< where the rows came from
};

/// One or more distributions side by side: bars, labelled with the share of each length; lines on a
/// logarithmic scale, where bars would have no foot to stand on.
std::string draw_distributions(const Caption& caption, const std::vector<NamedDistribution>& distributions,
                               const PictureOptions& options = {});

/// Pictures of a data set. For each stage: its distributions, a comparison of one, two and six colours, and
/// one of the pairs of opposite colours. For each variant: all stages together, and what more colours save.
/// `source` is named in each.
std::vector<Figure> draw_statistics(const Statistics& statistics, const std::string& source,
                                    const PictureOptions& options = {});

/// Pictures that compare two data sets, best of six colours, in the stages for which both have complete rows:
/// the means of the stages of each variant, and the distributions of each stage.
std::vector<Figure> draw_comparison(const Statistics& first, const std::string& first_name,
                                    const Statistics& second, const std::string& second_name,
                                    const PictureOptions& options = {});

}  // namespace halfturn::stats
