#include "litmus/kernels/llvm/scopes.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "litmus/kernels/llvm/lexer.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel::llvm {

using detail::quote;

namespace {

/// AMDGPU says workgroup and agent where NVPTX says, as C++ does, block and device.
struct Row {
  std::string_view name;
  std::optional<Scope> scope;
};
constexpr std::array<Row, 5> scopes = {{{"", Scope::sys},
                                        {"agent", Scope::gpu},
                                        {"workgroup", Scope::cta},
                                        {"wavefront", Scope::cta},
                                        {"singlethread", std::nullopt}}};

}  // namespace

SyncScope read_scope(detail::Tokens& tokens) {
  SyncScope result;
  if (!tokens.accept("syncscope")) return result;
  tokens.expect("(", "'('");
  const Token token = tokens.expect_word("a scope");
  tokens.expect(")", "')'");
  std::string_view name = bare(token.text);
  constexpr std::string_view one = "one-as";
  if (name.ends_with(one)) {
    result.of_one_space = true;
    name.remove_suffix(one.size());
    if (name.ends_with('-')) name.remove_suffix(1);
  }
  const auto in_cxx = find_word(cxx_scopes(), name);
  const auto* const known = std::ranges::find(scopes, name, &Row::name);
  if (known == scopes.end() && !in_cxx) {
    tokens.fail(token, "not modelled: the scope " + quote(token),
                "scopes are workgroup, agent and system, or block and device");
  }
  result.scope = in_cxx ? in_cxx : known->scope;
  result.of_waves = name == "wavefront";
  result.place = token.place;
  return result;
}

std::optional<Order> read_order(detail::Tokens& tokens) {
  if (tokens.accept("monotonic")) return Order::relaxed;
  const auto order = find_word(cxx_orders(), tokens.peek().text);
  if (order && *order > Order::relaxed) {
    tokens.take();
    return order;
  }
  if (tokens.peek().is("unordered")) {
    tokens.fail_expected("monotonic or a stronger order", "not modelled: unordered accesses");
  }
  return std::nullopt;
}

Order expect_order(detail::Tokens& tokens) {
  const auto order = read_order(tokens);
  if (!order) tokens.fail_expected("an order: monotonic, acquire, release, acq_rel or seq_cst");
  return *order;
}

void note_scope(const SyncScope& scope, code::Instruction& made) {
  if (scope.of_waves) made.of_waves = scope.place;
  if (scope.of_one_space && scope.scope) made.of_one_space = scope.place;
}

}  // namespace opexplore::kernel::llvm
