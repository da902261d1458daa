#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "halfturn/coset.h"

/// The levels of a result as few bytes: some 90 for a proof, where SQLite's rows would take 500.
///
/// The first byte is the depth of the first level. Then each level has a byte of flags and, for each flag
/// that says so, a number of seven bits a byte, the low ones first, all bytes but the last with the top bit
/// set:
/// - 1: a depth that is not one more than that of the level before (here as a byte)
/// - 2: probes; else 0
/// - 4: fresh; else not known
/// - 8: total, less the total before and less fresh, if they are known
/// - 16: total is the total before plus fresh (8 and 16 both not set: it is not known)
/// - 32: exact
/// - 64: seconds of the search, in tenths of milliseconds; else 0
/// - 128: seconds of the prepass; else 0
namespace halfturn {

std::string encoded_levels(const std::vector<CosetLevel>& levels);

/// Throws sql::Failure where the bytes are no levels.
void decode_levels(std::string_view bytes, std::vector<CosetLevel>& levels);

}  // namespace halfturn
