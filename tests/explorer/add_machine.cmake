# cmake -D PROGRAM=<opexplore with the machine second-sc> -D ADDED=<the folder of that machine>
#   -D SOURCE=<source tree> -D GENERATOR=<of CMake> -D WORK=<folder of its own> -P add_machine.cmake
#
# The program lists the machine that was added beside the others, and explores a test with it.
execute_process(COMMAND "${PROGRAM}" --machines OUTPUT_VARIABLE list COMMAND_ERROR_IS_FATAL ANY)
foreach(machine second-sc ptx-proxy)
  if(NOT list MATCHES "(^|\n)${machine}")
    message(SEND_ERROR "--machines does not list ${machine}:\n${list}")
  endif()
endforeach()
execute_process(COMMAND "${PROGRAM}" --machine second-sc "${SOURCE}/litmus/ptx/MP.litmus"
  OUTPUT_VARIABLE log COMMAND_ERROR_IS_FATAL ANY)
if(NOT log MATCHES "\nObservation MP Never 0 3\n" OR NOT log MATCHES "\nmachine=second-sc ")
  message(SEND_ERROR "the machine that was added explores MP as\n${log}")
endif()

# A copy of the tree is configured, is given the folder and nothing else, and is configured again:
# the folder is compiled and registered.
set(tree "${WORK}/tree")
set(build "${WORK}/build")
file(REMOVE_RECURSE "${WORK}")
file(GLOB folders RELATIVE "${SOURCE}" "${SOURCE}/*/CMakeLists.txt")
list(TRANSFORM folders REPLACE "/CMakeLists.txt$" "")
list(REMOVE_ITEM folders tests)
foreach(part CMakeLists.txt README.md docs ${folders})
  file(COPY "${SOURCE}/${part}" DESTINATION "${tree}")
endforeach()
function(configure)
  execute_process(COMMAND "${CMAKE_COMMAND}" -G "${GENERATOR}" -S "${tree}" -B "${build}"
    -D OPEXPLORE_BUILD_TESTS=OFF OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()
configure()
file(COPY "${ADDED}" DESTINATION "${tree}/opmodel/machines")
configure()
file(READ "${build}/explorer/registered/registry.cpp" registry)
file(READ "${build}/compile_commands.json" commands)
if(NOT registry MATCHES "entry_of_second_sc\\(\\),")
  message(SEND_ERROR "a folder that is added is not registered:\n${registry}")
endif()
foreach(source opmodel/machines/second_sc/machine.cpp explorer/registered/machines/second_sc.cpp)
  if(NOT commands MATCHES "/${source}\"")
    message(SEND_ERROR "a folder that is added is not compiled: there is no command for ${source}")
  endif()
endforeach()
# The build configures again by itself when there is a new folder.
file(READ "${build}/CMakeFiles/VerifyGlobs.cmake" globs)
if(NOT globs MATCHES "opmodel/machines/\\*/machine.hpp")
  message(SEND_ERROR "the build does not look for new machines")
endif()
file(REMOVE_RECURSE "${WORK}")
