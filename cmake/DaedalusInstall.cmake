# Install rules, and the files that let another project find Daedalus with find_package(daedalus): from an installation,
# or from this build directory with -Ddaedalus_DIR=<build directory>. tests/install keeps both working.
option(DAEDALUS_INSTALL "Generate the install rules" ${PROJECT_IS_TOP_LEVEL})
if(NOT DAEDALUS_INSTALL)
  return()
endif()

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/daedalus)

set_target_properties(daedalus_settings PROPERTIES EXPORT_NAME settings)
get_property(library_targets GLOBAL PROPERTY DAEDALUS_TARGETS)
install(TARGETS ${library_targets} EXPORT daedalusTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/daedalus DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.hpp")
if(TARGET daedalus_cli)
  install(TARGETS daedalus_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  set(shell_files ${PROJECT_BINARY_DIR}/tools/cli)
  install(FILES ${shell_files}/daedalus.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME daedalus COMPONENT program)
  install(FILES ${shell_files}/_daedalus DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT program)
  install(FILES ${shell_files}/daedalus.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
  install(FILES ${shell_files}/daedalus.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
endif()
install(TARGETS daedalus_fmu LIBRARY DESTINATION lib/daedalus COMPONENT program)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/models DESTINATION ${CMAKE_INSTALL_DATADIR}/daedalus COMPONENT program)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)

# The same files serve the installation and the build directory; only the targets file differs.
configure_file(${PROJECT_SOURCE_DIR}/cmake/daedalusConfig.cmake.in ${PROJECT_BINARY_DIR}/daedalusConfig.cmake @ONLY)
foreach(finder FindKLU FindIDA FindHDF5Serial FindMinizip)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${finder}.cmake ${PROJECT_BINARY_DIR}/${finder}.cmake COPYONLY)
endforeach()
write_basic_package_version_file(${PROJECT_BINARY_DIR}/daedalusConfigVersion.cmake COMPATIBILITY SameMinorVersion)

install(EXPORT daedalusTargets NAMESPACE daedalus:: DESTINATION ${package_dir})
install(FILES ${PROJECT_BINARY_DIR}/daedalusConfig.cmake ${PROJECT_BINARY_DIR}/daedalusConfigVersion.cmake
  ${PROJECT_BINARY_DIR}/FindKLU.cmake ${PROJECT_BINARY_DIR}/FindIDA.cmake ${PROJECT_BINARY_DIR}/FindHDF5Serial.cmake
  ${PROJECT_BINARY_DIR}/FindMinizip.cmake DESTINATION ${package_dir})
export(EXPORT daedalusTargets NAMESPACE daedalus:: FILE ${PROJECT_BINARY_DIR}/daedalusTargets.cmake)
