// The atomic operations: functions of <atomic>, members of cuda::atomic and cuda::atomic_ref.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "litmus/input/suggestion.hpp"
#include "litmus/language/c_format/expression_reader.hpp"
#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

using Kind = Expression::Kind;

constexpr std::array<std::string_view, 5> named_operations = {
    "load", "store", "exchange", "compare_exchange_strong", "compare_exchange_weak"};

/// Whether C++ has the operation as `fetch_…`.
bool has_fetch(AtomicOp op) {
  switch (op) {
    case AtomicOp::add:
    case AtomicOp::sub:
    case AtomicOp::bit_and:
    case AtomicOp::bit_or:
    case AtomicOp::bit_xor:
    case AtomicOp::min:
    case AtomicOp::max:
      return true;
    case AtomicOp::mul:
    case AtomicOp::div:
    case AtomicOp::inc:
    case AtomicOp::dec:
    case AtomicOp::exch:
    case AtomicOp::cas:
      break;
  }
  return false;
}

constexpr std::string_view fetch_prefix = "fetch_";

/// What `fetch_…` does.
std::optional<AtomicOp> fetched(std::string_view name) {
  if (!name.starts_with(fetch_prefix)) return std::nullopt;
  const std::optional<AtomicOp> op = find_word<AtomicOp>(name.substr(fetch_prefix.size()));
  return op && has_fetch(*op) ? op : std::nullopt;
}

constexpr std::string_view atomic_prefix = "atomic_";
constexpr std::string_view explicit_suffix = "_explicit";

bool ends_with_explicit(std::string_view name) {
  return name.size() > explicit_suffix.size() &&
         name.substr(name.size() - explicit_suffix.size()) == explicit_suffix;
}

bool is_operation(std::string_view name) {
  return std::ranges::find(named_operations, name) != named_operations.end() ||
         fetched(name).has_value();
}

std::vector<std::string> all_operations() {
  std::vector<std::string> names(named_operations.begin(), named_operations.end());
  for (const Word<AtomicOp>& word : words<AtomicOp>()) {
    if (has_fetch(word.value)) names.push_back(std::string(fetch_prefix) + std::string(word.text));
  }
  return names;
}

std::string nearest_or(std::string_view name, const std::vector<std::string>& known,
                       const std::string& otherwise) {
  return did_you_mean(name, {known.begin(), known.end()}, otherwise);
}

/// What comes nearest to an operation of Linux kernel C, which has a memory model of its own.
std::optional<std::string> kernel_advice(std::string_view name) {
  using Pair = std::pair<std::string_view, std::string_view>;
  constexpr std::array<Pair, 7> nearest = {{
      {"READ_ONCE", "atomic_load_explicit(x, memory_order_relaxed)"},
      {"WRITE_ONCE", "atomic_store_explicit(x, 1, memory_order_relaxed)"},
      {"smp_mb", "atomic_thread_fence(memory_order_seq_cst)"},
      {"smp_rmb", "atomic_thread_fence(memory_order_acquire)"},
      {"smp_wmb", "atomic_thread_fence(memory_order_release)"},
      {"smp_load_acquire", "atomic_load_explicit(x, memory_order_acquire)"},
      {"smp_store_release", "atomic_store_explicit(x, 1, memory_order_release)"},
  }};
  const std::string other = "Linux kernel C is not modelled";
  for (const auto& [theirs, ours] : nearest) {
    if (name == theirs) return other + "; nearest: " + std::string(ours);
  }
  constexpr std::array<std::string_view, 10> prefixes = {
      "smp_", "rcu_",    "srcu_",       "spin_",      "synchronize_",
      "xchg", "cmpxchg", "atomic_read", "atomic_set", "atomic_cmpxchg"};
  for (const std::string_view start : prefixes) {
    if (name.starts_with(start)) return other + "; write atomic_…_explicit and atomic_thread_fence";
  }
  return std::nullopt;
}

/// The function that was perhaps meant.
std::string function_advice(std::string_view name, const std::string& otherwise) {
  if (const auto advice = kernel_advice(name)) return *advice;
  std::vector<std::string> names = {"atomic_thread_fence"};
  for (const std::string& operation : all_operations()) {
    names.push_back(std::string(atomic_prefix) + operation);
    names.push_back(names.back() + std::string(explicit_suffix));
  }
  return nearest_or(name, names, otherwise);
}

/// The orders that the standard forbids ([atomics.types.operations]).
void refuse_forbidden_order(const Tokens& tokens, const Token& at, Order order, Kind kind,
                            bool failure) {
  const bool reads_only = kind == Kind::load || failure;
  const bool writes_only = kind == Kind::store;
  const bool bad_read = reads_only && (order == Order::release || order == Order::acq_rel);
  const bool bad_write = writes_only && (order == Order::acquire || order == Order::acq_rel);
  if (!bad_read && !bad_write) return;
  const std::string what = failure      ? "a compare-exchange that fails"
                           : reads_only ? "a load"
                                        : "a store";
  tokens.fail(at, what + " cannot be " + std::string(to_string(order)),
              what + " is relaxed, " + (reads_only ? "acquire" : "release") + " or seq_cst");
}

}  // namespace

Expression ExpressionReader::function(const Token& first, const Token& name) {
  if (name.is("atomic_thread_fence")) return fence(first);
  std::string_view what = name.text;
  const bool explicit_order = ends_with_explicit(what);
  if (explicit_order) what.remove_suffix(explicit_suffix.size());
  const bool known = what.substr(0, atomic_prefix.size()) == atomic_prefix &&
                     is_operation(what.substr(atomic_prefix.size()));
  if (!known) {
    const bool call = tokens_.peek().is("(");
    refuse_name(tokens_, name,
                call ? function_advice(name.text, "calls of functions are not modelled")
                     : symbols_.advice(name));
  }
  what.remove_prefix(atomic_prefix.size());
  tokens_.expect("(", "'('");
  Expression result;
  result.first = first;
  result.object = function_object(name);
  result.scope = result.object.scope;
  return operation(what, name, std::move(result), explicit_order, false);
}

/// `x` where that is a pointer, `&x` where it is a reference.
Object ExpressionReader::function_object(const Token& function) {
  const bool address = tokens_.accept("&");
  const Token name = tokens_.expect_word("the location that " + quote(function) + " goes to");
  const std::optional<Symbol> symbol = symbols_.find(name.text);
  if (!symbol) refuse_name(tokens_, name, symbols_.advice(name));
  const auto* const parameter = std::get_if<Parameter>(&*symbol);
  if (parameter == nullptr) {
    tokens_.fail(name, "expected a location, found the variable " + quote(name),
                 "pointers in variables are not modelled");
  }
  if (parameter->pointer == address) {
    tokens_.fail(name, quote(name) + (address ? " is a pointer already" : " is no pointer"),
                 "write '" + std::string(address ? "" : "&") + std::string(name.text) + "'");
  }
  Object object = parameter->object;
  object.name.place = name.place;
  return object;
}

Expression ExpressionReader::member(const Expression& object, const Token& name) {
  if (!object.is(Kind::load) || !object.designates) {
    tokens_.fail(object.first, quote(object.text()) + " is no atomic object",
                 "write 'x->load()', or '.load()' behind an atomic_ref");
  }
  if (!object.object.atomic) {
    tokens_.fail(object.first, quote(object.object.name) + " is not atomic",
                 "write 'cuda::atomic_ref<int, cuda::thread_scope_device>(*" +
                     std::string(object.object.name.text) + ")." + std::string(name.text) + "(…)'");
  }
  if (!is_operation(name.text)) {
    tokens_.fail(name, "not modelled: the member " + quote(name),
                 nearest_or(name.text, all_operations(),
                            "there are load, store, exchange, compare_exchange_strong and the "
                            "fetch_ operations"));
  }
  tokens_.expect("(", "'('");
  Expression result;
  result.first = object.first;
  result.object = object.object;
  result.scope = object.object.scope;
  return operation(name.text, name, std::move(result), true, true);
}

Expression ExpressionReader::value_argument() {
  Expression value = assignment();
  with_value(value);
  return value;
}

Expression ExpressionReader::operation(std::string_view what, const Token& name, Expression result,
                                       bool explicit_order, bool is_member) {
  const auto comma = [&](bool needed) {
    if (!is_member && needed) tokens_.expect(",", "','");
  };
  result.type = result.object.type;
  result.order = Order::sc;
  result.old_value = true;
  if (what == "load") {
    result.kind = Kind::load;
  } else if (what == "store") {
    result.kind = Kind::store;
    result.is_void = true;
    comma(true);
    result.parts = {value_argument()};
  } else if (what == "compare_exchange_strong" || what == "compare_exchange_weak") {
    result.kind = Kind::compare;
    comma(true);
    read_expected(result, is_member);
    tokens_.expect(",", "',' and the new value");
    result.parts.push_back(value_argument());
    result.type = NumberType::pred;
  } else {
    comma(true);
    read_fetch(what, name, result);
  }
  read_orders(result, explicit_order, is_member);
  tokens_.expect(")", "')'",
                 explicit_order ? "" : "orders are arguments of the functions ending in _explicit");
  return finished(std::move(result));
}

void ExpressionReader::read_fetch(std::string_view what, const Token& name, Expression& result) {
  result.kind = Kind::fetch;
  result.atomic = fetched(what).value_or(AtomicOp::exch);
  const NumberType type = result.object.type;
  const bool compares = result.atomic == AtomicOp::min || result.atomic == AtomicOp::max;
  if (result.atomic != AtomicOp::exch && type == NumberType::pred) {
    tokens_.fail(name, "a bool has no " + quote(what), "use exchange or a compare-exchange");
  }
  if (compares && type == NumberType::u64) {
    tokens_.fail(name, "not modelled: " + quote(what) + " of unsigned long",
                 "it compares signed in the model; nearest: long");
  }
  result.parts = {value_argument()};
}

/// The expected value: a variable that takes the old one; herd also has a non-atomic location.
void ExpressionReader::read_expected(Expression& result, bool is_member) {
  const std::string rule = "declare it before, as in 'int e = 0;'";
  const Token first = tokens_.peek();
  const bool address = !is_member && tokens_.accept("&");
  const Token name = tokens_.peek();
  const std::optional<Symbol> symbol =
      name.kind == TokenKind::word ? symbols_.find(name.text) : std::nullopt;
  const auto* const parameter = symbol ? std::get_if<Parameter>(&*symbol) : nullptr;
  Expression expected;
  if (!is_member && !address && parameter != nullptr && parameter->pointer) {
    tokens_.take();
    expected = designation(name, parameter->object, name.place);
  } else if (!is_member && !address) {
    tokens_.fail(name, "expected the address of the expected value, found " + quote(name),
                 "write '&e'; " + rule);
  } else {
    expected = unary();
  }
  const bool in_memory = expected.is(Kind::load) && expected.designates;
  if (!expected.is(Kind::variable) && !in_memory) {
    tokens_.fail(first, "the expected value must be a variable, for it takes the old value", rule);
  }
  if (in_memory && expected.object.atomic) {
    tokens_.fail(first, "the expected value cannot be in an atomic object", rule);
  }
  if (expected.type != result.object.type) {
    tokens_.fail(first, "the expected value must have the type of the object, " +
                            std::string(cxx_spelling(result.object.type)));
  }
  result.parts = {std::move(expected)};
}

/// `, order[, order][, scope]`.
void ExpressionReader::read_orders(Expression& result, bool explicit_order, bool is_member) {
  const bool compares = result.is(Kind::compare);
  if (!explicit_order) {
    result.failure = Order::sc;
    return;
  }
  const bool first_argument = is_member && result.is(Kind::load);
  const bool present = first_argument ? !tokens_.peek().is(")") : tokens_.accept(",");
  if (!present && !is_member) {
    tokens_.fail_expected("',' and a memory order", "or leave out _explicit for seq_cst");
  }
  if (present) {
    const Token at = tokens_.peek();
    result.order = read_order(tokens_);
    refuse_forbidden_order(tokens_, at, result.order, result.kind, false);
  }
  result.failure = derived_failure(result.order);
  if (present && compares && (tokens_.peek().is(",") || !is_member)) {
    tokens_.expect(",", "',' and the order of failure");
    const Token at = tokens_.peek();
    result.failure = read_order(tokens_);
    refuse_forbidden_order(tokens_, at, result.failure, result.kind, true);
  }
  if (!is_member && tokens_.accept(",")) result.scope = read_scope(tokens_);
}

/// `atomic_thread_fence(order[, scope])`.
Expression ExpressionReader::fence(const Token& first) {
  Expression result;
  result.kind = Kind::fence;
  result.first = first;
  result.is_void = true;
  tokens_.expect("(", "'('");
  result.order = read_order(tokens_);
  if (tokens_.accept(",")) result.scope = read_scope(tokens_);
  tokens_.expect(")", "')'");
  return finished(std::move(result));
}

/// `cuda::atomic_ref<int, cuda::thread_scope_device>(*x)`.
Expression ExpressionReader::temporary_reference(const Token& first) {
  const Token name = unprefixed(tokens_);
  const SpelledType type = read_type(tokens_);
  const bool deduced = tokens_.previous().is("atomic_ref");
  const bool braces = tokens_.accept("{");
  if (!braces) tokens_.expect("(", "'(' and a location", "write 'cuda::atomic_ref<int>(*x)'");
  Object object = read_object();
  if (!deduced && object.type != type.value) {
    tokens_.fail(name, quote(object.name) + " has the type " +
                           std::string(cxx_spelling(object.type)) + ", not " +
                           std::string(cxx_spelling(type.value)));
  }
  object.atomic = true;
  object.scope = type.scope;
  tokens_.expect(braces ? "}" : ")", braces ? "'}'" : "')'");
  return designation(first, object, object.name.place);
}

}  // namespace opexplore::detail
