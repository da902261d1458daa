#pragma once

#include <cstdint>
#include <string>

/// How numbers are put for people: one way for all commands.
namespace halfturn {

/// "1 row", "2,000 rows".
std::string counted(std::uint64_t count, const char* what);

/// 0.123 s, 12.3 s, 4 min 5 s, 3 h 20 min, 12 d 4 h, 35.2 years.
std::string duration(double seconds);

/// ", 12 s left", after the given share of some work took so long; empty while nobody can tell.
std::string time_left(double seconds, double share);

}  // namespace halfturn
