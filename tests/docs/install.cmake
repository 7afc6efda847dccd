# cmake -D BUILD=<build folder> -D PREFIX=<empty folder> -D VERSION=<version> -P install.cmake
# Installs everything and tries the program; what is installed stays there for other tests.
file(REMOVE_RECURSE "${PREFIX}")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${PREFIX}"
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
foreach(file bin/opexplore bin/opfix bin/opgen bin/opmap share/opexplore/litmus/ptx/MP.litmus share/man/man1/opexplore.1
    share/man/man1/opfix.1 share/man/man1/opgen.1 share/man/man1/opmap.1 share/opexplore/axioms/models/ptx75.cat
    share/opexplore/mappings/lustig19.json
    share/opexplore/coq/Certified.v share/opexplore/coq/check_certificate.py share/bash-completion/completions/opmap
    share/bash-completion/completions/opexplore
    share/bash-completion/completions/opgen share/doc/opexplore/README.md
    share/doc/opexplore/docs/output.md share/doc/opexplore/docs/reports/mappings.md
    share/doc/opexplore/docs/report.schema.json share/doc/opexplore/docs/examples/CMakeLists.txt)
  if(NOT EXISTS "${PREFIX}/${file}")
    message(SEND_ERROR "${file} is not installed")
  endif()
endforeach()
execute_process(COMMAND "${PREFIX}/bin/opexplore" --version
  OUTPUT_VARIABLE version COMMAND_ERROR_IS_FATAL ANY)
if(NOT version MATCHES "${VERSION}")
  message(SEND_ERROR "--version prints `${version}`, not ${VERSION}")
endif()
execute_process(COMMAND "${PREFIX}/bin/opexplore" "${PREFIX}/share/opexplore/litmus/ptx/MP.litmus"
  OUTPUT_VARIABLE log COMMAND_ERROR_IS_FATAL ANY)
if(NOT log MATCHES "^Test MP Allowed\n")
  message(SEND_ERROR "the installed program prints\n${log}")
endif()
