// What words say of a kernel's inputs: its parameters, and what memory starts with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "litmus/kernels/cuda_source.hpp"
#include "litmus/kernels/default_launch.hpp"
#include "litmus/kernels/inputs.hpp"
#include "litmus/kernels/launch.hpp"
#include "litmus/kernels/launch_words.hpp"
#include "litmus/kernels/module.hpp"

namespace opexplore::kernel {

/// \name Set what the words say, each of which says one value. Throw as fail() does.
/// @{
void add_arguments(const LaunchWords& words, const NamedEntry& entry, Grid& grid);
/// Pointers that point where others do, and a note of each. The memory of the others is known.
void add_aliases(const LaunchWords& words, const NamedEntry& entry, Launch& launch);
void add_initial(const LaunchWords& words, const NamedEntry& entry, const Module& module,
                 Launch& launch);
/// @}

/// Where the value of a parameter is, or of a number in one that is a structure.
struct InputPlace {
  std::size_t parameter = 0;  ///< its number
  Value offset = 0;           ///< in bytes
  std::uint32_t bytes = 4;
  std::string type;      ///< as written; may be empty
  bool pointer = false;  ///< to memory
};

/// Nothing if the kernel has no such parameter.
std::optional<InputPlace> place_of_input(const std::string& name, const NamedEntry& entry);

/// Whether the name is that of one number: of a parameter, a member of a structure, a variable of
/// the module or an element of an array. Not so of memory of which a list says the elements.
bool is_one_number(const std::string& name, const NamedEntry& entry, const Module& module,
                   const CudaSource& source);

/// The launches that words about a kernel of the module mean, one for each choice of values.
std::vector<LaunchCase> cases_of(const LaunchWords& words, const Module& module,
                                 const CudaSource& source, const std::string& path);

}  // namespace opexplore::kernel
