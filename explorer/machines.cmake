# The machines of a build and of what others build: which there are, and the registry that lists them.
# A folder with a machine.hpp is a machine: its type is opexplore::<folder>::Machine. Used by the tree,
# and by the package opexplore, in which this file lies beside its templates.

# opexplore_find_machines(<result> <directory> …): the machine.hpp of each machine folder in the
# directories, which are outside of opexplore. Relative directories begin where the project does. Stops
# the configuration with a sentence when a folder is no machine, or its name is not free.
function(opexplore_find_machines result)
  set(machines "")
  foreach(directory IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH directory BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" NORMALIZE)
    string(REGEX REPLACE "(.)/$" "\\1" directory "${directory}")
    if(NOT IS_DIRECTORY "${directory}")
      message(FATAL_ERROR "Machines are to be in ${directory}, but there is no such folder.")
    elseif(EXISTS "${directory}/machine.hpp")
      message(FATAL_ERROR "${directory} is a machine itself: name the folder that it lies in.")
    endif()
    file(GLOB headers CONFIGURE_DEPENDS "${directory}/*/machine.hpp")
    file(GLOB files CONFIGURE_DEPENDS "${directory}/*/*.hpp" "${directory}/*/*.cpp")
    foreach(file IN LISTS files)
      cmake_path(GET file PARENT_PATH folder)
      if(NOT "${folder}/machine.hpp" IN_LIST headers)
        message(FATAL_ERROR "${folder} has no machine.hpp, so it is no machine.")
      endif()
    endforeach()
    if(NOT headers)
      message(FATAL_ERROR "There is no machine in ${directory}: no folder in it has a machine.hpp.")
    endif()
    foreach(header IN LISTS headers)
      opexplore_check_machine_name("${header}" ${machines})
      list(APPEND machines "${header}")
    endforeach()
  endforeach()
  set(${result} "${machines}" PARENT_SCOPE)
endfunction()

# The name of the folder is a namespace, and the first part of the names of its headers.
function(opexplore_check_machine_name header)
  cmake_path(GET header PARENT_PATH folder)
  cmake_path(GET folder FILENAME name)
  if(NOT name MATCHES "^[a-z][a-z0-9_]*$")
    message(FATAL_ERROR "${folder} cannot be a machine: its name is to be that of a namespace, of small "
      "letters, digits and underscores.")
  endif()
  get_target_property(root opexplore::opmodel HEADER_DIRS)  # what our own headers are found in
  set(others ${ARGN})
  list(FILTER others INCLUDE REGEX "/${name}/machine\\.hpp$")
  foreach(other "${root}/opmodel/machines/${name}" "${root}/opmodel/${name}" "${root}/${name}" ${others})
    string(REGEX REPLACE "/machine\\.hpp$" "" other "${other}")
    if(EXISTS "${other}")
      message(FATAL_ERROR "${folder} needs another name: there is ${other} already.")
    endif()
  endforeach()
endfunction()

# opexplore_compile_machines(<target> PUBLIC|PRIVATE <machine.hpp> …): what lies in the folders belongs
# to the target, but tests. Headers are included by the name of their folder: opexplore_as_included().
function(opexplore_compile_machines target scope)
  foreach(machine IN LISTS ARGN)
    cmake_path(GET machine PARENT_PATH folder)
    cmake_path(GET folder PARENT_PATH directory)
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${folder}/*.hpp")
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${folder}/*.cpp")
    list(FILTER sources EXCLUDE REGEX "\\.test\\.cpp$")
    target_sources(${target} PRIVATE ${sources}
      ${scope} FILE_SET machines TYPE HEADERS BASE_DIRS "${directory}" FILES ${headers})
  endforeach()
endfunction()

function(opexplore_as_included result)
  list(TRANSFORM ARGN REPLACE "^.*/([^/]+/machine\\.hpp)$" "\\1" OUTPUT_VARIABLE included)
  set(${result} "${included}" PARENT_SCOPE)
endfunction()

# opexplore_enter_machines(<result> <directory> <machine.hpp> …): the headers as they are included. In
# the directory one file per family of machines is generated, so that they compile in parallel; the
# sources go to <result>. A family is the machines whose names begin with the same word: `ptx` and
# `ptx_proxy` share forms, which are compiled once if they are in one file.
function(opexplore_enter_machines result directory)
  set(families "")
  foreach(HEADER IN LISTS ARGN)
    cmake_path(GET HEADER PARENT_PATH folder)
    cmake_path(GET folder FILENAME MACHINE)
    string(REGEX MATCH "^[a-z0-9]+" family "${MACHINE}")
    list(APPEND families ${family})
    string(APPEND includes_${family} "#include \"${HEADER}\"\n")
    file(READ "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/machine_entry.cpp.in" entry)
    string(CONFIGURE "${entry}" entry @ONLY)
    string(APPEND entries_${family} "${entry}")
  endforeach()
  list(REMOVE_DUPLICATES families)
  set(sources "")
  foreach(family IN LISTS families)
    set(source "${directory}/machines/${family}.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT "// Generated: the entries of machines.
#include \"explorer/machine_entry.hpp\"
${includes_${family}}
namespace opexplore {
${entries_${family}}
}  // namespace opexplore
" @ONLY)
    list(APPEND sources "${source}")
  endforeach()
  set(${result} "${sources}" PARENT_SCOPE)
endfunction()

# opexplore_register_machines(<result> <directory> <machine.hpp> …): the headers as they are included.
# In the directory the registry that lists the machines is generated, and explorer/machine_types.hpp;
# nothing else names a machine but its entry. The source goes to <result>.
function(opexplore_register_machines result directory)
  set(templates "${CMAKE_CURRENT_FUNCTION_LIST_DIR}")
  set(machine_declarations "")
  set(machine_calls "")
  set(machine_includes "")
  set(machine_visits "")
  foreach(HEADER IN LISTS ARGN)
    cmake_path(GET HEADER PARENT_PATH folder)
    cmake_path(GET folder FILENAME MACHINE)
    string(APPEND machine_declarations "MachineEntry entry_of_${MACHINE}();\n")
    string(APPEND machine_calls "      entry_of_${MACHINE}(),\n")
    string(APPEND machine_includes "#include \"${HEADER}\"\n")
    string(APPEND machine_visits "  visit.template operator()<${MACHINE}::Machine>();\n")
  endforeach()
  configure_file("${templates}/registry.cpp.in" "${directory}/registry.cpp" @ONLY)
  configure_file("${templates}/machine_types.hpp.in"
    "${directory}/explorer/machine_types.hpp" @ONLY)
  set(${result} "${directory}/registry.cpp" PARENT_SCOPE)
endfunction()

# For projects that find the package:
# opexplore_add_machines(<target> <directory> …): the program knows the machines in the directories
# beside those of opexplore. Its registry is found before that of the library, which is then not linked.
function(opexplore_add_machines target)
  opexplore_find_machines(added ${ARGN})
  set(generated "${CMAKE_CURRENT_BINARY_DIR}/${target}_machines")
  opexplore_as_included(included ${added})
  opexplore_register_machines(registry "${generated}" ${opexplore_MACHINES} ${included})
  opexplore_enter_machines(entries "${generated}" ${included})  # others are in the library
  opexplore_compile_machines(${target} PRIVATE ${added})
  target_sources(${target} PRIVATE ${registry} ${entries})
  target_include_directories(${target} BEFORE PRIVATE "${generated}")
  target_link_libraries(${target} PRIVATE opexplore::explorer)
endfunction()

# opexplore_add_program(<name> <directory> …): opexplore itself, with these machines.
function(opexplore_add_program name)
  add_executable(${name})
  opexplore_add_machines(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE opexplore::program)
endfunction()
