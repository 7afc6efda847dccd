// The numbers of the rules, and their instances.
#pragma once

#include <cstddef>
#include <cstdint>

#include "opmodel/rule.hpp"

namespace opexplore::ptx_model {

/// Rules of the PTX machines, in the order of their lists.
enum class RuleId : std::uint8_t {
  local,
  load,
  store,
  atomic,
  fence,
  fence_sc,
  proxy_fence,
  barrier,
  postpone_load,
  late_load,
  late_store,
  settle
};

/// An instance of a rule.
inline Step step_of(RuleId rule, ThreadId thread, std::size_t argument) {
  return {static_cast<std::uint8_t>(rule), thread, static_cast<std::uint16_t>(argument)};
}

/// The rule that executes an instruction.
RuleId rule_of(const Action& action);

}  // namespace opexplore::ptx_model
