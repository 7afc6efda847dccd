#include "litmus/language/amdgpu_format/instruction_reader.hpp"

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "litmus/input/suggestion.hpp"
#include "litmus/language/amdgpu_format/synchronisation_reader.hpp"
#include "litmus/language/amdgpu_format/words.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

constexpr std::array<std::string_view, 8> amdgpu_words_with_result{
    "load", "av", "atomicrmw", "cmpxchg", "icmp", "add", "sub", "mul"};
constexpr std::array<std::string_view, 9> amdgpu_words_alone{
    "store", "av", "atomicrmw", "cmpxchg", "fence", "br", "s_barrier", "exists", "locations"};

class AmdgpuInstructionReader {
 public:
  AmdgpuInstructionReader(Tokens& tokens, ProgramBuilder& builder, ThreadId thread)
      : tokens_(tokens), builder_(builder), thread_(thread), first_(tokens.peek()) {}

  Action read() {
    if (!at_register()) return without_result();
    const RegisterId destination = reg();
    tokens_.expect("=", "'=' and an operation", "write 'r0 = load x'");
    const Token word = tokens_.peek();
    if (tokens_.accept("load")) return load(destination);
    if (tokens_.accept("av")) return av_load(destination);
    if (tokens_.accept("atomicrmw")) return read_modify_write(destination);
    if (tokens_.accept("cmpxchg")) return compare_and_swap(destination);
    if (tokens_.accept("icmp")) return comparison(destination);
    if (const auto op = find_llvm_arithmetic(word.text)) {
      tokens_.take();
      return arithmetic(destination, *op);
    }
    if (word.is("store") || word.is("fence")) {
      tokens_.fail(word, quote(word) + " gives no result", "leave the register out");
    }
    fail_on(word, {amdgpu_words_with_result.begin(), amdgpu_words_with_result.end()});
  }

 private:
  Action without_result() {
    const Token word = first_;
    if (tokens_.accept("store")) return store();
    if (tokens_.accept("av")) return av_store();
    if (tokens_.accept("atomicrmw")) return read_modify_write(std::nullopt);
    if (tokens_.accept("cmpxchg")) return compare_and_swap(std::nullopt);
    if (tokens_.accept("fence")) return fence();
    if (tokens_.accept("br")) return branch();
    if (tokens_.accept("s_barrier")) return barrier();
    if (word.text.starts_with("s_barrier")) {
      tokens_.fail(word, "not modelled: split and named barriers", "nearest: 's_barrier'");
    }
    if (word.is("load")) {
      tokens_.fail(word, "a load needs a register for its result", "write 'r0 = load x'");
    }
    fail_on(word, {amdgpu_words_alone.begin(), amdgpu_words_alone.end()});
  }

  [[noreturn]] void fail_on(const Token& word, const std::vector<std::string_view>& known) const {
    std::string advice =
        did_you_mean(word.text, known, "see the instructions of AMDGPU in docs/litmus-format.md");
    if (word.is("ld") || word.is("st")) advice = "LLVM calls it load or store";
    if (word.is("llvm")) advice = "leave 'llvm.amdgcn.' out: write 'r0 = av.load x'";
    tokens_.fail(word, "unknown instruction " + quote(word), advice);
  }

  Action load(RegisterId destination) {
    Load action;
    action.destination = destination;
    const bool atomic = tokens_.accept("atomic");
    if (tokens_.accept("volatile")) action.annotation = Annotation::volatile_;
    location(action);
    if (atomic) {
      synchronise(action, "an atomic load", {Order::relaxed, Order::acquire, Order::sc});
    } else {
      refuse_synchronisation("load");
    }
    return action;
  }

  Action store() {
    Store action;
    const bool atomic = tokens_.accept("atomic");
    if (tokens_.accept("volatile")) action.annotation = Annotation::volatile_;
    action.value = value();
    comma("a location");
    location(action);
    if (atomic) {
      synchronise(action, "an atomic store", {Order::relaxed, Order::release, Order::sc});
    } else {
      refuse_synchronisation("store");
    }
    return action;
  }

  Action av_load(RegisterId destination) {
    tokens_.expect(".", "'.load'", "write 'r0 = av.load x'");
    tokens_.expect("load", "'load'", "write 'r0 = av.load x'");
    Load action;
    action.destination = destination;
    location(action);
    scoped_av(action);
    return action;
  }

  Action av_store() {
    tokens_.expect(".", "'.store'", "write 'av.store 1, x'");
    tokens_.expect("store", "'store'", "write 'av.store 1, x'");
    Store action;
    action.value = value();
    comma("a location");
    location(action);
    scoped_av(action);
    return action;
  }

  // No order: it is not atomic.
  void scoped_av(MemoryAccess& access) {
    access.amdgpu->av = true;
    access.amdgpu->scope = read_sync_scope(tokens_);
  }

  Action read_modify_write(std::optional<RegisterId> destination) {
    Atomic action;
    action.destination = destination;
    if (tokens_.accept("volatile")) action.annotation = Annotation::volatile_;
    const Token word = tokens_.expect_word("an operation, such as 'add'");
    const std::optional<AtomicOp> op = find_llvm_operation(word.text);
    if (!op) {
      tokens_.fail(word, "unknown operation " + quote(word) + " of an atomicrmw",
                   "they are xchg, add, sub, and, or, xor, min and max");
    }
    action.op = *op;
    location(action);
    comma("the operand");
    action.operand = value();
    synchronise(action, "an atomicrmw", every_order);
    return action;
  }

  /// `cmpxchg x, EXPECTED, NEW SYNCSCOPE ORDER ORDER`: the result is the old value.
  Action compare_and_swap(std::optional<RegisterId> destination) {
    Atomic action;
    action.op = AtomicOp::cas;
    action.destination = destination;
    if (tokens_.accept("volatile")) action.annotation = Annotation::volatile_;
    location(action);
    comma("the value to compare with");
    action.expected = value();
    comma("the new value");
    action.operand = value();
    action.amdgpu->scope = read_sync_scope(tokens_);
    action.order = read_llvm_order(tokens_, "a cmpxchg", every_order);
    action.failure = read_llvm_order(tokens_, "a cmpxchg that fails",
                                     {Order::relaxed, Order::acquire, Order::sc});
    const bool weak = action.order == Order::relaxed && action.failure == Order::relaxed;
    action.amdgpu->av_none = read_av_none(tokens_, weak ? Order::relaxed : Order::acq_rel);
    return action;
  }

  Action fence() {
    Fence action;
    action.amdgpu.emplace();
    action.amdgpu->scope = read_sync_scope(tokens_);
    action.order = read_llvm_order(tokens_, "a fence",
                                   {Order::acquire, Order::release, Order::acq_rel, Order::sc});
    action.amdgpu->av_none = read_av_none(tokens_, action.order);
    return action;
  }

  /// `s_barrier`: all of the workgroup meet. It orders no memory.
  Action barrier() {
    Barrier action;
    action.order = Order::relaxed;
    return action;
  }

  Action comparison(RegisterId destination) {
    const Token word = tokens_.expect_word("a comparison, such as 'eq'");
    const std::optional<Comparison> predicate = find_predicate(word.text);
    if (!predicate) {
      tokens_.fail(word, "unknown comparison " + quote(word),
                   "they are eq, ne, slt, sle, sgt and sge");
    }
    return arithmetic(destination, comparing(*predicate));
  }

  Action arithmetic(RegisterId destination, ArithmeticOp op) {
    Arithmetic action;
    action.op = op;
    action.type = NumberType::s32;
    action.destination = destination;
    action.left = value();
    comma("the second operand");
    action.right = value();
    return action;
  }

  /// `br LC00`, or `br eq r0, 1, LC00`.
  Action branch() {
    Branch action;
    const Token word = tokens_.expect_word("a label, or a comparison and its operands");
    action.comparison = find_predicate(word.text);
    if (!action.comparison) {
      builder_.jump(thread_, word);
      return action;
    }
    action.left = value();
    comma("the second operand");
    action.right = value();
    comma("the label");
    builder_.jump(thread_, tokens_.expect_word("a label", "labels are written 'LC00'"));
    return action;
  }

  void synchronise(MemoryAccess& access, std::string_view what,
                   std::initializer_list<Order> allowed) {
    access.amdgpu->scope = read_sync_scope(tokens_);
    access.order = read_llvm_order(tokens_, what, allowed);
    access.amdgpu->av_none = read_av_none(tokens_, access.order);
  }

  void refuse_synchronisation(const std::string& word) const {
    const Token& next = tokens_.peek();
    if (!next.is("syncscope") && !find_word(llvm_orders(), next.text)) return;
    tokens_.fail(next,
                 "a " + word + " that is not atomic has no " +
                     (next.is("syncscope") ? "syncscope" : "order"),
                 "write " + quote(word + " atomic …"));
  }

  void comma(std::string_view before_what) {
    tokens_.expect(",", "',' and " + std::string(before_what));
  }

  bool at_register() const {
    return tokens_.peek().kind == TokenKind::word && is_register(tokens_.peek().text);
  }

  RegisterId reg() { return builder_.reg(thread_, tokens_.take(), NumberType::s32); }

  Operand value() {
    if (at_register()) return RegisterOperand{reg()};
    if (tokens_.peek().kind == TokenKind::word) {
      tokens_.fail_expected("a register or a number", "load a location into a register first");
    }
    return expect_i32(tokens_, "a register or a number");
  }

  void location(MemoryAccess& access) {
    const Token name = tokens_.peek();
    if (name.kind != TokenKind::word || is_register(name.text)) {
      tokens_.fail_expected("a location", "pointers in registers are not modelled");
    }
    tokens_.take();
    access.address = builder_.address(name);
    access.amdgpu.emplace();
    builder_.note_access({thread_, 0, first_.place, name.place, {}, {}});
  }

  static constexpr std::initializer_list<Order> every_order{
      Order::relaxed, Order::acquire, Order::release, Order::acq_rel, Order::sc};

  Tokens& tokens_;
  ProgramBuilder& builder_;
  ThreadId thread_;
  Token first_;
};

}  // namespace

Value expect_i32(Tokens& tokens, std::string_view what) {
  const Token start = tokens.peek();
  const Value number = tokens.expect_number(what);
  if (number != as_type(NumberType::s32, number)) {
    tokens.fail(start, "the number " + std::to_string(number) + " does not fit in 32 bits",
                "tests for AMDGPU compute in i32, from " +
                    std::to_string(std::numeric_limits<std::int32_t>::min()) + " to " +
                    std::to_string(std::numeric_limits<std::int32_t>::max()));
  }
  return number;
}

void read_amdgpu_instruction(Tokens& tokens, ProgramBuilder& builder, ThreadId thread) {
  const Token first = tokens.peek();
  Instruction instruction;
  instruction.place = first.place;
  instruction.action = AmdgpuInstructionReader(tokens, builder, thread).read();
  instruction.text = written(first, tokens.previous());
  builder.add_instruction(thread, std::move(instruction));
}

}  // namespace opexplore::detail
