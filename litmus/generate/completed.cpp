// From a bare program to a test and to text.
#include "litmus/generate/random_program.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"

namespace opexplore::random_programs {

Test observed(const Program& program, const std::string& name) {
  Test raw;
  raw.name = name;
  raw.program = program;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    for (std::size_t r = 0; r < program.threads[t].registers.size(); ++r) {
      raw.observables.emplace_back(
          RegisterTerm{static_cast<ThreadId>(t), static_cast<RegisterId>(r)});
    }
  }
  for (std::size_t a = 0; a < program.addresses.size(); ++a) {
    const Address& address = program.addresses[a];
    if (address.name == program.locations[address.location].name) {
      raw.observables.emplace_back(LocationTerm{static_cast<AddressId>(a)});
    }
  }
  raw.shown = raw.observables.size();
  return raw;
}

Test completed(const Program& program, const std::string& name) {
  Test raw = observed(program, name);
  raw.condition.kind = Proposition::Kind::comparison;
  raw.condition.left = ObservableIndex{0};
  raw.condition.right = Value{0};
  return read(write(raw), name);
}

std::string to_litmus(const Test& test) { return write(test); }

}  // namespace opexplore::random_programs
