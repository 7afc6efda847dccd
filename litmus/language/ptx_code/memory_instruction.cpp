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

/// Through the read-only proxy (PTX ISA 9.4, 9.7.9.8). How long caches keep it does not matter.
Load read_readonly_load(InstructionContext& context) {
  Qualifiers qualifiers =
      classify(context.source(), context.mnemonic, {.order = true, .scope = true},
               {"nc", "proxy::readonly", "L1::evict_normal", "L1::evict_unchanged",
                "L1::evict_first", "L1::evict_last", "L1::no_allocate", "L2::evict_normal",
                "L2::evict_first", "L2::evict_last", "L2::64B", "L2::128B", "L2::256B"});
  const std::string written = quote(context.mnemonic.text());
  if (qualifiers.order || qualifiers.scope || qualifiers.annotation == Annotation::volatile_) {
    context.fail("", written + ": a read-only load takes no memory order and no scope",
                 "write " + quote("ld.global.nc"));
  }
  if (qualifiers.space && *qualifiers.space != Space::global) {
    context.fail("", written + ": read-only loads are of global memory",
                 "write " + quote("ld.global.nc"));
  }
  if (!qualifiers.space && context.mnemonic.has("nc")) {
    context.fail("nc", written + " lacks .global", "write " + quote("ld.global.nc"));
  }
  qualifiers.space = Space::global;
  Load action;
  action.destination = context.destination();
  context.comma("a location");
  set_memory(action, context.location(qualifiers));
  action.proxy = Proxy::readonly;
  return action;
}

/// The order of an access to what is no memory, which is as strong as one of the whole system (PTX
/// ISA 8.2.2).
Order require_mmio(const InstructionContext& context, const Qualifiers& qualifiers) {
  const Order order = qualifiers.order.value_or(Order::relaxed);
  if (order == Order::weak || qualifiers.scope != Scope::sys || qualifiers.annotation) {
    context.fail("mmio",
                 quote(context.mnemonic.text()) + ": an .mmio access is strong, of scope sys",
                 "write " + quote(instruction_name(context) + ".mmio.relaxed.sys"));
  }
  return order;
}

}  // namespace

Action read_load(InstructionContext context, Proxy proxy) {
  const Mnemonic& mnemonic = context.mnemonic;
  if (proxy == Proxy::generic && (mnemonic.has("nc") || mnemonic.has("proxy::readonly"))) {
    return read_readonly_load(context);
  }
  const bool mmio = proxy == Proxy::generic && mnemonic.has("mmio");
  Qualifiers qualifiers =
      classify(context.source(), mnemonic, {.order = true, .scope = true},
               mmio ? std::vector<std::string_view>{"mmio"} : std::vector<std::string_view>{});
  if (mmio) qualifiers.order = require_mmio(context, qualifiers);
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
  const bool mmio = proxy == Proxy::generic && context.mnemonic.has("mmio");
  Qualifiers qualifiers =
      classify(context.source(), context.mnemonic, {.order = true, .scope = true},
               mmio ? std::vector<std::string_view>{"mmio"} : std::vector<std::string_view>{});
  if (mmio) qualifiers.order = require_mmio(context, qualifiers);
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
