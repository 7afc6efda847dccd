#include "mappings/template_check.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <variant>

namespace opexplore::mappings::detail {
namespace {

// What one step reads and writes, as registers of the template.
struct Accesses {
  std::vector<RegisterId> reads;
  std::optional<RegisterId> writes;
  bool address = false;

  void read(const Operand& operand) {
    if (const auto* const reg = std::get_if<RegisterOperand>(&operand)) reads.push_back(reg->id);
  }
  void operator()(const Load& action) {
    address = true;
    writes = action.destination;
  }
  void operator()(const Store& action) {
    address = true;
    read(action.value);
  }
  void operator()(const Atomic& action) {
    address = true;
    read(action.operand);
    if (action.op == AtomicOp::cas) read(action.expected);
    writes = action.destination;
  }
  void operator()(const Arithmetic& action) {
    read(action.left);
    if (action.op != ArithmeticOp::move) read(action.right);
    writes = action.destination;
  }
  void operator()(const Branch& action) {
    if (!action.comparison) return;
    read(action.left);
    read(action.right);
  }
  void operator()(const Fence&) {}
  void operator()(const ProxyFence&) {}
  void operator()(const Barrier&) {}
};

Accesses accesses_of(const Step& step) {
  Accesses result;
  std::visit(result, step.action);
  return result;
}

bool reads(const Accesses& accesses, RegisterId reg) {
  return std::find(accesses.reads.begin(), accesses.reads.end(), reg) != accesses.reads.end();
}

// Whether the step needs what the operation was given.
bool needs_operands(const Step& step) {
  const Accesses accesses = accesses_of(step);
  return accesses.address || reads(accesses, value_hole) || reads(accesses, expected_hole);
}

// The steps that can run after step `from`: a jump back makes all behind its target follow.
std::size_t first_after(const Template& code, std::size_t from) {
  std::size_t first = from + 1;
  for (std::size_t i = from; i < code.steps.size(); ++i) {
    if (const auto* const branch = std::get_if<Branch>(&code.steps[i].action)) {
      first = std::min<std::size_t>(first, branch->target);
    }
  }
  return first;
}

bool overwrites_operands(const Template& code) {
  for (std::size_t i = 0; i < code.steps.size(); ++i) {
    if (accesses_of(code.steps[i]).writes != destination_hole) continue;
    for (std::size_t j = first_after(code, i); j < code.steps.size(); ++j) {
      if (needs_operands(code.steps[j])) return true;
    }
  }
  return false;
}

}  // namespace

Uses uses_of(const Template& code) {
  Uses uses;
  for (const Step& step : code.steps) {
    const Accesses accesses = accesses_of(step);
    uses.address = uses.address || accesses.address;
    uses.reads_value = uses.reads_value || reads(accesses, value_hole);
    uses.reads_expected = uses.reads_expected || reads(accesses, expected_hole);
    uses.writes_destination = uses.writes_destination || accesses.writes == destination_hole;
    uses.source_op = uses.source_op || step.source_op;
  }
  return uses;
}

std::string register_fault(const Template& code) {
  std::vector<bool> written(first_temporary + code.temporaries.size());
  std::vector<bool> read = written;
  for (const Step& step : code.steps) {
    const Accesses accesses = accesses_of(step);
    if (accesses.writes) written[*accesses.writes] = true;
    for (const RegisterId reg : accesses.reads) read[reg] = true;
  }
  if (written[value_hole]) return "a template must not write {value}";
  if (written[expected_hole]) return "a template must not write {expected}";
  if (read[destination_hole] && !written[destination_hole]) {
    return "the template reads {destination} and never writes it";
  }
  for (std::size_t i = 0; i < code.temporaries.size(); ++i) {
    if (!written[first_temporary + i]) {
      return "the template never writes its temporary {" + code.temporaries[i].name + "}";
    }
  }
  if (overwrites_operands(code)) {
    return "{destination} is written while {address}, {value} or {expected} is still needed; they "
           "can be the same register";
  }
  return {};
}

}  // namespace opexplore::mappings::detail
