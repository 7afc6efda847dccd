// The order of operations on tensor memory (PTX ISA 9.4, 9.7.16.6). It stands beside causality:
// tensor memory has no proxies, its fences go with relaxed synchronisation too, and some operations
// are a pipeline, in order before they have completed.
#pragma once

#include "opmodel/machines/ptx_async/base_order.hpp"

namespace opexplore::ptx_async {

/// Whether the completion, which a `tcgen05.commit` has asked for, counts when the asynchronous
/// event is over: one that its thread has issued before.
bool is_tracked(const Context& context, const Event& event, const Event& completion);

/// Behind the event of each operation's instruction those that it is before.
Rows tensor_order_of(const Context& context, const State& state, const BaseOrder& base);

/// Whether the event reads tensor memory that an operation before its own is still to write.
bool awaits_write(const Context& context, const State& state, const Rows& order, EventId event);

/// Whether the order is one, and no read has come before a write that it is behind.
bool keeps_tensor_order(const Context& context, const State& state, const Rows& order);

}  // namespace opexplore::ptx_async
