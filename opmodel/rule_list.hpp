// The rules of a machine, listed once:
//
//     inline constexpr RuleList rule_list{
//         rule<issue>("issue", "Paper 5.4", "the next instruction enters its queue"),
//         rule<may_load, load, LoadArgument>("load", "Paper 5.4", "takes the value of the view"),
//     };
//
// Each rule is a function of that name, perhaps with a guard before it, which says whether the rule
// is enabled, and perhaps with an argument, which says which of its instances is meant. From the
// list come the number of the rule, its text, the packing of its argument into a Step, and the call
// of its function for a step. A name that is not the function's, and a function that is listed
// twice, or is named to the list and not in it, do not compile.
//
// Guard and function are called with what the machine knows, the thread, and the argument if there
// is one. What the machine knows is its own affair:
//
//     bool may_load(const Context&, const State&, ThreadId, const LoadArgument&);
//     void load(const Context&, State&, ThreadId, const LoadArgument&);
//
// A rule may be a member function too: &Rules::load. A template is not a value; an object that
// calls it is: `struct load_ { … }` stands for "load" as load_{}.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "opmodel/rule.hpp"
#include "opmodel/rule_argument.hpp"

namespace opexplore {

/// How the compiler spells a function or, of an object, its type.
template <auto Function>
consteval const char* spelling() {
  return __PRETTY_FUNCTION__;
}
template <class Object>
consteval const char* spelling() {
  return __PRETTY_FUNCTION__;
}

/// Whether this is the function's name, without namespaces, template arguments and a last `_`.
template <auto Function>
consteval bool is_name_of(std::string_view name) {
  using Type = decltype(Function);
  std::string_view text;  // ends in "scope::name]" or "scope::name<arguments>]"
  if constexpr (std::is_class_v<Type>) {
    text = spelling<std::remove_const_t<Type>>();
  } else {
    text = spelling<Function>();
  }
  text.remove_suffix(text.size() - text.rfind(']'));
  if (text.ends_with('>')) {
    int open = 0;
    do {
      open += text.back() == '>' ? 1 : text.back() == '<' ? -1 : 0;
      text.remove_suffix(1);
    } while (open != 0);
  }
  if (text.ends_with('_')) text.remove_suffix(1);
  return text.substr(text.find_last_of(":& ") + 1) == name;
}

/// The guard of a rule that is enabled wherever the machine offers it.
struct Always {
  constexpr bool operator()(const auto&...) const { return true; }
};

/// A rule as the list has it: its functions in its type, its text in its value.
template <auto Guard, auto Function, class Argument>
struct ListedRule {
  static_assert(argument_bits<Argument> <= 16, "Step::argument has 16 bits");

  using ArgumentType = Argument;
  static constexpr auto function = Function;

  Rule text;

  /// Calls the guard.
  static constexpr bool allows(ThreadId thread, const Argument& argument, const auto&... known) {
    return call<Guard>(thread, argument, known...);
  }
  /// Calls the function.
  static constexpr void take(ThreadId thread, const Argument& argument, auto&... known) {
    call<Function>(thread, argument, known...);
  }

 private:
  template <auto Called>
  static constexpr decltype(auto) call(ThreadId thread, const Argument& argument, auto&... known) {
    if constexpr (std::is_same_v<Argument, NoArgument>) {
      return std::invoke(Called, known..., thread);
    } else {
      return std::invoke(Called, known..., thread, argument);
    }
  }
};

/// \name An entry of the list: guard, function and argument, the name of the function, where the
/// rule comes from, and one sentence.
/// @{
template <auto Guard, auto Function, class Argument = NoArgument>
consteval ListedRule<Guard, Function, Argument> rule(std::string_view name,
                                                     std::string_view section,
                                                     std::string_view summary) {
  if (!is_name_of<Function>(name)) throw "the rule does not have its function's name";
  return {{name, section, summary, argument_fields<Argument>}};
}
template <auto Function, class Argument = NoArgument>
consteval auto rule(std::string_view name, std::string_view section, std::string_view summary) {
  return rule<Always{}, Function, Argument>(name, section, summary);
}
/// @}

/// The list. A rule's number, in Step::rule, is its place.
template <class... Listed>
class RuleList {
 public:
  consteval explicit RuleList(Listed... listed) : rules{listed.text...} {}

  /// What is listed, traced and cited of them.
  std::array<Rule, sizeof...(Listed)> rules;

  static constexpr std::size_t size() { return sizeof...(Listed); }

  /// Whether a function is in the list.
  template <auto Function>
  static consteval bool lists() {
    return (... || is_same<Function, Listed::function>);
  }

  /// The number of a rule.
  template <auto Function>
  static consteval std::uint8_t number() {
    constexpr std::array found{is_same<Function, Listed::function>...};
    static_assert(std::ranges::count(found, true) == 1, "not in the list, or there twice");
    return static_cast<std::uint8_t>(std::ranges::find(found, true) - found.begin());
  }

  /// A rule as it is listed, and its argument.
  template <auto Function>
  using Entry = std::tuple_element_t<number<Function>(), std::tuple<Listed...>>;
  template <auto Function>
  using ArgumentOf = typename Entry<Function>::ArgumentType;

  /// The instance of the rule. Throws std::out_of_range if the argument has no room in a step.
  template <auto Function>
  static constexpr Step step(ThreadId thread, const ArgumentOf<Function>& argument = {}) {
    return {number<Function>(), thread, packed(argument)};
  }

  /// Whether the step is one of the rule.
  template <auto Function>
  static constexpr bool is(Step step) {
    return step.rule == number<Function>();
  }

  /// The argument of a step of the rule.
  template <auto Function>
  static constexpr ArgumentOf<Function> argument(Step step) {
    return unpacked<ArgumentOf<Function>>(step.argument);
  }

  /// Adds the instance to `steps` if the guard allows it.
  template <auto Function>
  static constexpr void offer(auto& steps, ThreadId thread, const ArgumentOf<Function>& argument,
                              const auto&... known) {
    if (!Entry<Function>::allows(thread, argument, known...)) return;
    steps.push_back(step<Function>(thread, argument));
  }

  /// Whether the guard of the step's rule allows it.
  static constexpr bool allows(Step step, const auto&... known) {
    return (... || (step.rule == number<Listed::function>() &&
                    Listed::allows(step.thread, argument<Listed::function>(step), known...)));
  }

  /// Calls the function of the step's rule: the step is taken.
  static constexpr void take(Step step, auto&... known) {
    const auto take_if = [&]<class One>(std::type_identity<One>) {
      if (step.rule != number<One::function>()) return false;
      One::take(step.thread, argument<One::function>(step), known...);
      return true;
    };
    (void)(... || take_if(std::type_identity<Listed>{}));
  }

 private:
  template <auto Function, auto Other>
  static constexpr bool is_same = std::is_same_v<ListedRule<Always{}, Function, NoArgument>,
                                                 ListedRule<Always{}, Other, NoArgument>>;

  static_assert((... && (number<Listed::function>() < sizeof...(Listed))), "each is there once");
};

}  // namespace opexplore
