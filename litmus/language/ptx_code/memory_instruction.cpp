// Loads, stores and read-modify-writes, with the legality rules of the PTX ISA
// (9.7.9 "ld", "st"; 9.7.13 "atom", "red").
#include <string>

#include "litmus/language/ptx_code/instruction_reader.hpp"

namespace opexplore::detail {

namespace {

struct Access {
  Order order = Order::weak;
  Scope scope = Scope::sys;
};

std::string instruction_name(const InstructionContext& context) {
  return std::string(context.mnemonic.name.text);
}

std::string spelled(Order order) { return std::string(to_string(order)); }

/// volatile is relaxed.sys (PTX ISA, "Operation Types").
Access volatile_access(const InstructionContext& context, const Qualifiers& qualifiers,
                       Proxy proxy) {
  if (proxy != Proxy::generic) {
    context.fail("volatile", quote(context.mnemonic.text()) + ": only ld and st can be volatile",
                 "write " + quote(instruction_name(context) + ".relaxed.sys"));
  }
  if (qualifiers.order) {
    context.fail("", quote(context.mnemonic.text()) + " has two memory orders",
                 "volatile is relaxed.sys; leave out one of them");
  }
  if (qualifiers.scope) {
    context.fail(to_string(*qualifiers.scope),
                 quote(context.mnemonic.text()) + ": a volatile access takes no scope",
                 "volatile is relaxed.sys; write one or the other");
  }
  return {Order::relaxed, Scope::sys};
}

[[noreturn]] void fail_on_scope(const InstructionContext& context, const Qualifiers& qualifiers,
                                const std::string& strong) {
  const std::string scope(to_string(*qualifiers.scope));
  const std::string name = instruction_name(context);
  const std::string message = qualifiers.order
                                  ? "a weak access takes no scope"
                                  : "a scope needs a memory order: relaxed or " + strong;
  context.fail(scope, quote(context.mnemonic.text()) + ": " + message,
               "write " + quote(name + ".weak") + " or " + quote(name + ".relaxed." + scope));
}

/// Cache operators stand on weak accesses (PTX ISA 9.7.9.1, the grammar of ld and st), and a
/// load has others than a store.
void require_annotation(const InstructionContext& context, const Qualifiers& qualifiers,
                        Proxy proxy, bool is_load) {
  if (!qualifiers.annotation || *qualifiers.annotation == Annotation::volatile_) return;
  const std::string word(to_string(*qualifiers.annotation));
  const std::string what = quote(context.mnemonic.text()) + ": ";
  if (proxy != Proxy::generic) {
    context.fail(word, what + "only ld and st have cache operators", "leave it out");
  }
  const Annotation other = is_load ? Annotation::wb : Annotation::ca;
  if (*qualifiers.annotation == other) {
    context.fail(word,
                 what + "." + word + " is a cache operator of " + (is_load ? "stores" : "loads"),
                 is_load ? "loads have .ca and .cg" : "stores have .wb and .cg");
  }
  if (qualifiers.order.value_or(Order::weak) != Order::weak) {
    context.fail(word, what + "a strong access takes no cache operator",
                 "leave out the cache operator or the memory order");
  }
}

/// Order and scope of a load (`strongest` = acquire) or store (release).
Access read_access(const InstructionContext& context, const Qualifiers& qualifiers, Proxy proxy,
                   Order strongest) {
  require_annotation(context, qualifiers, proxy, strongest == Order::acquire);
  if (qualifiers.annotation == Annotation::volatile_) {
    return volatile_access(context, qualifiers, proxy);
  }
  const Order order = qualifiers.order.value_or(Order::weak);
  const std::string strong = spelled(strongest);
  const std::string kind = strongest == Order::acquire ? "load" : "store";
  if (order != Order::weak && order != Order::relaxed && order != strongest) {
    const std::string advice = order == Order::sc        ? "put fence.sc before it"
                               : order == Order::acq_rel ? "write " + strong + ", or use atom"
                                                         : "a fence can do it: fence.acq_rel";
    context.fail(spelled(order),
                 quote(context.mnemonic.text()) + ": a " + kind + " is weak, relaxed or " + strong +
                     ", never " + spelled(order),
                 advice);
  }
  if (order == Order::weak) {
    if (qualifiers.scope) fail_on_scope(context, qualifiers, strong);
    return {};
  }
  if (!qualifiers.scope) {
    context.fail("", quote(context.mnemonic.text()) + ": a strong access needs a scope",
                 "write " + quote(instruction_name(context) + "." + spelled(order) + ".gpu") +
                     ", or .cta or .sys");
  }
  return {order, *qualifiers.scope};
}

/// `ld r1, 5` and `ld r1, r2` are the dialect's moves.
bool is_move(const InstructionContext& context, Proxy proxy) {
  const Token& token = context.tokens.peek();
  return proxy == Proxy::generic && context.mnemonic.modifiers.empty() &&
         (context.tokens.at_number() || (token.kind == TokenKind::word && is_register(token.text)));
}

/// Whether min, max compare as written (they are signed in the model).
void require_signed(const InstructionContext& context, const Qualifiers& qualifiers) {
  const AtomicOp op = *qualifiers.operation;
  const bool compares = op == AtomicOp::min || op == AtomicOp::max || op == AtomicOp::div;
  if (compares && !qualifiers.type.empty() && qualifiers.type[0] == 'u') {
    context.fail(
        qualifiers.type, "not modelled: unsigned " + std::string(to_string(op)),
        "it is signed in the model; nearest: ." + ("s" + std::string(qualifiers.type.substr(1))));
  }
}

AtomicOp require_operation(const InstructionContext& context, const Qualifiers& qualifiers,
                           bool has_destination) {
  if (!qualifiers.operation) {
    context.fail("", quote(context.mnemonic.text()) + " needs an operation",
                 has_destination
                     ? "add, sub, mul, div, and, or, xor, min, max, inc, dec, exch or cas"
                     : "add, sub, mul, div, and, or, xor, min, max, inc or dec");
  }
  const AtomicOp op = *qualifiers.operation;
  if (!has_destination && (op == AtomicOp::exch || op == AtomicOp::cas)) {
    const std::string name = context.mnemonic.name.is("red") ? "atom" : "suatom";
    context.fail(to_string(op), quote(context.mnemonic.text()) + ": red has no exch and no cas",
                 "use " + quote(name + "." + std::string(to_string(op))));
  }
  require_signed(context, qualifiers);
  return op;
}

Order require_atomic_order(const InstructionContext& context, const Qualifiers& qualifiers) {
  const Order order = qualifiers.order.value_or(Order::relaxed);
  const bool is_volatile = qualifiers.annotation == Annotation::volatile_;
  if (qualifiers.annotation && !is_volatile) {
    context.fail(to_string(*qualifiers.annotation),
                 quote(context.mnemonic.text()) + ": an atomic takes no cache operator",
                 "leave it out; atomics are performed in the L2 cache");
  }
  if (is_volatile || order == Order::weak || order == Order::sc) {
    const std::string found = is_volatile ? "volatile" : spelled(order);
    context.fail(found,
                 quote(context.mnemonic.text()) +
                     ": an atomic is relaxed, acquire, release or acq_rel, never " + found,
                 order == Order::sc ? "put fence.sc before it" : "write relaxed");
  }
  return order;
}

template <class Access>
void set_memory(Access& access, const MemoryOperand& operand) {
  access.address = operand.address;
  access.pointer = operand.pointer;
}

}  // namespace

Action read_load(InstructionContext context, Proxy proxy) {
  const Qualifiers qualifiers =
      classify(context.source(), context.mnemonic, {.order = true, .scope = true});
  Load action;
  const Access access = read_access(context, qualifiers, proxy, Order::acquire);
  action.destination = context.destination();
  context.comma("a location");
  if (is_move(context, proxy)) {
    return Arithmetic{ArithmeticOp::move, action.destination, context.value(), Value{0}};
  }
  set_memory(action, context.location(qualifiers));
  action.proxy = proxy;
  action.order = access.order;
  action.scope = access.scope;
  action.annotation = qualifiers.annotation.value_or(Annotation::none);
  return action;
}

Action read_store(InstructionContext context, Proxy proxy) {
  const Qualifiers qualifiers =
      classify(context.source(), context.mnemonic, {.order = true, .scope = true});
  const Access access = read_access(context, qualifiers, proxy, Order::release);
  Store action;
  set_memory(action, context.location(qualifiers));
  context.comma("the value");
  action.value = context.value(qualifiers.type);
  action.proxy = proxy;
  action.order = access.order;
  action.scope = access.scope;
  action.annotation = qualifiers.annotation.value_or(Annotation::none);
  return action;
}

Action read_atomic(InstructionContext context, Proxy proxy, bool has_destination) {
  const Qualifiers qualifiers = classify(context.source(), context.mnemonic,
                                         {.order = true, .scope = true, .operation = true});
  Atomic action;
  action.op = require_operation(context, qualifiers, has_destination);
  action.order = require_atomic_order(context, qualifiers);
  action.scope = qualifiers.scope.value_or(Scope::gpu);
  action.proxy = proxy;
  if (has_destination) {
    action.destination = context.destination();
    context.comma("a location");
  }
  set_memory(action, context.location(qualifiers));
  if (action.op == AtomicOp::cas) {
    context.comma("the expected value");
    action.expected = context.value(qualifiers.type);
    context.comma("the new value");
  } else {
    context.comma("the operand");
  }
  action.operand = context.value(qualifiers.type);
  return action;
}

}  // namespace opexplore::detail
