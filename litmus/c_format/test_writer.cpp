#include "litmus/c_format/test_writer.hpp"

#include <set>

#include "litmus/c_format/names.hpp"
#include "litmus/c_format/spelling.hpp"
#include "litmus/c_format/thread_writer.hpp"
#include "litmus/placement.hpp"
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
  const Thread& thread = program.threads[id];
  const bool own = thread.warp == default_warp(program, id);
  std::string text = "P" + std::to_string(id) + "@" +
                     (own ? "" : "warp " + std::to_string(thread.warp) + ",") + "cta " +
                     std::to_string(thread.cta) + ",gpu " + std::to_string(thread.gpu) + " (";
  std::set<AddressId> used;
  for (const Instruction& instruction : thread.instructions) {
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

std::string cxx_program_text(const Test& test) {
  const std::vector<NumberType> types = object_types(test.program);
  std::string text = initial_state(test.program);
  for (std::size_t i = 0; i < test.program.threads.size(); ++i) {
    const auto thread = static_cast<ThreadId>(i);
    text += heading(test.program, thread, types);
    for (const std::string& line : body_of(test, thread, 2)) text += line + "\n";
    text += "}\n";
  }
  return text;
}

}  // namespace opexplore::detail
