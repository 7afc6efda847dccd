# Makes the CMake package by which other projects find the libraries: find_package(opexplore), then
# opexplore::<folder>. That is all that opexplore_library() made but `tools` and `serve`, which are what the
# programs do with a command line, and opexplore with its command line for opexplore_add_program(). In the build
# tree the package stands, too, for who does not install: its folder is opexplore_DIR. All of it is the
# component `development`.
include(CMakePackageConfigHelpers)

get_property(libraries GLOBAL PROPERTY OPEXPLORE_LIBRARIES)
list(REMOVE_ITEM libraries tools serve)
get_property(machines GLOBAL PROPERTY OPEXPLORE_MACHINES)
set(include_directory "${CMAKE_INSTALL_INCLUDEDIR}/opexplore")
set(package_directory "${CMAKE_INSTALL_LIBDIR}/cmake/opexplore")
set(machine_files explorer/machines.cmake explorer/machine_entry.cpp.in explorer/registry.cpp.in
  explorer/machine_types.hpp.in)

# Headers keep their folders below include/opexplore: they are included as here.
foreach(library IN LISTS libraries)
  get_target_property(header_sets opexplore_${library} INTERFACE_HEADER_SETS)
  set(install_headers "")
  foreach(header_set IN LISTS header_sets)
    list(APPEND install_headers FILE_SET ${header_set} DESTINATION "${include_directory}"
      COMPONENT development)
  endforeach()
  install(TARGETS opexplore_${library} EXPORT opexplore_targets
    ARCHIVE COMPONENT development ${install_headers})
endforeach()
install(TARGETS opexplore_program EXPORT opexplore_targets ARCHIVE COMPONENT development)
install(EXPORT opexplore_targets NAMESPACE opexplore:: DESTINATION "${package_directory}"
  FILE opexplore-targets.cmake COMPONENT development)
export(EXPORT opexplore_targets NAMESPACE opexplore::
  FILE "${PROJECT_BINARY_DIR}/opexplore-targets.cmake")

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/opexplore-config.cmake.in"
  "${PROJECT_BINARY_DIR}/opexplore-config.cmake" INSTALL_DESTINATION "${package_directory}"
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/opexplore-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/opexplore-config.cmake"
  "${PROJECT_BINARY_DIR}/opexplore-config-version.cmake" ${machine_files}
  DESTINATION "${package_directory}" COMPONENT development)
foreach(file IN LISTS machine_files)
  cmake_path(GET file FILENAME name)
  configure_file("${file}" "${PROJECT_BINARY_DIR}/${name}" COPYONLY)
endforeach()
