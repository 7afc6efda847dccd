#include "litmus/kernels/instructions.hpp"

#include <algorithm>

#include "litmus/language/tokens.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel {

namespace {

const Known* find_in(std::span<const Known> instructions, std::string_view name) {
  const auto known = std::ranges::find(instructions, name, &Known::name);
  return known == instructions.end() ? nullptr : &*known;
}

/// By its types an instruction is one of floating-point numbers; their bits are also moved.
const Known* find_of_floats(const Step& step) {
  const auto is_float = [](const detail::Modifier& modifier) {
    const std::string_view text = modifier.text;
    return text == "f16" || text == "f32" || text == "f64" || text == "bf16" || text == "f16x2" ||
           text == "bf16x2";
  };
  const std::vector<detail::Modifier>& modifiers = step.mnemonic().modifiers;
  const bool converts = step.mnemonic().name.is("cvt");
  const bool computes = converts ? std::ranges::any_of(modifiers, is_float)
                                 : !modifiers.empty() && is_float(modifiers.back());
  return computes ? find_in(float_instructions(), step.mnemonic().name.text) : nullptr;
}

const Known* find_computation(std::string_view name) {
  for (const auto instructions :
       {arithmetic_instructions(), integer_instructions(), comparison_instructions(),
        conversion_instructions(), float_instructions()}) {
    if (const Known* const known = find_in(instructions, name)) return known;
  }
  return nullptr;
}

/// What is computed from a time is one, too: the result is open.
bool pass_on_time(Step& step) {
  const std::vector<PtxOperand>& operands = step.operands();
  const bool two = std::ranges::any_of(step.statement().operands,
                                       [](const Token& token) { return token.is("|"); });
  const std::size_t first = two ? 2 : 1;
  bool depends = false;
  for (std::size_t i = first; i < operands.size(); ++i) {
    depends = depends || step.is_time(operands[i]);
  }
  if (!depends) return false;
  for (std::size_t i = 0; i < first; ++i) {
    const bool vector = operands[i].kind == PtxOperand::Kind::vector;
    for (const PtxOperand& part : vector ? operands[i].parts : std::vector{operands[i]}) {
      if (part.kind == PtxOperand::Kind::reg) step.set(part, Abstract{Abstract::Kind::time, 0, 0});
    }
  }
  return true;
}

}  // namespace

bool is_computation(std::string_view name) { return find_computation(name) != nullptr; }

bool is_pause(std::string_view name) { return name == "nanosleep" || name == "pmevent"; }

bool execute_computation(Step& step) {
  const Known* const known = find_computation(step.mnemonic().name.text);
  if (known == nullptr) return false;
  if (pass_on_time(step)) return true;
  const Known* const of_floats = find_of_floats(step);
  (of_floats != nullptr ? of_floats : known)->run(step);
  return true;
}

void require_no_cluster(const Step& step, const detail::Modifier& modifier) {
  if (!step.executor().in_cluster) return;
  step.around().source.fail(
      modifier.place, "not modelled: clusters of several CTAs (" + written(step) + ")",
      "leave .reqnctapercluster (__cluster_dims__) out: each CTA is a cluster of its own then");
}

std::optional<Scope> scope_named(const Step& step, const detail::Modifier& modifier) {
  if (modifier.text != "cluster") return find_word<Scope>(modifier.text);
  require_no_cluster(step, modifier);
  return Scope::cta;
}

std::string written(const Step& step) { return detail::quote(step.mnemonic().text()); }

void require_integer(const Step& step, Type type) {
  if (type.kind != 'f' && type.bits <= 64) return;
  step.fail("not modelled: arithmetic in type ." + std::string(1, type.kind) +
                std::to_string(type.bits) + " (" + written(step) + ")",
            "use 32-bit or 64-bit integers");
}

void require_modifiers(const Step& step, std::initializer_list<std::string_view> known) {
  for (const detail::Modifier& modifier : step.mnemonic().modifiers) {
    if (type_named(modifier.text)) continue;
    if (std::ranges::find(known, modifier.text) != known.end()) continue;
    step.around().source.fail(
        modifier.place,
        "not modelled: modifier " + detail::quote(modifier.text) + " of " + written(step));
  }
}

Type integer_type(const Step& step, std::initializer_list<std::string_view> known) {
  require_modifiers(step, known);
  const Type type = step.type();
  require_integer(step, type);
  return type;
}

}  // namespace opexplore::kernel
