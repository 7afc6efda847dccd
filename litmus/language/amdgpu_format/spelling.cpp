#include "litmus/language/amdgpu_format/spelling.hpp"

#include "litmus/language/amdgpu_format/words.hpp"
#include "litmus/language/ptx_code/spelling.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

struct AmdgpuSpelling {
  const Program& program;
  const Thread& thread;

  const std::string& name(RegisterId id) const { return thread.registers[id].name; }
  std::string text(const Operand& operand) const {
    if (const auto* const reg = std::get_if<RegisterOperand>(&operand)) return name(reg->id);
    return std::to_string(std::get<Value>(operand));
  }
  const std::string& place(const MemoryAccess& access) const {
    return program.addresses[access.address].name;
  }

  static std::string scope(const AmdgpuAttributes& attributes) {
    const std::string_view word = to_string(attributes.scope);
    return word.empty() ? "" : " syncscope(\"" + std::string(word) + "\")";
  }
  static std::string behind(Order order, const AmdgpuAttributes& attributes) {
    return scope(attributes) + " " + std::string(llvm_name(order)) +
           (attributes.av_none ? " !av-none" : "");
  }
  static std::string kind(const MemoryAccess& access, const std::string& word) {
    return word + (access.order != Order::weak ? " atomic" : "") + volatility(access);
  }
  static std::string volatility(const MemoryAccess& access) {
    return access.annotation == Annotation::volatile_ ? " volatile" : "";
  }
  static std::string ending(const MemoryAccess& access) {
    if (access.order != Order::weak) return behind(access.order, *access.amdgpu);
    return access.amdgpu->av ? scope(*access.amdgpu) : "";
  }

  std::string operator()(const Load& load) const {
    const std::string how = load.amdgpu->av ? "av.load" : kind(load, "load");
    return name(load.destination) + " = " + how + " " + place(load) + ending(load);
  }
  std::string operator()(const Store& store) const {
    const std::string how = store.amdgpu->av ? "av.store" : kind(store, "store");
    return how + " " + text(store.value) + ", " + place(store) + ending(store);
  }
  std::string operator()(const Atomic& atomic) const {
    std::string result = atomic.destination ? name(*atomic.destination) + " = " : "";
    if (atomic.op == AtomicOp::cas) {
      return result + "cmpxchg" + volatility(atomic) + " " + place(atomic) + ", " +
             text(atomic.expected) + ", " + text(atomic.operand) + scope(*atomic.amdgpu) + " " +
             std::string(llvm_name(atomic.order)) + " " + std::string(llvm_name(atomic.failure)) +
             (atomic.amdgpu->av_none ? " !av-none" : "");
    }
    return result + "atomicrmw" + volatility(atomic) + " " +
           std::string(llvm_operation(atomic.op)) + " " + place(atomic) + ", " +
           text(atomic.operand) + ending(atomic);
  }
  std::string operator()(const Fence& fence) const {
    return "fence" + behind(fence.order, *fence.amdgpu);
  }
  std::string operator()(const AnyFence auto&) const { return {}; }
  std::string operator()(const Barrier&) const { return "s_barrier"; }
  std::string operator()(const Arithmetic& action) const {
    const auto predicate = compared_by(action.op);
    const std::string op =
        predicate ? "icmp " + predicate_name(*predicate) : std::string(to_string(action.op));
    return name(action.destination) + " = " + op + " " + text(action.left) + ", " +
           text(action.right);
  }
  std::string operator()(const Branch& branch) const {
    if (!branch.comparison) return "br " + label(branch.target);
    return "br " + predicate_name(*branch.comparison) + " " + text(branch.left) + ", " +
           text(branch.right) + ", " + label(branch.target);
  }
  std::string operator()(const Asynchronous&) const { return {}; }
};

}  // namespace

std::string amdgpu_text(const Action& action, const Thread& thread, const Program& program) {
  return std::visit(AmdgpuSpelling{program, thread}, action);
}

}  // namespace opexplore::detail
