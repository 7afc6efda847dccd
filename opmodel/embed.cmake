# Writes OUTPUT, a C++ file that defines FUNCTION of the header HEADER: the texts of the files that
# LIST names, sorted, each with its name below the folder ROOT.
file(READ "${LIST}" files)
list(SORT files)
list(LENGTH files count)
string(REGEX REPLACE "/.*" "" folder "${HEADER}")  # a room shares its folder's namespace
if(folder STREQUAL "export")  # a word of the language: its rooms have their own
  string(REGEX REPLACE "^[^/]*/([^/]*)/.*" "\\1" folder "${HEADER}")
endif()
set(text "#include \"${HEADER}\"\n\n#include <array>\n\nnamespace opexplore::${folder} {\n\n")
string(APPEND text "std::span<const EmbeddedFile> ${FUNCTION}() {\n")
string(APPEND text "  static const std::array<EmbeddedFile, ${count}> all{{\n")
foreach(file IN LISTS files)
  cmake_path(RELATIVE_PATH file BASE_DIRECTORY "${ROOT}" OUTPUT_VARIABLE name)
  file(READ "${file}" body)
  string(APPEND text "      {\"${name}\", R\"embedded(${body})embedded\"},\n")
endforeach()
string(APPEND text "  }};\n  return all;\n}\n\n}  // namespace opexplore::${folder}\n")
file(WRITE "${OUTPUT}" "${text}")
