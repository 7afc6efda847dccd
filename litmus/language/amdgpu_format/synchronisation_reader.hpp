// What stands behind the operands of an access or a fence: its syncscope, its order, its mark.
#pragma once

#include <initializer_list>
#include <optional>

#include "litmus/language/tokens.hpp"
#include "opmodel/program.hpp"

namespace opexplore::detail {

/// `syncscope("agent")`, or nothing for the system. Quotes have been taken off.
SyncScope read_sync_scope(Tokens& tokens);

/// An order that is among `allowed`; complains of `what` otherwise.
Order read_llvm_order(Tokens& tokens, std::string_view what, std::initializer_list<Order> allowed);

/// Whether `!av-none` follows, which an operation of that order may have.
bool read_av_none(Tokens& tokens, Order order);

}  // namespace opexplore::detail
