# halfturn_room(NAME SOURCES file... LINKS room... [PRIVATE target...])
#
# One folder of src/ as one static library. A room links only the rooms that it may include, so a symbol from anywhere
# else does not link; cmake/check_layers.cmake holds the includes themselves to the same rule.
function(halfturn_room name)
  cmake_parse_arguments(PARSE_ARGV 1 room "" "" "SOURCES;LINKS;PRIVATE")
  set(target halfturn_${name})
  add_library(${target} STATIC ${room_SOURCES})
  add_library(halfturn::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
  list(TRANSFORM room_LINKS PREPEND halfturn::)
  target_link_libraries(${target} PUBLIC ${room_LINKS} PRIVATE fmt::fmt ${room_PRIVATE})
  halfturn_warnings(${target})
endfunction()

function(halfturn_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
                                           -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual)
  # GCC 12 sees overlaps and overflows in std::string where there are none, and objects to designated initialisers that
  # leave the rest to its default.
  target_compile_options(${target} PRIVATE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds
                                           -Wno-missing-field-initializers)
endfunction()
