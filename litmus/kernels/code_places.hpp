// Which line of the source an instruction of a module comes from (PTX ISA 11.5 "Debugging
// Directives"). nvcc writes them with -lineinfo.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "litmus/kernels/module.hpp"
#include "opmodel/program.hpp"

namespace opexplore::kernel {

/// The name as a user would write it here: from the current folder on, where it is inside.
std::string shown_name(const std::filesystem::path& path);

class CodePlaces {
 public:
  CodePlaces() = default;

  /// Reads the files that the module names, as far as they are there, for the texts of their
  /// lines; relative names count from the folder of the module, which is `module_path`.
  /// Where files shall not be read, none is. Refers to the module.
  CodePlaces(const Module& module, const std::string& module_path, bool reads_files = true);

  /// The line that its author wrote: of a function of the CUDA toolkit that was inlined the line
  /// that called it, of any other function its own. Nothing if the module does not say.
  std::optional<CodePlace> of(const Statement& statement) const;

  /// Whether there is such a line, and it is none of the CUDA toolkit.
  bool is_users(const Statement& statement) const;

 private:
  using Place = std::pair<std::uint32_t, SourcePlace>;

  struct File {
    std::string name;  ///< for messages
    bool in_toolkit = false;
    std::vector<std::string> lines;  ///< blanks trimmed
  };

  bool in_toolkit(std::uint32_t file) const;
  std::optional<Place> place_of(const Statement& statement) const;
  std::optional<CodePlace> at(const Place& place) const;

  const Module* module_ = nullptr;
  std::map<std::uint32_t, File> files_;
};

/// Whether CUDA or the compiler of the host brings the file along, by the folders in its name.
bool is_of_toolkit(std::string name);

/// The lines of a text, without their ends.
std::vector<std::string> lines_of(std::string_view text);

}  // namespace opexplore::kernel
