cmake_minimum_required(VERSION 3.25)
# Installs the package into an empty folder, builds tests/consumer against it and runs the program and the consumer.
# Called with -DBUILD=build folder -DSOURCE=source folder -DWORK=scratch folder -DCXX=compiler -DFLAGS=compiler flags
# -DVERSION=project version -DLIBDIR=where libraries go
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "failed (${code}): ${ARGN}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
run(${CMAKE_COMMAND} -S ${SOURCE}/tests/consumer -B ${WORK}/build -DCMAKE_PREFIX_PATH=${WORK}/prefix
    -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_CXX_FLAGS=${FLAGS})
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/consumer)
if(NOT output MATCHES "^UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB ")
  message(FATAL_ERROR "the consumer printed: ${output}")
endif()
run(${WORK}/prefix/bin/halfturn --version)
if(NOT output MATCHES "^halfturn ${VERSION} \\(.*, (avx512|avx512bw|avx2|portable)\\)\n$")
  message(FATAL_ERROR "the installed program printed: ${output}")
endif()
foreach(file ${LIBDIR}/libhalfturn.so.0 ${LIBDIR}/pkgconfig/halfturn.pc share/man/man1/halfturn.1 share/man/man1/halfturn-campaign-run.1 share/bash-completion/completions/halfturn
        share/zsh/site-functions/_halfturn share/fish/vendor_completions.d/halfturn.fish)
  if(NOT EXISTS ${WORK}/prefix/${file})
    message(FATAL_ERROR "not installed: ${file}")
  endif()
endforeach()
