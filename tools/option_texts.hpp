// Values of options that are written as text and mean more than text.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/options.hpp"

namespace opexplore {

/// As written; empty when the option is not there.
struct OptionTexts {
  /// The value of --dot that stands for a file per test; CLI11 takes no empty values.
  static constexpr const char* dot_per_test = ".";
  /// The value of --coq that stands for a file per test.
  static constexpr const char* coq_per_test = ".";
  /// The value of --check-axioms that stands for the machine's own model.
  static constexpr const char* own_axioms = ".";

  std::string check_axioms, unroll, every;
  std::string threads, timeout, max_states, max_memory, show, witness, trace, dot, coq, speedcheck,
      help;
  std::vector<std::string> check, property;
  std::map<std::string, std::string> settings;  ///< of machines, by name
  bool no_reduce = false, no_fuse_local = false, no_prune_spins = false,
       no_split_components = false, no_forget_dead = false, no_look_ahead = false,
       hexadecimal = false, version = false, machines = false, models = false;
};

/// Turns the texts into options and checks that these go together. Throws UsageError.
void read_texts(const OptionTexts& texts, Options& options);

}  // namespace opexplore
