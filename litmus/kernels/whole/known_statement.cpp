#include "litmus/kernels/whole/known_statement.hpp"

#include <algorithm>
#include <set>

#include "code/uses.hpp"
#include "litmus/kernels/liveness.hpp"
#include "litmus/kernels/whole/vain_waits.hpp"

namespace opexplore::kernel {

KnownStatement KnownStatements::found_out(const Entry& function, std::size_t at) {
  const code::Instruction& instruction = function.code.instructions[at];
  KnownStatement found;
  if (ends_thread(instruction)) {
    found.deed = Deed::exit;
  } else if (leaves_function(instruction)) {
    found.deed = Deed::jump;
    found.target = function.statements.size();
  } else if (const auto target = jump_target(instruction)) {
    found.deed = Deed::jump;
    found.target = *target;
  } else if (code::is<code::Stop>(instruction)) {
    found.deed = Deed::stop;
  } else if (code::is<code::Hint>(instruction)) {
    found.deed = Deed::skip;
  } else if (code::is<code::Call>(instruction)) {
    found.deed = Deed::call;
  } else if (code::is<code::WarpOperation>(instruction) ||
             code::is<code::MatrixTransfer>(instruction) || code::is_of_fragments(instruction)) {
    found.deed = Deed::lanes;
  } else if (const auto* const product = std::get_if<code::MatrixProduct>(&instruction.operation)) {
    found.deed = product->of_warpgroup ? Deed::matrix : Deed::lanes;
  } else if (code::is<code::BarrierOperation>(instruction)) {
    found.deed = Deed::barrier;
  } else if (code::is<code::Asynchronous>(instruction)) {
    found.deed = Deed::asynchronous;
    found.waits_unseen = waits_unseen(function, at);
  } else if (code::is<code::Access>(instruction)) {
    found.deed = Deed::access;
    found.observes = is_observed(function, at);
  }
  return found;
}

const std::vector<std::vector<bool>>& KnownStatements::live_in(const Entry& function) {
  auto& live = live_[&function];
  if (!live.empty()) return live;
  std::set<std::uint16_t> results;
  for (const Variable& result : function.results) {
    if (const auto reg = find_register(function, 0, result.name.text)) results.insert(*reg);
  }
  live = live_registers(function, results);
  return live;
}

// Whether what the read-modify-write returns may be read. Of a load it is.
bool KnownStatements::is_observed(const Entry& function, std::size_t at) {
  const auto& live = live_in(function);
  const code::Uses use = code::uses_of(function.code.instructions[at]);
  const auto is_live = [&](std::uint16_t reg) { return bool{live[at + 1][reg]}; };
  return std::ranges::any_of(use.written, is_live) ||
         std::ranges::any_of(use.perhaps_written, is_live);
}

bool KnownStatements::waits_unseen(const Entry& function, std::size_t at) {
  return kernel::waits_unseen(function.code, at, live_in(function));
}

}  // namespace opexplore::kernel
