#include "litmus/kernels/uncomputed.hpp"

#include <algorithm>
#include <string>
#include <variant>

#include "litmus/input/input_error.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

/// Whether a thread takes such a value out of memory again, or other lanes get it: then it may be
/// anywhere.
bool is_passed_on(const Surroundings& around, const Program& program) {
  const auto is_exchanged = [](const auto& passed) { return passed.second.empty(); };
  if (std::ranges::any_of(around.uncomputed, is_exchanged)) return true;
  const auto elements = around.memory.elements_of_addresses();
  const auto reads = [&](const Instruction& instruction) {
    const Atomic* const atomic = read_modify_write(instruction.action);
    if (atomic != nullptr && !atomic->destination) return false;
    return reads_memory(instruction.action) &&
           is_uncomputed(around, elements.at(*address_of(instruction.action)));
  };
  return std::ranges::any_of(program.threads, [&](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, reads);
  });
}

/// The first in the text of those that pass on such a value. Precondition: there are some.
const Statement& first_passed(const Surroundings& around) {
  const auto line = [](const auto& passed) { return passed.first->place.line; };
  return *std::ranges::min_element(around.uncomputed, {}, line)->first;
}

}  // namespace

void note_uncomputed(Step& step, const Target& target) {
  const auto passed = step.around().uncomputed.find(&step.statement());
  if (passed == step.around().uncomputed.end() || !target.object) return;
  passed->second.insert(step.around().memory.key_of(*target.object));
}

bool is_uncomputed(const Surroundings& around, const Element& element) {
  const std::string& key = around.memory.key_of(element.object);
  return std::ranges::any_of(around.uncomputed,
                             [&](const auto& passed) { return passed.second.contains(key); });
}

void require_computed(const Surroundings& around, const Test& test) {
  if (around.uncomputed.empty()) return;
  const bool anywhere = is_passed_on(around, test.program);
  const auto elements = around.memory.elements_of_addresses();
  const Statement& first = first_passed(around);
  for (const Observable& observable : test.observables) {
    const auto* const location = std::get_if<LocationTerm>(&observable);
    const bool wrong =
        anywhere || (location != nullptr && is_uncomputed(around, elements.at(location->address)));
    if (!wrong) continue;
    const Launch& launch = around.launch;
    throw InputError(
        launch.question_path.empty() ? launch.path : launch.question_path, launch.question_place,
        "not modelled: the final value of " +
            (location != nullptr ? around.memory.shown_name(elements.at(location->address))
                                 : to_string(observable, test.program)) +
            ", since line " + std::to_string(first.place.line) +
            " of the PTX passes on what a clock says, or a function of which PTX "
            "only bounds the error (" +
            detail::quote(first.text) + ")",
        "ask about values that sums, products and comparisons give, which are exact");
  }
}

}  // namespace opexplore::kernel
