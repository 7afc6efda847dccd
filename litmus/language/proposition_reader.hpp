// Formulas over the final state.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "litmus/language/builder.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::detail {

/// Recursive descent over `\/`, `/\`, `~`, comparisons. Terms of the result are
/// indices into observables(), in order of first mention.
class PropositionReader {
 public:
  PropositionReader(Tokens& tokens, const ProgramBuilder& names) : tokens_(tokens), names_(names) {}

  Proposition read() { return disjunction(); }
  /// Reads `P0:r1`, `0:r1`, `x`, `[x]` or `x[0]`.
  ObservableIndex observable();
  /// Counts as mentioned.
  ObservableIndex observe(const Observable& observable) { return intern(observable); }
  /// The ways in which an execution can end that are mentioned, `undef` and `deadlock`, in order:
  /// the first of them has the address behind all of the program, and so on.
  const std::vector<std::string_view>& endings() const { return endings_; }
  /// Everything mentioned so far.
  const std::vector<Observable>& observables() const { return observables_; }

 private:
  struct Side {
    Term term;
    Token first;
    bool is_address = false;
  };

  Proposition disjunction();
  Proposition conjunction();
  Proposition negation();
  Proposition comparison();
  Side left_side();
  Side right_side();

  ObservableIndex register_term(const Token& thread, std::uint32_t number);
  AddressId known_location();
  bool at_ending() const;
  ObservableIndex ending();
  [[noreturn]] void fail_on_location(const Token& name) const;
  AddressId optional_index(AddressId first);
  ObservableIndex intern(const Observable& observable);
  /// Counts nesting, so that hostile input cannot exhaust the stack.
  class Nested;

  Tokens& tokens_;
  const ProgramBuilder& names_;
  std::vector<Observable> observables_;
  std::map<Observable, std::uint16_t> indices_;
  std::vector<std::string_view> endings_;
  std::size_t depth_ = 0;
};

}  // namespace opexplore::detail
