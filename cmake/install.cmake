# cmake --install: the program, one static library a room, the shared library for C, the public headers, and a CMake package that
# gives halfturn::halfturn and halfturn::c. With --component c: what a program in C needs, and nothing else.
include(CMakePackageConfigHelpers)

set(libraries ${halfturn_rooms})
list(REMOVE_ITEM libraries c front api serve cli wasm) # the shared library, the program and the module
list(TRANSFORM libraries PREPEND halfturn_)
add_library(halfturn_all INTERFACE)
set_target_properties(halfturn_all PROPERTIES EXPORT_NAME halfturn)
target_link_libraries(halfturn_all INTERFACE ${libraries})

set(halfturn_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/halfturn)
if(HALFTURN_BUILD_PROGRAM)
  install(TARGETS halfturn RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  set(described ${CMAKE_CURRENT_BINARY_DIR}/src/cli/share)
  install(DIRECTORY ${described}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
  install(FILES ${described}/completions/halfturn DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${described}/completions/_halfturn DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${described}/completions/halfturn.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
install(TARGETS halfturn_all ${libraries} EXPORT halfturnTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/halfturn DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# The build folder serves as a package too, -Dhalfturn_DIR=build/release, for projects beside this one.
export(EXPORT halfturnTargets NAMESPACE halfturn:: FILE ${CMAKE_CURRENT_BINARY_DIR}/halfturnTargets.cmake)
install(EXPORT halfturnTargets NAMESPACE halfturn:: DESTINATION ${halfturn_package_dir})

install(TARGETS halfturn_c EXPORT halfturnCTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT c NAMELINK_COMPONENT c)
install(FILES include/halfturn/halfturn.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/halfturn COMPONENT c)
export(EXPORT halfturnCTargets NAMESPACE halfturn:: FILE ${CMAKE_CURRENT_BINARY_DIR}/halfturnCTargets.cmake)
install(EXPORT halfturnCTargets NAMESPACE halfturn:: DESTINATION ${halfturn_package_dir} COMPONENT c)
# The folders relative to the file itself, so that an installation can be moved, or be made with another --prefix.
set(halfturn_pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH halfturn_prefix_from_pc /${halfturn_pkgconfig_dir} /)
string(REGEX REPLACE "/$" "" halfturn_prefix_from_pc "${halfturn_prefix_from_pc}")
configure_file(cmake/halfturn.pc.in ${CMAKE_CURRENT_BINARY_DIR}/halfturn.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/halfturn.pc DESTINATION ${halfturn_pkgconfig_dir} COMPONENT c)

configure_package_config_file(cmake/halfturnConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/halfturnConfig.cmake
                              INSTALL_DESTINATION ${halfturn_package_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/halfturnConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
set(package ${CMAKE_CURRENT_BINARY_DIR}/halfturnConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/halfturnConfigVersion.cmake)
install(FILES ${package} DESTINATION ${halfturn_package_dir})
install(FILES ${package} DESTINATION ${halfturn_package_dir} COMPONENT c)
