// The kernels as nvcc compiles them: for every chip, for the smallest and the largest shape.
#include <string>

#include "hardware/cuda/parameters.hpp"
#include "hardware/toolchain.hpp"
#include "tests/catch.hpp"
#include "tests/hardware/toolkit.hpp"
#include "tests/locations.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore;
using namespace opexplore::hardware;

namespace {

struct ShapeSize {
  std::string word = "std::uint32_t";
  std::uint32_t roles = 2;
  std::uint32_t addresses = 2;
  std::uint32_t observables = 2;
};

/// Kernels of a test in which every role shows as many registers as the others.
std::string kernels(const ShapeSize& size) {
  const std::uint32_t each = size.observables / size.roles;
  std::string parameters;
  std::string arguments;
  for (std::uint32_t a = 0; a < size.addresses; ++a) {
    parameters += "std::uint64_t, ";
    arguments += "slots[" + std::to_string(a) + "] - " + std::to_string(16 * (a + 1)) + ", ";
  }
  std::string declarations;
  std::string cases;
  for (std::uint32_t role = 0; role < size.roles; ++role) {
    const std::string name = "role_P" + std::to_string(role);
    declarations += "extern \"C\" __device__ Registers " + name + "(" + parameters + "Word);\n";
    cases += "      case " + std::to_string(role) +
             ": {\n        const Registers registers = " + name + "(" + arguments + "zero);\n";
    for (std::uint32_t k = 0; k < each; ++k) {
      cases += "        observed.put(" + std::to_string(role * each + k) + ", registers.values[" +
               std::to_string(k) + "]);\n";
    }
    cases += "        return registers.values[0] == 77;\n      }\n";
  }
  std::string text = "#include \"litmus.cuh\"\nusing Word = " + size.word +
                     ";\nstruct Registers { Word values[" + std::to_string(each) + "]; };\n" +
                     declarations + "struct TestShape {\n  using Word = ::Word;\n";
  text += "  static constexpr std::uint32_t roles = " + std::to_string(size.roles) +
          ", addresses = " + std::to_string(size.addresses) +
          ", locations = " + std::to_string(size.addresses) +
          ", observables = " + std::to_string(size.observables) + ";\n";
  text +=
      "  template <class Observed>\n  static __device__ bool play(std::uint32_t role, "
      "const std::uint64_t* slots, Word zero,\n      Observed& observed) {\n    switch (role) {\n" +
      cases + "      default: return false;\n    }\n  }\n};\n";
  for (const auto& [name, body] : {std::pair<std::string, std::string>{"litmus", "run_roles"},
                                   {"check", "count_outcomes"},
                                   {"reset", "reset_locations"}}) {
    text += "extern \"C\" __global__ void " + name +
            "(const __grid_constant__ opexplore::hardware::Launch launch) {\n"
            "  opexplore::hardware::" +
            body + "<TestShape>(launch);\n}\n";
  }
  return text;
}

/// What nvcc and ptxas say.
std::string compiled(const Toolkit& tools, const std::string& text, const std::string& arch) {
  const testing::Folder folder;
  const std::string file = folder.add("kernel.cu", text);
  const Finished result = run_process(
      {tools.nvcc.string(), "-O3", "-arch=" + arch, "-rdc=true", "-cubin", "-Xptxas", "-v",
       "-Werror", "all-warnings", "-I" + std::string(testing::source_folder) + "/hardware/cuda",
       file, "-o", file + "bin"});
  INFO(result.output);
  CHECK(result.code == 0);
  return result.output;
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

constexpr std::size_t number_of_kernels = 3;

}  // namespace

TEST_CASE("The kernels of a small test use no local memory on any chip", "[nvcc]") {
  const auto tools = testing::toolkit_or_skip();
  if (!tools) return;
  for (const std::string arch : {"sm_75", "sm_80", "sm_90", "sm_100", "sm_120"}) {
    INFO(arch);
    const std::string said = compiled(*tools, kernels({}), arch);
    INFO(said);
    CHECK(times(said, "0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads") ==
          number_of_kernels);
  }
}

TEST_CASE("The kernels of the largest test compile, and nothing is spilled", "[nvcc]") {
  const auto tools = testing::toolkit_or_skip();
  if (!tools) return;
  const ShapeSize largest{"std::uint64_t", most_roles, most_addresses, most_observables};
  const std::string said = compiled(*tools, kernels(largest), "sm_90");
  INFO(said);
  CHECK(times(said, "0 bytes spill stores, 0 bytes spill loads") == number_of_kernels);
}
