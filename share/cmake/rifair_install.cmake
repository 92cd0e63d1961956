# cmake --install: a prefix that can be moved as a whole (every run path is relative), and the package rifair for plugins outside this tree,
# in the installation (PREFIX/lib/cmake/rifair) and in the build folder alike.
include(CMakePackageConfigHelpers)
set(package lib/cmake/rifair)

install(TARGETS rif RUNTIME DESTINATION bin)
install(TARGETS rif_api EXPORT rifairTargets LIBRARY DESTINATION lib)
export(EXPORT rifairTargets NAMESPACE rifair:: FILE ${PROJECT_BINARY_DIR}/rifairTargets.cmake)
install(EXPORT rifairTargets NAMESPACE rifair:: DESTINATION ${package})
set(rooms base api)

set(RIFAIR_HAS_NN OFF)
if(TARGET rif_nn)
  set(RIFAIR_HAS_NN ON)
  list(APPEND rooms nn)
  set_target_properties(rif_nn PROPERTIES INSTALL_RPATH "$ORIGIN" INSTALL_RPATH_USE_LINK_PATH ON)
  set_target_properties(rif_bench PROPERTIES INSTALL_RPATH "$ORIGIN" INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS rif_bench LIBRARY DESTINATION lib)
  install(TARGETS rif_nn EXPORT rifairNnTargets LIBRARY DESTINATION lib)
  export(EXPORT rifairNnTargets NAMESPACE rifair:: FILE ${PROJECT_BINARY_DIR}/rifairNnTargets.cmake)
  install(EXPORT rifairNnTargets NAMESPACE rifair:: DESTINATION ${package})
endif()

set(RIFAIR_HAS_TESTING OFF)
if(TARGET rif_testing)
  set(RIFAIR_HAS_TESTING ON)
  install(TARGETS rif_testing EXPORT rifairTestingTargets LIBRARY DESTINATION lib)
  export(EXPORT rifairTestingTargets NAMESPACE rifair:: FILE ${PROJECT_BINARY_DIR}/rifairTestingTargets.cmake)
  install(EXPORT rifairTestingTargets NAMESPACE rifair:: DESTINATION ${package})
  install(FILES tests/support/plugin.hpp tests/support/test_data.hpp DESTINATION include/rif/testing/support)
endif()

configure_file(share/cmake/rifairConfig.cmake.in ${PROJECT_BINARY_DIR}/rifairConfig.cmake @ONLY)
configure_file(share/cmake/rifair_plugin.cmake ${PROJECT_BINARY_DIR}/rifair_plugin.cmake COPYONLY)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/rifairConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/rifairConfig.cmake ${PROJECT_BINARY_DIR}/rifairConfigVersion.cmake share/cmake/rifair_plugin.cmake
  DESTINATION ${package})

foreach(room ${rooms})
  install(DIRECTORY framework/${room} DESTINATION include/rif FILES_MATCHING PATTERN "*.hpp")
endforeach()
install(DIRECTORY share/lexicons share/templates share/carriers share/checkpoints share/lists share/template DESTINATION share/rifair)
install(DIRECTORY experiments DESTINATION share/rifair)
install(DIRECTORY share/doc/ DESTINATION share/doc/rifair PATTERN LICENSE EXCLUDE)
install(FILES share/doc/LICENSE DESTINATION share/doc/rifair)
install(FILES share/man/rif.1 DESTINATION share/man/man1)
install(FILES share/completion/rif DESTINATION share/bash-completion/completions)
# The site's configuration is the site's: written once, never over.
install(CODE "
  if(NOT EXISTS \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/etc/rifair.toml\")
    file(INSTALL \"${PROJECT_SOURCE_DIR}/share/doc/rifair.toml\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/etc\")
  endif()")
