// What the kernels of command lines become: each line of standard input is one of opexplore, and
// the programs, facts and refusals of what it names are printed. Two builds read kernels alike if
// they print the same: tests/kernels/programs.sh.
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <variant>

#include "answers/failure.hpp"
#include "litmus/kernels/facts.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/words.hpp"
#include "tools/kernel_options.hpp"
#include "tools/options.hpp"
#include "tools/single.hpp"
#include "tools/test_sources.hpp"

namespace opexplore {
namespace {

void print(const SourcePlace& place) { std::cout << place.line << ':' << place.column; }

void print(const Thread& thread, const Program& program) {
  std::cout << "thread " << thread.gpu << '/' << thread.cta << '/' << thread.warp << ' '
            << thread.label << "\n ";
  for (const Register& reg : thread.registers) {
    std::cout << ' ' << reg.name << ':' << static_cast<int>(reg.type) << '=' << reg.initial;
  }
  std::cout << '\n';
  for (const Instruction& instruction : thread.instructions) {
    std::cout << "  " << to_string(instruction.action, thread, program) << "  <- ";
    print(instruction.place);
    std::cout << ' ' << instruction.text;
    if (instruction.code) {
      std::cout << " <- " << instruction.code->file << ':';
      print(instruction.code->place);
    }
    std::cout << '\n';
  }
}

void print(const Test& test) {
  std::cout << test.name << '\n';
  const Program& program = test.program;
  for (const Thread& thread : program.threads) print(thread, program);
  for (const Address& address : program.addresses) {
    const Location& location = program.locations[address.location];
    std::cout << address.name << " is " << location.name << " = " << location.initial << ' '
              << static_cast<int>(location.region) << ' ' << location.hidden << ' '
              << address.generic << ' ' << address.number.value_or(-1) << '\n';
  }
  std::cout << "shown " << test.shown << " of " << test.observables.size() << '\n';
}

void print(const kernel::Facts& facts) {
  for (const kernel::Assertion& stop : facts.assertions) {
    std::cout << "stop " << stop.thread << ' ' << stop.reg << ' ' << stop.value << ' '
              << stop.instruction << ' ' << static_cast<int>(stop.kind) << ' ' << stop.text << '\n';
  }
  for (const kernel::CompilerNote& note : facts.notes) std::cout << "note " << note.text << '\n';
  std::cout << sentence_of(facts.assumed) << '\n';
  for (std::size_t i = 0; i < facts.locations.size(); ++i) {
    std::cout << facts.locations[i] << ' ' << facts.location_bytes[i] << facts.location_floats[i]
              << facts.location_pointers[i] << facts.location_host[i] << ' '
              << facts.location_structures[i] << '\n';
  }
  for (const auto& [place, bytes] : facts.access_bytes) {
    std::cout << place.first << ':' << place.second << " accesses " << bytes << '\n';
  }
}

void print(const kernel::LaunchedKernel& kernel) {
  print(kernel.test);
  print(kernel.facts);
  if (kernel.facts.in_one_piece) print(*kernel.facts.in_one_piece);
}

void print(const Source& source) {
  if (const auto* const failure = std::get_if<Failure>(&source)) {
    std::cout << describe(*failure) << '\n';
    return;
  }
  const auto& test = std::get<TestSource>(source);
  if (const auto* const kernel = std::get_if<kernel::LaunchedKernel>(&test)) print(*kernel);
  if (const auto* const read = std::get_if<Test>(&test)) print(*read);
}

void print(const std::string& line) {
  std::cout << "== " << line << '\n';
  try {
    const auto parsed = parse_options(shell_words(line), "programs");
    for (const Source& source : sources_of(std::get<Options>(parsed))) print(source);
  } catch (const std::exception& error) {
    std::cout << error.what() << '\n';
  }
}

}  // namespace
}  // namespace opexplore

int main() {
  for (std::string line; std::getline(std::cin, line);) opexplore::print(line);
  return 0;
}
