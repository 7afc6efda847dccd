#include "litmus/kernels/whole/known_statement.hpp"

#include <algorithm>
#include <set>

#include "litmus/kernels/assertion.hpp"
#include "litmus/kernels/liveness.hpp"
#include "litmus/kernels/whole/lanes.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

KnownStatement KnownStatements::found_out(const Entry& function, std::size_t at) {
  const Statement& statement = function.statements[at];
  const Token& name = statement.mnemonic.name;
  KnownStatement found;
  if (statement.guard) {
    found.guard = find_register(function, statement.block, statement.guard->text);
    if (!found.guard || function.registers[*found.guard].type.kind != 'p') {
      source_.fail(statement.guard->place,
                   "the guard " + detail::quote(*statement.guard) + " is no predicate");
    }
  }
  const Stop stop = stop_of(function, statement);
  if (name.is("exit")) {
    found.deed = Deed::exit;
  } else if (leaves_function(statement)) {
    found.deed = Deed::jump;
    found.target = function.statements.size();
  } else if (stop != Stop::none) {
    found.deed = stop == Stop::stops ? Deed::stop : Deed::skip;
  } else if (name.is("call")) {
    found.deed = Deed::call;
  } else if (name.is("bra")) {
    found.deed = Deed::jump;
    const auto target = jump_target(function, statement);
    if (!target) source_.fail(name.place, "unknown label");
    found.target = *target;
  } else if (names_lanes(statement)) {
    found.deed = Deed::lanes;
  } else if (name.is("bar") || name.is("barrier")) {
    found.deed = Deed::barrier;
  } else if (name.is("ld") || name.is("st") || name.is("atom") || name.is("red")) {
    found.deed = Deed::access;
    found.observes = is_observed(function, at);
  }
  return found;
}

// Whether what the read-modify-write returns may be read. Of a load it is.
bool KnownStatements::is_observed(const Entry& function, std::size_t at) {
  auto& live = live_[&function];
  if (live.empty()) {
    std::set<std::uint16_t> results;
    for (const Variable& result : function.results) {
      if (const auto reg = find_register(function, 0, result.name.text)) results.insert(*reg);
    }
    live = live_registers(function, results);
  }
  const Use use = use_of(function, function.statements[at]);
  const auto is_live = [&](std::uint16_t reg) { return bool{live[at + 1][reg]}; };
  return std::ranges::any_of(use.written, is_live) ||
         std::ranges::any_of(use.perhaps_written, is_live);
}

}  // namespace opexplore::kernel
