#include "litmus/language/writer.hpp"

namespace opexplore {

std::string to_string(const Action& action, const Thread& thread, const Program& program) {
  return native_dialect(program.language).instruction(action, thread, program);
}

std::string write(const Test& test) { return write(test, native_dialect(test.program.language)); }

std::string write(const Test& test, const Dialect& dialect) {
  if (dialect.write == nullptr) return write(test);
  return std::string(dialect.titles.front()) + " " + test.name + "\n" + dialect.write(test);
}

}  // namespace opexplore
