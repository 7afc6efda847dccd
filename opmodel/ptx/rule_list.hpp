// The rules of the PTX machines, listed once for both machines and both forms. What a rule does is
// in rules/, a file for each; when it is tried is in the forms, a function of its name in each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>

#include "opmodel/rule_list.hpp"

namespace opexplore::ptx_model {

/// \name Arguments of rules: which write is read, which way a write is ordered
/// (for_each_orientation), which entry of the thread's issued instructions it is.
/// @{
struct LoadArgument {
  std::size_t write = 0;
  static constexpr std::tuple fields{field("write", 16, &LoadArgument::write)};
};
struct StoreArgument {
  std::uint16_t way = 0;
  static constexpr std::tuple fields{field("way", 16, &StoreArgument::way)};
};
struct AtomicArgument {
  std::size_t write = 0;
  std::uint8_t way = 0;
  static constexpr std::tuple fields{field("write", 8, &AtomicArgument::write),
                                     field("way", 8, &AtomicArgument::way)};
};
/// Which fences come after it in the Fence-SC order, of those that may.
struct FenceScArgument {
  std::uint16_t later = 0;
  static constexpr std::tuple fields{field("later", 16, &FenceScArgument::later)};
};
struct LateLoadArgument {
  std::size_t entry = 0;
  std::size_t write = 0;
  static constexpr std::tuple fields{field("entry", 8, &LateLoadArgument::entry),
                                     field("write", 8, &LateLoadArgument::write)};
};
struct LateStoreArgument {
  std::size_t entry = 0;
  std::uint8_t way = 0;
  static constexpr std::tuple fields{field("entry", 8, &LateStoreArgument::entry),
                                     field("way", 8, &LateStoreArgument::way)};
};
struct SettleArgument {
  std::size_t write = 0;
  static constexpr std::tuple fields{field("write", 16, &SettleArgument::write)};
};
struct PropagateArgument {
  std::size_t location = 0;
  static constexpr std::tuple fields{field("location", 16, &PropagateArgument::location)};
};
/// @}

/// \name What the list names: each calls the function of its name in whichever form.
/// @{
struct local_ {
  constexpr bool operator()(auto& form, auto&... known) const { return form.local(known...); }
};
struct load_ {
  constexpr bool operator()(auto& form, auto&... known) const { return form.load(known...); }
};
struct store_ {
  constexpr bool operator()(auto& form, auto&... known) const { return form.store(known...); }
};
struct atomic_ {
  constexpr bool operator()(auto& form, auto&... known) const { return form.atomic(known...); }
};
struct fence_ {
  constexpr bool operator()(auto& form, auto&... known) const { return form.fence(known...); }
};
struct fence_sc_ {
  constexpr bool operator()(auto& form, auto&... known) const { return form.fence_sc(known...); }
};
struct proxy_fence_ {
  constexpr bool operator()(auto& form, auto&... known) const { return form.proxy_fence(known...); }
};
struct barrier_ {
  constexpr bool operator()(auto& form, auto&... known) const { return form.barrier(known...); }
};
struct postpone_load_ {
  constexpr bool operator()(auto& form, auto&... known) const {
    return form.postpone_load(known...);
  }
};
struct late_load_ {
  constexpr bool operator()(auto& form, auto&... known) const { return form.late_load(known...); }
};
struct late_store_ {
  constexpr bool operator()(auto& form, auto&... known) const { return form.late_store(known...); }
};
struct settle_ {
  constexpr bool operator()(auto& form, auto&... known) const { return form.settle(known...); }
};
struct propagate_ {
  constexpr bool operator()(auto& form, auto&... known) const { return form.propagate(known...); }
};
/// @}

/// What the two machines say differently of a rule: where it comes from, and in one sentence.
struct Words {
  std::string_view section;
  std::string_view summary;
};

/// The list, with the words of one machine.
consteval auto rule_list_of(Words load, Words proxy_fence, std::string_view barrier_section) {
  return RuleList{
      rule<local_{}>(
          "local", "PTX ISA 9.7",
          "register arithmetic and branches, when not run together with the step before"),
      rule<load_{}, LoadArgument>("load", load.section, load.summary),
      rule<store_{}, StoreArgument>(
          "store", "PTX ISA 8.9.6, 8.10.1",
          "takes its place in coherence and hands on the release patterns that end in it"),
      rule<atomic_{}, AtomicArgument>("atomic", "PTX ISA 8.10.3",
                                      "reads and writes with nothing morally strong in between"),
      rule<fence_{}>("fence", "PTX ISA 8.9.4", "ends acquire patterns and begins release patterns"),
      rule<fence_sc_{}, FenceScArgument>(
          "fence_sc", "PTX ISA 8.9.3, 8.10.2",
          "takes its place in the Fence-SC order; also an acquire-release fence"),
      rule<proxy_fence_{}>("proxy_fence", proxy_fence.section, proxy_fence.summary),
      rule<barrier_{}>("barrier", barrier_section,
                       "arrives; those who waited learn what all who arrived knew"),
      rule<postpone_load_{}>(
          "postpone_load", "PTX ISA 8.10.4; ASPLOS 2019 3.5",
          "the load waits in the queue of its address while later instructions run"),
      rule<late_load_{}, LateLoadArgument>(
          "late_load", "PTX ISA 8.10.4; ASPLOS 2019 3.5",
          "a postponed load reads a write that followed from a later instruction"),
      rule<late_store_{}, LateStoreArgument>(
          "late_store", "PTX ISA 8.10.4",
          "a store whose operands have arrived takes its place in coherence"),
      rule<settle_{}, SettleArgument>("settle", "PTX ISA 8.9.6",
                                      "one of the racing last writes remains as the final value"),
      rule<propagate_{}, PropagateArgument>(
          "propagate", "Lahav et al., OOPSLA 2021",
          "the last writes reach the thread, which reads nothing older from then on; a step of "
          "memory, where infinite runs are judged"),
  };
}

/// The rules of `ptx`, and of `ptx-proxy`: the same numbers, functions and arguments.
/// @{
inline constexpr auto rule_list = rule_list_of(
    {"PTX ISA 8.10.6; ASPLOS 2019 3.5",
     "reads any write that no write known to its thread follows"},
    {"PTX ISA 6.0", "nothing: the 6.0 model has no proxies"}, "PTX ISA 8.9.4, 9.7.12.1");
inline constexpr auto rule_list_with_proxies = rule_list_of(
    {"PTX ISA 8.10.6; ISCA 2022 6.2",
     "reads any write that no write known at its address and proxy follows"},
    {"PTX ISA 8.9.5; ISCA 2022 5.3, 6.2",
     "moves what is known one stage on: out of a proxy, across aliases, or into a proxy of this "
     "CTA"},
    "PTX ISA 8.9.4, 9.7.13.1");
/// @}

/// The rules as the machine with proxies tells them, or the other.
inline std::span<const Rule> rules_told(bool with_proxies) {
  if (with_proxies) return rule_list_with_proxies.rules;
  return rule_list.rules;
}

/// The number of a rule.
template <class Rule>
inline constexpr std::uint8_t number = rule_list.number<Rule{}>();

/// Whether the step is one of these rules.
template <class... Rules>
constexpr bool is_one_of(Step step) {
  return ((step.rule == number<Rules>) || ...);
}

/// The number of the rule that executes an instruction.
std::uint8_t rule_of(const Action& action);

/// Calls the function of a rule that executes instructions, of which each form has all, and returns
/// what it returns.
bool execute(std::uint8_t rule, auto& form, auto&... known) {
  constexpr std::tuple<load_, store_, atomic_, fence_, fence_sc_, proxy_fence_, barrier_, local_>
      executing;
  bool result = false;
  const auto call = [&]<class Rule>(Rule function) {
    if (rule == number<Rule>) result = function(form, known...);
  };
  std::apply([&](const auto&... each) { (call(each), ...); }, executing);
  return result;
}

}  // namespace opexplore::ptx_model
