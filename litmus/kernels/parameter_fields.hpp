// The numbers and pointers in the structures that a kernel is given by value, and functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "litmus/kernels/cuda_source.hpp"
#include "litmus/kernels/function_pointers.hpp"
#include "litmus/kernels/module.hpp"

namespace opexplore::kernel {

struct ParameterField {
  enum class Kind : std::uint8_t { number, floating, pointer, function, tensormap };
  std::size_t parameter = 0;  ///< its number
  std::uint32_t offset = 0;
  std::uint32_t bytes = 4;
  Kind kind = Kind::number;
  std::string name;                     ///< "v.out"; "v[8]" where the source does not say more
  std::string type;                     ///< as written; empty likewise
  bool read = false;                    ///< the kernel does not leave it alone
  std::optional<CallShape> shape = {};  ///< of a function that the kernel calls itself

  /// What launches call it: "0+8".
  std::string key() const { return std::to_string(parameter) + '+' + std::to_string(offset); }
};

/// Those of the parameters that are structures, in order. What kind they are the source says, and
/// what the kernel does with them; `parameters` are those of the entry. A parameter that is called,
/// or that is an address though its type does not say so, is a field, too.
std::vector<ParameterField> parameter_fields(const Module& module, const Entry& entry,
                                             const std::vector<CudaParameter>& parameters,
                                             const CudaSource& source);

}  // namespace opexplore::kernel
