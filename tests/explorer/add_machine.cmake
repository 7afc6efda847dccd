# cmake -D PROGRAM=<opexplore with the machine second-sc> -D TEST=<MP.litmus> -P add_machine.cmake
# The program lists the machine that was added beside the others, and explores a test with it.
execute_process(COMMAND "${PROGRAM}" --machines OUTPUT_VARIABLE list COMMAND_ERROR_IS_FATAL ANY)
foreach(machine second-sc ptx-proxy)
  if(NOT list MATCHES "(^|\n)${machine}")
    message(SEND_ERROR "--machines does not list ${machine}:\n${list}")
  endif()
endforeach()
execute_process(COMMAND "${PROGRAM}" --machine second-sc "${TEST}"
  OUTPUT_VARIABLE log COMMAND_ERROR_IS_FATAL ANY)
if(NOT log MATCHES "\nObservation MP Never 0 3\n" OR NOT log MATCHES "\nmachine=second-sc ")
  message(SEND_ERROR "the machine that was added explores MP as\n${log}")
endif()
