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

/// `fence{.sem}.scope`.
void fence(Step& step) {
  step.require_operands(0);
  std::optional<Order> order;
  std::optional<Scope> scope;
  for (const detail::Modifier& modifier : step.mnemonic().modifiers) {
    const std::optional<Order> semantics = find_word<Order>(modifier.text);
    const std::optional<Scope> level = find_word<Scope>(modifier.text);
    if (semantics && *semantics != Order::weak && *semantics != Order::relaxed) {
      set_once(step, order, *semantics);
      continue;
    }
    if (level) {
      set_once(step, scope, *level);
      continue;
    }
    step.around().source.fail(modifier.place,
                              "not modelled: " + quote(modifier.text) + " in " + written(step),
                              modifier.text == "cluster" ? "nearest: .gpu" : "");
  }
  if (!scope) step.fail(written(step) + ": a fence needs a scope", "write .cta, .gpu or .sys");
  step.emit(Fence{order.value_or(Order::acq_rel), *scope});
}

/// `fence.proxy.alias`, the only proxy fence for ordinary accesses.
void proxy_fence(Step& step) {
  step.require_operands(0);
  for (const detail::Modifier& modifier : step.mnemonic().modifiers) {
    if (modifier.text == "proxy" || modifier.text == "alias") continue;
    step.around().source.fail(modifier.place, "not modelled: the proxy fence " + written(step),
                              "nearest: fence.proxy.alias");
  }
  if (!step.mnemonic().has("alias")) step.fail(written(step) + " names no proxy");
  step.emit(ProxyFence{ProxyFenceKind::alias});
}

/// `membar.level` is fence.sc of that scope.
void membar(Step& step) {
  step.require_operands(0);
  const std::vector<detail::Modifier>& modifiers = step.mnemonic().modifiers;
  const std::string_view level = modifiers.size() == 1 ? modifiers.front().text : "";
  const std::optional<Scope> scope = find_word(membar_levels(), level);
  if (scope) return step.emit(Fence{Order::sc, *scope});
  step.fail(written(step) + ": membar is membar.cta, .gl or .sys");
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
constexpr std::array unmodelled = {
    Unmodelled{" mbarrier ", "barriers in shared memory",
               "cuda::barrier is made of them from sm_80 on: compile for sm_75, or use "
               "bar.sync (__syncthreads())"},
    Unmodelled{" cp prefetch prefetchu discard applypriority createpolicy ",
               "asynchronous copies and hints about caches",
               "copy with loads and stores; cuda::pipeline does so when compiled for sm_75"},
    Unmodelled{" tex txq tld4 suld sust sured suq ", "textures and surfaces",
               "access global memory"},
    Unmodelled{" ex2 lg2 sin cos tanh sqrt rsqrt rcp copysign testp ",
               "this floating-point operation", "sums, products and quotients are modelled"},
    Unmodelled{" addc subc madc ", "sums with a carry", "use numbers of 64 bits at most"},
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
  for (const Unmodelled& known : unmodelled) {
    if (known.names.find(name) == std::string_view::npos) continue;
    step.fail("not modelled: " + std::string(known.what) + " (" + written(step) + ")",
              std::string(known.advice));
  }
  // A compiler makes no slips, so that a similar name is another instruction.
  step.fail("not modelled: the instruction " + written(step),
            "leave out what the question does not need");
}

}  // namespace opexplore::kernel
