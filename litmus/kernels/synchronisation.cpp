// Fences, barriers, and instructions that neither touch memory nor jump
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

constexpr Value warp_size = 32;

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

/// The number that tells the barrier instructions of the module apart.
Value instance(Step& step) {
  Value number = 0;
  const Module& module = step.around().module;
  for (const std::vector<Entry>* const bodies : {&module.entries, &module.functions}) {
    for (const Entry& entry : *bodies) {
      for (const Statement& statement : entry.statements) {
        if (&statement == &step.statement()) return number;
        const Token& name = statement.mnemonic.name;
        if (name.is("bar") || name.is("barrier")) ++number;
      }
    }
  }
  return number;
}

Value known_number(Step& step, const PtxOperand& operand, const std::string& what) {
  const Input input = step.input(operand, {'u', 32});
  if (!input.known.is_constant()) {
    step.fail_at(operand, "not modelled: " + what + " that is known only when the program runs");
  }
  return input.known.number;
}

/// How many litmus threads a number of threads stands for: warps arrive, and each warp that runs
/// has one thread here.
Value quorum(Step& step, const PtxOperand& operand) {
  const Value threads = known_number(step, operand, "a number of threads");
  if (threads <= 0 || threads % warp_size != 0) {
    step.fail_at(operand, "a barrier waits for whole warps of 32 threads, not for " +
                              std::to_string(threads) + " threads");
  }
  const std::string rule =
      "a barrier with a number of threads waits for warps: launch one thread of each";
  if (!step.executor().warps_differ) {
    step.fail_at(operand, "not modelled: this barrier, for two threads of the launch share a warp",
                 rule);
  }
  if (threads / warp_size > step.executor().threads_in_cta) {
    step.fail_at(operand,
                 "the barrier waits for " + std::to_string(threads / warp_size) +
                     " warps, and the launch has " +
                     std::to_string(step.executor().threads_in_cta) + " of this CTA",
                 rule);
  }
  return threads / warp_size;
}

void barrier(Step& step) {
  bool arrive = false;
  bool sync = false;
  for (const detail::Modifier& modifier : step.mnemonic().modifiers) {
    arrive = arrive || modifier.text == "arrive";
    sync = sync || modifier.text == "sync";
    const bool known = modifier.text == "arrive" || modifier.text == "sync" ||
                       modifier.text == "cta" || modifier.text == "aligned";
    if (known) continue;
    step.around().source.fail(modifier.place,
                              "not modelled: " + quote(modifier.text) + " in " + written(step),
                              "nearest: bar.sync");
  }
  if (arrive == sync) step.fail(written(step) + " is neither sync nor arrive");
  const std::vector<PtxOperand>& operands = step.operands();
  if (operands.empty() || operands.size() > 2) step.fail(written(step) + " has 1 or 2 operands");
  if (arrive && operands.size() == 1) {
    step.fail(written(step) + " needs a number of threads", "as in 'bar.arrive 1, 64'");
  }
  Barrier action;
  action.arrive = arrive;
  action.instance = instance(step);
  const Value id = known_number(step, operands[0], "a barrier");
  if (id < 0 || id > 15) step.fail_at(operands[0], "the barriers of a CTA are 0 to 15");
  action.id = Operand{id};
  if (operands.size() == 2) action.quorum = Operand{quorum(step, operands[1])};
  step.emit(action);
}

/// `bar.warp.sync` makes the lanes of a warp wait for each other: nothing for a single one.
void warp_barrier(Step& step) {
  if (step.executor().alone_in_warp) return;
  step.fail("not modelled: barriers of warps (" + written(step) + ")",
            "launch one thread of each warp, or use bar.sync");
}

constexpr std::array<std::string_view, 14> known_names = {
    "ld",      "st",  "atom", "red",  "fence",  "membar",    "bar",
    "barrier", "bra", "ret",  "exit", "alloca", "stacksave", "stackrestore"};

/// Instructions of PTX that are not modelled, by name: what they are, and what to do instead.
struct Unmodelled {
  std::string_view names;  ///< between blanks
  std::string_view what;
  std::string_view advice;
};
constexpr std::array unmodelled = {
    Unmodelled{" shfl vote match redux activemask elect ", "an exchange among the lanes of a warp",
               "launch one thread of each warp, or hand values on through memory and bar.sync "
               "(__syncthreads())"},
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
  } else if (mnemonic.name.is("bar") && mnemonic.has("warp")) {
    warp_barrier(step);
  } else if (mnemonic.name.is("bar") || mnemonic.name.is("barrier")) {
    barrier(step);
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
  if (execute_computation(step) || execute_memory(step) || execute_synchronisation(step) ||
      execute_stack(step)) {
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
