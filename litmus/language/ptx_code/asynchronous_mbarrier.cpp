// Instructions on mbarriers, with the legality rules of PTX ISA 9.7.15.16.
#include <array>
#include <string>

#include "litmus/language/ptx_code/asynchronous_instruction.hpp"
#include "litmus/language/ptx_code/object_reader.hpp"

namespace opexplore::detail {

namespace {

using MbarrierKind = MbarrierOperation::Kind;

constexpr Value most_counted = (Value{1} << 20) - 1;

/// Order and scope stand together, or neither is written.
void set_order(const InstructionContext& context, MbarrierOperation& operation, Order usual) {
  const std::optional<Order> order = order_in(context.mnemonic);
  const std::optional<Scope> scope = scope_in(context.mnemonic);
  operation.order = order.value_or(usual);
  operation.scope = scope.value_or(Scope::cta);
  if (order.has_value() == scope.has_value()) return;
  const std::string usual_text = "." + std::string(to_string(usual));
  if (order) {
    context.fail(
        to_string(*order), quote(context.mnemonic.text()) + ": an order needs a scope",
        "write " + quote("." + std::string(to_string(*order)) + ".cta") + ", .cluster, or neither");
  }
  context.fail(
      to_string(*scope), quote(context.mnemonic.text()) + ": a scope needs an order",
      "write " + quote(usual_text + "." + std::string(to_string(*scope))) + ", or neither");
}

Space own_space(const Mnemonic& mnemonic) {
  return mnemonic.has("shared::cluster") ? Space::shared_cluster : Space::shared_cta;
}

/// Of arrivals without a result, `expect_tx` and `complete_tx`: a generic address reaches the
/// cluster, too.
Space remote_space(const Mnemonic& mnemonic) {
  const bool own = mnemonic.has("shared") || mnemonic.has("shared::cta");
  return own ? Space::shared_cta : Space::shared_cluster;
}

AddressId read_mbarrier(InstructionContext& context, Space space) {
  return read_object_operand(context, {ObjectKind::mbarrier, space}).address;
}

Action read_init(InstructionContext& context) {
  MbarrierOperation operation{.kind = MbarrierKind::init};
  operation.mbarrier = read_mbarrier(context, own_space(context.mnemonic));
  context.comma("the count");
  const SourcePlace place = context.tokens.peek().place;
  operation.operand = context.value();
  const auto* const count = std::get_if<Value>(&operation.operand);
  if (count != nullptr) require_count(context.source(), place, *count);
  return Asynchronous{operation};
}

Action read_inval(InstructionContext& context) {
  MbarrierOperation operation{.kind = MbarrierKind::inval};
  operation.mbarrier = read_mbarrier(context, own_space(context.mnemonic));
  return Asynchronous{operation};
}

Action read_transaction(InstructionContext& context) {
  const bool expects = context.mnemonic.has("expect_tx");
  MbarrierOperation operation{.kind =
                                  expects ? MbarrierKind::expect_tx : MbarrierKind::complete_tx};
  set_order(context, operation, Order::relaxed);
  operation.mbarrier = read_mbarrier(context, remote_space(context.mnemonic));
  context.comma("how many bytes");
  operation.operand = read_amount(context, "a number of bytes", 0, most_counted);
  return Asynchronous{operation};
}

/// A result can only be had of an mbarrier of the own CTA.
void refuse_remote_result(const InstructionContext& context, SourcePlace place) {
  if (!context.mnemonic.has("shared::cluster")) return;
  context.source().fail(place,
                        quote(context.mnemonic.text()) +
                            " gives no result: the mbarrier may be in "
                            "another CTA",
                        "write '_' for the result, or .shared::cta");
}

Action read_arrival(InstructionContext& context) {
  const bool drops = context.mnemonic.has("arrive_drop");
  MbarrierOperation operation{.kind = drops ? MbarrierKind::arrive_drop : MbarrierKind::arrive};
  set_order(context, operation, Order::release);
  operation.no_complete = context.mnemonic.has("noComplete");
  const SourcePlace place = context.tokens.peek().place;
  operation.destination = read_result(context);
  if (operation.destination) refuse_remote_result(context, place);
  operation.mbarrier = read_mbarrier(context, operation.destination || operation.no_complete
                                                  ? Space::shared_cta
                                                  : remote_space(context.mnemonic));
  if (context.mnemonic.has("expect_tx")) {
    context.comma("how many bytes");
    operation.expected = read_amount(context, "a number of bytes", 0, most_counted);
  } else if (context.tokens.accept(",")) {
    const SourcePlace where = context.tokens.peek().place;
    operation.operand = context.value();
    const auto* const count = std::get_if<Value>(&operation.operand);
    if (count != nullptr) require_count(context.source(), where, *count);
  }
  return Asynchronous{operation};
}

/// A phase by its parity, 0 or 1, or by the state that an arrival gave.
Action read_mbarrier_wait(InstructionContext& context) {
  MbarrierOperation operation{.kind = MbarrierKind::wait};
  set_order(context, operation, Order::acquire);
  operation.destination = read_result(context, NumberType::pred);
  operation.mbarrier = read_mbarrier(context, Space::shared_cta);
  const bool parity = context.mnemonic.has("parity");
  context.comma(parity ? "the parity" : "the state");
  if (parity) {
    operation.operand = read_amount(context, "a parity", 0, 1);
  } else {
    if (context.tokens.at_number()) {
      context.tokens.fail_expected("the register that holds the state",
                                   "with .parity it can be 0 or 1");
    }
    operation.operand = context.value();
  }
  // How long to suspend the thread is a matter of time alone.
  if (context.mnemonic.has("try_wait") && context.tokens.accept(",")) context.value();
  return Asynchronous{operation};
}

constexpr std::array<AsynchronousForm, 11> forms_of_mbarriers{{
    {"mbarrier.init.CTA?.b64?", read_init},
    {"mbarrier.inval.CTA?.b64?", read_inval},
    {"mbarrier.expect_tx.relaxed?.cta|cluster?.SHARED?.b64?", read_transaction},
    {"mbarrier.complete_tx.relaxed?.cta|cluster?.SHARED?.b64?", read_transaction},
    {"mbarrier.arrive.release|relaxed?.cta|cluster?.SHARED?.b64?", read_arrival},
    {"mbarrier.arrive.expect_tx.release|relaxed?.cta|cluster?.SHARED?.b64?", read_arrival},
    {"mbarrier.arrive.noComplete.release?.cta?.CTA?.b64?", read_arrival},
    {"mbarrier.arrive_drop.expect_tx?.release|relaxed?.cta|cluster?.SHARED?.b64?", read_arrival},
    {"mbarrier.arrive_drop.noComplete.release?.cta?.CTA?.b64?", read_arrival},
    {"mbarrier.test_wait.parity?.acquire|relaxed?.cta|cluster?.CTA?.b64?", read_mbarrier_wait},
    {"mbarrier.try_wait.parity?.acquire|relaxed?.cta|cluster?.CTA?.b64?", read_mbarrier_wait},
}};

}  // namespace

std::span<const AsynchronousForm> mbarrier_forms() { return forms_of_mbarriers; }

}  // namespace opexplore::detail
