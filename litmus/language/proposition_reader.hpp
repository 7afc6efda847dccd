// Formulas over the final state.
#pragma once

#include <map>
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
  AddressId optional_index(AddressId first);
  ObservableIndex intern(const Observable& observable);
  /// Counts nesting, so that hostile input cannot exhaust the stack.
  class Nested;

  Tokens& tokens_;
  const ProgramBuilder& names_;
  std::vector<Observable> observables_;
  std::map<Observable, std::uint16_t> indices_;
  std::size_t depth_ = 0;
};

}  // namespace opexplore::detail
