// Fences, and instructions that neither touch memory nor jump
// (PTX ISA 9.7.13 "Parallel Synchronization and Communication Instructions"); and those that are
// not modelled.
#include <algorithm>
#include <array>
#include <string>

#include "litmus/kernels/front/readers.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

template <class T>
void set_once(const Spelled& spelled, std::optional<T>& target, T value) {
  if (target) spelled.fail(spelled.written() + " has two orders or scopes", "leave one out");
  target = value;
}

[[noreturn]] void fail_at(const Spelled& spelled, const detail::Modifier& modifier,
                          const std::string& message, const std::string& suggestion) {
  spelled.fail_at(modifier, spelled.written() + ": " + message, suggestion);
}

/// `fence{.sem}.scope`.
void read_thread_fence(const Spelled& spelled, code::Instruction& made) {
  spelled.require_operands(0);
  std::optional<Order> order;
  std::optional<Scope> scope;
  for (const detail::Modifier& modifier : spelled.mnemonic().modifiers) {
    const std::optional<Order> semantics = find_word<Order>(modifier.text);
    if (semantics && *semantics != Order::weak && *semantics != Order::relaxed) {
      set_once(spelled, order, *semantics);
    } else if (const auto level = find_word<Scope>(modifier.text)) {
      set_once(spelled, scope, *level);
    } else {
      fail_at(spelled, modifier, "a fence is no ." + std::string(modifier.text),
              "it is acquire, release, acq_rel or sc, of scope cta, cluster, gpu or sys");
    }
  }
  if (!scope)
    spelled.fail(spelled.written() + ": a fence needs a scope", "write .cta, .gpu or .sys");
  made.operation = Fence{order.value_or(Order::acq_rel), *scope};
}

/// `fence.proxy.alias`, the only proxy fence for ordinary accesses.
void read_proxy_fence(const Spelled& spelled, code::Instruction& made) {
  const std::vector<detail::Modifier>& modifiers = spelled.mnemonic().modifiers;
  spelled.require_operands(0);
  for (const detail::Modifier& modifier : modifiers) {
    if (modifier.text == "proxy" || modifier.text == "alias") continue;
    const bool ordered = find_word<Order>(modifier.text) || find_word<Scope>(modifier.text);
    fail_at(spelled, modifier,
            ordered ? "fence.proxy.alias has no order and no scope"
                    : "there is no proxy ." + std::string(modifier.text),
            ordered ? "leave ." + std::string(modifier.text) + " out" : "write fence.proxy.alias");
  }
  if (!spelled.mnemonic().has("alias")) {
    spelled.fail(spelled.written() + " names no proxy", "write fence.proxy.alias");
  }
  made.operation = ProxyFence{ProxyFenceKind::alias};
}

/// `membar.level` is fence.sc of that scope.
void read_level_fence(const Spelled& spelled, code::Instruction& made) {
  spelled.require_operands(0);
  const std::vector<detail::Modifier>& modifiers = spelled.mnemonic().modifiers;
  const std::string_view level = modifiers.size() == 1 ? modifiers.front().text : "";
  const std::optional<Scope> scope = find_word(membar_levels(), level);
  if (!scope) {
    spelled.fail(spelled.written() + ": membar is membar.cta, .gl or .sys",
                 "write fence.sc for other scopes");
  }
  made.operation = Fence{Order::sc, *scope};
}

void read_fence(const Spelled& spelled, code::Instruction& made) {
  made.results = 0;
  (spelled.has("proxy") ? read_proxy_fence : read_thread_fence)(spelled, made);
}

void read_membar(const Spelled& spelled, code::Instruction& made) {
  made.results = 0;
  (spelled.has("proxy") ? read_proxy_fence : read_level_fence)(spelled, made);
}

/// Advice about caches, by which nothing changes that a program can see (PTX ISA 9.7.9 "prefetch",
/// "applypriority").
void read_hint(const Spelled& spelled, code::Instruction& made) {
  constexpr std::array<std::string_view, 4> spaces = {"global", "local", "const", "param"};
  constexpr std::array<std::string_view, 5> levels = {"L1", "L2", "L2::evict_last",
                                                      "L2::evict_normal", "tensormap"};
  bool has_level = false;
  for (const detail::Modifier& modifier : spelled.mnemonic().modifiers) {
    const bool level = std::ranges::find(levels, modifier.text) != levels.end();
    const bool space = std::ranges::find(spaces, modifier.text) != spaces.end();
    if (!level && !space) {
      fail_at(spelled, modifier, "there is no ." + std::string(modifier.text) + " here",
              "write .global.L1 or .global.L2");
    }
    has_level = has_level || level;
  }
  if (spelled.has("tensormap") && (spelled.has("global") || spelled.has("local"))) {
    spelled.fail(spelled.written() + " prefetches no tensormap",
                 "leave the state space out, or write .param or .const");
  }
  if (!has_level) spelled.fail(spelled.written() + " names no cache", "write .L1 or .L2");
  made.results = 0;
  made.operation = code::Hint{};
}

/// How many registers a warp has changes nothing. Those that it waits for are taken to be there.
void read_maximum(const Spelled& spelled, code::Instruction& made) {
  const bool one = spelled.has("inc") != spelled.has("dec");
  if (!one || !spelled.has("sync") || !spelled.has("aligned")) {
    spelled.fail(spelled.written() + " is neither .inc nor .dec, or not .sync.aligned",
                 "write setmaxnreg.inc.sync.aligned.u32");
  }
  spelled.require_operands(1);
  const code::Operand& count = spelled.operands.front();
  const bool fits = count.kind == code::Operand::Kind::number && count.number >= 24 &&
                    count.number <= 256 && count.number % 8 == 0;
  if (!fits) spelled.fail_at(count, "a number of registers is a multiple of 8 from 24 to 256");
  made.results = 0;
  made.operation = code::Hint{};
}

/// `createpolicy` makes what `.L2::cache_hint` says; nothing depends on what that is.
void read_policy(const Spelled& spelled, code::Instruction& made) {
  const Statement& statement = spelled.statement;
  const Token& name =
      statement.operands.empty() ? spelled.mnemonic().name : statement.operands.front();
  code::Operand policy{code::Operand::Kind::reg, name.place, name.text};
  const auto reg = find_register(spelled.entry, statement.block, name.text);
  if (!reg) {
    spelled.fail_at(policy, "expected a destination register, found " + quote(policy.text));
  }
  policy.reg = *reg;
  made.operands = {policy, {code::Operand::Kind::number, name.place, name.text}};
  computes(made, code::Formula::move, {'b', 64});
}

void read_pause(const Spelled&, code::Instruction& made) {
  made.results = 0;
  made.operation = code::Pause{};
}

/// Instructions of PTX that are not modelled, by name: what they are, and what to do instead.
struct Unmodelled {
  std::string_view names;  ///< between blanks
  std::string_view what;
  std::string_view advice;
};
constexpr std::array unmodelled_instructions = {
    Unmodelled{" discard ", "memory that loses what it holds",
               "leave it out, if nobody reads what it throws away"},
    Unmodelled{" tex txq tld4 suld sust sured suq ", "textures and surfaces",
               "access global memory"},
    Unmodelled{" wgmma tcgen05 ", "tensor cores",
               "leave the arithmetic out: what is explored is memory"},
    Unmodelled{" multimem ", "memory of several GPUs at one address",
               "access the memory of one GPU"},
    Unmodelled{" clusterlaunchcontrol ", "launches that are taken over",
               "give each block its own part of the work"}};

/// What an instruction on a barrier does.
enum class Deed : std::uint8_t { sync, arrive, red };

Deed deed_of(const Spelled& spelled) {
  std::optional<Deed> deed;
  for (const detail::Modifier& modifier : spelled.mnemonic().modifiers) {
    constexpr std::array<Word<Deed>, 3> deeds = {
        {{"sync", Deed::sync}, {"arrive", Deed::arrive}, {"red", Deed::red}}};
    constexpr std::array<std::string_view, 7> others = {"cta", "aligned", "popc", "and",
                                                        "or",  "pred",    "u32"};
    const std::optional<Deed> named = find_word<Deed>(deeds, modifier.text);
    if (named && deed) spelled.fail(spelled.written() + " is both of two things");
    if (named) deed = named;
    if (named || std::ranges::find(others, modifier.text) != others.end()) continue;
    spelled.fail_at(modifier, "not modelled: " + quote(modifier.text) + " in " + spelled.written(),
                    "nearest: bar.sync");
  }
  if (!deed) spelled.fail(spelled.written() + " is neither sync nor arrive nor red");
  return *deed;
}

/// Of `bar.red.op d, a{, b}, {!}c`.
code::BarrierOperation::Reduction reduction_of(const Spelled& spelled) {
  using Reduction = code::BarrierOperation::Reduction;
  const std::size_t count = spelled.operands.size();
  if (count != 3 && count != 4) spelled.fail(spelled.written() + " has 3 or 4 operands");
  const bool counts = spelled.has("popc") && spelled.has("u32");
  const bool all = spelled.has("and");
  if (!counts && !((all || spelled.has("or")) && spelled.has("pred"))) {
    spelled.fail(spelled.written() + " is .popc.u32, .and.pred or .or.pred");
  }
  spelled.destination();
  return counts ? Reduction::count : all ? Reduction::all : Reduction::any;
}

/// Barriers of CTAs (PTX ISA 9.7.13.1 "bar", "barrier"), and `bar.warp.sync mask`.
void read_barrier(const Spelled& spelled, code::Instruction& made) {
  made.results = 0;
  if (spelled.is("bar") && spelled.has("warp")) {
    spelled.require_operands(1);
    made.operation = code::WarpOperation{};
    return;
  }
  const Deed deed = deed_of(spelled);
  const std::size_t count = spelled.operands.size();
  code::BarrierOperation what;
  what.aligned = spelled.is("bar") || spelled.has("aligned");
  what.arrives = deed == Deed::arrive;
  if (deed == Deed::red) {
    made.results = 1;
    what.reduction = reduction_of(spelled);
    what.counted = count == 4;
  } else {
    if (count == 0 || count > 2) spelled.fail(spelled.written() + " has 1 or 2 operands");
    if (what.arrives && count == 1) {
      spelled.fail(spelled.written() + " needs a number of threads", "as in 'bar.arrive 1, 64'");
    }
    what.counted = count == 2;
  }
  made.operation = what;
}

}  // namespace

void refuse_unknown(const Spelled& spelled) {
  if (spelled.is("brkpt")) spelled.fail("not modelled: breakpoints (" + spelled.written() + ")");
  const std::string name = ' ' + std::string(spelled.mnemonic().name.text) + ' ';
  for (const Unmodelled& known : unmodelled_instructions) {
    if (known.names.find(name) == std::string_view::npos) continue;
    spelled.fail("not modelled: " + std::string(known.what) + " (" + spelled.written() + ")",
                 std::string(known.advice));
  }
  // A compiler makes no slips, so that a similar name is another instruction.
  spelled.fail("not modelled: the instruction " + spelled.written(),
               "leave out what the question does not need");
}

std::span<const InstructionReader> synchronisation_readers() {
  static constexpr std::array<InstructionReader, 11> readers = {{
      {"fence", read_fence},
      {"membar", read_membar},
      {"bar", read_barrier},
      {"barrier", read_barrier},
      {"nanosleep", read_pause},
      {"pmevent", read_pause},
      {"prefetch", read_hint},
      {"prefetchu", read_hint},
      {"applypriority", read_hint},
      {"setmaxnreg", read_maximum},
      {"createpolicy", read_policy, true},
  }};
  return readers;
}

}  // namespace opexplore::kernel
