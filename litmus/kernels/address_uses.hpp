// Which registers of a module hold addresses, told by what is done with them: a launch that nobody
// wrote gives these memory.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "litmus/kernels/function_pointers.hpp"
#include "litmus/kernels/module.hpp"

namespace opexplore::kernel {

/// Bytes of a parameter that the kernel loads at a known offset.
struct ParameterUse {
  std::uint32_t offset = 0;
  std::uint32_t bytes = 4;
  bool address = false;                  ///< what is loaded is used as one
  std::optional<CallShape> called = {};  ///< what is loaded is a function that is called so
  bool floating = false;                 ///< it goes to a floating-point register
};

struct ParameterUses {
  std::vector<ParameterUse> loads;
  /// The parameter is also read at offsets that depend on something.
  bool indexed = false;
  bool indexed_address = false;  ///< as addresses
};

class AddressUses {
 public:
  explicit AddressUses(const Module& module) : module_(module) {}

  /// By register, whether it holds an address.
  const std::vector<bool>& of(const Entry& function);
  /// What the kernel or function does with its parameter of that name.
  ParameterUses of_parameter(const Entry& function, std::string_view name);

 private:
  /// \name Mark what is an address since registers that are marked are, by the statement there.
  /// @{
  bool mark_from(const Entry& function, std::size_t at, std::vector<bool>& marked);
  bool mark_arguments(const Entry& function, std::size_t at, std::vector<bool>& marked);
  /// @}

  const Module& module_;
  std::map<const Entry*, std::vector<bool>> known_;
};

}  // namespace opexplore::kernel
