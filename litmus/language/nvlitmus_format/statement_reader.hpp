// `permit (r0 == 1 && r1 != 2) as name;`: what a test of nvlitmus says of its executions.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "litmus/language/nvlitmus_format/registers.hpp"
#include "litmus/language/statement.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::detail {

/// A statement, and what stands between its parentheses.
struct NvlitmusStatement {
  Statement statement;
  Proposition condition;
};

/// The registers that the tokens from here on mention, by thread, then by name: r2 before r10.
/// Names of none are left out.
std::vector<Observable> mentioned_registers(Tokens tokens, const NvlitmusRegisters& registers);

/// Reads statements to the end of the file; terms are indices into `observables`. Throws
/// InputError.
std::vector<NvlitmusStatement> read_nvlitmus_statements(Tokens& tokens,
                                                        const NvlitmusRegisters& registers,
                                                        const std::vector<Observable>& observables);

/// Where the register is among them. Precondition: it is.
ObservableIndex index_of(const RegisterTerm& reg, const std::vector<Observable>& observables);

}  // namespace opexplore::detail
