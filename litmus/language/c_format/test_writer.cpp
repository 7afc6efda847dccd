#include <set>

#include "litmus/language/c_format/dialect.hpp"
#include "litmus/language/c_format/names.hpp"
#include "litmus/language/c_format/spelling.hpp"
#include "litmus/language/c_format/thread_writer.hpp"
#include "litmus/language/header.hpp"
#include "litmus/language/placement.hpp"
#include "litmus/language/question_writer.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore::detail {

namespace {

std::string initial_state(const Program& program) {
  std::string text = "{\n";
  for (const Address& address : program.addresses) {
    const Location& location = program.locations[address.location];
    const bool shared = location.region == Region::shared;
    text += std::string(shared ? " __shared__ " : " ") + address.name + "=" +
            std::to_string(location.initial) + ";\n";
  }
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    for (const Register& reg : program.threads[thread].registers) {
      if (reg.initial == 0) continue;
      const bool usual = reg.type == NumberType::s32;
      text += " " + (usual ? "" : std::string(cxx_spelling(reg.type)) + " ") +
              std::to_string(thread) + ":" + reg.name + "=" + std::to_string(reg.initial) + ";\n";
    }
  }
  return text + "}\n";
}

/// `P0@cta 0,gpu 0 (int* x, int* y)`: the locations that the thread accesses.
std::string heading(const Program& program, ThreadId id, const std::vector<NumberType>& types) {
  const std::string text = thread_name(c_dialect, id) + placement_text(program, id) + " (";
  std::set<AddressId> used;
  for (const Instruction& instruction : program.threads[id].instructions) {
    if (const std::optional<AddressId> address = address_of(instruction.action)) {
      used.insert(*address);
    }
  }
  std::string parameters;
  for (const AddressId address : used) {
    const Address& object = program.addresses[address];
    parameters += (parameters.empty() ? "" : ", ") +
                  std::string(cxx_spelling(types[object.location])) + "* " + object.name;
  }
  return text + parameters + ") {\n";
}

}  // namespace

std::string c_instruction_text(const Action& action, const Thread& thread, const Program& program) {
  return CxxSpelling(program, thread).text(action);
}

std::string c_test_text(const Test& test) {
  const std::vector<NumberType> types = object_types(test.program);
  std::string text = comments_text(test) + initial_state(test.program);
  for (std::size_t i = 0; i < test.program.threads.size(); ++i) {
    const auto thread = static_cast<ThreadId>(i);
    text += heading(test.program, thread, types);
    for (const std::string& line : body_of(test, thread, 2)) text += line + "\n";
    text += "}\n";
  }
  return text + question_text(test);
}

}  // namespace opexplore::detail
