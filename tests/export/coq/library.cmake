# cmake -D COQC=<coqc> -D SOURCE=<export/coq> -D WORK=<folder of its own> -D PART=<library or examples>
#   -P library.cmake
#
# Compiles the Coq library in a copy; or its examples there, and sees that none of their theorems
# rests on an axiom.
file(STRINGS "${SOURCE}/_CoqProject" files REGEX "\\.v$")
if(PART STREQUAL "library")
  list(FILTER files EXCLUDE REGEX "^examples/")
  file(MAKE_DIRECTORY "${WORK}")
  file(COPY "${SOURCE}/" DESTINATION "${WORK}" FILES_MATCHING PATTERN "*.v")
else()
  list(FILTER files INCLUDE REGEX "^examples/")
endif()
set(closed 0)
set(asked 0)
foreach(file IN LISTS files)
  execute_process(COMMAND "${COQC}" -q -Q . Opexplore "${file}" WORKING_DIRECTORY "${WORK}"
    OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "coqc does not accept ${file}:\n${output}")
  endif()
  file(READ "${WORK}/${file}" text)
  string(REGEX MATCHALL "Print Assumptions" questions "${text}")
  string(REGEX MATCHALL "Closed under the global context" answers "${output}")
  list(LENGTH questions number)
  math(EXPR asked "${asked} + ${number}")
  list(LENGTH answers number)
  math(EXPR closed "${closed} + ${number}")
endforeach()
if(NOT closed EQUAL asked OR (PART STREQUAL "examples" AND asked EQUAL 0))
  message(FATAL_ERROR "of ${asked} theorems ${closed} are closed under the global context")
endif()
