#include "tests/oracle/progress_states.hpp"

#include <algorithm>
#include <string>
#include <variant>

namespace opexplore::oracle {

namespace {

Value operand_value(const Operand& operand, const std::vector<Value>& registers) {
  if (const auto* named = std::get_if<RegisterOperand>(&operand)) return registers[named->id];
  return std::get<Value>(operand);
}

// The barrier resource is the operand `id`, or else the number of the instance.
Value resource_of(const Barrier& barrier, const std::vector<Value>& registers) {
  return barrier.id ? operand_value(*barrier.id, registers) : barrier.instance;
}

// One instruction of one thread on memory and its registers. Says where the thread goes on.
struct Execution {
  const Program& program;
  std::vector<Value>& registers;
  std::vector<Value>& memory;
  InstructionId next;

  Value& cell(const MemoryAccess& access) {
    return memory[program.addresses[access.address].location];
  }
  void operator()(const Load& load) { registers[load.destination] = cell(load); }
  void operator()(const Store& store) { cell(store) = operand_value(store.value, registers); }
  void operator()(const Atomic& atomic) {
    const Value old = cell(atomic);
    const bool writes =
        atomic.op != AtomicOp::cas || old == operand_value(atomic.expected, registers);
    if (writes) cell(atomic) = evaluate(atomic.op, old, operand_value(atomic.operand, registers));
    if (atomic.destination) registers[*atomic.destination] = old;
  }
  void operator()(const Fence&) {}
  void operator()(const ProxyFence&) {}
  void operator()(const DeviceOperation&) {}
  void operator()(const Barrier&) {}
  void operator()(const Asynchronous&) {}
  void operator()(const Arithmetic& what) {
    registers[what.destination] = evaluate(what.op, operand_value(what.left, registers),
                                           operand_value(what.right, registers), what.type);
  }
  void operator()(const Branch& branch) {
    const bool taken =
        !branch.comparison || evaluate(*branch.comparison, operand_value(branch.left, registers),
                                       operand_value(branch.right, registers));
    if (taken) next = branch.target;
  }
};

}  // namespace

Cta cta_of(const Program& program, ThreadId thread) {
  return {program.threads[thread].gpu, program.threads[thread].cta};
}

ProgramState StateRules::initial() const {
  ProgramState state;
  for (const Thread& thread : program_.threads) {
    state.pcs.push_back(0);
    state.registers.emplace_back();
    for (const Register& reg : thread.registers) state.registers.back().push_back(reg.initial);
  }
  for (const Location& location : program_.locations) state.memory.push_back(location.initial);
  return state;
}

bool StateRules::ended(const ProgramState& state, ThreadId thread) const {
  return state.pcs[thread] == program_.threads[thread].instructions.size() && !waits(state, thread);
}

bool StateRules::can_step(const ProgramState& state, ThreadId thread) const {
  if (ended(state, thread) || waits(state, thread)) return false;
  const Cta cta = cta_of(program_, thread);
  if (!cta_started(state, cta) && !has_free_slot(state, cta.first)) return false;
  const Action& action = program_.threads[thread].instructions[state.pcs[thread]].action;
  const auto* barrier = std::get_if<Barrier>(&action);
  return barrier == nullptr || !has_arrived(state, thread, *barrier);
}

ProgramState StateRules::after_step(const ProgramState& state, ThreadId thread) const {
  ProgramState after = state;
  const InstructionId pc = state.pcs[thread];
  const Action& action = program_.threads[thread].instructions[pc].action;
  Execution execution{program_, after.registers[thread], after.memory,
                      static_cast<InstructionId>(pc + 1)};
  std::visit(execution, action);
  if (const auto* barrier = std::get_if<Barrier>(&action)) {
    const std::vector<Value>& registers = state.registers[thread];
    Gathering& who = after.barriers[{cta_of(program_, thread), resource_of(*barrier, registers)}];
    who.arrived.insert(thread);
    if (!barrier->arrive) who.waiting.insert(thread);
    if (barrier->quorum) {
      const Value named = operand_value(*barrier->quorum, registers);
      who.quorum = who.quorum ? std::max(*who.quorum, named) : named;
    }
  }
  after.pcs[thread] = execution.next;
  after.started.insert(thread);
  open_complete_barriers(after);
  return after;
}

bool StateRules::cta_started(const ProgramState& state, Cta cta) const {
  return std::any_of(state.started.begin(), state.started.end(),
                     [&](ThreadId thread) { return cta_of(program_, thread) == cta; });
}

bool StateRules::cta_ended(const ProgramState& state, Cta cta) const {
  for (ThreadId thread = 0; thread < program_.threads.size(); ++thread) {
    if (cta_of(program_, thread) == cta && !ended(state, thread)) return false;
  }
  return true;
}

bool StateRules::has_free_slot(const ProgramState& state, std::uint32_t gpu) const {
  if (!resident_) return true;
  std::set<Cta> taken;
  for (const ThreadId thread : state.started) {
    const Cta cta = cta_of(program_, thread);
    if (cta.first == gpu && !cta_ended(state, cta)) taken.insert(cta);
  }
  return taken.size() < *resident_;
}

bool StateRules::waits(const ProgramState& state, ThreadId thread) const {
  return std::any_of(state.barriers.begin(), state.barriers.end(),
                     [&](const auto& barrier) { return barrier.second.waiting.contains(thread); });
}

// Whoever has arrived without waiting cannot arrive once more in the same generation.
bool StateRules::has_arrived(const ProgramState& state, ThreadId thread,
                             const Barrier& barrier) const {
  const Value resource = resource_of(barrier, state.registers[thread]);
  const auto found = state.barriers.find({cta_of(program_, thread), resource});
  return found != state.barriers.end() && found->second.arrived.contains(thread);
}

// Anywhere in its code, be it past.
bool StateRules::has_barrier(ThreadId thread, Value resource) const {
  const std::vector<Instruction>& code = program_.threads[thread].instructions;
  return std::any_of(code.begin(), code.end(), [&](const Instruction& instruction) {
    const auto* barrier = std::get_if<Barrier>(&instruction.action);
    return barrier != nullptr && resource_of(*barrier, {}) == resource;
  });
}

// In PTX a thread that has ended is not waited for. In Vulkan all are that have the barrier.
bool StateRules::complete(const ProgramState& state, Cta cta, Value resource,
                          const Gathering& who) const {
  if (who.quorum) return static_cast<Value>(who.arrived.size()) >= *who.quorum;
  for (ThreadId thread = 0; thread < program_.threads.size(); ++thread) {
    if (cta_of(program_, thread) != cta || who.arrived.contains(thread)) continue;
    const bool awaited = program_.language == Language::vulkan ? has_barrier(thread, resource)
                                                               : !ended(state, thread);
    if (awaited) return false;
  }
  return true;
}

void StateRules::open_complete_barriers(ProgramState& state) const {
  for (auto at = state.barriers.begin(); at != state.barriers.end();) {
    const auto& [cta, resource] = at->first;
    Gathering& who = at->second;
    const bool opens = who.open || complete(state, cta, resource, who);
    const bool stays = program_.language == Language::vulkan && (who.open || who.quorum);
    if (opens && !stays) {
      at = state.barriers.erase(at);
      continue;
    }
    if (opens) who = {{}, {}, std::nullopt, true};
    ++at;
  }
}

StateGraph reachable(const StateRules& rules, std::size_t threads, std::size_t limit) {
  StateGraph graph;
  std::map<ProgramState, std::size_t> numbers;
  const auto number_of = [&](const ProgramState& state) {
    const auto [at, is_new] = numbers.try_emplace(state, graph.states.size());
    if (is_new) graph.states.push_back(state);
    return at->second;
  };
  number_of(rules.initial());
  for (std::size_t from = 0; from < graph.states.size(); ++from) {
    if (graph.states.size() > limit) {
      throw TooManyStates("more than " + std::to_string(limit) + " states");
    }
    graph.edges.emplace_back();
    const ProgramState state = graph.states[from];
    for (ThreadId thread = 0; thread < threads; ++thread) {
      if (!rules.can_step(state, thread)) continue;
      graph.edges[from].push_back({thread, number_of(rules.after_step(state, thread))});
    }
  }
  return graph;
}

}  // namespace opexplore::oracle
