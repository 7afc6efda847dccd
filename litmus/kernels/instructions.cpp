#include "litmus/kernels/instructions.hpp"

#include <algorithm>

#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

using detail::quote;

bool run_known(std::span<const Known> instructions, Step& step) {
  const auto known = std::ranges::find(instructions, step.mnemonic().name.text, &Known::name);
  if (known == instructions.end()) return false;
  known->run(step);
  return true;
}

std::string written(const Step& step) { return quote(step.mnemonic().text()); }

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
        modifier.place, "not modelled: modifier " + quote(modifier.text) + " of " + written(step));
  }
}

Type integer_type(const Step& step, std::initializer_list<std::string_view> known) {
  require_modifiers(step, known);
  const Type type = step.type();
  require_integer(step, type);
  return type;
}

}  // namespace opexplore::kernel
