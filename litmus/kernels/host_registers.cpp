#include "litmus/kernels/host_registers.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <utility>

namespace opexplore::kernel {

namespace {

/// "a" of %rax, %eax, %ax and %al; "8" of %r8 and %r8d. Empty for what is no such register.
std::string family(std::string_view operand) {
  if (!operand.starts_with('%')) return {};
  operand.remove_prefix(1);
  const bool numbered = operand.size() > 1 && operand[0] == 'r' &&
                        std::isdigit(static_cast<unsigned char>(operand[1])) != 0;
  if (numbered) {
    const auto end = std::ranges::find_if_not(operand.substr(1),
                                              [](unsigned char c) { return std::isdigit(c) != 0; });
    return {operand.begin() + 1, end};
  }
  if (operand.starts_with('r') || operand.starts_with('e')) operand.remove_prefix(1);
  for (const std::string_view name : {"si", "di", "bp", "sp"}) {
    if (operand.starts_with(name)) return std::string(name);
  }
  const bool letter = !operand.empty() && operand.size() <= 2 &&
                      std::string_view("abcd").find(operand[0]) != std::string_view::npos;
  return letter ? std::string(operand.substr(0, 1)) : std::string();
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Its operands, the last of which is written.
std::pair<std::string_view, std::string_view> last_two(std::string_view operands) {
  std::size_t depth = 0, comma = std::string_view::npos;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operands[i] == '(') ++depth;
    if (operands[i] == ')' && depth > 0) --depth;
    if (operands[i] == ',' && depth == 0) comma = i;
  }
  if (comma == std::string_view::npos) return {{}, trimmed(operands)};
  return {trimmed(operands.substr(0, comma)), trimmed(operands.substr(comma + 1))};
}

bool is_one_of(std::string_view name, std::span<const std::string_view> beginnings) {
  return std::ranges::any_of(beginnings,
                             [&](std::string_view begin) { return name.starts_with(begin); });
}

// Instructions that write nothing but their last operand, and such that write none.
constexpr std::array<std::string_view, 14> writes_last = {"mov", "lea", "add", "sub", "xor",
                                                          "and", "or",  "sal", "sar", "shl",
                                                          "shr", "neg", "not", "set"};
constexpr std::array<std::string_view, 5> writes_none = {"cmp", "test", "j", "nop", "push"};

}  // namespace

void HostRegisters::read(std::string_view line) {
  line = trimmed(line);
  if (line.ends_with(':')) return known_.clear();  // others may come here
  if (line.empty() || line.front() == '#' || line.front() == '.') return;
  const std::size_t blank = std::min(line.find_first_of(" \t"), line.size());
  const std::string_view name = line.substr(0, blank);
  if (name.starts_with("cmpxchg")) return known_.clear();
  if (is_one_of(name, writes_none)) return;
  const auto [source, target] = last_two(line.substr(blank));
  const std::string written = family(target);
  if (!is_one_of(name, writes_last) || target.empty()) return known_.clear();
  if (written.empty()) return;  // memory, or a register of vectors
  const bool moves = name == "movl" || name == "movq" || name == "movabsq";
  const bool zero = name.starts_with("xor") && source == target;
  const std::string value(zero ? "$0" : value_of(source));
  if ((moves || zero) && value.starts_with('$')) {
    known_[written] = value;
  } else {
    known_.erase(written);
  }
}

std::string_view written_memory(std::string_view line) {
  line = trimmed(line);
  if (line.empty() || line.front() == '#' || line.front() == '.' || line.ends_with(':')) return {};
  const std::size_t blank = std::min(line.find_first_of(" \t"), line.size());
  const std::string_view name = line.substr(0, blank);
  if (is_one_of(name, writes_none) || name.starts_with("call")) return {};
  const std::string_view target = last_two(line.substr(blank)).second;
  return target.starts_with('%') || target.starts_with('$') ? std::string_view{} : target;
}

std::string_view HostRegisters::value_of(std::string_view operand) const {
  const auto known = known_.find(family(operand));
  return known == known_.end() ? operand : std::string_view(known->second);
}

}  // namespace opexplore::kernel
