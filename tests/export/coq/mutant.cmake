# cmake -D COQC=<coqc> -D LIBRARY=<compiled library> -D OPEXPLORE=<opexplore> -D MUTANT=<program>
#   -D MACHINE=<name> -D TEST=<litmus file> -D WORK=<folder of its own> -P mutant.cmake
#
# Coq accepts the certificate that opexplore writes, and refuses the mutant's: not because it cannot
# be read, but because it cannot be checked.
file(MAKE_DIRECTORY "${WORK}")
execute_process(COMMAND "${OPEXPLORE}" -q --machine "${MACHINE}" --coq "${WORK}/Certificate.v" "${TEST}"
  RESULT_VARIABLE failed OUTPUT_QUIET)
if(NOT EXISTS "${WORK}/Certificate.v")
  message(FATAL_ERROR "opexplore wrote no certificate: ${failed}")
endif()
execute_process(COMMAND "${MUTANT}" "${MACHINE}" "${TEST}" OUTPUT_FILE "${WORK}/Mutant.v" RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "the mutant wrote no certificate: ${failed}")
endif()
foreach(name Certificate Mutant)
  execute_process(COMMAND "${COQC}" -q -Q "${LIBRARY}" Opexplore "${name}.v"
    WORKING_DIRECTORY "${WORK}" OUTPUT_QUIET ERROR_VARIABLE error RESULT_VARIABLE failed_${name})
endforeach()
if(failed_Certificate)
  message(FATAL_ERROR "coqc does not accept the certificate with the true rules")
elseif(NOT failed_Mutant)
  message(FATAL_ERROR "coqc accepts the certificate of the mutant")
elseif(NOT error MATCHES "(The term|Unable to unify|has type)")
  message(FATAL_ERROR "coqc refuses the certificate of the mutant for another reason:\n${error}")
endif()
