# The WebAssembly module: cmake --preset wasm. The rooms that a page can use, compiled by emscripten with one thread and without
# the libraries that have to be linked; web/npm makes a package of it.

# Of the machine's headers, those that need nothing else, and no others: /usr/include as a whole is for another C library.
set(HALFTURN_WASM_HEADERS /usr/include CACHE PATH "Where fmt, nlohmann-json, utf8cpp and xxhash are")
set(headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(header fmt nlohmann utf8.h utf8 xxhash.h)
  if(NOT EXISTS ${HALFTURN_WASM_HEADERS}/${header})
    message(FATAL_ERROR "there is no ${HALFTURN_WASM_HEADERS}/${header}; on Debian: apt-get install libfmt-dev nlohmann-json3-dev "
                        "libutfcpp-dev libxxhash-dev")
  endif()
  file(CREATE_LINK ${HALFTURN_WASM_HEADERS}/${header} ${headers}/${header} SYMBOLIC)
endforeach()

add_compile_options(-fwasm-exceptions -msimd128)
include_directories(BEFORE SYSTEM ${PROJECT_SOURCE_DIR}/src/wasm/shims ${headers})
add_library(fmt INTERFACE)
add_library(fmt::fmt ALIAS fmt)
target_compile_definitions(fmt INTERFACE FMT_HEADER_ONLY=1)

foreach(room base cube table kociemba stage sample stats front api)
  # Compressed files, what is for campaigns, and a timer that needs a thread.
  halfturn_room(${room} EXCEPT "gzip|open_input|output_file|output_target|campaign_text")
  # size_t has 32 bits here: every table that is used fits.
  target_compile_options(halfturn_${room} PRIVATE -Wno-shorten-64-to-32)
endforeach()
foreach(room stats front api) # much is headers, and little is hot
  target_compile_options(halfturn_${room} PRIVATE -Os)
endforeach()

file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/wasm/*.cpp)
add_executable(halfturn-wasm ${sources})
target_link_libraries(halfturn-wasm PRIVATE halfturn::api halfturn::kociemba fmt::fmt)
target_compile_definitions(halfturn-wasm PRIVATE HALFTURN_VERSION="${PROJECT_VERSION}")
target_compile_options(halfturn-wasm PRIVATE -Os)
halfturn_warnings(halfturn-wasm)
# Debian's emscripten wants Debian's acorn, which only Debian's node finds by itself.
set_target_properties(halfturn-wasm PROPERTIES RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
set_target_properties(halfturn-wasm PROPERTIES OUTPUT_NAME halfturn SUFFIX .mjs UNITY_BUILD ${HALFTURN_BATCHES})
target_link_options(halfturn-wasm PRIVATE -fwasm-exceptions --no-entry
  -sMODULARIZE=1 -sEXPORT_ES6=1 -sEXPORT_NAME=loadHalfturn -sENVIRONMENT=web -sASSERTIONS=0
  -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=33554432 -sMAXIMUM_MEMORY=2147483648
  -sFORCE_FILESYSTEM=1 -sEXPORTED_FUNCTIONS=_malloc,_free -sEXPORTED_RUNTIME_METHODS=FS,ccall -sINCOMING_MODULE_JS_API=instantiateWasm,outside)
