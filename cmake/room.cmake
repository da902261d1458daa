include(${CMAKE_CURRENT_LIST_DIR}/rooms.cmake)

if(EMSCRIPTEN) # one program, at one place
  set(HALFTURN_PIC OFF)
else()
  set(HALFTURN_PIC ON)
endif()

# halfturn_room(NAME [PRIVATE target...] [SOURCES further file...] [EXCEPT expression])
#
# One folder of src/, with its subfolders, as one static library. It links only the rooms that rooms.cmake lets it use, so a
# symbol from anywhere else does not link. EXCEPT: files that are left out, for builds that do without some of the rooms.
function(halfturn_room name)
  cmake_parse_arguments(PARSE_ARGV 1 room "" "EXCEPT" "PRIVATE;SOURCES")
  set(target halfturn_${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  if(room_EXCEPT)
    list(FILTER sources EXCLUDE REGEX "/(${room_EXCEPT})\\.cpp$")
  endif()
  add_library(${target} STATIC ${sources} ${room_SOURCES})
  add_library(halfturn::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ${HALFTURN_PIC})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
  set(below "")
  foreach(used ${halfturn_uses_${name}})
    if(TARGET halfturn_${used} OR NOT room_EXCEPT)
      list(APPEND below halfturn::${used})
    endif()
  endforeach()
  target_link_libraries(${target} PUBLIC ${below} PRIVATE fmt::fmt ${room_PRIVATE})
  halfturn_warnings(${target})
  halfturn_batches(${target} ${sources})
endfunction()

# Compiles several files of a target as one. Most of the time of compiling a small file goes into the headers that it shares with
# its neighbours. What is compiled for an instruction set of its own stays alone; clang-tidy, to which that is all the same, reads it
# with the rest.
function(halfturn_batches target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${HALFTURN_BATCHES} UNITY_BUILD_BATCH_SIZE 24)
  if(HALFTURN_FOR_LINT)
    return()
  endif()
  set(kernels ${ARGN})
  list(FILTER kernels INCLUDE REGEX "_(portable|avx2|avx512bw|avx512)\\.cpp$")
  set_source_files_properties(${kernels} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  # clang passes over the pragmas in these files that name the instruction set. So it is told a processor that has this set and no
  # higher one, since every machine runs what it has a set for.
  if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    foreach(set_and_processor avx2=haswell avx512bw=skylake-avx512 avx512=icelake-server)
      string(REPLACE "=" ";" pair ${set_and_processor})
      list(GET pair 0 instruction_set)
      list(GET pair 1 processor)
      set(of_set ${kernels})
      list(FILTER of_set INCLUDE REGEX "_${instruction_set}\\.cpp$")
      if(of_set)
        set_source_files_properties(${of_set} PROPERTIES COMPILE_OPTIONS -march=${processor})
      endif()
    endforeach()
  endif()
endfunction()

function(halfturn_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
                                           -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual)
  # GCC 12 sees overlaps and overflows in std::string where there are none, and objects to designated initialisers that
  # leave the rest to its default.
  target_compile_options(${target} PRIVATE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds
                                           -Wno-missing-field-initializers)
  # clang does not know all of these, nor GCC's pragmas.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:Clang>:-Wno-unknown-warning-option -Wno-unknown-pragmas>)
endfunction()
