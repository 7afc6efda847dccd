# cmake -D COQC=<coqc> -D LIBRARY=<compiled library> -D AGREEMENT=<Agreement.v> -D PRINT=<command>
#   -D WORK=<folder of its own> -P rules.cmake
#
# Coq compares the states that the command prints with what its own rules make of them.
file(MAKE_DIRECTORY "${WORK}")
file(COPY "${AGREEMENT}" DESTINATION "${WORK}")
execute_process(COMMAND ${PRINT} OUTPUT_FILE "${WORK}/Cases.v" RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "no states: ${failed}")
endif()
foreach(file Agreement.v Cases.v)
  execute_process(COMMAND "${COQC}" -q -Q "${LIBRARY}" Opexplore -Q . Agree "${file}"
    WORKING_DIRECTORY "${WORK}" OUTPUT_VARIABLE output ERROR_VARIABLE output
    RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "${file}:\n${output}")
  endif()
endforeach()
