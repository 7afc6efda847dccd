#include "opmodel/machines/rmo/rules.hpp"

namespace opexplore::rmo {

namespace {

Order order_of(const Action& action) {
  if (const auto* load = std::get_if<Load>(&action)) return load->order;
  if (const auto* store = std::get_if<Store>(&action)) return store->order;
  const auto* const atomic = std::get_if<Atomic>(&action);
  return atomic != nullptr ? atomic->order : Order::weak;
}

}  // namespace

std::optional<std::string> Rules::refusal(const Test& test, const MachineOptions& options) {
  if (auto general = pipeline::refusal(test, name)) return general;
  if (table_of(options) == Table::opencl) return std::nullopt;
  for (const Thread& thread : test.program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const Order order = order_of(instruction.action);
      if (order == Order::weak || order == Order::relaxed) continue;
      return "CUDA's accesses have no memory order, `" + instruction.text + "` (line " +
             std::to_string(instruction.place.line) + ", column " +
             std::to_string(instruction.place.column) +
             ") has one; use --table opencl, or a relaxed access and a fence";
    }
  }
  return std::nullopt;
}

}  // namespace opexplore::rmo
