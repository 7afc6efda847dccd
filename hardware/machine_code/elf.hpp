// The parts of a cubin that say what a function is: its machine code and whom it calls. A cubin is
// an ELF file of 64 bits (System V ABI, chapter 4) with a section .text.NAME for each function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace opexplore::hardware {

/// The bytes are no cubin.
struct MachineCodeError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Something at `offset` of a function is filled in with the address of `symbol`.
struct CodeReference {
  std::uint64_t offset = 0;
  std::string symbol;
};

struct Function {
  std::string name;  ///< "role_P0"
  std::span<const std::byte> code;
  std::vector<CodeReference> references;
};

struct Cubin {
  std::uint32_t sm = 0;  ///< 75, 80, …
  std::vector<Function> functions;
};

/// The functions of a cubin; their code is part of `bytes`, which must live as long. Throws
/// MachineCodeError for bytes that are no cubin, or a malformed one.
Cubin read_cubin(std::span<const std::byte> bytes);

/// The function of that name; null if there is none.
const Function* function_named(const Cubin& cubin, std::string_view name);

}  // namespace opexplore::hardware
