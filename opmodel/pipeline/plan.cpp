#include "opmodel/pipeline/plan.hpp"

#include <charconv>
#include <map>
#include <tuple>
#include <utility>

namespace opexplore::pipeline {

namespace {

constexpr std::size_t max_threads = 16;

Kind kind_in_pipeline(const Action& action) {
  return std::visit(
      Overloaded{
          [](const Load&) { return Kind::access; }, [](const Store&) { return Kind::access; },
          [](const Atomic&) { return Kind::access; },
          [](const AnyFence auto& fence) {
            return facts_of(fence).proxy ? Kind::proxy_fence : Kind::fence;
          },
          [](const Barrier& barrier) {
            return barrier.arrive ? Kind::barrier_arrive : Kind::barrier_sync;
          },
          [](const Arithmetic&) { return Kind::local; }, [](const Branch&) { return Kind::local; },
          [](const Asynchronous&) { return Kind::local; },  // refused
      },
      action);
}

bool is_register(const Operand* operand) {
  return operand != nullptr && std::holds_alternative<RegisterOperand>(*operand);
}

Planned planned(const Program& program, const Action& action) {
  Planned result;
  result.kind = kind_in_pipeline(action);
  result.destination = register_written(action);
  result.touched = registers_read(action);
  if (result.destination) result.touched.set(*result.destination);
  result.reads = reads_memory(action);
  result.writes = writes_memory(action);
  result.from_registers =
      is_register(stored_operand(action)) || is_register(compared_operand(action));
  if (const MemoryAccess* const access = memory_access(action)) {
    result.location = program.addresses[access->address].location;
    result.order = access->order;
    result.scope = access->scope;
  } else if (const auto fence = fence_of(action)) {
    result.order = fence->order;
    result.scope = fence->scope;
  }
  return result;
}

}  // namespace

unsigned number_of(const Setting& setting, const MachineOptions& options) {
  const std::string_view word = value_of(setting, options);
  unsigned number = 0;
  std::from_chars(word.data(), word.data() + word.size(), number);
  return number;
}

std::optional<Refusal> refusal(const Test& test, std::string_view machine) {
  if (test.program.threads.size() <= max_threads) return std::nullopt;
  return Refusal{std::string(machine) + " runs at most " + std::to_string(max_threads) +
                 " threads; sc runs " + std::to_string(max_mask_threads)};
}

Plan::Plan(const Test& test, unsigned sms) {
  const Program& program = test.program;
  users_.assign(program.locations.size(), 0);
  for (const Location& location : program.locations) regions_.push_back(location.region);
  for (const Thread& thread : program.threads) {
    const auto number = static_cast<ThreadId>(threads_.size());
    auto& row = threads_.emplace_back();
    for (const Instruction& instruction : thread.instructions) {
      row.push_back(planned(program, instruction.action));
      if (row.back().kind == Kind::access) users_[row.back().location] |= thread_bit(number);
    }
  }
  place_threads(program, sms);
}

// A block stays on one SM; warps do not reach across blocks.
void Plan::place_threads(const Program& program, unsigned sms) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, SmId> known_sms;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, WarpId> known_warps;
  std::vector<ThreadMask> on_sm;
  std::vector<ThreadMask> in_warp;
  bool several_gpus = false;
  for (const Thread& thread : program.threads) {
    several_gpus = several_gpus || thread.gpu != program.threads.front().gpu;
  }
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const Thread& thread = program.threads[t];
    const std::uint32_t number = sms == 0 ? thread.cta : thread.cta % sms;
    const auto [sm, new_sm] =
        known_sms.try_emplace({thread.gpu, number}, static_cast<SmId>(on_sm.size()));
    if (new_sm) {
      on_sm.push_back(0);
      sm_names_.push_back("SM" + std::to_string(number) +
                          (several_gpus ? " of gpu " + std::to_string(thread.gpu) : ""));
    }
    const auto [warp, new_warp] = known_warps.try_emplace({thread.gpu, thread.cta, thread.warp},
                                                          static_cast<WarpId>(in_warp.size()));
    if (new_warp) in_warp.push_back(0);
    sm_of_.push_back(sm->second);
    warp_of_.push_back(warp->second);
    on_sm[sm->second] |= thread_bit(static_cast<ThreadId>(t));
    in_warp[warp->second] |= thread_bit(static_cast<ThreadId>(t));
  }
  warps_ = in_warp.size();
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    same_sm_.push_back(on_sm[sm_of_[t]]);
    alone_in_warp_.push_back(in_warp[warp_of_[t]] == thread_bit(static_cast<ThreadId>(t)));
  }
}

}  // namespace opexplore::pipeline
