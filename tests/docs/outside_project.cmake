# cmake -D PREFIX=<where it is installed> -D SOURCE=<source tree> -D PROGRAMS=<folder of the examples
# that were built in the tree> -D WORK=<folder> -D GENERATOR=<generator> -D OPTIONS=<for CMake>
# -D LAUNCHER=<of the compiler, or nothing> -P outside_project.cmake
# Builds the installed examples as somebody else's project: they print what those of the tree print.
# Every installed library has all that it needs.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE "${WORK}")
list(APPEND OPTIONS "-DCMAKE_PREFIX_PATH=${PREFIX}" "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}")

function(build source folder)
  execute_process(COMMAND "${CMAKE_COMMAND}" -S "${source}" -B "${folder}" -G "${GENERATOR}" ${OPTIONS}
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND "${CMAKE_COMMAND}" --build "${folder}"
    RESULT_VARIABLE failed OUTPUT_VARIABLE log ERROR_VARIABLE log)
  if(failed)
    message(FATAL_ERROR "${source} does not build:\n${log}")
  endif()
endfunction()

# The commands are those that the page shows.
build("${PREFIX}/share/doc/opexplore/docs/examples" "${WORK}")
file(STRINGS "${SOURCE}/docs/using-the-libraries.md" commands REGEX "^[$] [a-z_]+ ")
file(GLOB examples RELATIVE "${SOURCE}/docs/examples" "${SOURCE}/docs/examples/*.cpp")
foreach(example IN LISTS examples)
  cmake_path(GET example STEM name)
  set(lines "${commands}")
  list(FILTER lines INCLUDE REGEX "^[$] ${name} ")
  if(NOT lines)
    message(SEND_ERROR "docs/using-the-libraries.md does not run ${name}")
  endif()
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^[$] ${name} " "" arguments "${line}")
    separate_arguments(arguments UNIX_COMMAND "${arguments}")
    foreach(where PROGRAMS WORK)
      execute_process(COMMAND "${${where}}/${name}" ${arguments} WORKING_DIRECTORY "${SOURCE}"
        OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE code)
      set(${where}_prints "${output}exit code ${code}")
    endforeach()
    if(NOT WORK_prints STREQUAL PROGRAMS_prints)
      message(SEND_ERROR "${line}\nprints outside the tree\n${WORK_prints}\n"
        "and within it\n${PROGRAMS_prints}")
    endif()
  endforeach()
endforeach()

build("${CMAKE_CURRENT_LIST_DIR}/outside" "${WORK}/libraries")

# A machine of this project, without words, is one among the others.
execute_process(COMMAND "${WORK}/libraries/opexplore_with_pair" --machines
  OUTPUT_VARIABLE list COMMAND_ERROR_IS_FATAL ANY)
foreach(machine pair ptx-proxy sc)
  if(NOT list MATCHES "(^|\n)${machine}  version")
    message(SEND_ERROR "--machines does not list ${machine}:\n${list}")
  endif()
endforeach()
execute_process(COMMAND "${WORK}/libraries/opexplore_with_pair" --machine pair --trace
  "${SOURCE}/litmus/ptx/MP.litmus" OUTPUT_VARIABLE log COMMAND_ERROR_IS_FATAL ANY)
foreach(text "Observation MP Never 0 1" "machine=pair " "   1  P0  [take]  bit=0\n   2  P0  [take]  bit=1\n")
  string(FIND "${log}" "${text}" found)
  if(found EQUAL -1)
    message(SEND_ERROR "the machine explores MP without `${text}`:\n${log}")
  endif()
endforeach()
