#include <halfturn/notation.h>
#include <halfturn/phase1.h>
#include <halfturn/phase2.h>
#include <halfturn/position.h>
#include <halfturn/random.h>

#include <cstdio>

int main() {
  // Something from each room, so that a library that was not installed does not link.
  const auto position = halfturn::parse_position("R U R' U'");
  if (!position) return 1;
  const halfturn::TableStore store("no-such-folder");
  const halfturn::TableState state = store.status(halfturn::Phase1Table::kind()).state;
  const auto coset = halfturn::Phase1Coordinates::make()->coset_of(position->cube);
  const auto in_h = halfturn::Phase2Coordinates::make()->position_of(halfturn::RandomCubes(1).next());
  std::printf("%s %d %d %d\n", halfturn::format_facelets(position->cube).c_str(), coset.twist,
              static_cast<int>(in_h.has_value()), static_cast<int>(state));
  return 0;
}
