#include "hardware/machine_code/disassembly.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

#include "hardware/build.hpp"
#include "hardware/machine_code/elf.hpp"
#include "hardware/machine_code/opcodes.hpp"

namespace opexplore::hardware {

namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

bool skip(std::string_view& text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// The number that all of `text` is.
std::optional<std::uint64_t> read_hexadecimal(std::string_view text) {
  std::uint64_t value = 0;
  const auto end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value, 16);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return value;
}

/// ".text.role_P0:" of nvdisasm, "Function : role_P0" of cuobjdump.
std::optional<std::string_view> function_name(std::string_view line) {
  if (skip(line, "Function : ")) return line;
  if (skip(line, ".text.") && line.ends_with(':')) return line.substr(0, line.size() - 1);
  return std::nullopt;
}

/// "/*0040*/ … ;", with the encoding after it in one of the forms.
std::optional<DisassembledInstruction> instruction_in(std::string_view line) {
  DisassembledInstruction result;
  if (!skip(line, "/*")) return std::nullopt;
  const std::size_t end = line.find("*/");
  const auto offset = read_hexadecimal(line.substr(0, end));
  const std::size_t semicolon = line.find(';');
  if (end == std::string_view::npos || !offset || semicolon == std::string_view::npos ||
      semicolon < end) {
    return std::nullopt;
  }
  result.offset = *offset;
  line = trimmed(line.substr(end + 2, semicolon - end - 2));
  if (line.starts_with('@')) {
    const std::string_view predicate = line.substr(0, line.find_first_of(blanks));
    result.never = predicate == "@!PT";
    line = trimmed(line.substr(predicate.size()));
  }
  const std::string_view mnemonic = line.substr(0, line.find_first_of(blanks));
  if (mnemonic.empty()) return std::nullopt;
  result.mnemonic = mnemonic;
  result.operands = trimmed(line.substr(mnemonic.size()));
  return result;
}

std::vector<std::string> parts_of(const std::string& mnemonic) {
  std::vector<std::string> parts;
  std::istringstream stream(mnemonic);
  for (std::string part; std::getline(stream, part, '.');) parts.push_back(part);
  return parts;
}

/// Both spellings without what only one of them says: addresses of 64 bits, widths and types, and
/// the scope that Turing prints for weak accesses. REDG was called RED.
std::vector<std::string> common_spelling(const std::string& mnemonic) {
  constexpr std::array<std::string_view, 7> details{"E", "32", "64", "U32", "S32", "U64", "S64"};
  std::vector<std::string> parts = parts_of(mnemonic);
  std::erase_if(parts, [&](const std::string& part) {
    return std::ranges::find(details, part) != details.end();
  });
  const bool global = parts[0] == "LDG" || parts[0] == "STG";
  if (global && std::ranges::count(parts, "STRONG") == 0) std::erase(parts, "SYS");
  if (parts[0] == "RED") parts[0] = "REDG";
  return parts;
}

/// Instructions of which a test is made, and others that would disturb it.
bool concerns_memory(const std::string& mnemonic) {
  constexpr std::array<std::string_view, 11> harmless{"LDC",    "LDCU",   "LDL",      "STL",
                                                      "LEA",    "LEPC",   "LDSM",     "LDGDEPBAR",
                                                      "DEPBAR", "ERRBAR", "CGAERRBAR"};
  constexpr std::array<std::string_view, 13> touching{"LD",   "ST",    "ATOM", "RED", "MEMBAR",
                                                      "CCTL", "FENCE", "TEX",  "TLD", "SULD",
                                                      "SUST", "UBLK",  "UTMA"};
  const std::string operation = parts_of(mnemonic).front();
  if (std::ranges::find(harmless, operation) != harmless.end()) return false;
  return operation != "REDUX" && std::ranges::any_of(touching, [&](std::string_view prefix) {
           return operation.rfind(prefix, 0) == 0;
         });
}

/// "+0x10]" at the end of the address; 0 if there is no such thing.
std::uint64_t offset_in(const std::string& operands) {
  const std::size_t end = operands.rfind(']');
  const std::size_t begin = operands.rfind("+0x", end);
  if (end == std::string::npos || begin == std::string::npos) return 0;
  return read_hexadecimal(std::string_view(operands).substr(begin + 3, end - begin - 3))
      .value_or(0);
}

std::string place(const Function& function, std::uint64_t offset) {
  std::ostringstream text;
  text << "at 0x" << std::hex << offset << " of " << function.name;
  return text.str();
}

std::optional<std::string> disagreement(const Function& function, std::uint32_t sm,
                                        const DisassembledFunction& theirs) {
  std::size_t next = 0;
  for (std::uint64_t at = 0; at + 16 <= function.code.size(); at += 16) {
    const MachineInstruction ours = decode(instruction_at(function.code, at), at, sm);
    while (next < theirs.instructions.size() && theirs.instructions[next].offset < at) ++next;
    if (next == theirs.instructions.size() || theirs.instructions[next].offset != at) {
      return "it has no instruction " + place(function, at);
    }
    const DisassembledInstruction& other = theirs.instructions[next];
    if (ours.never && other.never) continue;
    const bool counted = ours.kind == MachineInstruction::Kind::memory ||
                         ours.kind == MachineInstruction::Kind::fence;
    if (!counted && !concerns_memory(other.mnemonic)) continue;
    const bool same = counted && common_spelling(ours.name) == common_spelling(other.mnemonic) &&
                      offset_in(other.operands) == ours.address_offset;
    if (same) continue;
    return "it reads " + other.mnemonic + " " + other.operands + " " + place(function, at) +
           (counted ? ", and we " + ours.name : ", which we do not count as one of memory");
  }
  return std::nullopt;
}

}  // namespace

std::vector<DisassembledFunction> read_disassembly(std::string_view text) {
  std::vector<DisassembledFunction> functions;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (const auto name = function_name(line)) {
      functions.push_back({std::string(*name), {}});
    } else if (auto instruction = instruction_in(line); instruction && !functions.empty()) {
      functions.back().instructions.push_back(std::move(*instruction));
    }
  }
  return functions;
}

std::optional<std::string> disagreement(std::span<const std::byte> bytes,
                                        const std::vector<DisassembledFunction>& disassembly) {
  const Cubin cubin = read_cubin(bytes);
  for (const Function& function : cubin.functions) {
    if (function.name.rfind("role_P", 0) != 0) continue;
    const auto theirs = std::ranges::find(disassembly, function.name, &DisassembledFunction::name);
    if (theirs == disassembly.end()) return "it has no function " + function.name;
    if (auto reason = disagreement(function, cubin.sm, *theirs)) return reason;
  }
  return std::nullopt;
}

std::string second_opinion(const Toolkit& toolkit, const std::filesystem::path& cubin) {
  std::vector<std::string> words;
  std::string name;
  if (toolkit.nvdisasm) {
    name = "nvdisasm";
    words = {toolkit.nvdisasm->string(), "-c", cubin.string()};
  } else if (toolkit.cuobjdump) {
    name = "cuobjdump";
    words = {toolkit.cuobjdump->string(), "-sass", cubin.string()};
  } else {
    return "none: neither nvdisasm nor cuobjdump is installed";
  }
  const Finished finished = run_process(words);
  if (finished.code != 0) {
    return "none: " + name + " failed: " + finished.output.substr(0, finished.output.find('\n'));
  }
  const auto reason = disagreement(file_bytes(cubin), read_disassembly(finished.output));
  return reason ? name + " disagrees: " + *reason : name + " agrees";
}

}  // namespace opexplore::hardware
