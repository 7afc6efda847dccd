// SPIR-V kernels that are refused, with the place and the reason.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "litmus/input/input_error.hpp"
#include "litmus/kernels/launch.hpp"
#include "litmus/spirv/module.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/spirv_kernel.hpp"

using namespace opexplore;

namespace {

/// The message says it, and the place is that of `at` in the text.
void check_spirv_refused(const std::string& text, const std::string& at, const std::string& says) {
  CAPTURE(at, says);
  const std::size_t offset = text.find(at);
  REQUIRE(offset != std::string::npos);
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(offset), '\n');
  const std::size_t begin = text.rfind('\n', offset) + 1;
  try {
    spirv::read_kernel(text, "k.spvasm");
    FAIL_CHECK("no error");
  } catch (const InputError& error) {
    CAPTURE(error.what());
    CHECK(error.line == line);
    CHECK(error.column == offset - begin + 1);
    CHECK(std::string(error.what()).find(says) != std::string::npos);
  }
}

void check_body(const std::string& body, const std::string& at, const std::string& says) {
  check_spirv_refused(testing::spirv_text(body), at, says);
}

void check_declaration(const std::string& more, const std::string& at, const std::string& says) {
  check_spirv_refused(testing::spirv_text("", "", more), at, says);
}

void check_annotation(const std::string& line, const std::string& at, const std::string& says) {
  check_spirv_refused(testing::spirv_text("OpStore %x0 %1", line), at, says);
}

}  // namespace

TEST_CASE("SPIR-V kernel: instructions outside the model are refused", "[spirv]") {
  std::string many;
  for (int i = 1; i < 65; ++i) many += ", 0";
  check_body("%a = OpFAdd %uint %1 %2", "%a = ", "OpFAdd: its type is none of floating-point");
  check_body("OpKill\n%n = OpLabel", "OpKill", "OpKill: not modelled: this end of a block");
  check_body("%a = OpUDiv %uint %1 %0", "%a = ", "OpUDiv: division by zero");
  check_body("%b = OpLoad %uint %x0\n%a = OpUDiv %uint %1 %b", "%a = ", "divide by numbers that");
  check_body("%a = OpShiftLeftLogical %uint %1 %n", "%a = ", "%n has no value here");
  check_body("%a = OpExtInst %uint %glsl Sin %1", "%a = ", "not modelled: Sin of GLSL.std.450");
  check_spirv_refused(
      testing::spirv_text("%a = OpLoad %uint %x0\n%p = OpAccessChain %to_uint %x %0 %a",
                          "; @Input: %x = {{0" + many + "}}"),
      "%p = ",
      "OpAccessChain: an index that is known only when the program runs, with 65 possible "
      "values: the limit is 64; use a smaller array");
  check_body("%p = OpAccessChain %to_uint %x %5", "%p = ", "the structure has no member 5");
  check_body("%p = OpAccessChain %to_uint %x %0 %0 %0", "%p = ", "an index into what has no parts");
  check_body("%a = OpLoad %uint %1", "%a = ", "where it points to is not known");
  check_body("OpStore %x0 %undefined\n%a = OpLoad %uint %x0", "OpStore", "that is undefined");
  check_body("%a = OpCompositeExtract %uint %1 0", "%a = ", "there is no part 0");
}

TEST_CASE("SPIR-V kernel: what the Vulkan memory model does not have is refused", "[spirv]") {
  check_body("%a = OpAtomicLoad %uint %x0 %0 %0", "%a = ", "not modelled: this scope");
  check_body("%a = OpAtomicLoad %uint %x0 %4 %0", "%a = ", "not modelled: this scope");
  check_body("%a = OpAtomicLoad %uint %x0 %1 %s68", "%a = ", "a load cannot release");
  check_body("OpAtomicStore %x0 %1 %s66 %1", "OpAtomicStore", "a store cannot acquire");
  check_body("%a = OpAtomicUMax %uint %x0 %1 %0 %1", "%a = ", "not modelled: this on integers");
  check_body("OpControlBarrier %1 %1 %0", "OpControlBarrier", "a control barrier of this scope");
  check_body("OpStore %x0 %1 MakePointerAvailable %1", "OpStore", "need NonPrivatePointer");
  const std::string both = "%s6 = OpConstant %uint 70\n%s80 = OpConstant %uint 80\n";
  check_spirv_refused(testing::spirv_text("OpMemoryBarrier %1 %s6", "", both), "OpMemoryBarrier",
                      "two orders at once");
  check_spirv_refused(testing::spirv_text("OpMemoryBarrier %1 %s80", "", both), "OpMemoryBarrier",
                      "SequentiallyConsistent");
  for (const auto& [model, says] : {std::pair{"Logical OpenCL", "clspv"},
                                    std::pair{"Physical32 OpenCL", "physical addresses"}}) {
    std::string text = testing::spirv_text("");
    const std::string vulkan = "Logical Vulkan";
    text.replace(text.find(vulkan), vulkan.size(), model);
    check_spirv_refused(text, "OpMemoryModel", says);
  }
}

TEST_CASE("SPIR-V kernel: modules that refer to themselves are refused", "[spirv]") {
  check_declaration("%s = OpTypeStruct %s", "%s = ", "%s is no type that is declared before");
  check_declaration("%a = OpTypeArray %uint %a", "%a = ", "%a is no constant");
  check_declaration("%c = OpConstantComposite %v3uint %c %c %c", "%c = ", "%c is no constant");
  check_declaration("%c = OpConstant %uint 0\n%a = OpTypeArray %uint %c", "%a = ", "no elements");
  check_declaration("%c = OpConstant %uint 99999\n%a = OpTypeArray %uint %c",
                    "%a = ", "more than 4096 numbers");
  check_declaration("%i = OpTypeInt 99 0", "%i = ", "integers of 99 bits");
  check_declaration("%p = OpVariable %uint StorageBuffer", "%p = ", "its type is no pointer");
  check_declaration("OpFunctionEnd", "OpFunctionEnd", "no function begins before");
  const std::string calls = "%v = OpFunctionCall %void %main";
  check_spirv_refused(testing::spirv_text(calls), "%main = OpFunction", "recursion");
  check_body("OpBranch %nowhere\n%n = OpLabel", "OpBranch", "%nowhere is no block");
  check_body("OpBranch %begin\n%n = OpLabel\n%o = OpLabel", "%o = ", "does not end");
  check_body("OpReturn\n%a = OpLoad %uint %x0\n%n = OpLabel", "%a = ", "it is in no block");
  check_body("OpBranch %n\n%n = OpLabel\n%p = OpPhi %uint %1 %n",
             "%p = ", "no value for the block");
  check_body("%v = OpFunctionCall %void %void", "%v = ", "%void is no function");
}

TEST_CASE("SPIR-V kernel: a binary that is cut off anywhere is refused at a word, by its opcode",
          "[spirv]") {
  const spirv::Module module =
      spirv::read_module(testing::spirv_text("OpStore %x0 %1"), "k.spvasm");
  std::string whole;
  for (const std::uint32_t word : spirv::binary_of(module)) {
    for (std::uint32_t i = 0; i < 4; ++i) whole += static_cast<char>(word >> 8 * i & 0xFFU);
  }
  CHECK_NOTHROW(spirv::read_kernel(whole, "k.spv"));
  constexpr std::size_t header = 20;
  for (std::size_t size = header; size < whole.size(); size += 4) {
    CAPTURE(size);
    try {
      spirv::read_kernel(whole.substr(0, size), "k.spv");
      FAIL_CHECK("no error");
    } catch (const InputError& error) {
      const std::string message = error.what();
      CAPTURE(message);
      CHECK(message.find("word ") != std::string::npos);
      CHECK((size == header || message.find(": Op") != std::string::npos));
    }
  }
}

TEST_CASE("SPIR-V kernel: more than 64 locations are refused where the next one comes", "[spirv]") {
  std::string body, constants, zeros = "0";
  for (int i = 0; i < 65; ++i) {
    const std::string n = std::to_string(i);
    constants += "%c" + n + " = OpConstant %uint " + n + '\n';
    body += "%p" + n + " = OpAccessChain %to_uint %x %0 %c" + n + "\nOpStore %p" + n + " %1\n";
    zeros += ", 0";
  }
  check_spirv_refused(testing::spirv_text(body, "; @Input: %x = {{" + zeros + "}}", constants),
                      "OpStore %p64", "OpStore: too many locations: the limit is 64");
}

TEST_CASE("SPIR-V kernel: the launch names a kernel that is there", "[spirv]") {
  kernel::Launch launch;
  launch.question = "exists (x[0]=1)";
  launch.grids.resize(1);
  launch.grids.front().entry = "other";
  try {
    spirv::read_kernel(testing::spirv_text(""), "k.spvasm", launch);
    FAIL_CHECK("no error");
  } catch (const InputError& error) {
    const std::string message = error.what();
    CAPTURE(message);
    CHECK(message.find("OpEntryPoint: the module has no entry point 'other'") != std::string::npos);
  }
}

TEST_CASE("SPIR-V kernel: nothing runs before a launch", "[spirv]") {
  kernel::Launch launch;
  launch.question = "exists (x[0]=1)";
  launch.grids.resize(1);
  launch.setup = kernel::Setup{"init", {}};
  try {
    spirv::read_kernel(testing::spirv_text(""), "k.spvasm", launch);
    FAIL_CHECK("no error");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()).find("code that runs before a launch") != std::string::npos);
  }
}

TEST_CASE("SPIR-V kernel: types that grow without bound are refused", "[spirv]") {
  std::string more = "%t0 = OpTypeVector %uint 4\n";
  for (int i = 1; i < 40; ++i) {
    const std::string before = "%t" + std::to_string(i - 1);
    more += "%t" + std::to_string(i) + " = OpTypeStruct " + before + ' ' + before + '\n';
  }
  check_declaration(more, "%t11 = ", "more than 4096 numbers");
}

TEST_CASE("SPIR-V kernel: calls that grow without bound are refused", "[spirv]") {
  std::string functions;
  for (int i = 0; i < 40; ++i) {
    const std::string name = "%f" + std::to_string(i);
    const std::string inner = i == 0 ? "" : "%f" + std::to_string(i - 1);
    functions += name + " = OpFunction %void None %kernel\n" + name + "_ = OpLabel\n";
    for (const char* const call : {"a", "b"}) {
      if (i != 0) functions += name + call + " = OpFunctionCall %void " + inner + '\n';
    }
    functions += "OpReturn\nOpFunctionEnd\n";
  }
  std::string text = testing::spirv_text("%v = OpFunctionCall %void %f39");
  text.insert(text.find("%main = OpFunction"), functions);
  try {
    spirv::read_kernel(text, "k.spvasm");
    FAIL_CHECK("no error");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()).find("the kernel is too long") != std::string::npos);
  }
}

TEST_CASE("SPIR-V kernel: accesses outside of their variable are refused", "[spirv]") {
  check_spirv_refused(testing::spirv_text("%p = OpAccessChain %to_uint %x %0 %2\nOpStore %p %1",
                                          "; @Input: %x = {{0, 0}}"),
                      "OpStore", "the access is at byte 8 of %x, which has 8 bytes");
  check_body("%p = OpPtrAccessChain %to_uint %x0 %9 %s8260\nOpStore %p %1",
             "%p = ", "an index into what has no parts");
}

TEST_CASE("SPIR-V kernel: annotations that are none are refused", "[spirv]") {
  check_annotation("; @Confg: 1, 2, 3", "@Confg", "unknown annotation '@Confg'");
  check_annotation("; @Input: %n = 3", "%n", "there is no variable or constant '%n'");
  check_annotation("; @Input: %x = 3", "3", "expected a list in braces");
  check_annotation("; @Input: %x = {{1, {2}}}", "{2}", "expected a number");
  check_annotation("; @Output: (%x == 1)", "(%x", "expected forall, exists or not exists");
  check_annotation("; @Output: forall (%x == 1)", "%x", "this is no number in memory");
  check_annotation("; @Output: forall (%n == 1)", "%n", "there is no variable '%n'");
  check_annotation("; @Output: forall (%x[0][0] 1)", "1)", "expected a comparison");
  check_annotation("; @Output: forall (1 == 1)\n; @Output: exists (1 == 1)", "(1 == 1)\nOp",
                   "are all forall");
}

TEST_CASE("SPIR-V kernel: annotations that end too early are refused", "[spirv]") {
  for (const auto& [line, says] :
       {std::pair{"; @Config: 1, 2", "expected ',', found the end of the line"},
        std::pair{"; @Input: %x = {{1}", "expected '}', found the end of the line"},
        std::pair{"; @Output: forall (%x[0][0] == 1", "expected ')', found the end of the line"},
        std::pair{"; @Config: 9, 9, 9", "too many threads: the limit is 64"},
        std::pair{"; @Config: 0, 1, 1", "no thread runs"}}) {
    CAPTURE(line);
    try {
      testing::spirv_test("", line);
      FAIL_CHECK("no error");
    } catch (const InputError& error) {
      CHECK(std::string(error.what()).find(says) != std::string::npos);
    }
  }
}
