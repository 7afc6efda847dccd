# cmake -D SOURCE=<source tree> -D WORK=<folder of its own> -P add_machine.cmake
#
# Adding a machine means adding a folder: copies the tree without its larger machines,
# configures it, puts a renamed copy of the sc machine beside the original, builds,
# and sees whether the program lists the new machine and explores a test with it.
# WORK keeps the build, so that a second run compiles what changed.
set(tree "${WORK}/tree")
set(build "${WORK}/build")
file(REMOVE_RECURSE "${tree}")
foreach(part CMakeLists.txt README.md axioms docs explorer export hardware litmus mappings opmodel tools)
  file(COPY "${SOURCE}/${part}" DESTINATION "${tree}")
endforeach()
file(GLOB machines "${tree}/opmodel/machines/*")
foreach(machine IN LISTS machines)
  if(NOT machine MATCHES "/sc$")
    file(REMOVE_RECURSE "${machine}")
  endif()
endforeach()

# Tests off, no optimisation: the fastest way to a program that works.
execute_process(COMMAND "${CMAKE_COMMAND}" -S "${tree}" -B "${build}"
  -D OPEXPLORE_BUILD_TESTS=OFF -D CMAKE_BUILD_TYPE=Debug -D CMAKE_CXX_FLAGS_DEBUG=-O0
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

file(GLOB files "${tree}/opmodel/machines/sc/*.[ch]pp")
foreach(file IN LISTS files)
  file(READ "${file}" text)
  string(REPLACE "opmodel/machines/sc/" "opmodel/machines/second_sc/" text "${text}")
  string(REPLACE "namespace opexplore::sc" "namespace opexplore::second_sc" text "${text}")
  string(REPLACE "sc::State" "second_sc::State" text "${text}")
  string(REPLACE "name = \"sc\"" "name = \"second-sc\"" text "${text}")
  cmake_path(GET file FILENAME name)
  file(CONFIGURE OUTPUT "${tree}/opmodel/machines/second_sc/${name}" CONTENT "${text}" @ONLY)
endforeach()

cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${build}" --target opexplore
  --parallel ${cores} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "the tree with one more machine does not build:\n${output}")
endif()

file(GLOB_RECURSE program "${build}/opexplore")
execute_process(COMMAND "${program}" --machines OUTPUT_VARIABLE list COMMAND_ERROR_IS_FATAL ANY)
if(NOT list MATCHES "second-sc")
  message(SEND_ERROR "--machines does not list the machine that was added:\n${list}")
endif()
execute_process(COMMAND "${program}" --machine second-sc "${tree}/litmus/ptx/MP.litmus"
  OUTPUT_VARIABLE log COMMAND_ERROR_IS_FATAL ANY)
if(NOT log MATCHES "\nObservation MP Never 0 3\n")
  message(SEND_ERROR "the machine that was added explores MP as\n${log}")
endif()
