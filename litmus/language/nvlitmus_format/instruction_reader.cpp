#include "litmus/language/nvlitmus_format/instruction_reader.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "litmus/input/suggestion.hpp"
#include "litmus/language/ptx_code/instruction_reader.hpp"
#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

using Context = InstructionContext;

// `fence.alias` is the older name of fence.proxy.alias (src/grammar.lark, alias_fence).
Action read_any_fence(Context context) {
  const std::vector<Modifier>& modifiers = context.mnemonic.modifiers;
  const bool alias = modifiers.size() == 1 && modifiers.front().text == "alias";
  return alias ? ProxyFence{ProxyFenceKind::alias} : read_fence(context);
}

enum class Shape : std::uint8_t { load, weak_load, store, atomic, reduction, fence };

struct NvlitmusEntry {
  std::string_view name;
  Shape shape;
  Action (*read)(Context);
};

// The proxies of ldc, tld and suld: section 5.2 of the paper.
constexpr std::array<NvlitmusEntry, 11> nvlitmus_instructions = {{
    {"ld", Shape::load, [](Context c) { return read_load(c, Proxy::generic); }},
    {"tld", Shape::weak_load, [](Context c) { return read_load(c, Proxy::texture); }},
    {"suld", Shape::load, [](Context c) { return read_load(c, Proxy::surface); }},
    {"ldc", Shape::weak_load, [](Context c) { return read_load(c, Proxy::constant); }},
    {"st", Shape::store, [](Context c) { return read_store(c, Proxy::generic); }},
    {"sust", Shape::store, [](Context c) { return read_store(c, Proxy::surface); }},
    {"atom", Shape::atomic, [](Context c) { return read_atomic(c, Proxy::generic, true); }},
    {"suatom", Shape::atomic, [](Context c) { return read_atomic(c, Proxy::surface, true); }},
    {"red", Shape::reduction, [](Context c) { return read_atomic(c, Proxy::generic, false); }},
    {"sured", Shape::reduction, [](Context c) { return read_atomic(c, Proxy::surface, false); }},
    {"fence", Shape::fence, read_any_fence},
}};

bool has_register(Shape shape) {
  return shape == Shape::load || shape == Shape::weak_load || shape == Shape::atomic;
}

const NvlitmusEntry& entry_of(const Tokens& tokens, const Mnemonic& mnemonic) {
  const auto* const entry =
      std::ranges::find(nvlitmus_instructions, mnemonic.name.text, &NvlitmusEntry::name);
  if (entry != nvlitmus_instructions.end()) return *entry;
  std::vector<std::string_view> known;
  known.reserve(nvlitmus_instructions.size());
  for (const NvlitmusEntry& one : nvlitmus_instructions) known.push_back(one.name);
  tokens.fail(mnemonic.name, "unknown instruction " + quote(mnemonic.name),
              did_you_mean(mnemonic.name.text, known,
                           "tests of nvlitmus have loads, stores, atomics and fences; one that "
                           "begins with 'PTX name' may have others"));
}

// PTX has a usual order and scope of atomics. In nvlitmus one without has no meaning: its scope
// would be the thread (src/alloy_emitter.py).
void require_order_and_scope(const Tokens& tokens, const Mnemonic& mnemonic) {
  bool order = false;
  bool scope = false;
  for (const Modifier& modifier : mnemonic.modifiers) {
    order = order || find_word<Order>(modifier.text) || find_word<Annotation>(modifier.text);
    scope = scope || find_word<Scope>(modifier.text);
  }
  if (order && scope) return;
  tokens.fail(mnemonic.name,
              quote(mnemonic.text()) + ": an atomic needs a memory order and a scope",
              "write " + quote(std::string(mnemonic.name.text) + ".add.relaxed.gpu"));
}

// Of texture and constant memory there are weak loads alone (src/grammar.lark, load).
void require_weak(const Tokens& tokens, const Mnemonic& mnemonic) {
  for (const Modifier& modifier : mnemonic.modifiers) {
    if (modifier.text == "weak") continue;
    tokens.source().fail(modifier.place,
                         quote(mnemonic.text()) + ": such a load is weak, and takes no other word",
                         "write " + quote(mnemonic.name));
  }
}

/// Complains unless the next tokens are those of an access: a register where it has one, and a
/// declared name between brackets. What PTX has beside, pointers and offsets, has no meaning here.
void check_operands(const Tokens& tokens, const ProgramBuilder& builder, Shape shape) {
  if (has_register(shape) && !tokens.peek(1).is(",")) return;  // the reader of PTX complains
  const std::size_t at = has_register(shape) ? 2 : 0;
  const Token& name = tokens.peek(at + 1);
  const auto expect = [&](const Token& found, bool is, const std::string& what) {
    if (is) return;
    tokens.fail(found, "expected " + what + ", found " + quote(found),
                "a location stands between brackets, as in '[x]'");
  };
  expect(tokens.peek(at), tokens.peek(at).is("["), "'['");
  expect(name, name.kind == TokenKind::word, "a location");
  expect(tokens.peek(at + 2), tokens.peek(at + 2).is("]"), "']'");
  if (builder.find_address(name.text)) return;
  std::vector<std::string_view> known;
  for (const Address& address : builder.program().addresses) known.push_back(address.name);
  tokens.fail(name, "unknown location " + quote(name),
              did_you_mean(name.text, known,
                           "declare it, as in '.global " + std::string(name.text) + ";'"));
}

Action read_action(const NvlitmusEntry& entry, Context context) {
  if (entry.shape == Shape::weak_load) require_weak(context.tokens, context.mnemonic);
  if (entry.shape == Shape::atomic || entry.shape == Shape::reduction) {
    require_order_and_scope(context.tokens, context.mnemonic);
  }
  if (entry.shape != Shape::fence) check_operands(context.tokens, context.builder, entry.shape);
  return entry.read(context);
}

}  // namespace

std::optional<Value> read_nvlitmus_instruction(Tokens& tokens, ProgramBuilder& builder,
                                               NvlitmusRegisters& registers, ThreadId thread) {
  const Token first = tokens.peek();
  if (first.kind != TokenKind::word) tokens.fail_expected("an instruction or '}'");
  const Mnemonic mnemonic = read_mnemonic(tokens);
  const NvlitmusEntry& entry = entry_of(tokens, mnemonic);
  Instruction instruction;
  instruction.place = first.place;
  instruction.action = read_action(entry, {tokens, builder, thread, mnemonic});
  instruction.text = written(first, tokens.previous());
  std::optional<Value> returned;
  if (tokens.peek().is("==") && has_register(entry.shape)) {
    tokens.take();
    returned = tokens.expect_number("the number that is returned");
  }
  tokens.expect(";", "';'", "each instruction ends with one");
  registers.note(thread, instruction);
  builder.add_instruction(thread, std::move(instruction));
  return returned;
}

}  // namespace opexplore::detail
