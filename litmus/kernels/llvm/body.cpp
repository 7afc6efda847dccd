#include "litmus/kernels/llvm/body.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "litmus/kernels/llvm/lexer.hpp"

namespace opexplore::kernel::llvm {

using detail::quote;
using detail::TokenKind;

namespace {

constexpr std::size_t most_registers = 20'000;  // of one function

/// A label: a name without a sign, or a string, and a colon.
bool at_label(const detail::Tokens& tokens) {
  const Token& name = tokens.peek();
  return name.kind != TokenKind::end && name.kind != TokenKind::symbol && tokens.peek(1).is(":");
}

}  // namespace

Body::Body(Globals& all, const std::vector<Token>& of) : globals(all), tokens(all.source, of) {
  entry.blocks.emplace_back();
  entry.has_body = true;
}

void Body::refuse(const std::string& what, const std::string& suggestion) const {
  tokens.fail(opcode_, "not modelled: " + what, suggestion);
}

bool Body::accept_words(std::initializer_list<std::string_view> words) {
  bool any = false;
  while (tokens.accept_any(words)) any = true;
  return any;
}

code::Operand Body::new_register(std::string_view text, Type type, SourcePlace place) {
  if (entry.registers.size() == most_registers) {
    globals.source.fail(place, "too many values: the limit is " + std::to_string(most_registers) +
                                   " in one function");
  }
  const auto id = static_cast<std::uint16_t>(entry.registers.size());
  entry.registers.push_back({std::string(bare(text)), type});
  entry.blocks.front().registers.emplace(std::string(text), id);
  return {OperandKind::reg, place, text, id};
}

code::Operand Body::temporary(Type type) {
  const std::string text = "%t" + std::to_string(entry.registers.size()) + '.';
  return new_register(globals.module.texts.emplace_back(text), type, opcode_.place);
}

code::Operand Body::number(Value value) const {
  return {OperandKind::number, opcode_.place, opcode_.text, 0, value};
}

code::Operand Body::nothing(Type type) {
  const auto known = unwritten_.find({type.kind, type.bits});
  if (known != unwritten_.end()) return {OperandKind::reg, opcode_.place, "undef", known->second};
  const code::Operand made = new_register("undef", type, opcode_.place);
  unwritten_.emplace(std::pair{type.kind, type.bits}, made.reg);
  return made;
}

void Body::define(std::string_view name, IrValue value) {
  Known& known = known_[name];
  if (known.defined) tokens.fail(opcode_, "the value " + quote(name) + " is defined twice");
  known.defined = true;
  known.value = std::move(value);
}

IrValue Body::local(const Token& name, const IrType& type) {
  Known& known = known_[name.text];
  if ((!known.defined || known.refused) && !known.registers) {
    known.registers = true;
    known.value.type = type;
    for (const Layout::Scalar& part : globals.layout.scalars_of(type, tokens)) {
      known.value.parts.push_back(
          new_register(name.text, register_type(part.type, tokens), name.place));
    }
  }
  IrValue value = known.value;
  const std::size_t wanted = globals.layout.scalars_of(type, tokens).size();
  if (value.parts.size() != wanted && !value.packet) {
    tokens.fail(name, "the value " + quote(name) + " has another type");
  }
  for (code::Operand& part : value.parts) part.place = name.place;
  value.type = type;
  return value;
}

std::vector<code::Operand> Body::results(const IrType& type) {
  const std::vector<Layout::Scalar> parts = globals.layout.scalars_of(type, tokens);
  if (result_name_.empty()) {
    std::vector<code::Operand> unused;
    for (const Layout::Scalar& part : parts) {
      unused.push_back(temporary(register_type(part.type, tokens)));
    }
    return unused;
  }
  Known& known = known_[result_name_];
  if (known.defined) tokens.fail(opcode_, "the value " + quote(result_name_) + " is defined twice");
  known.defined = true;
  if (!known.registers) {
    known.value.type = type;
    for (const Layout::Scalar& part : parts) {
      known.value.parts.push_back(
          new_register(result_name_, register_type(part.type, tokens), result_place_));
    }
  }
  if (known.value.parts.size() != parts.size()) {
    tokens.fail(opcode_, "the value " + quote(result_name_) + " has another type");
  }
  return known.value.parts;
}

void Body::set_result(IrValue value) {
  if (result_name_.empty()) return;
  const auto known = known_.find(result_name_);
  const bool used = known != known_.end() && known->second.registers;
  if (!used) return define(result_name_, std::move(value));
  if (value.packet) refuse("a pointer to what the hardware says of the launch, in a loop", "");
  const std::vector<code::Operand> to = results(value.type);
  for (std::size_t i = 0; i < to.size(); ++i) {
    compute(code::Formula::move, entry.registers[to[i].reg].type, {to[i], value.parts[i]});
  }
}

code::Operand Body::memory_at(const code::Operand& pointer, Value offset) const {
  code::Operand memory{OperandKind::memory, pointer.place, pointer.text, 0, offset};
  code::Operand base = pointer;
  if (base.kind == OperandKind::symbol) memory.number += std::exchange(base.number, 0);
  memory.parts.push_back(std::move(base));
  return memory;
}

code::Instruction& Body::emit(code::Operation operation, std::vector<code::Operand> operands,
                              std::size_t results) {
  Made made;
  made.instruction.operation = std::move(operation);
  made.instruction.operands = std::move(operands);
  made.instruction.results = results;
  made.instruction.place = opcode_.place;
  made.instruction.name = std::string(opcode_.text);
  pending_.push_back(std::move(made));
  return pending_.back().instruction;
}

code::Compute& Body::compute(code::Formula formula, Type type,
                             std::vector<code::Operand> operands) {
  code::Compute what;
  what.formula = formula;
  what.type = what.result = type;
  return std::get<code::Compute>(emit(what, std::move(operands), 1).operation);
}

code::Operand Body::own_memory(std::uint64_t bytes) {
  const std::string_view name = result_name_.empty()
                                    ? std::string_view(globals.module.texts.emplace_back("alloca"))
                                    : result_name_;
  Variable variable{{TokenKind::word, name, result_place_}, Space::local, {'b', 8}, {}, {}};
  variable.count = static_cast<std::uint32_t>(bytes);
  entry.blocks.front().variables.emplace(name, entry.variables.size());
  entry.variables.push_back(std::move(variable));
  return {OperandKind::symbol, result_place_, name};
}

void Body::leave_to(const Token& label, std::optional<code::Operand> truth, bool negated) {
  Exit exit{std::move(pending_), {}, label};
  pending_.clear();
  if (truth) exit.guard = code::Guard{*std::move(truth), negated};
  blocks_.back().exits.push_back(std::move(exit));
}

void Body::add_incoming(const code::Operand& to, const code::Operand& from, std::string_view label,
                        Type type) {
  blocks_.back().incoming[label].push_back({to, from, type});
  blocks_.back().has_phis = true;
}

void Body::emit_parameter_load(const code::Access& access, const code::Operand& to,
                               const code::Operand& parameter, Value offset) {
  opcode_ = {TokenKind::word, parameter.text, parameter.place};
  emit(access, {to, memory_at(parameter, offset)}, 1);
}

void Body::read_blocks(std::string_view first_label) {
  tokens.expect("{", "'{'");
  for (Made& made : pending_) {
    made.statement.place = made.instruction.place;
    made.statement.text = "parameter " + made.instruction.name;
  }
  blocks_.emplace_back().name = first_label;
  blocks_.back().made = std::exchange(pending_, {});
  bool fresh = true;
  while (!tokens.accept("}")) {
    if (at_label(tokens)) {
      const std::string_view name = bare(tokens.take().text);
      tokens.take();
      if (!fresh) blocks_.emplace_back();
      blocks_.back().name = name;
    } else {
      read_instruction();
    }
    fresh = false;
  }
  check_defined();
  lay_out();
}

// What is wrong with one, or not modelled, becomes a refusal there.
void Body::read_instruction() {
  const Token first = tokens.peek();
  if (first.kind == TokenKind::end) tokens.fail_expected("'}'");
  if (is_name(first, '#')) return skip_rest(first);  // records of a debugger
  const std::size_t exits = blocks_.back().exits.size();
  opcode_ = first;
  result_name_ = {};
  mark_ = {};
  try {
    if (is_name(first, '%')) {
      tokens.take();
      tokens.expect("=", "'='");
      result_name_ = first.text;
      result_place_ = first.place;
    }
    opcode_ = tokens.expect_word("an instruction");
    if (!read_operation(*this, opcode_.text)) {
      refuse("the instruction " + quote(opcode_), "leave out what the question does not need");
    }
    read_trailing();
  } catch (const InputError& error) {
    skip_rest(first);
    pending_.clear();
    blocks_.back().exits.resize(exits);
    if (!result_name_.empty()) known_[result_name_].defined = known_[result_name_].refused = true;
    emit(code::Refusal{{error.line, error.column}, error.message, error.suggestion, false}, {}, 0);
  }
  note_statement(first, exits);
}

// `, align 4, !tbaa !5, !dbg !7`, and attributes `#3`.
void Body::read_trailing() {
  for (;;) {
    const Token next = tokens.peek();
    if (next.kind == TokenKind::end || next.place.line != tokens.previous().place.line) return;
    if (next.is("}")) return;
    if (is_name(next, '#')) {
      tokens.take();
      continue;
    }
    tokens.expect(",", "the end of the line, or ','");
    if (tokens.accept("align")) {
      tokens.expect_index("an alignment");
      continue;
    }
    const Token name = tokens.expect_word("what is said of the instruction");
    if (!is_name(name, '!')) tokens.fail(name, "expected '!' and a name, found " + quote(name));
    if (name.is("!mmra")) {
      tokens.fail(name, "not modelled: fences of some address spaces alone",
                  "name no address space in the fence: it is stronger then");
    }
    const Token value = tokens.take();
    if (name.is("!dbg")) mark_ = globals.metadata.mark(value.text, globals.module);
    if (value.is("!")) {
      while (!tokens.accept("}") && tokens.peek().kind != TokenKind::end) tokens.take();
    }
  }
}

/// Goes to the line behind what was begun at `first`; a `switch` has several.
void Body::skip_rest(const Token& first) {
  std::uint32_t line = std::max(first.place.line, tokens.previous().place.line);
  std::size_t open = 0;
  if (tokens.previous().is("[")) ++open;
  for (;;) {
    const Token& next = tokens.peek();
    if (next.kind == TokenKind::end) return;
    if (open == 0 && next.place.line != line) return;
    if (next.is("}") && next.place.line != line) return;
    if (next.is("[")) ++open;
    if (next.is("]") && open > 0) --open;
    line = next.place.line;
    if (tokens.take().is("!dbg")) {
      mark_ = globals.metadata.mark(tokens.peek().text, globals.module);
    }
  }
}

void Body::note_statement(const Token& first, std::size_t exits) {
  Statement statement;
  statement.place = first.place;
  statement.text = detail::written(first, tokens.previous());
  if (const std::size_t end = statement.text.find(", !"); end != std::string::npos) {
    statement.text.resize(end);
  }
  statement.mark = mark_;
  Block& block = blocks_.back();
  for (Made& made : pending_) made.statement = statement;
  for (std::size_t i = exits; i < block.exits.size(); ++i) {
    Exit& exit = block.exits[i];
    for (Made& made : exit.before) made.statement = statement;
    Made jump{statement, {}};
    jump.instruction.operation = code::Jump{};
    jump.instruction.guard = exit.guard;
    jump.instruction.place = opcode_.place;
    jump.instruction.name = std::string(opcode_.text);
    exit.before.push_back(std::move(jump));
  }
  std::ranges::move(pending_, std::back_inserter(block.made));
  pending_.clear();
}

void Body::check_defined() const {
  for (const auto& [name, known] : known_) {
    if (known.defined) continue;
    const SourcePlace place =
        known.value.parts.empty() ? entry.name.place : known.value.parts.front().place;
    globals.source.fail(place, "unknown value " + quote(name));
  }
}

void Body::append(Made made) {
  entry.statements.push_back(std::move(made.statement));
  entry.code.instructions.push_back(std::move(made.instruction));
}

const Body::Block& Body::block_named(const Token& label) const {
  const auto known = std::ranges::find(blocks_, bare(label.text), &Block::name);
  if (known == blocks_.end()) tokens.fail(label, "unknown label " + quote(label));
  return *known;
}

// All of them happen at once: what is still read is kept elsewhere.
std::vector<Body::Made> Body::moves_between(const Block& from, const Exit& exit) {
  const Block& to = block_named(exit.target);
  std::vector<Made> result;
  if (!to.has_phis) return result;
  const auto incoming = to.incoming.find(from.name);
  if (incoming == to.incoming.end()) {
    tokens.fail(exit.target,
                "no phi of " + quote(exit.target) + " says what it is behind " + quote(from.name));
  }
  const Made& jump = exit.before.back();
  const auto add = [&](const code::Operand& target, const code::Operand& source, Type type) {
    Made move{jump.statement, {}};
    code::Compute what;
    what.formula = code::Formula::move;
    what.type = what.result = type;
    move.instruction.operation = what;
    move.instruction.operands = {target, source};
    move.instruction.results = 1;
    move.instruction.place = jump.instruction.place;
    move.instruction.name = "phi";
    result.push_back(std::move(move));
  };
  const std::vector<Move>& moves = incoming->second;
  std::vector<Move> late;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Move& move = moves[i];
    const auto reads = [&](const Move& later) {
      return later.from.kind == OperandKind::reg && later.from.reg == move.to.reg;
    };
    if (std::any_of(moves.begin() + static_cast<std::ptrdiff_t>(i) + 1, moves.end(), reads)) {
      const code::Operand kept = temporary(move.type);
      add(kept, move.from, move.type);
      late.push_back({move.to, kept, move.type});
    } else {
      add(move.to, move.from, move.type);
    }
  }
  for (const Move& move : late) add(move.to, move.from, move.type);
  return result;
}

void Body::lay_out_exit(const Block& block, const Exit& exit,
                        std::vector<std::pair<std::size_t, Token>>& jumps) {
  for (std::size_t i = 0; i + 1 < exit.before.size(); ++i) append(exit.before[i]);
  std::vector<Made> moves = moves_between(block, exit);
  Made jump = exit.before.back();
  std::optional<std::size_t> around;
  if (jump.instruction.guard && !moves.empty()) {
    Made over = jump;
    over.instruction.guard->negated = !over.instruction.guard->negated;
    around = entry.code.instructions.size();
    append(std::move(over));
    jump.instruction.guard.reset();
  }
  for (Made& move : moves) append(std::move(move));
  jumps.emplace_back(entry.code.instructions.size(), exit.target);
  append(std::move(jump));
  if (around) {
    entry.code.instructions[*around].operation = code::Jump{entry.code.instructions.size()};
  }
}

void Body::lay_out() {
  std::vector<std::pair<std::size_t, Token>> jumps;
  for (Block& block : blocks_) {
    block.first = entry.code.instructions.size();
    if (!block.name.empty()) {
      entry.code.labels.emplace(block.first, block.name);
      const bool added = entry.blocks.front().labels.emplace(block.name, block.first).second;
      if (!added) {
        globals.source.fail(entry.name.place, "the label " + quote(block.name) + " is there twice");
      }
    }
    for (Made& made : block.made) append(std::move(made));
    for (const Exit& exit : block.exits) lay_out_exit(block, exit, jumps);
  }
  for (const auto& [at, label] : jumps) {
    entry.code.instructions[at].operation = code::Jump{block_named(label).first};
  }
}

bool read_operation(Body& body, std::string_view opcode) {
  return read_arithmetic(body, opcode) || read_cast(body, opcode) || read_memory(body, opcode) ||
         read_control(body, opcode);
}

}  // namespace opexplore::kernel::llvm
