#include "litmus/language/nvlitmus_format/registers.hpp"

#include <vector>

#include "litmus/input/suggestion.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::detail {

void NvlitmusRegisters::note(ThreadId thread, const Instruction& instruction) {
  const std::vector<Register>& registers = builder_.program().threads[thread].registers;
  const RegisterSet read = registers_read(instruction.action);
  for (std::size_t reg = 0; reg < registers.size(); ++reg) {
    if (!read.test(reg)) continue;
    const RegisterTerm* const written = known(registers[reg].name);
    if (written != nullptr && written->thread == thread) continue;
    tokens_.source().fail(instruction.place,
                          quote(instruction.text) + " reads " + quote(registers[reg].name) +
                              ", which no instruction before it in its thread writes",
                          "a thread has the registers that it loads");
  }
  const std::optional<RegisterId> written = register_written(instruction.action);
  if (!written) return;
  const std::string& name = registers[*written].name;
  if (!registers_.emplace(name, RegisterTerm{thread, *written}).second) {
    tokens_.source().fail(instruction.place, "a second instruction writes " + quote(name),
                          "the first is in line " + std::to_string(places_.at(name).line) +
                              "; statements know registers by their names alone, so each is "
                              "written once in a test");
  }
  places_.emplace(name, instruction.place);
}

const RegisterTerm* NvlitmusRegisters::known(std::string_view name) const {
  const auto found = registers_.find(name);
  return found == registers_.end() ? nullptr : &found->second;
}

RegisterTerm NvlitmusRegisters::find(const Token& name) const {
  if (const RegisterTerm* const found = known(name.text)) return *found;
  std::vector<std::string_view> names;
  for (const auto& [one, term] : registers_) names.push_back(one);
  tokens_.fail(name, "no instruction writes " + quote(name),
               did_you_mean(name.text, names, "statements are about registers that are loaded"));
}

}  // namespace opexplore::detail
