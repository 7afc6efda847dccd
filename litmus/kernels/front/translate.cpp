#include "litmus/kernels/front/translate.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "litmus/kernels/front/readers.hpp"
#include "litmus/kernels/front/stops.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

/// Who reads the instructions of a name.
struct Readers {
  const InstructionReader* usual = nullptr;
  const InstructionReader* of_floats = nullptr;  ///< where types say so
  bool computes = false;
};
using ByName = std::map<std::string_view, Readers>;

ByName all_readers() {
  ByName result;
  for (const auto readers : {access_readers(), synchronisation_readers(), warp_readers(),
                             matrix_readers(), control_readers()}) {
    for (const InstructionReader& one : readers) result[one.name].usual = &one;
  }
  for (const auto readers :
       {arithmetic_readers(), integer_readers(), comparison_readers(), conversion_readers()}) {
    for (const InstructionReader& one : readers) result[one.name] = {&one, nullptr, true};
  }
  for (const InstructionReader& one : float_readers()) {
    result[one.name].of_floats = &one;
    result[one.name].computes = true;
  }
  return result;
}

/// Nothing for what is not modelled.
const Readers* readers_of(std::string_view name) {
  static const ByName readers = all_readers();
  const auto known = readers.find(name);
  return known == readers.end() ? nullptr : &known->second;
}

/// By its types an instruction is one of floating-point numbers; their bits are also moved.
bool is_of_floats(const Mnemonic& mnemonic) {
  const auto is_float = [](const detail::Modifier& modifier) {
    const std::string_view text = modifier.text;
    return text == "f16" || text == "f32" || text == "f64" || text == "bf16" || text == "f16x2" ||
           text == "bf16x2";
  };
  const std::vector<detail::Modifier>& modifiers = mnemonic.modifiers;
  if (mnemonic.name.is("cvt")) return std::ranges::any_of(modifiers, is_float);
  return !modifiers.empty() && is_float(modifiers.back());
}

const InstructionReader& reader_of(const Readers& readers, const Mnemonic& mnemonic) {
  const bool floats =
      readers.usual == nullptr || (readers.of_floats != nullptr && is_of_floats(mnemonic));
  return floats ? *readers.of_floats : *readers.usual;
}

code::Guard guard_of(const Source& source, const Entry& entry, const Statement& statement) {
  const Token& name = *statement.guard;
  const auto reg = find_register(entry, statement.block, name.text);
  if (!reg || entry.registers[*reg].type.kind != 'p') {
    source.fail(name.place, "the guard " + quote(name) + " is no predicate");
  }
  return {{code::Operand::Kind::reg, name.place, name.text, *reg}, statement.negated};
}

/// Of an instruction that is not known to have some.
std::vector<code::Operand> operands_if_any(const Source& source, const Entry& entry,
                                           const Statement& statement) {
  try {
    return read_operands(source, entry, statement);
  } catch (const InputError&) {
    return {};
  }
}

void read_statement(const Source& source, const Entry& entry, const Statement& statement,
                    const Readers* readers, code::Instruction& made) {
  if (statement.guard) made.guard = guard_of(source, entry, statement);
  if (read_stop(source, entry, statement, made)) return;
  if (has_asynchronous_form(statement.mnemonic)) {
    refuse_unmodelled({source, entry, statement, {}});
    made.operands = read_operands(source, entry, statement);
    return read_asynchronous({source, entry, statement, made.operands}, made);
  }
  const InstructionReader* const reader =
      readers != nullptr ? &reader_of(*readers, statement.mnemonic) : nullptr;
  if (reader == nullptr) {
    made.operands = operands_if_any(source, entry, statement);
    refuse_unknown({source, entry, statement, made.operands});
  }
  std::vector<code::Operand> operands;
  if (!reader->reads_operands) operands = read_operands(source, entry, statement);
  made.operands = operands;
  reader->read({source, entry, statement, operands}, made);
}

code::Instruction instruction_of(const Source& source, const Entry& entry,
                                 const Statement& statement) {
  code::Instruction made;
  made.place = statement.mnemonic.name.place;
  made.name = statement.mnemonic.text();
  made.results = 1;
  const Readers* const readers = readers_of(statement.mnemonic.name.text);
  try {
    read_statement(source, entry, statement, readers, made);
  } catch (const InputError& error) {
    made.operation = code::Refusal{{error.line, error.column},
                                   error.message,
                                   error.suggestion,
                                   readers != nullptr && readers->computes};
  }
  made.results = std::min(made.results, made.operands.size());
  return made;
}

void translate(const Source& source, Entry& entry, Value& barriers) {
  entry.code.name = std::string(entry.name.text);
  for (const Block& block : entry.blocks) {
    for (const auto& [name, at] : block.labels) entry.code.labels.emplace(at, name);
  }
  for (const Statement& statement : entry.statements) {
    code::Instruction made = instruction_of(source, entry, statement);
    // Two that a compiler makes of one, when it unrolls a loop, are two: it may not make threads
    // that come to one barrier of the source together come to different ones, so threads that do
    // were apart before.
    if (auto* const barrier = std::get_if<code::BarrierOperation>(&made.operation)) {
      barrier->instance = barriers;
    }
    const Token& name = statement.mnemonic.name;
    if (name.is("bar") || name.is("barrier")) ++barriers;
    entry.code.instructions.push_back(std::move(made));
  }
}

}  // namespace

void translate(const Source& source, Module& module) {
  Value barriers = 0;
  for (std::vector<Entry>* const bodies : {&module.entries, &module.functions}) {
    for (Entry& entry : *bodies) translate(source, entry, barriers);
  }
}

}  // namespace opexplore::kernel
