#include "litmus/kernels/known_registers.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "code/uses.hpp"
#include "litmus/kernels/abstract.hpp"
#include "litmus/language/limits.hpp"

namespace opexplore::kernel {

namespace {

using code::Formula;
using Kind = code::Operand::Kind;

// Computations that go further back are not followed.
constexpr unsigned furthest_back = 32;

/// Computes registers as one thread of the grid has them.
class ThreadRegisters {
 public:
  ThreadRegisters(const Entry& entry, const Grid& grid, const Triple& block, const Triple& thread)
      : entry_(entry), grid_(grid), block_(block), thread_(thread) {}

  std::optional<Value> value(std::uint16_t reg, unsigned depth = 0) const {
    const code::Instruction* const definition = only_definition(reg);
    if (definition == nullptr || depth == furthest_back) return std::nullopt;
    return result(*definition, depth + 1);
  }

 private:
  const code::Instruction* only_definition(std::uint16_t reg) const {
    const code::Instruction* found = nullptr;
    for (const code::Instruction& instruction : entry_.code.instructions) {
      const code::Uses uses = code::uses_of(instruction);
      if (std::ranges::find(uses.perhaps_written, reg) != uses.perhaps_written.end()) {
        return nullptr;
      }
      if (std::ranges::find(uses.written, reg) == uses.written.end()) continue;
      if (found != nullptr) return nullptr;
      found = &instruction;
    }
    return found;
  }

  std::optional<Value> special(const code::Operand& operand) const {
    const auto along = [&](const Triple& triple) -> Value {
      return operand.number == 0 ? triple.x : operand.number == 1 ? triple.y : triple.z;
    };
    switch (operand.special) {
      case code::Special::thread:
        return along(thread_);
      case code::Special::block:
        return along(block_);
      case code::Special::block_shape:
        return along(grid_.threads_per_block);
      case code::Special::grid_shape:
        return along(grid_.blocks);
      default:
        return std::nullopt;
    }
  }

  std::optional<Value> operand(const code::Operand& operand, unsigned depth) const {
    if (operand.kind == Kind::number) return operand.number;
    if (operand.kind == Kind::reg) return value(operand.reg, depth);
    return operand.kind == Kind::special ? special(operand) : std::nullopt;
  }

  /// A parameter that the launch gives a number.
  std::optional<Value> parameter(const code::Operand& place) const {
    if (place.kind != Kind::memory || place.number != 0) return std::nullopt;
    for (std::size_t i = 0; i < entry_.parameters.size(); ++i) {
      if (entry_.parameters[i].name.text != place.text) continue;
      for (const Binding& binding : grid_.parameters) {
        const auto* const number = std::get_if<Value>(&binding.argument);
        if (binding.name == std::to_string(i) && number != nullptr) return *number;
      }
    }
    return std::nullopt;
  }

  std::optional<Value> result(const code::Instruction& instruction, unsigned depth) const {
    const auto sources = std::span(instruction.operands).subspan(instruction.results);
    if (is_load(instruction)) {
      const auto& load = std::get<code::Access>(instruction.operation);
      return load.space == Space::parameter ? parameter(sources.front()) : std::nullopt;
    }
    const auto* const what = std::get_if<code::Compute>(&instruction.operation);
    const bool integers = what != nullptr && !what->floats && !what->result_floats;
    if (!integers || instruction.results != 1) return std::nullopt;
    std::vector<Value> values;
    for (const code::Operand& source : sources) {
      const auto known = operand(source, depth);
      if (!known) return std::nullopt;
      values.push_back(*known);
    }
    return computed(*what, values);
  }

  static std::optional<Value> computed(const code::Compute& what, const std::vector<Value>& of) {
    switch (what.formula) {
      case Formula::move:
        return of[0];
      case Formula::conversion:
        return what.saturates ? std::nullopt : std::optional(of[0]);
      case Formula::product:
        if (what.part == code::Part::high) return std::nullopt;
        return of.size() == 3 ? sum(product(of[0], of[1]), of[2]) : product(of[0], of[1]);
      case Formula::left_shift:
        if (of[1] < 0 || of[1] >= 32) return std::nullopt;
        return product(of[0], Value{1} << of[1]);
      case Formula::operation:
        if (what.op == ArithmeticOp::add) return sum(of[0], of[1]);
        if (what.op == ArithmeticOp::sub) return difference(of[0], of[1]);
        return what.op == ArithmeticOp::bit_and ? std::optional(of[0] & of[1]) : std::nullopt;
      default:
        return std::nullopt;
    }
  }

  const Entry& entry_;
  const Grid& grid_;
  const Triple& block_;
  const Triple& thread_;
};

std::vector<Triple> all_of(const Triple& shape) {
  std::vector<Triple> result;
  for (std::uint32_t z = 0; z < shape.z; ++z) {
    for (std::uint32_t y = 0; y < shape.y; ++y) {
      for (std::uint32_t x = 0; x < shape.x; ++x) result.push_back({x, y, z});
    }
  }
  return result;
}

}  // namespace

std::optional<std::set<Value>> known_values(const Entry& entry, const Grid& grid,
                                            std::uint16_t reg) {
  const auto size = [](const Triple& of) { return std::uint64_t{of.x} * of.y * of.z; };
  if (size(grid.blocks) > max_threads || size(grid.threads_per_block) > max_threads) {
    return std::nullopt;
  }
  std::set<Value> values;
  for (const Triple& block : all_of(grid.blocks)) {
    for (const Triple& thread : all_of(grid.threads_per_block)) {
      const auto value = ThreadRegisters(entry, grid, block, thread).value(reg);
      if (!value) return std::nullopt;
      values.insert(*value);
    }
  }
  return values;
}

}  // namespace opexplore::kernel
