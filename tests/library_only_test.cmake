cmake_minimum_required(VERSION 3.25)
# The library alone needs neither CLI11 nor nlohmann-json nor Boost: configures without them, and looks for them in the sources of
# all rooms but those of the program and of the WebAssembly module.
# Called with -DSOURCE=source folder -DWORK=scratch folder -DCXX=compiler
file(REMOVE_RECURSE ${WORK})
execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK} -DCMAKE_CXX_COMPILER=${CXX} -DHALFTURN_BUILD_PROGRAM=OFF
          -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON -DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON
  RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "cannot configure the library alone:\n${output}")
endif()
file(GLOB_RECURSE sources ${SOURCE}/src/*.h ${SOURCE}/src/*.cpp ${SOURCE}/include/*.h)
list(FILTER sources EXCLUDE REGEX "/src/(front|api|serve|cli|wasm)/")
foreach(source ${sources})
  file(STRINGS ${source} includes REGEX "#include <(CLI|nlohmann|boost)/")
  if(includes)
    message(FATAL_ERROR "${source}: ${includes}: only the program may")
  endif()
endforeach()
