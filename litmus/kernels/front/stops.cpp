#include "litmus/kernels/front/stops.hpp"

#include <algorithm>
#include <string_view>

#include "litmus/kernels/front/operands.hpp"

namespace opexplore::kernel {

namespace {

constexpr std::string_view failure = "__assertfail";

bool calls_failure(const Statement& statement) {
  const std::vector<Token>& operands = statement.operands;
  return statement.mnemonic.name.is("call") && !operands.empty() && operands.front().is(failure);
}

bool stores_parameter(const Statement& statement) {
  return statement.mnemonic.name.is("st") && statement.mnemonic.has("param") &&
         statement.operands.size() > 1 && statement.operands.front().is("[");
}

/// The call of __assertfail that the store of a parameter, in the same braces, belongs to.
const Statement* call_behind(const Entry& entry, const Statement& store) {
  if (store.block == 0) return nullptr;
  const Statement* const end = entry.statements.data() + entry.statements.size();
  for (const Statement* next = &store; next != end && next->block == store.block; ++next) {
    if (next->mnemonic.name.is("call")) return calls_failure(*next) ? next : nullptr;
    if (!stores_parameter(*next)) return nullptr;
  }
  return nullptr;
}

/// The first parameter of `__assertfail, (param0, …)`.
std::string_view first_parameter(const Statement& call) {
  const auto open =
      std::ranges::find_if(call.operands, [](const Token& token) { return token.is("("); });
  const bool has_one = open != call.operands.end() && open + 1 != call.operands.end();
  return has_one ? (open + 1)->text : std::string_view{};
}

}  // namespace

bool read_stop(const Source& source, const Entry& entry, const Statement& statement,
               code::Instruction& made) {
  if (statement.mnemonic.name.is("trap") || calls_failure(statement)) {
    const bool traps = statement.mnemonic.name.is("trap");
    made.operation = code::Stop{traps ? code::Stop::Kind::trap : code::Stop::Kind::assertion};
    return true;
  }
  if (!stores_parameter(statement)) return false;
  const Statement* const call = call_behind(entry, statement);
  if (call == nullptr) return false;
  made.results = 0;
  made.operands = read_operands(source, entry, statement);
  if (!statement.operands[1].is(first_parameter(*call))) return true;  // a hint
  if (made.operands.size() == 2) made.operands.erase(made.operands.begin());
  made.operation = code::Stop{code::Stop::Kind::assertion};
  return true;
}

}  // namespace opexplore::kernel
