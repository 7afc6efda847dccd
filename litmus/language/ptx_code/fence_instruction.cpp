// Fences, proxy fences and barriers (PTX ISA 9.7.13 "membar/fence", "bar").
// The proxy fences other than alias are those of Lustig et al. 2022, section 5.2.
#include <string>

#include "litmus/language/ptx_code/instruction_reader.hpp"
#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

bool is_scope_or_order(std::string_view text) {
  return find_word<Scope>(text) || find_word<Order>(text);
}

/// `fence.proxy.KIND`: the modifiers apart from "proxy".
Action read_proxy_fence(InstructionContext& context) {
  std::optional<ProxyFenceKind> kind;
  for (const Modifier& modifier : context.mnemonic.modifiers) {
    const std::optional<ProxyFenceKind> word = find_word<ProxyFenceKind>(modifier.text);
    if (word && kind) {
      context.source().fail(modifier.place, quote(context.mnemonic.text()) + " names two proxies",
                            "write one fence for each");
    }
    if (word) {
      kind = word;
    } else if (is_scope_or_order(modifier.text)) {
      context.source().fail(
          modifier.place,
          quote(context.mnemonic.text()) + ": a proxy fence has no memory order and no scope here",
          "write fence.proxy.alias and, if needed, an ordinary fence");
    } else if (modifier.text != "proxy") {
      refuse_modifier(context.source(), context.mnemonic, modifier, texts(words<ProxyFenceKind>()));
    }
  }
  if (!kind) {
    context.fail("proxy", quote(context.mnemonic.text()) + " names no proxy",
                 "write fence.proxy.alias, .generic, .texture, .surface or .constant");
  }
  return ProxyFence{*kind};
}

void require_word_proxy(const InstructionContext& context) {
  for (const Modifier& modifier : context.mnemonic.modifiers) {
    if (find_word<ProxyFenceKind>(modifier.text)) {
      context.source().fail(modifier.place, quote(context.mnemonic.text()) + " is not a fence",
                            "did you mean 'fence.proxy." + std::string(modifier.text) + "'?");
    }
  }
}

[[noreturn]] void fail_on_barrier_word(const InstructionContext& context,
                                       const Modifier& modifier) {
  const auto refuse = [&](const std::string& what) {
    context.source().fail(modifier.place,
                          "not modelled: " + what + " (" + quote(context.mnemonic.text()) + ")",
                          "nearest: bar.cta.sync");
  };
  if (modifier.text == "warp") refuse("warp barriers");
  if (modifier.text == "red") refuse("barriers that reduce a value");
  refuse_modifier(context.source(), context.mnemonic, modifier,
                  {"cta", "sync", "arrive", "aligned", "passable"});
}

/// Whether the barrier's modifiers say arrive; complains about others.
bool read_arrive(const InstructionContext& context) {
  std::optional<bool> arrive;
  for (const Modifier& modifier : context.mnemonic.modifiers) {
    const bool verb = modifier.text == "sync" || modifier.text == "arrive";
    if (verb && arrive) {
      context.source().fail(modifier.place,
                            quote(context.mnemonic.text()) + " is both sync and arrive",
                            "write one of them");
    }
    if (verb) {
      arrive = modifier.text == "arrive";
    } else if (modifier.text != "cta" && modifier.text != "aligned" &&
               modifier.text != "passable") {
      fail_on_barrier_word(context, modifier);
    }
  }
  if (!arrive) {
    context.fail("", quote(context.mnemonic.text()) + " is neither sync nor arrive",
                 "write bar.cta.sync or bar.cta.arrive");
  }
  return *arrive;
}

}  // namespace

Action read_fence(InstructionContext context) {
  const std::string written = quote(context.mnemonic.text());
  if (context.mnemonic.has("proxy")) return read_proxy_fence(context);
  require_word_proxy(context);
  const Qualifiers qualifiers =
      classify(context.source(), context.mnemonic, {.order = true, .scope = true, .type = false});
  const Order order = qualifiers.order.value_or(Order::acq_rel);
  const bool annotated = qualifiers.annotation.has_value();
  if (annotated || order == Order::weak || order == Order::relaxed) {
    const std::string found(annotated ? to_string(*qualifiers.annotation) : to_string(order));
    context.fail(found, written + ": a fence is acquire, release, acq_rel or sc, never " + found,
                 "leave the fence out, or write fence.acq_rel");
  }
  if (!qualifiers.scope) {
    context.fail(
        "", written + ": a fence needs a scope",
        "write " + quote("fence." + std::string(to_string(order)) + ".gpu") + ", or .cta or .sys");
  }
  return Fence{order, *qualifiers.scope};
}

Action read_membar(InstructionContext context) {
  if (context.mnemonic.has("proxy")) return read_proxy_fence(context);
  const std::vector<Modifier>& modifiers = context.mnemonic.modifiers;
  if (modifiers.size() == 1) {
    // membar.level is fence.sc of that scope (PTX ISA 9.7.13.4).
    const std::optional<Scope> level = find_word(membar_levels(), modifiers[0].text);
    if (level) return Fence{Order::sc, *level};
  }
  context.source().fail(modifiers.empty() ? context.mnemonic.name.place : modifiers[0].place,
                        quote(context.mnemonic.text()) + ": membar is membar.cta, .gl or .sys",
                        context.mnemonic.has("gpu") ? "the scope gpu is spelled membar.gl"
                                                    : "or write fence.sc with a scope");
}

Action read_barrier(InstructionContext context) {
  Barrier action;
  action.arrive = read_arrive(context);
  action.instance = context.tokens.expect_number("the number of the barrier");
  if (context.tokens.accept(",")) {
    action.id = context.value();
    if (context.tokens.accept(",")) action.quorum = context.value();
  }
  // In PTX the number of the barrier is followed by that of the threads. Tests that place threads
  // in clusters or grids mean that, unless they say INSTANCE with .cta.
  if (action.id && !action.quorum && context.builder.names_clusters() &&
      !context.mnemonic.has("cta")) {
    action.quorum = action.id;
    action.id = action.instance;
  }
  if (context.tokens.accept("of")) action.members = context.value();
  action.passable = context.mnemonic.has("passable");
  action.aligned = context.mnemonic.has("aligned");
  return action;
}

}  // namespace opexplore::detail
