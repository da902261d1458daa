# cmake --install: the program, one static library a room, the public headers, and a CMake package that gives
# halfturn::halfturn.
include(CMakePackageConfigHelpers)

set(libraries ${halfturn_rooms})
list(REMOVE_ITEM libraries front api serve cli) # the program alone
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
install(EXPORT halfturnTargets NAMESPACE halfturn:: DESTINATION ${halfturn_package_dir})

configure_package_config_file(cmake/halfturnConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/halfturnConfig.cmake
                              INSTALL_DESTINATION ${halfturn_package_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/halfturnConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/halfturnConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/halfturnConfigVersion.cmake
        DESTINATION ${halfturn_package_dir})
