#include "litmus/kernels/assertion.hpp"

#include <algorithm>
#include <string>
#include <string_view>

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

/// What the string at the address says; empty if that is not known.
std::string string_at(const Step& step, const Abstract& at) {
  if (!at.is_address()) return "";
  const Object& object = step.around().memory.at(at.object);
  if (!object.bytes || object.width || at.number < 0) return "";
  std::string text;
  for (auto i = static_cast<std::size_t>(at.number); i < object.initial.size(); ++i) {
    if (object.initial[i] == 0) break;
    text += static_cast<char>(object.initial[i]);
  }
  return text;
}

std::string condition_of(Step& step) {
  const Statement& statement = step.statement();
  if (!stores_parameter(statement) || step.operands().size() != 2) return "";
  const PtxOperand& value = step.operands()[1];
  if (value.kind != PtxOperand::Kind::reg && value.kind != PtxOperand::Kind::symbol) return "";
  return string_at(step, step.input(value, {'b', 64}).known);
}

}  // namespace

Stop stop_of(const Entry& entry, const Statement& statement) {
  if (statement.mnemonic.name.is("trap") || calls_failure(statement)) return Stop::stops;
  if (!stores_parameter(statement)) return Stop::none;
  const Statement* const call = call_behind(entry, statement);
  if (call == nullptr) return Stop::none;
  return statement.operands[1].is(first_parameter(*call)) ? Stop::stops : Stop::prepares;
}

void execute_stop(Step& step) {
  if (step.mnemonic().name.is("trap")) return step.stop(StopKind::trap, "");
  step.stop(StopKind::assertion, condition_of(step));
}

}  // namespace opexplore::kernel
