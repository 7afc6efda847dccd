// Launches for tests of the kernel front-end.
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "litmus/kernels/kernel.hpp"
#include "litmus/language/writer.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"

namespace opexplore::testing {

inline kernel::Grid grid(const std::string& entry, kernel::Triple blocks, kernel::Triple threads,
                         std::vector<kernel::Binding> parameters) {
  return {entry, blocks, threads, 0, {}, std::move(parameters)};
}

inline kernel::Launch launch(kernel::Grid grid, std::string question) {
  kernel::Launch result;
  result.path = "launch.json";
  result.grids.push_back(std::move(grid));
  result.question = std::move(question);
  result.looked = kernel::Looked::all_executions;
  return result;
}

inline kernel::Binding buffer(const std::string& parameter, const std::string& location) {
  return {parameter, kernel::Buffer{location, std::nullopt, std::nullopt, {}}};
}

/// A module with the kernel k, whose body is `body`, with pointers to x, y and out.
inline std::string module_text(const std::string& body) {
  return ".version 9.0\n.target sm_75\n.address_size 64\n"
         ".visible .entry k(.param .u64 px, .param .u64 py, .param .u64 pout)\n{\n"
         ".reg .pred %p<4>;\n.reg .b16 %rs<4>;\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n"
         "ld.param.u64 %rd1, [px];\nld.param.u64 %rd2, [py];\nld.param.u64 %rd3, [pout];\n" +
         body + "\nret;\n}\n";
}

/// The line of a module's text on which `body` begins.
inline constexpr std::uint32_t body_line = 13;

inline kernel::Launch usual_launch(std::uint32_t blocks = 1,
                                   const std::string& question = "locations [ x; ]") {
  return launch(
      grid("k", {blocks, 1, 1}, {1, 1, 1},
           {buffer("px", "x"), buffer("py", "y"), {"pout", kernel::Results{{"r0", "r1"}, 4}}}),
      question);
}

/// One block, and that value in x.
inline kernel::Launch launch_from(Value x, const std::string& question) {
  kernel::Launch how = usual_launch(1, question);
  how.grids[0].parameters[0] = {"px", kernel::Buffer{"x", std::nullopt, std::nullopt, {x}}};
  return how;
}

inline Test kernel_test(const std::string& body, const kernel::Launch& how = usual_launch()) {
  return kernel::read_kernel(module_text(body), "k.ptx", how);
}

using Code = std::vector<std::string>;

/// The instructions of a thread, in the spelling of the PTX dialect.
inline Code spelled(const Test& test, std::size_t thread = 0) {
  Code result;
  const Thread& of = test.program.threads.at(thread);
  for (const Instruction& instruction : of.instructions) {
    result.push_back(to_string(instruction.action, of, test.program));
  }
  return result;
}

/// A recorded module of tests/kernels.
inline std::string recorded(const std::string& name) {
  std::ifstream file(std::string(source_folder) + "/tests/kernels/" + name);
  REQUIRE(file);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace opexplore::testing
