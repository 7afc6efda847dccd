// A second opinion on machine code: what NVIDIA's disassembler reads in it, where it is installed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hardware/toolchain.hpp"

namespace opexplore::hardware {

/// A line of nvdisasm or cuobjdump: "/*0040*/  @P0 LDG.E.STRONG.GPU R4, desc[UR4][R4.64+0x10] ;".
struct DisassembledInstruction {
  std::uint64_t offset = 0;
  bool never = false;    ///< its predicate is "@!PT"
  std::string mnemonic;  ///< "LDG.E.STRONG.GPU"
  std::string operands;
};

struct DisassembledFunction {
  std::string name;
  std::vector<DisassembledInstruction> instructions;
};

/// The functions in what `nvdisasm -c` or `cuobjdump -sass` prints; other lines are skipped.
std::vector<DisassembledFunction> read_disassembly(std::string_view text);

/// Where a disassembly of the roles disagrees with what we read in them, in a sentence; nothing
/// where all memory instructions are the same. Throws MachineCodeError for bytes that are no cubin.
std::optional<std::string> disagreement(std::span<const std::byte> cubin,
                                        const std::vector<DisassembledFunction>& disassembly);

/// Asks the toolkit's disassembler about a cubin: "nvdisasm agrees", "cuobjdump disagrees: …", or
/// why there is no answer. Throws MachineCodeError for a file that is no cubin, and ToolchainError
/// for one that cannot be read.
std::string second_opinion(const Toolkit& toolkit, const std::filesystem::path& cubin);

}  // namespace opexplore::hardware
