#pragma once

#include <string>

#include "command_line.h"

namespace halfturn::testing {

inline const std::string kCrossHeader = "id,cross_z0,cross_z2,cross_z3,cross_z1,cross_x3,cross_x1";
inline const std::string kXcrossHeader = "xcross_z0,xcross_z2,xcross_z3,xcross_z1,xcross_x3,xcross_x1";

/// Two small files of numbers that can be checked by hand.
class Stats : public CommandLine {
 protected:
  Stats() {
    //                 Y W O R G B
    file("some.csv", kCrossHeader + "," + kXcrossHeader +
                         ",error\n"
                         "1,6,5,7,4,8,3,7,7,8,6,9,5,\n"
                         "2,6,6,6,6,6,6,8,8,8,8,8,8,\n"
                         "3,5,,5,5,5,5,,,,,,,\n"
                         "4,,,,,,,,,,,,,\"unknown move, 'K'\"\n");
    file("hard.csv", kCrossHeader + "\n1,8,8,8,8,8,8\n2,8,8,8,7,8,8\n");
  }

  void file(const std::string& name, const std::string& text) const { write_file(home_.path() / name, text); }
};

}  // namespace halfturn::testing
