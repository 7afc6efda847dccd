// The PTX ISA 7.5 memory model as a machine: what `ptx` does, and proxies
// (Lustig, Cooksey, Giroux, ISCA 2022; nine-rule proxy-preserved base causality).
// The rules are in opmodel/ptx/rules; README.md lists them with their sources.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "opmodel/ptx/machine.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/synchronisation.hpp"

namespace opexplore::ptx_proxy {

struct Identity {
  static constexpr std::string_view name = "ptx-proxy";
  static constexpr std::string_view version = "2";
  static constexpr std::string_view source =
      "PTX ISA 7.5 memory model with proxies (Lustig et al., ISCA 2022; PTX ISA ch. 8)";
  static constexpr std::array<std::string_view, 3> readings{"isa", "dat3m", "cuda"};
  static constexpr std::array<Setting, 1> settings{{
      {"ptx-reading", readings, "how to read the source where it allows several ways"},
  }};

  static ptx_model::Reading reading(const MachineOptions& options) {
    ptx_model::Reading reading;
    const std::string_view named = value_of(settings[0], options);
    reading.volatile_races = named == "cuda";
    if (named != "dat3m") return reading;
    reading.fence_sc_orders = false;
    reading.sc_per_location = false;
    reading.failed_cas_writes = true;
    reading.barriers_by_instance = true;
    return reading;
  }

  static std::optional<Refusal> refusal(const Test& test, const MachineOptions& options) {
    return ptx_model::refusal(test, reading(options), options, name);
  }
};

/// The general form runs every program; dispatch() picks the smallest exact one.
class Machine : public Identity, public ptx_model::OutOfOrderMachine {
 public:
  static constexpr auto rules = ptx_model::rule_list_with_proxies.rules;

  Machine(const Test& test, const MachineOptions& options)
      : OutOfOrderMachine(test, reading(options), options) {}

  static std::string_view axioms(const MachineOptions& options) {
    const std::string_view named = value_of(Identity::settings[0], options);
    if (named == "cuda") return "ptx75-cuda";
    return named == "dat3m" ? "ptx75-dat3m" : "ptx75";
  }

  static Synchronisation synchronisation(const MachineOptions& options) {
    const ptx_model::Reading read = reading(options);
    return {
        .proxies = read.proxies, .fence_sc_orders = read.fence_sc_orders, .counts_writes = true};
  }

  /// Calls run(machine) with the form that suits the program and returns its result.
  template <class Run>
  static auto dispatch(const Test& test, const MachineOptions& options, Run&& run) {
    return ptx_model::dispatch_form(test, reading(options), options, run);
  }
};

}  // namespace opexplore::ptx_proxy
