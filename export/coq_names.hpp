// Words of a test as words of Coq: names, strings, comments.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/condition.hpp"

namespace opexplore {

/// What is left of the text as a name in Coq: letters, digits and `_`; everything else is `_`. Does
/// not begin with a digit.
std::string coq_identifier(std::string_view text);

/// The text as it may stand inside a comment of Coq: `(*`, `*)` and `"` are taken apart.
std::string coq_comment(std::string_view text);

/// The text as a string of Coq, with its quotes.
std::string coq_string(std::string_view text);

/// Names for the parts of a test, all different and none that Coq or the library gives a meaning in
/// certificates: a name that is taken gets `_` at its end. A register of this name has the same
/// number in all threads: opexplore's, unless two threads differ.
class CoqNames {
 public:
  explicit CoqNames(const Test& test);

  const std::string& test() const { return test_; }
  const std::string& address(AddressId address) const { return addresses_[address]; }

  /// The name of the register; its number is where `registers()` says.
  const std::string& register_name(const Thread& thread, RegisterId reg) const {
    return thread.registers[reg].name;
  }
  /// All names of registers, by number; several may share one.
  const std::vector<std::pair<std::string, std::size_t>>& registers() const { return registers_; }
  /// The number of the register in Coq.
  std::size_t register_number(const std::string& name) const;

 private:
  std::string fresh(std::string name);
  void number_registers(const Program& program);

  std::set<std::string> taken_;
  std::string test_;
  std::vector<std::string> addresses_;
  std::vector<std::pair<std::string, std::size_t>> registers_;
};

}  // namespace opexplore
