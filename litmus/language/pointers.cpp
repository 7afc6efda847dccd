// A worklist over basic blocks. Example, with memory z = {&x}:
//
//   ld r1, z           r1 = {&x}
//   xor r2, r1, r1     r2 = {0}
//   add r3, r1, r2     r3 = {&x}
//   st [r3], 1         leads to x, so memory x grows by 1
//
// When the set of a location grows, the blocks that read it are looked at again.
#include "litmus/language/pointers.hpp"

#include <algorithm>
#include <deque>
#include <set>
#include <vector>

#include "litmus/language/narrowing.hpp"
#include "opmodel/asynchronous_accesses.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore::detail {

namespace {

using RegisterValues = std::vector<ValueSet>;  // by RegisterId
using BlockIndex = std::size_t;
using LocationIndex = std::size_t;

// Where an instruction stands, and the block that is looked at again when what it reads from memory
// changes; without one memory stays as it is.
struct InstructionPlace {
  ThreadId thread = 0;
  InstructionId instruction = 0;
  std::optional<BlockIndex> block;
};

// Instructions that are executed one after the other.
struct Block {
  ThreadId thread = 0;
  InstructionId begin = 0;
  InstructionId end = 0;
  bool reached = false;
  bool queued = false;
  RegisterValues entry;
};

class Analysis {
 public:
  Analysis(const Program& program, const PointerMemory& layout)
      : program_(program), layout_(layout) {
    for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
      add_blocks(static_cast<ThreadId>(thread));
      number_writes(static_cast<ThreadId>(thread));
    }
  }

  PointerValues run() {
    for (std::size_t thread = 0; thread < program_.threads.size(); ++thread) {
      reach(static_cast<ThreadId>(thread), 0, start(static_cast<ThreadId>(thread)));
    }
    while (!queue_.empty() && work_ < most_work) {
      const BlockIndex block = queue_.front();
      queue_.pop_front();
      blocks_[block].queued = false;
      follow(block);
    }
    PointerValues result;
    result.gave_up = !queue_.empty();
    if (result.gave_up) return result;
    for (const Block& block : blocks_) record(block, result);
    return result;
  }

 private:
  // Keeps the worst test of 4 MiB below a second; ordinary tests need some hundred steps.
  static constexpr std::size_t most_work = 10'000'000;

  void add_blocks(ThreadId thread) {
    const std::vector<Instruction>& code = program_.threads[thread].instructions;
    std::set<InstructionId> begins = {0};
    for (std::size_t i = 0; i < code.size(); ++i) {
      const Branch* const branch = branch_of(code[i].action);
      if (branch == nullptr) continue;
      begins.insert(branch->target);
      begins.insert(static_cast<InstructionId>(i + 1));
    }
    begins.erase(static_cast<InstructionId>(code.size()));
    block_at_.emplace_back();
    for (auto begin = begins.begin(); begin != begins.end(); ++begin) {
      const auto next = std::next(begin);
      const auto end = next == begins.end() ? static_cast<InstructionId>(code.size()) : *next;
      block_at_.back().emplace(*begin, blocks_.size());
      blocks_.push_back({thread, *begin, end, false, false, {}});
    }
  }

  // Numbers the writes that are executed once at most: those that stand in no loop.
  void number_writes(ThreadId thread) {
    const Thread& of = program_.threads[thread];
    for (std::size_t i = 0; i < of.instructions.size(); ++i) {
      const auto at = static_cast<InstructionId>(i);
      if (writes_memory(of.instructions[i].action) && !comes_again(of, at)) {
        numbers_.emplace(std::pair{thread, at}, numbers_.size());
      }
    }
  }

  // Whether the thread can come from behind the instruction to it.
  static bool comes_again(const Thread& thread, InstructionId at) {
    std::vector<bool> seen(thread.instructions.size() + 1);
    std::vector<InstructionId> ahead = {at};
    while (!ahead.empty()) {
      const InstructionId from = ahead.back();
      ahead.pop_back();
      if (from == thread.instructions.size()) continue;
      for (const InstructionId next : successors_of(thread, from)) {
        if (next == at) return true;
        if (!seen[next]) ahead.push_back(next);
        seen[next] = true;
      }
    }
    return false;
  }

  // Beyond all numbers if it is not counted.
  std::size_t number_of(const InstructionPlace& place) const {
    const auto known = numbers_.find({place.thread, place.instruction});
    return known == numbers_.end() ? Writes().size() : known->second;
  }

  RegisterValues start(ThreadId thread) const {
    RegisterValues state;
    for (const Register& reg : program_.threads[thread].registers) state.emplace_back(reg.initial);
    return state;
  }

  void enqueue(BlockIndex index) {
    if (blocks_[index].queued || !blocks_[index].reached) return;
    blocks_[index].queued = true;
    queue_.push_back(index);
  }

  // Control comes to an instruction with these register values.
  void reach(ThreadId thread, InstructionId instruction, const RegisterValues& state) {
    const auto known = block_at_[thread].find(instruction);
    if (known == block_at_[thread].end()) return;  // the end of the thread
    Block& block = blocks_[known->second];
    bool grown = !block.reached;
    if (grown) {
      block.entry = state;
      block.reached = true;
    } else {
      for (std::size_t i = 0; i < state.size(); ++i) grown = block.entry[i].add(state[i]) || grown;
    }
    for (const ValueSet& values : state) work_ += 1 + values.ways();
    if (grown) enqueue(known->second);
  }

  void follow(BlockIndex index) {
    const ThreadId thread = blocks_[index].thread;
    const std::vector<Instruction>& code = program_.threads[thread].instructions;
    RegisterValues state = blocks_[index].entry;
    const InstructionId end = blocks_[index].end;
    for (InstructionId i = blocks_[index].begin; i < end; ++i) {
      execute(code[i].action, state, {thread, i, index});
    }
    const auto last = static_cast<InstructionId>(end - 1);
    const Branch* const branch = branch_of(code[last].action);
    for (const InstructionId next : successors_of(program_.threads[thread], last)) {
      RegisterValues there = state;
      const bool either = branch == nullptr || branch->target == end;
      const bool possible =
          either || narrow(there, code, blocks_[index].begin, last, next == branch->target);
      if (possible) reach(thread, next, there);
    }
  }

  void record(const Block& block, PointerValues& result) {
    const std::vector<Instruction>& code = program_.threads[block.thread].instructions;
    RegisterValues state = block.reached ? block.entry : start(block.thread);
    for (InstructionId i = block.begin; i < block.end; ++i) {
      const std::optional<RegisterId> pointer = pointer_of(code[i].action);
      if (pointer) result.at.emplace(std::pair{block.thread, i}, state[*pointer]);
      if (pointer && !block.reached) result.unreached.emplace(block.thread, i);
      if (const Store* const store = store_of(code[i].action)) {
        result.stored.emplace(std::pair{block.thread, i}, value(store->value, state));
      }
      const InstructionPlace place{block.thread, i, std::nullopt};
      if (const Atomic* const atomic = read_modify_write(code[i].action)) {
        result.atomics.emplace(std::pair{block.thread, i},
                               AtomicValues{read(targets(*atomic, state, place), place),
                                            value(atomic->operand, state)});
      }
      execute(code[i].action, state, place);
    }
  }

  // Changes registers and memory as the instruction does.
  void execute(const Action& action, RegisterValues& state, const InstructionPlace& place) {
    ++work_;
    std::visit(Overloaded{
                   [&](const Load& load) {
                     state[load.destination] = read(targets(load, state, place), place);
                   },
                   [&](const Store& store) {
                     const std::vector<LocationIndex> locations = targets(store, state, place);
                     write(locations, value(store.value, state).through(number_of(place)), place);
                   },
                   [&](const Atomic& atomic) { execute(atomic, state, place); },
                   [](const AnyFence auto&) {},
                   [](const Barrier&) {},
                   [&](const Arithmetic& arithmetic) { execute(arithmetic, state); },
                   [](const Branch&) {},
                   [&](const Asynchronous& other) { execute(other.what, state, place); },
               },
               action);
  }

  void execute(const Atomic& atomic, RegisterValues& state, const InstructionPlace& place) {
    const std::vector<LocationIndex> locations = targets(atomic, state, place);
    const ValueSet operand = value(atomic.operand, state);
    for (const LocationIndex location : locations) {
      const ValueSet old = read({location}, place);
      charge(old, operand);
      write({location}, evaluate(atomic.op, old, operand).through(number_of(place)), place);
    }
    if (atomic.destination) state[*atomic.destination] = read(locations, place);
  }

  // What asynchronous instructions give can be any number, but whether a phase is complete.
  void execute(const AsynchronousAction& action, RegisterValues& state,
               const InstructionPlace& place) {
    const auto* const destination = destination_of(action);
    if (destination != nullptr && *destination) {
      state[**destination] = ValueSet::any();
      if (std::holds_alternative<MbarrierOperation>(action)) {
        state[**destination] = ValueSet(0);
        state[**destination].add(ValueSet(1));
      }
    }
    if (const auto* const operation = std::get_if<AsynchronousOperation>(&action)) {
      for (const LocationIndex location : written_by(*operation)) {
        write(at(location), ValueSet::any(), place);
      }
    }
    if (const auto* const copy = std::get_if<FencedCopy>(&action)) {
      write(at(layout_.location(copy->destination)), ValueSet::any(), place);
    }
  }

  // One without destinations writes what a descriptor leads to.
  std::vector<LocationIndex> written_by(const AsynchronousOperation& operation) const {
    std::vector<LocationIndex> result;
    for (const AddressId address : addresses_written(operation)) {
      result.push_back(layout_.location(address));
    }
    if (!result.empty() || !operation.descriptor) return result;
    for (std::size_t id = 0; id < program_.addresses.size(); ++id) {
      result.push_back(layout_.location(static_cast<AddressId>(id)));
    }
    return result;
  }

  // The location, of whose values an account is kept from now on.
  std::vector<LocationIndex> at(LocationIndex location) {
    while (memory_.size() <= location) memory_.emplace_back(layout_.initial(memory_.size()));
    readers_.resize(memory_.size());
    return {location};
  }

  void execute(const Arithmetic& arithmetic, RegisterValues& state) {
    const ValueSet left = value(arithmetic.left, state);
    const ValueSet right = value(arithmetic.right, state);
    charge(left, right);
    const bool same = std::holds_alternative<RegisterOperand>(arithmetic.left) &&
                      arithmetic.left == arithmetic.right;
    state[arithmetic.destination] = same && arithmetic.op != ArithmeticOp::move
                                        ? evaluate_same(arithmetic.op, left, arithmetic.type)
                                        : evaluate(arithmetic.op, left, right, arithmetic.type);
  }

  void charge(const ValueSet& left, const ValueSet& right) { work_ += left.ways() * right.ways(); }

  static ValueSet value(const Operand& operand, const RegisterValues& state) {
    if (const auto* const reg = std::get_if<RegisterOperand>(&operand)) return state[reg->id];
    return ValueSet(std::get<Value>(operand));
  }

  // The locations that an access may go to.
  std::vector<LocationIndex> targets(const MemoryAccess& access, const RegisterValues& state,
                                     const InstructionPlace& place) {
    std::vector<LocationIndex> result;
    if (access.pointer) {
      result = layout_.locations(place.thread, place.instruction, state[*access.pointer]);
    } else {
      result.push_back(layout_.location(access.address));
    }
    for (const LocationIndex location : result) {
      while (memory_.size() <= location) memory_.emplace_back(layout_.initial(memory_.size()));
    }
    readers_.resize(memory_.size());
    return result;
  }

  ValueSet read(const std::vector<LocationIndex>& locations, const InstructionPlace& place) {
    ValueSet result;
    for (const LocationIndex location : locations) {
      if (place.block) readers_[location].insert(*place.block);
      result.add(memory_[location]);
      work_ += memory_[location].ways();
    }
    return result;
  }

  void write(const std::vector<LocationIndex>& locations, const ValueSet& values,
             const InstructionPlace& place) {
    if (!place.block) return;
    for (const LocationIndex location : locations) {
      work_ += values.ways();
      if (!memory_[location].add(values)) continue;
      for (const BlockIndex reader : readers_[location]) enqueue(reader);
    }
  }

  const Program& program_;
  const PointerMemory& layout_;
  std::map<std::pair<ThreadId, InstructionId>, std::size_t> numbers_;  // of counted writes
  std::vector<ValueSet> memory_;                                       // by location
  std::vector<std::set<BlockIndex>> readers_;                          // by location
  std::vector<Block> blocks_;
  std::vector<std::map<InstructionId, BlockIndex>> block_at_;  // by thread
  std::deque<BlockIndex> queue_;
  std::size_t work_ = 0;
};

}  // namespace

std::optional<AddressId> address_with(const Program& program, Value value) {
  for (std::size_t id = 0; id < program.addresses.size(); ++id) {
    const auto address = static_cast<AddressId>(id);
    if (numeric_address(program, address) == value) return address;
  }
  return std::nullopt;
}

PointerValues pointer_values(const Program& program, const PointerMemory& memory) {
  return Analysis(program, memory).run();
}

PointerValues pointer_values(const Program& program) {
  PointerMemory memory;
  memory.initial = [&](LocationIndex location) { return program.locations[location].initial; };
  memory.location = [&](AddressId address) { return program.addresses[address].location; };
  memory.locations = [&](ThreadId, InstructionId, const ValueSet& values) {
    std::vector<LocationIndex> result;
    for (LocationIndex i = 0; values.is_any() && i < program.locations.size(); ++i) {
      result.push_back(i);
    }
    for (const Value value : values.values()) {
      const std::optional<AddressId> address = address_with(program, value);
      if (address) result.push_back(program.addresses[*address].location);
    }
    return result;
  };
  return pointer_values(program, memory);
}

std::map<std::pair<ThreadId, InstructionId>, Value> pointer_offsets(const Program& program) {
  PointerMemory memory;
  memory.initial = [&](LocationIndex location) { return program.locations[location].initial; };
  memory.location = [&](AddressId address) { return program.addresses[address].location; };
  const auto address_at = [&](ThreadId thread, InstructionId at) {
    return memory_access(program.threads[thread].instructions[at].action)->address;
  };
  memory.locations = [&](ThreadId thread, InstructionId at, const ValueSet&) {
    return std::vector<LocationIndex>{program.addresses[address_at(thread, at)].location};
  };
  std::map<std::pair<ThreadId, InstructionId>, Value> result;
  for (const auto& [place, values] : pointer_values(program, memory).at) {
    const std::optional<Value> held = values.single();
    if (!held) continue;
    const Value number = numeric_address(program, address_at(place.first, place.second));
    const Value offset = opexplore::evaluate(ArithmeticOp::sub, number, *held);
    if (offset > -usual_number(0) && offset < usual_number(0)) result.emplace(place, offset);
  }
  return result;
}

}  // namespace opexplore::detail
