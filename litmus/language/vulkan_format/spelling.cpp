#include "litmus/language/vulkan_format/spelling.hpp"

#include "litmus/language/ptx_code/spelling.hpp"
#include "litmus/language/vulkan_format/modifiers.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

struct Visitor {
  const Program& program;
  const Thread& thread;

  const std::string& name(RegisterId id) const { return thread.registers[id].name; }
  std::string text(const Operand& operand) const {
    if (const auto* const reg = std::get_if<RegisterOperand>(&operand)) return name(reg->id);
    return std::to_string(std::get<Value>(operand));
  }
  std::string place(const MemoryAccess& access) const {
    if (access.pointer) return "[" + name(*access.pointer) + "]";
    return program.addresses[access.address].name;
  }
  static std::string mnemonic(VulkanFamily family, Order order, const VulkanAttributes& attributes,
                              std::optional<AtomicOp> operation = std::nullopt) {
    return mnemonic_text(family, modifiers_of(family, order, attributes, operation)) + " ";
  }

  std::string operator()(const Load& load) const {
    return mnemonic(VulkanFamily::load, load.order, *load.vulkan) + name(load.destination) + ", " +
           place(load);
  }
  std::string operator()(const Store& store) const {
    return mnemonic(VulkanFamily::store, store.order, *store.vulkan) + place(store) + ", " +
           text(store.value);
  }
  std::string operator()(const Atomic& atomic) const {
    return mnemonic(VulkanFamily::read_modify_write, atomic.order, *atomic.vulkan, atomic.op) +
           (atomic.destination ? name(*atomic.destination) : "_") + ", " + place(atomic) + ", " +
           (atomic.op == AtomicOp::cas ? text(atomic.expected) + ", " : "") + text(atomic.operand);
  }
  std::string operator()(const Fence& fence) const {
    const VulkanModifiers modifiers = modifiers_of(VulkanFamily::fence, fence.order, *fence.vulkan);
    return mnemonic_text(VulkanFamily::fence, modifiers);
  }
  std::string operator()(const AnyFence auto& other) const { return fence_text(other); }
  std::string operator()(const Barrier& barrier) const {
    std::string result = mnemonic(VulkanFamily::barrier, barrier.order, *barrier.vulkan) +
                         std::to_string(barrier.instance);
    if (barrier.id) result += ", " + text(*barrier.id);
    if (barrier.quorum) result += ", " + text(*barrier.quorum);
    return result;
  }
  std::string operator()(const Arithmetic& action) const {
    std::string result = std::string(to_string(action.op)) + " " + name(action.destination) + ", " +
                         text(action.left);
    if (action.op != ArithmeticOp::move) result += ", " + text(action.right);
    return result;
  }
  // Vulkan has none.
  std::string operator()(const Asynchronous&) const { return {}; }
  std::string operator()(const Branch& branch) const {
    if (!branch.comparison) return "goto " + label(branch.target);
    return std::string(jump_name(*branch.comparison)) + " " + text(branch.left) + ", " +
           text(branch.right) + ", " + label(branch.target);
  }
};

}  // namespace

std::string vulkan_text(const Action& action, const Thread& thread, const Program& program) {
  return std::visit(Visitor{program, thread}, action);
}

}  // namespace opexplore::detail
