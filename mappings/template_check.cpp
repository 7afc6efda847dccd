#include "mappings/template_check.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "opmodel/instruction.hpp"

namespace opexplore::mappings::detail {
namespace {

// Whether the step needs what the operation was given.
bool needs_operands(const Step& step) {
  const RegisterSet reads = registers_read(step.action);
  return memory_access(step.action) != nullptr || reads[value_hole] || reads[expected_hole];
}

// The steps that can run after step `from`: a jump back makes all behind its target follow.
std::size_t first_after(const Template& code, std::size_t from) {
  std::size_t first = from + 1;
  for (std::size_t i = from; i < code.steps.size(); ++i) {
    if (const Branch* const branch = branch_of(code.steps[i].action)) {
      first = std::min<std::size_t>(first, branch->target);
    }
  }
  return first;
}

bool overwrites_operands(const Template& code) {
  for (std::size_t i = 0; i < code.steps.size(); ++i) {
    if (register_written(code.steps[i].action) != destination_hole) continue;
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
    const RegisterSet reads = registers_read(step.action);
    uses.address = uses.address || memory_access(step.action) != nullptr;
    uses.reads_value = uses.reads_value || reads[value_hole];
    uses.reads_expected = uses.reads_expected || reads[expected_hole];
    uses.writes_destination =
        uses.writes_destination || register_written(step.action) == destination_hole;
    uses.source_op = uses.source_op || step.source_op;
  }
  return uses;
}

std::string register_fault(const Template& code) {
  RegisterSet written;
  RegisterSet read;
  for (const Step& step : code.steps) {
    if (const auto reg = register_written(step.action)) written.set(*reg);
    read |= registers_read(step.action);
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
