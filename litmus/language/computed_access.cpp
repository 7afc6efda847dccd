#include "litmus/language/computed_access.hpp"

#include <span>
#include <utility>

#include "opmodel/instruction.hpp"

namespace opexplore::detail {

namespace {

// The code of one thread while it grows. Jumps have their old targets, but for those that are new.
class Expansion {
 public:
  explicit Expansion(Thread& thread) : old_(std::move(thread.instructions)), thread_(thread) {}

  std::vector<InstructionId> run(std::span<const ComputedAccess> accesses) {
    std::size_t next = 0;
    for (const ComputedAccess& access : accesses) {
      copy(next, access.begin);
      expand(access);
      next = access.end;
    }
    copy(next, old_.size());
    places_.push_back(here());
    for (const std::size_t jump : old_jumps_) {
      Branch& branch = *branch_of(code_[jump].action);
      branch.target = places_[branch.target];
    }
    for (const std::size_t jump : to_end_) branch_of(code_[jump].action)->target = here();
    thread_.instructions = std::move(code_);
    return std::move(places_);
  }

 private:
  InstructionId here() const { return static_cast<InstructionId>(code_.size()); }

  void copy(std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      places_.push_back(here());
      if (branch_of(old_[i].action) != nullptr) old_jumps_.push_back(code_.size());
      code_.push_back(std::move(old_[i]));
    }
  }

  // A jump that stands for the access in texts.
  std::size_t add_jump(const ComputedAccess& access, Branch branch) {
    Instruction jump = old_[access.begin];
    jump.action = branch;
    code_.push_back(std::move(jump));
    return code_.size() - 1;
  }

  void set_target(std::size_t jump, InstructionId target) {
    branch_of(code_[jump].action)->target = target;
  }

  void add_access(const ComputedAccess& access, const ComputedTarget& target) {
    for (std::size_t i = access.begin; i < access.end; ++i) {
      Instruction instruction = old_[i];
      MemoryAccess* const made = memory_access(instruction.action);
      if (made != nullptr) made->address = target.addresses.at(made->address);
      code_.push_back(std::move(instruction));
    }
  }

  void expand(const ComputedAccess& access) {
    const InstructionId begin = here();
    const bool always = access.otherwise.empty();
    std::vector<std::size_t> tests;
    for (std::size_t i = 0; i + (always ? 1 : 0) < access.targets.size(); ++i) {
      tests.push_back(add_jump(access, {Comparison::equal, RegisterOperand{access.pointer},
                                        access.targets[i].pointer, 0}));
    }
    for (const Instruction& instruction : access.otherwise) code_.push_back(instruction);
    if (!always) to_end_.push_back(add_jump(access, {}));
    std::vector<std::size_t> leaves;
    for (std::size_t i = access.targets.size(); i-- > 0;) {  // the last one needs no test
      if (i < tests.size()) set_target(tests[i], here());
      add_access(access, access.targets[i]);
      if (i > 0) leaves.push_back(add_jump(access, {}));
    }
    for (const std::size_t jump : leaves) set_target(jump, here());
    places_.resize(access.end, begin);
  }

  std::vector<Instruction> old_;
  Thread& thread_;
  std::vector<Instruction> code_;
  std::vector<InstructionId> places_;
  std::vector<std::size_t> old_jumps_;
  std::vector<std::size_t> to_end_;
};

}  // namespace

std::vector<std::vector<InstructionId>> expand(Program& program,
                                               const std::vector<ComputedAccess>& accesses) {
  std::vector<std::vector<InstructionId>> places;
  std::size_t next = 0;
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    const std::size_t first = next;
    while (next < accesses.size() && accesses[next].thread == thread) ++next;
    places.push_back(
        Expansion(program.threads[thread]).run(std::span(accesses).subspan(first, next - first)));
  }
  return places;
}

}  // namespace opexplore::detail
