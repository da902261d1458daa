#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "c/failure.h"
#include "halfturn/cube.h"
#include "halfturn/halfturn.h"
#include "halfturn/metric.h"
#include "halfturn/move.h"
#include "halfturn/stage.h"
#include "halfturn/table_store.h"

/// Values of C to values of C++ and back. All of these refuse what is out of range by throwing a Failure.
namespace halfturn::c {

halfturn_cube cube_to_c(const Cube& cube);
Cube cube_from_c(const halfturn_cube* cube, const char* name);
/// A Failure says which cube it is.
std::vector<Cube> cubes_from_c(const halfturn_cube* cubes, std::size_t count);

Moves moves_from_c(const halfturn_move* moves, std::size_t count);
void moves_to_c(const Moves& moves, halfturn_move* to);

Symmetry rotation_from_c(int orientation);
Metric metric_from_c(int metric);
Residency residency_from_c(int residency);
View view_from_c(int colour);
SlotSet slots_from_c(std::uint32_t slots);
Stage stage_from_c(const char* name, std::uint64_t index = 0);

/// The folder, or the default one for NULL.
TableStore store_from_c(const char* folder);

/// A number in `least .. most`; 0 stands for `otherwise`.
int number_from_c(int given, int least, int most, int otherwise, const char* name);

/// Says so if what must be zero is not: it may mean something in a later version.
void refuse_reserved(bool is_zero, const char* type);

/// The size that a structure of options had in the first version that was released. It never changes; whoever
/// compiled his program then must be understood for ever.
template <class Options>
inline constexpr std::size_t kFirstSize = 0;
template <>
inline constexpr std::size_t kFirstSize<halfturn_run> = 40;
template <>
inline constexpr std::size_t kFirstSize<halfturn_solver_options> = 24;
template <>
inline constexpr std::size_t kFirstSize<halfturn_solve_options> = 32;
template <>
inline constexpr std::size_t kFirstSize<halfturn_scrambler_options> = 40;
template <>
inline constexpr std::size_t kFirstSize<halfturn_analyzer_options> = 16;
template <>
inline constexpr std::size_t kFirstSize<halfturn_analyze_options> = 16;
template <>
inline constexpr std::size_t kFirstSize<halfturn_stage_options> = 24;
template <>
inline constexpr std::size_t kFirstSize<halfturn_optimal_options> = 24;
template <>
inline constexpr std::size_t kFirstSize<halfturn_optimal_search> = 24;

/// Copies options that the caller may have compiled for an earlier or a later version: members that he does
/// not know have their default, which is zero; members that this library does not know must be zero.
template <class Options>
Options options_from_c(const Options* given, const char* type) {
  static_assert(kFirstSize<Options> > 0 && kFirstSize<Options> <= sizeof(Options));
  constexpr std::size_t kTooMuch = 4096;
  Options options{};
  options.size = sizeof(Options);
  if (given == nullptr) return options;
  if (given->size < kFirstSize<Options> || given->size > kTooMuch)
    throw bad_argument("the size of " + std::string(type) + " is " + std::to_string(given->size),
                       "set it to sizeof(" + std::string(type) + "), which is " +
                           std::to_string(sizeof(Options)) + " here, and all other members to zero first");
  const std::span<const char> bytes(reinterpret_cast<const char*>(given), given->size);
  for (const char byte : bytes.subspan(std::min(bytes.size(), sizeof(Options))))
    if (byte != 0)
      throw bad_argument(std::string(type) + " has members that this version of the library does not know",
                         "leave them zero, or use the library that belongs to the header");
  std::memcpy(&options, given, std::min(bytes.size(), sizeof(Options)));
  options.size = sizeof(Options);
  return options;
}

}  // namespace halfturn::c
