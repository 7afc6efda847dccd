// The certificate that a machine with a rule changed writes about a test. CMakeLists.txt compiles
// the sources of the machine's rules against a changed header and links them here, before the
// library.
//
//   mutant MACHINE FILE.litmus
#include <iostream>
#include <string>
#include <variant>

#include "explorer/explore.hpp"
#include "export/coq_certificate.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/answer.hpp"

int main(int count, char** values) {
  using namespace opexplore;
  const MachineEntry* const machine = count == 3 ? find_machine(values[1]) : nullptr;
  if (machine == nullptr) return 2;
  const Test test = read_file(values[2]);
  ExploreOptions options;
  options.machine = certified_options({});
  options.traces = Traces::witness;
  const Answer report = machine->explore(certified_question(test), options);
  const std::string text = "of a mutant";
  const ToolInfo tool{"mutant", "0", ""};
  const auto written = coq_certificate({test, text, report, machine->facts(), tool});
  const auto* const certificate = std::get_if<std::string>(&written);
  if (certificate == nullptr) return 1;
  std::cout << *certificate;
  return 0;
}
