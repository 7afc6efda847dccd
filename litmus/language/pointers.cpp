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

#include "opmodel/instruction.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore::detail {

namespace {

using State = std::vector<ValueSet>;  // by RegisterId
using BlockIndex = std::size_t;

// Instructions that are executed one after the other.
struct Block {
  ThreadId thread = 0;
  InstructionId begin = 0;
  InstructionId end = 0;
  bool reached = false;
  bool queued = false;
  State entry;
};

class Analysis {
 public:
  explicit Analysis(const Program& program)
      : program_(program), readers_(program.locations.size()) {
    for (const Location& location : program.locations) memory_.emplace_back(location.initial);
    for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
      add_blocks(static_cast<ThreadId>(thread));
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

  State start(ThreadId thread) const {
    State state;
    for (const Register& reg : program_.threads[thread].registers) state.emplace_back(reg.initial);
    return state;
  }

  void enqueue(BlockIndex index) {
    if (blocks_[index].queued || !blocks_[index].reached) return;
    blocks_[index].queued = true;
    queue_.push_back(index);
  }

  // Control comes to an instruction with these register values.
  void reach(ThreadId thread, InstructionId instruction, const State& state) {
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
    for (const ValueSet& values : state) work_ += 1 + values.values().size();
    if (grown) enqueue(known->second);
  }

  void follow(BlockIndex index) {
    const ThreadId thread = blocks_[index].thread;
    const std::vector<Instruction>& code = program_.threads[thread].instructions;
    State state = blocks_[index].entry;
    const InstructionId end = blocks_[index].end;
    for (InstructionId i = blocks_[index].begin; i < end; ++i) {
      execute(code[i].action, state, index);
    }
    const Successors successors =
        successors_of(program_.threads[thread], static_cast<InstructionId>(end - 1));
    for (std::size_t i = 0; i < successors.count; ++i) reach(thread, successors.targets[i], state);
  }

  void record(const Block& block, PointerValues& result) {
    const std::vector<Instruction>& code = program_.threads[block.thread].instructions;
    State state = block.reached ? block.entry : start(block.thread);
    for (InstructionId i = block.begin; i < block.end; ++i) {
      const std::optional<RegisterId> pointer = pointer_of(code[i].action);
      if (pointer) result.at.emplace(std::pair{block.thread, i}, state[*pointer]);
      execute(code[i].action, state, nowhere);
    }
  }

  // No block: memory stays as it is.
  static constexpr std::optional<BlockIndex> nowhere = std::nullopt;

  // Changes registers and memory as the instruction does; `block`, where it stands, is looked
  // at again when what it reads from memory changes.
  void execute(const Action& action, State& state, std::optional<BlockIndex> block) {
    ++work_;
    std::visit(
        Overloaded{
            [&](const Load& load) { state[load.destination] = read(targets(load, state), block); },
            [&](const Store& store) {
              write(targets(store, state), value(store.value, state), block);
            },
            [&](const Atomic& atomic) { execute(atomic, state, block); },
            [](const AnyFence auto&) {},
            [](const Barrier&) {},
            [&](const Arithmetic& arithmetic) { execute(arithmetic, state); },
            [](const Branch&) {},
        },
        action);
  }

  void execute(const Atomic& atomic, State& state, std::optional<BlockIndex> block) {
    const std::vector<LocationId> locations = targets(atomic, state);
    const ValueSet operand = value(atomic.operand, state);
    for (const LocationId location : locations) {
      const ValueSet old = read({location}, block);
      charge(old, operand);
      write({location}, evaluate(atomic.op, old, operand), block);
    }
    if (atomic.destination) state[*atomic.destination] = read(locations, block);
  }

  void execute(const Arithmetic& arithmetic, State& state) {
    const ValueSet left = value(arithmetic.left, state);
    const ValueSet right = value(arithmetic.right, state);
    charge(left, right);
    const bool same = std::holds_alternative<RegisterOperand>(arithmetic.left) &&
                      arithmetic.left == arithmetic.right;
    state[arithmetic.destination] = same && arithmetic.op != ArithmeticOp::move
                                        ? evaluate_same(arithmetic.op, left, arithmetic.type)
                                        : evaluate(arithmetic.op, left, right, arithmetic.type);
  }

  void charge(const ValueSet& left, const ValueSet& right) {
    work_ += left.values().size() * right.values().size();
  }

  static ValueSet value(const Operand& operand, const State& state) {
    if (const auto* const reg = std::get_if<RegisterOperand>(&operand)) return state[reg->id];
    return ValueSet(std::get<Value>(operand));
  }

  // The locations that an access may go to.
  std::vector<LocationId> targets(const MemoryAccess& access, const State& state) const {
    if (!access.pointer) return {program_.addresses[access.address].location};
    std::vector<LocationId> result;
    for (const Value value : state[*access.pointer].values()) {
      const std::optional<AddressId> address = address_with(program_, value);
      if (address) result.push_back(program_.addresses[*address].location);
    }
    return result;
  }

  ValueSet read(const std::vector<LocationId>& locations, std::optional<BlockIndex> block) {
    ValueSet result;
    for (const LocationId location : locations) {
      if (block) readers_[location].insert(*block);
      result.add(memory_[location]);
      work_ += memory_[location].values().size();
    }
    return result;
  }

  void write(const std::vector<LocationId>& locations, const ValueSet& values,
             std::optional<BlockIndex> block) {
    if (!block) return;
    for (const LocationId location : locations) {
      work_ += values.values().size();
      if (!memory_[location].add(values)) continue;
      for (const BlockIndex reader : readers_[location]) enqueue(reader);
    }
  }

  const Program& program_;
  std::vector<ValueSet> memory_;               // by LocationId
  std::vector<std::set<BlockIndex>> readers_;  // by LocationId
  std::vector<Block> blocks_;
  std::vector<std::map<InstructionId, BlockIndex>> block_at_;  // by thread
  std::deque<BlockIndex> queue_;
  std::size_t work_ = 0;
};

}  // namespace

std::optional<AddressId> address_with(const Program& program, Value value) {
  constexpr Value first = numeric_address(0);
  constexpr Value distance = numeric_address(1) - first;
  if (value < first || (value - first) % distance != 0) return std::nullopt;
  const Value index = (value - first) / distance;
  if (index >= static_cast<Value>(program.addresses.size())) return std::nullopt;
  return static_cast<AddressId>(index);
}

PointerValues pointer_values(const Program& program) { return Analysis(program).run(); }

}  // namespace opexplore::detail
