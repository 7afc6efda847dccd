# Installs the libraries, their headers and the CMake package by which other projects find them:
# find_package(opexplore), then opexplore::<folder>. That is all that opexplore_library() made but
# `tools`, which is what the programs do with a command line.
include(CMakePackageConfigHelpers)

get_property(libraries GLOBAL PROPERTY OPEXPLORE_LIBRARIES)
list(REMOVE_ITEM libraries tools)
set(include_directory "${CMAKE_INSTALL_INCLUDEDIR}/opexplore")
set(package_directory "${CMAKE_INSTALL_LIBDIR}/cmake/opexplore")

# Headers keep their folders below include/opexplore: they are included as here.
foreach(library IN LISTS libraries)
  get_target_property(header_sets opexplore_${library} INTERFACE_HEADER_SETS)
  set(install_headers "")
  foreach(header_set IN LISTS header_sets)
    list(APPEND install_headers FILE_SET ${header_set} DESTINATION "${include_directory}")
  endforeach()
  install(TARGETS opexplore_${library} EXPORT opexplore_targets ARCHIVE ${install_headers})
endforeach()
install(EXPORT opexplore_targets NAMESPACE opexplore:: DESTINATION "${package_directory}"
  FILE opexplore-targets.cmake)
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/opexplore-config.cmake.in"
  "${PROJECT_BINARY_DIR}/opexplore-config.cmake" INSTALL_DESTINATION "${package_directory}"
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/opexplore-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/opexplore-config.cmake"
  "${PROJECT_BINARY_DIR}/opexplore-config-version.cmake" DESTINATION "${package_directory}")
