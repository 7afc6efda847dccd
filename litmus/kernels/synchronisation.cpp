// Fences, and instructions that neither touch memory nor jump
// (PTX ISA 9.7.13 "Parallel Synchronization and Communication Instructions").
#include <algorithm>
#include <array>
#include <string>

#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/private_memory.hpp"
#include "litmus/kernels/step.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

template <class T>
void set_once(const Step& step, std::optional<T>& target, T value) {
  if (target) step.fail(written(step) + " has two orders or scopes", "leave one out");
  target = value;
}

[[noreturn]] void fail_at(const Step& step, const detail::Modifier& modifier,
                          const std::string& message, const std::string& suggestion) {
  step.around().source.fail(modifier.place, written(step) + ": " + message, suggestion);
}

/// What PTX has of fences beside orders and scopes.
bool is_newer(std::string_view text) {
  return text.starts_with("sync_restrict") || text == "mbarrier_init";
}

/// `fence{.sem}.scope`.
void fence(Step& step) {
  step.require_operands(0);
  std::optional<Order> order;
  std::optional<Scope> scope;
  for (const detail::Modifier& modifier : step.mnemonic().modifiers) {
    const std::optional<Order> semantics = find_word<Order>(modifier.text);
    if (is_newer(modifier.text)) {
      step.around().source.fail(
          modifier.place,
          "not modelled: fences of the shared memory of clusters (" + written(step) + ")",
          "leave ." + std::string(modifier.text) + " out: the fence is stronger then");
    }
    if (semantics && *semantics != Order::weak && *semantics != Order::relaxed) {
      set_once(step, order, *semantics);
    } else if (const auto level = scope_named(step, modifier)) {
      set_once(step, scope, *level);
    } else {
      fail_at(step, modifier, "a fence is no ." + std::string(modifier.text),
              "it is acquire, release, acq_rel or sc, of scope cta, cluster, gpu or sys");
    }
  }
  if (!scope) step.fail(written(step) + ": a fence needs a scope", "write .cta, .gpu or .sys");
  step.emit(Fence{order.value_or(Order::acq_rel), *scope});
}

/// `fence.proxy.alias`, the only proxy fence for ordinary accesses.
void proxy_fence(Step& step) {
  const auto is_other = [](std::string_view text) {
    return text == "async" || text == "async::generic" || text == "tensormap::generic";
  };
  const std::vector<detail::Modifier>& modifiers = step.mnemonic().modifiers;
  const auto other = std::ranges::find_if(
      modifiers, [&](const detail::Modifier& modifier) { return is_other(modifier.text); });
  if (other != modifiers.end()) {
    step.around().source.fail(other->place, "not modelled: the proxy fence " + written(step),
                              "leave out asynchronous copies, which it is for");
  }
  step.require_operands(0);
  for (const detail::Modifier& modifier : modifiers) {
    if (modifier.text == "proxy" || modifier.text == "alias") continue;
    const bool ordered = find_word<Order>(modifier.text) || scope_named(step, modifier);
    fail_at(step, modifier,
            ordered ? "fence.proxy.alias has no order and no scope"
                    : "there is no proxy ." + std::string(modifier.text),
            ordered ? "leave ." + std::string(modifier.text) + " out" : "write fence.proxy.alias");
  }
  if (!step.mnemonic().has("alias")) {
    step.fail(written(step) + " names no proxy", "write fence.proxy.alias");
  }
  step.emit(ProxyFence{ProxyFenceKind::alias});
}

/// `membar.level` is fence.sc of that scope.
void membar(Step& step) {
  step.require_operands(0);
  const std::vector<detail::Modifier>& modifiers = step.mnemonic().modifiers;
  const std::string_view level = modifiers.size() == 1 ? modifiers.front().text : "";
  const std::optional<Scope> scope = find_word(membar_levels(), level);
  if (scope) return step.emit(Fence{Order::sc, *scope});
  step.fail(written(step) + ": membar is membar.cta, .gl or .sys",
            "write fence.sc for other scopes");
}

/// Advice about caches, by which nothing changes that a program can see (PTX ISA 9.7.9 "prefetch",
/// "applypriority").
void hint(Step& step) {
  constexpr std::array<std::string_view, 4> spaces = {"global", "local", "const", "param"};
  constexpr std::array<std::string_view, 5> levels = {"L1", "L2", "L2::evict_last",
                                                      "L2::evict_normal", "tensormap"};
  bool has_level = false;
  for (const detail::Modifier& modifier : step.mnemonic().modifiers) {
    const bool level = std::ranges::find(levels, modifier.text) != levels.end();
    const bool space = std::ranges::find(spaces, modifier.text) != spaces.end();
    if (!level && !space) {
      fail_at(step, modifier, "there is no ." + std::string(modifier.text) + " here",
              "write .global.L1 or .global.L2");
    }
    has_level = has_level || level;
  }
  if (!has_level) step.fail(written(step) + " names no cache", "write .L1 or .L2");
}

/// `createpolicy` makes what `.L2::cache_hint` says; nothing depends on what that is.
void create_policy(Step& step) {
  const Statement& statement = step.statement();
  PtxOperand policy;
  policy.kind = PtxOperand::Kind::reg;
  policy.token = statement.operands.empty() ? step.mnemonic().name : statement.operands.front();
  const auto reg = find_register(step.entry(), statement.block, policy.token.text);
  if (!reg) step.fail_at(policy, "expected a destination register, found " + quote(policy.token));
  policy.reg = *reg;
  step.set(policy, constant(0));
}

bool is_hint(std::string_view name) {
  return name == "prefetch" || name == "prefetchu" || name == "applypriority";
}

constexpr std::array<std::string_view, 20> known_names = {
    "ld",      "st",   "atom",  "red",   "fence",      "membar",    "bar",
    "barrier", "bra",  "ret",   "exit",  "alloca",     "stacksave", "stackrestore",
    "shfl",    "vote", "match", "redux", "activemask", "elect"};

/// Instructions of PTX that are not modelled, by name: what they are, and what to do instead.
struct Unmodelled {
  std::string_view names;  ///< between blanks
  std::string_view what;
  std::string_view advice;
};
constexpr std::array unmodelled_instructions = {
    Unmodelled{" mbarrier ", "barriers in shared memory",
               "cuda::barrier is made of them from sm_80 on: compile for sm_75, or use "
               "bar.sync (__syncthreads())"},
    Unmodelled{" discard ", "memory that loses what it holds",
               "leave it out, if nobody reads what it throws away"},
    Unmodelled{" cp ", "asynchronous copies",
               "copy with loads and stores; cuda::pipeline does so when compiled for sm_75"},
    Unmodelled{" tex txq tld4 suld sust sured suq ", "textures and surfaces",
               "access global memory"},
    Unmodelled{" mma wmma wgmma tcgen05 ldmatrix stmatrix movmatrix ", "tensor cores",
               "leave the arithmetic out: what is explored is memory"},
    Unmodelled{" mapa getctarank griddepcontrol setmaxnreg multimem ",
               "clusters and what newer "
               "chips add to launches",
               "launch without clusters"}};

}  // namespace

bool execute_synchronisation(Step& step) {
  const Mnemonic& mnemonic = step.mnemonic();
  const bool fences = mnemonic.name.is("fence") || mnemonic.name.is("membar");
  if (fences && mnemonic.has("proxy")) {
    proxy_fence(step);
  } else if (mnemonic.name.is("fence")) {
    fence(step);
  } else if (mnemonic.name.is("membar")) {
    membar(step);
  } else if (is_hint(mnemonic.name.text)) {
    hint(step);
  } else if (mnemonic.name.is("createpolicy")) {
    create_policy(step);
  } else {
    return is_pause(mnemonic.name.text);
  }
  return true;
}

bool is_modelled(std::string_view name) {
  return is_computation(name) || is_pause(name) ||
         std::ranges::find(known_names, name) != known_names.end();
}

void execute(Step& step) {
  if (is_modelled(step.mnemonic().name.text) && step.hand_on_undefined()) return;
  if (execute_computation(step) || execute_memory(step) || execute_synchronisation(step) ||
      execute_stack(step) || execute_warp(step) || execute_barrier(step)) {
    return;
  }
  const Mnemonic& mnemonic = step.mnemonic();
  if (mnemonic.name.is("brkpt")) step.fail("not modelled: breakpoints (" + written(step) + ")");
  const std::string name = ' ' + std::string(mnemonic.name.text) + ' ';
  for (const Unmodelled& known : unmodelled_instructions) {
    if (known.names.find(name) == std::string_view::npos) continue;
    step.fail("not modelled: " + std::string(known.what) + " (" + written(step) + ")",
              std::string(known.advice));
  }
  // A compiler makes no slips, so that a similar name is another instruction.
  step.fail("not modelled: the instruction " + written(step),
            "leave out what the question does not need");
}

}  // namespace opexplore::kernel
