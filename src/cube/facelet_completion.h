#pragma once

#include <optional>

#include "cube/facelet_text.h"
#include "halfturn/result.h"
#include "halfturn/symmetry.h"

namespace halfturn::detail {

/// Fills in the unknown facelets of a cube whose centres are known and which is held like this, if only one
/// possible cube has the known ones. An Error if there is none or more than one.
std::optional<Error> fill_in_unknown(WrittenFacelets& written, Symmetry held);

}  // namespace halfturn::detail
