#include "litmus/kernels/access_words.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/input/suggestion.hpp"
#include "litmus/kernels/instructions.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

/// No access is sc.
std::optional<Order> order_named(std::string_view text) {
  const std::optional<Order> order = find_word<Order>(text);
  return order == Order::sc ? std::nullopt : order;
}

/// PTX subtracts, multiplies and divides in no read-modify-write.
std::optional<AtomicOp> operation_named(std::string_view text) {
  const std::optional<AtomicOp> op = find_word<AtomicOp>(text);
  const bool foreign = op == AtomicOp::sub || op == AtomicOp::mul || op == AtomicOp::div;
  return foreign ? std::nullopt : op;
}

/// `.shared` is `.shared::cta`.
std::optional<Space> accessible_space(std::string_view text) {
  if (text == "shared::cta") return Space::shared;
  if (text == "param::entry" || text == "param::func") return Space::parameter;
  return space_named(text);
}

/// Cache operators never change what is read (PTX ISA 9.7.9.1, 9.7.9.2). The machines before the
/// memory model know some of them.
std::optional<Annotation> annotation_named(std::string_view text) {
  constexpr std::array<std::string_view, 4> others = {"cs", "lu", "cv", "wt"};
  if (std::ranges::find(others, text) != others.end()) return Annotation::none;
  return find_word<Annotation>(text);
}

/// What a misspelled modifier may have been meant to be.
std::vector<std::string_view> known_words(bool has_operation) {
  std::vector<std::string_view> known;
  for (const auto& word : words<AtomicOp>()) {
    if (has_operation && operation_named(word.text)) known.push_back(word.text);
  }
  for (const auto& word : words<Order>()) {
    if (order_named(word.text)) known.push_back(word.text);
  }
  for (const auto& word : words<Scope>()) known.push_back(word.text);
  for (const auto& word : words<Annotation>()) known.push_back(word.text);
  for (const auto& word : words<NumberType>()) known.push_back(word.text);
  known.insert(known.end(), {"global", "shared", "local", "param", "const", "mmio", "nc", "b8",
                             "b16", "u8", "u16", "s8", "s16", "f32", "f64"});
  return known;
}

constexpr std::array<Word<std::uint32_t>, 3> vectors = {{{"v2", 2}, {"v4", 4}, {"v8", 8}}};

class ModifierReader {
 public:
  explicit ModifierReader(Step& step) : step_(step) {}

  Access read(bool has_operation) {
    for (const detail::Modifier& modifier : step_.mnemonic().modifiers) {
      const std::string_view text = modifier.text;
      if (take(modifier, order_named(text), access_.order) ||
          (has_operation && take(modifier, operation_named(text), access_.op)) ||
          take(modifier, find_word<Scope>(text), access_.scope) ||
          take(modifier, accessible_space(text), access_.space) || read_hint(text) ||
          read_shape(modifier)) {
        continue;
      }
      refuse(modifier, has_operation);
    }
    if (!access_.type) step_.fail(written(step_) + " needs a type", "write one, such as .u32");
    return access_;
  }

 private:
  /// Whether the modifier means such a thing, which may be said once.
  template <class T>
  bool take(const detail::Modifier& modifier, std::optional<T> meaning, std::optional<T>& target) {
    if (!meaning) return false;
    if (target) fail(modifier, written(step_) + ": " + quote(modifier.text) + " is one too many");
    target = meaning;
    return true;
  }

  bool read_hint(std::string_view text) {
    if (text == "mmio") return access_.mmio = true;
    if (text == "nc") return access_.read_only = true;
    const std::string_view head = text.substr(0, 4);
    if ((head == "L1::" || head == "L2::") && text != "L2::cache_hint") return true;
    const std::optional<Annotation> annotation = annotation_named(text);
    if (annotation) access_.annotation = *annotation;
    return annotation.has_value();
  }

  bool read_shape(const detail::Modifier& modifier) {
    if (const auto elements = find_word<std::uint32_t>(vectors, modifier.text)) {
      access_.elements = *elements;
      return true;
    }
    const std::optional<Type> type = type_named(modifier.text);
    if (!type || type->kind == 'p') return false;
    if (type->bits == 128)
      fail(modifier, "not modelled: values of 128 bits (" + written(step_) + ")");
    if (access_.type) fail(modifier, written(step_) + " has two types");
    access_.type = type;
    return true;
  }

  [[noreturn]] void fail(const detail::Modifier& modifier, const std::string& message,
                         const std::string& suggestion = "") {
    step_.around().source.fail(modifier.place, message, suggestion);
  }

  [[noreturn]] void refuse(const detail::Modifier& modifier, bool has_operation) {
    constexpr std::array<std::array<std::string_view, 3>, 5> known = {
        {{"cluster", "cluster scope", "nearest: .gpu"},
         {"async", "asynchronous accesses", ""},
         {"L2::cache_hint", "cache policies", "leave the hint out"},
         {"shared::cluster", "shared memory of other CTAs", ""},
         {"noftz", "floating-point arithmetic", ""}}};
    for (const auto& [word, what, suggestion] : known) {
      if (word == modifier.text) {
        fail(modifier, "not modelled: " + std::string(what) + " (" + written(step_) + ")",
             std::string(suggestion));
      }
    }
    fail(modifier, quote(step_.mnemonic().name) + " has no modifier " + quote(modifier.text),
         detail::did_you_mean(modifier.text, known_words(has_operation)));
  }

  Step& step_;
  Access access_;
};

}  // namespace

Access access_of(Step& step, bool has_operation) {
  return ModifierReader(step).read(has_operation);
}

void check_order(const Step& step, Access& access, Order strongest) {
  const std::string what = written(step) + ": ";
  if (access.annotation == Annotation::volatile_) {
    if (access.order || access.scope) {
      step.fail(what + "a volatile access has no memory order and no scope", "it is relaxed.sys");
    }
    access.order = Order::relaxed;
    access.scope = Scope::sys;
  }
  const Order order = access.order.value_or(Order::weak);
  if (order != Order::weak && order != Order::relaxed && order != strongest) {
    step.fail(what + "the access can be weak, relaxed or " + std::string(to_string(strongest)));
  }
  if (order == Order::weak && access.scope) step.fail(what + "a weak access takes no scope");
  if (order != Order::weak && !access.scope) step.fail(what + "a strong access needs a scope");
  if (access.mmio && (order != Order::relaxed || *access.scope != Scope::sys)) {
    step.fail(what + "an access to memory-mapped devices is relaxed.sys");
  }
}

void check_atomic_order(const Step& step, const Access& access, bool has_destination) {
  const Order order = access.order.value_or(Order::relaxed);
  const std::string what = written(step) + ": ";
  if (order == Order::weak) step.fail(what + "a read-modify-write is never weak");
  if (!has_destination && order != Order::relaxed && order != Order::release) {
    step.fail(what + "red is relaxed or release", "write atom");
  }
  if (!access.op) step.fail(written(step) + " needs an operation");
  const bool on_floats = *access.op == AtomicOp::exch || *access.op == AtomicOp::add;
  if (access.type->kind == 'f' && !on_floats) {
    step.fail("not modelled: floating-point arithmetic (" + written(step) + ")");
  }
  if (access.annotation != Annotation::none || access.elements != 1) {
    step.fail(what + "a read-modify-write has no cache operator and is of one element");
  }
}

}  // namespace opexplore::kernel
