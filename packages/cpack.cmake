# Read by cpack before each package: what goes into it, and where. The component `development` goes into
# none.
set(CPACK_COMPONENTS_ALL opexplore)
if(CPACK_GENERATOR STREQUAL "DEB")
  list(APPEND CPACK_COMPONENTS_ALL debian)
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
else()
  list(APPEND CPACK_COMPONENTS_ALL manual licences)
  set(CPACK_PACKAGING_INSTALL_PREFIX /)
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
endif()
