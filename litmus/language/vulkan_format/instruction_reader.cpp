#include "litmus/language/vulkan_format/instruction_reader.hpp"

#include <array>
#include <string>

#include "litmus/input/suggestion.hpp"
#include "litmus/language/vulkan_format/modifiers.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

class VulkanInstructionReader {
 public:
  VulkanInstructionReader(Tokens& tokens, ProgramBuilder& builder, ThreadId thread)
      : tokens_(tokens), builder_(builder), thread_(thread), mnemonic_(read_mnemonic(tokens)) {}

  SourcePlace place() const { return mnemonic_.name.place; }
  std::string_view name() const { return mnemonic_.name.text; }

  Action load() {
    const VulkanModifiers modifiers = read(VulkanFamily::load);
    Load action;
    action.destination = destination();
    comma("a location");
    access(action, VulkanFamily::load, modifiers);
    return action;
  }

  Action store() {
    const VulkanModifiers modifiers = read(VulkanFamily::store);
    Store action;
    access(action, VulkanFamily::store, modifiers);
    comma("the value");
    action.value = value();
    return action;
  }

  Action read_modify_write() {
    const VulkanModifiers modifiers = read(VulkanFamily::read_modify_write);
    Atomic action;
    action.op = modifiers.operation.value_or(AtomicOp::exch);
    action.destination = destination();
    comma("a location");
    access(action, VulkanFamily::read_modify_write, modifiers);
    if (action.op == AtomicOp::cas) {
      comma("the value to compare with");
      action.expected = value();
      // One that fails is a read, which acquires as one that succeeds.
      if (acquires(action.order)) action.failure = Order::acquire;
    }
    comma("the operand");
    action.operand = value();
    return action;
  }

  Action fence() {
    const VulkanModifiers modifiers = read(VulkanFamily::fence);
    Fence action;
    action.order = modifiers.order;
    action.vulkan = attributes_of(VulkanFamily::fence, modifiers);
    return action;
  }

  /// `cbar… INSTANCE [, ID [, QUORUM]]`.
  Action barrier() {
    const VulkanModifiers modifiers = read(VulkanFamily::barrier);
    Barrier action;
    action.order = modifiers.order;
    action.vulkan = attributes_of(VulkanFamily::barrier, modifiers);
    action.instance = tokens_.expect_number("the number of the barrier");
    if (tokens_.accept(",")) {
      action.id = value();
      if (tokens_.accept(",")) action.quorum = value();
    }
    return action;
  }

  Action device_operation() {
    refuse_modifiers();
    return DeviceOperation{*find_word<DeviceOperationKind>(name())};
  }

  Action arithmetic() {
    refuse_modifiers();
    Arithmetic action;
    action.op = *find_word<ArithmeticOp>(name());
    action.destination = destination();
    comma("the first operand");
    action.left = value();
    comma("the second operand");
    action.right = value();
    return action;
  }

  Action branch() {
    refuse_modifiers();
    Branch action;
    action.comparison = find_word(jumps(), name());
    action.left = value();
    comma("the second operand");
    action.right = value();
    comma("the label");
    target();
    return action;
  }

  Action jump() {
    refuse_modifiers();
    target();
    return Branch{};
  }

  [[noreturn]] void fail_on_name(const std::vector<std::string_view>& known) const {
    std::string advice = did_you_mean(name(), known, "see the list of instructions of the format");
    if (name() == "atom" || name() == "red") advice = "a read-modify-write is called rmw.atom";
    if (name() == "fence") advice = "a fence is called membar";
    if (name() == "bar" || name() == "barrier") advice = "a control barrier is called cbar";
    tokens_.fail(mnemonic_.name, "unknown instruction " + quote(mnemonic_.name), advice);
  }

 private:
  VulkanModifiers read(VulkanFamily family) {
    return read_modifiers(tokens_.source(), mnemonic_, family);
  }

  void refuse_modifiers() const {
    if (mnemonic_.modifiers.empty()) return;
    const Modifier& first = mnemonic_.modifiers.front();
    tokens_.source().fail(first.place,
                          quote(mnemonic_.name) + " has no modifier " + quote(first.text),
                          "write " + quote(name()));
  }

  void comma(std::string_view before_what) {
    tokens_.expect(",", "',' and " + std::string(before_what));
  }

  bool at_register() const {
    return tokens_.peek().kind == TokenKind::word && is_register(tokens_.peek().text);
  }

  RegisterId destination() {
    if (!at_register()) tokens_.fail_expected("a destination register (r0, r1, …)");
    return builder_.reg(thread_, tokens_.take());
  }

  Operand value() {
    if (at_register()) return RegisterOperand{builder_.reg(thread_, tokens_.take())};
    const bool word = tokens_.peek().kind == TokenKind::word;
    return tokens_.expect_number("a register or a number",
                                 word ? "load a location into a register first" : "");
  }

  void target() {
    builder_.jump(thread_, tokens_.expect_word("a label", "labels are written 'LC00'"));
  }

  /// `x`, `[x]`, or `[r1]` where that register holds the address of a location.
  void access(MemoryAccess& access, VulkanFamily family, const VulkanModifiers& modifiers) {
    access.order =
        modifiers.order == Order::weak && modifiers.atomic ? Order::relaxed : modifiers.order;
    access.vulkan = attributes_of(family, modifiers);
    const bool bracketed = tokens_.accept("[");
    const Token name = tokens_.peek();
    if (name.kind != TokenKind::word) tokens_.fail_expected("a location");
    const bool pointer = is_register(name.text);
    if (pointer && !bracketed) {
      tokens_.fail(name, "expected a location, found the register " + quote(name),
                   "write " + quote("[" + std::string(name.text) + "]") +
                       " for the location whose address it holds");
    }
    tokens_.take();
    if (pointer) {
      access.pointer = builder_.reg(thread_, name);
    } else {
      access.address = builder_.address(name);
    }
    builder_.note_access({thread_, 0, place(), name.place, {}, {}});
    if (bracketed) tokens_.expect("]", "']'", "offsets are not modelled; give each word a name");
  }

  Tokens& tokens_;
  ProgramBuilder& builder_;
  ThreadId thread_;
  Mnemonic mnemonic_;
};

struct VulkanEntry {
  std::string_view name;
  Action (VulkanInstructionReader::*read)();
};

using Reader = VulkanInstructionReader;
constexpr std::array<VulkanEntry, 21> vulkan_instructions = {
    {{"ld", &Reader::load},
     {"st", &Reader::store},
     {"rmw", &Reader::read_modify_write},
     {"membar", &Reader::fence},
     {"cbar", &Reader::barrier},
     {"avdevice", &Reader::device_operation},
     {"visdevice", &Reader::device_operation},
     {"add", &Reader::arithmetic},
     {"sub", &Reader::arithmetic},
     {"mul", &Reader::arithmetic},
     {"div", &Reader::arithmetic},
     {"and", &Reader::arithmetic},
     {"or", &Reader::arithmetic},
     {"xor", &Reader::arithmetic},
     {"beq", &Reader::branch},
     {"bne", &Reader::branch},
     {"blt", &Reader::branch},
     {"ble", &Reader::branch},
     {"bgt", &Reader::branch},
     {"bge", &Reader::branch},
     {"goto", &Reader::jump}}};

std::vector<std::string_view> known_vulkan_words() {
  std::vector<std::string_view> known = {"exists", "forall", "filter", "locations"};
  for (const VulkanEntry& entry : vulkan_instructions) known.push_back(entry.name);
  return known;
}

}  // namespace

void read_vulkan_instruction(Tokens& tokens, ProgramBuilder& builder, ThreadId thread) {
  const Token first = tokens.peek();
  VulkanInstructionReader reader(tokens, builder, thread);
  for (const VulkanEntry& entry : vulkan_instructions) {
    if (entry.name != reader.name()) continue;
    Instruction instruction;
    instruction.place = first.place;
    instruction.action = (reader.*entry.read)();
    instruction.text = written(first, tokens.previous());
    builder.add_instruction(thread, std::move(instruction));
    return;
  }
  reader.fail_on_name(known_vulkan_words());
}

}  // namespace opexplore::detail
