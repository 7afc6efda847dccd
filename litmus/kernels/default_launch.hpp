// What a launch is where nobody says it: the kernel if there is one, a small grid, a buffer for
// each pointer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "litmus/kernels/cuda_source.hpp"
#include "litmus/kernels/launch.hpp"
#include "litmus/kernels/module.hpp"
#include "litmus/kernels/parameter_fields.hpp"

namespace opexplore::kernel {

/// A kernel of a module, and its parameters as its author knows them: by the names of the source,
/// else by their numbers.
struct NamedEntry {
  const Entry* entry = nullptr;
  std::string name;  ///< without types
  std::vector<CudaParameter> parameters;
  std::vector<ParameterField> fields;  ///< of parameters that are structures

  bool has_fields(std::size_t parameter) const;
  /// The type of the parameter, or of the word of one, with that key; empty if there is none.
  std::string type_of(const std::string& key) const;
};

/// The kernel of that name: "reduce", "reduce<4>", "reduce(int*)", "reduce<4>(int*)" or its symbol.
/// Throws UsageError where there is none, or where there are several.
NamedEntry entry_named(const Module& module, const CudaSource& source, const std::string& name);

/// The kernel of the module, which has one beside `except`. Throws InputError, of the file `path`,
/// where it has none or several.
NamedEntry only_entry(const Module& module, const CudaSource& source, const std::string& except,
                      const std::string& path);

/// "handoff and reduce"; of templates and overloads "reduce<4>(int*)"; "none".
std::string names_of_kernels(const Module& module);

/// Memory of that name for a parameter, which is floating-point numbers if its type says so.
Buffer buffer_of(const CudaParameter& parameter, const std::string& name,
                 std::optional<std::uint32_t> count);

/// Two blocks of one thread, or a block of two where the kernel, and what it calls, does not ask
/// for its block. Pointers, also those in structures, get a buffer of their name.
Grid default_grid(const Module& module, const NamedEntry& entry);

/// Chooses functions whose address the kernel is given, and says so.
void choose_functions(const Module& module, const NamedEntry& entry, Grid& grid,
                      std::vector<std::string>& assumed);

/// Chooses numbers that nobody gave, also of structures, and says so: the number of threads, which
/// makes sizes such that each thread has something to do; 1 for a byte and for a floating one.
void choose_numbers(const NamedEntry& entry, Grid& grid, Launch& launch);

}  // namespace opexplore::kernel
