// SPIR-V modules in binary and as text: both forms give the same module, and what is none is
// refused with its place.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "litmus/spirv/module.hpp"
#include "tests/catch.hpp"
#include "tests/skip.hpp"

using namespace opexplore;
using spirv::Module;

namespace {

const std::string small_module = R"(; SPIR-V
OpCapability Shader
OpMemoryModel Logical Vulkan
OpEntryPoint GLCompute %main "main" %x
OpExecutionMode %main LocalSize 2 1 1
OpSource OpenCL_C 200
OpName %x "x"
OpDecorate %x DescriptorSet 0
%void = OpTypeVoid
%f = OpTypeFunction %void
%uint = OpTypeInt 32 0
%char = OpTypeInt 8 1
%long = OpTypeInt 64 1
%float = OpTypeFloat 32
%ptr = OpTypePointer StorageBuffer %uint
%c1 = OpConstant %uint 1
%minus = OpConstant %char -1
%big = OpConstant %long -5000000000
%half = OpConstant %float 0.5
%sum = OpSpecConstantOp %uint IAdd %c1 %c1
%x = OpVariable %ptr StorageBuffer
%main = OpFunction %void None %f
%begin = OpLabel
%5 = OpLoad %uint %x Aligned|MakePointerVisible|NonPrivatePointer 4 %c1
OpSelectionMerge %end None
OpSwitch %5 %end 3 %end
%end = OpLabel
OpReturn
OpFunctionEnd
)";

std::string bytes_of(const std::vector<std::uint32_t>& module_words, bool little = true) {
  std::string bytes;
  for (const std::uint32_t word : module_words) {
    for (std::uint32_t i = 0; i < 4; ++i) {
      bytes += static_cast<char>(word >> (little ? 8 * i : 24 - 8 * i) & 0xFFU);
    }
  }
  return bytes;
}

Module module_of(const std::string& text) { return spirv::read_module(text, "m"); }

std::vector<std::uint32_t> module_words(std::initializer_list<std::uint32_t> instructions,
                                        std::uint32_t bound = 10) {
  std::vector<std::uint32_t> result{0x07230203, 0x00010600, 0, bound, 0};
  result.insert(result.end(), instructions);
  return result;
}

void check_module_refused(const std::string& bytes, std::uint32_t line, std::uint32_t column,
                          const std::string& says) {
  CAPTURE(says);
  try {
    module_of(bytes);
    FAIL_CHECK("no error");
  } catch (const InputError& error) {
    CAPTURE(error.what());
    CHECK(error.line == line);
    CHECK(error.column == column);
    CHECK(std::string(error.what()).find(says) != std::string::npos);
  }
}

}  // namespace

TEST_CASE("SPIR-V: a text and its binary are one module", "[spirv]") {
  const Module text = module_of(small_module);
  CHECK(text.instructions.size() == 28);
  for (const bool little : {true, false}) {
    const Module binary = module_of(bytes_of(spirv::binary_of(text), little));
    CHECK(binary.binary);
    CHECK(binary.instructions == text.instructions);
    CHECK(binary.bound == text.bound);
    CHECK(binary.version == text.version);
  }
}

TEST_CASE("SPIR-V: a module that is written as text is read as the same", "[spirv]") {
  const Module text = module_of(small_module);
  CHECK(module_of(spirv::text_of(text)).instructions == text.instructions);
  const Module binary = module_of(bytes_of(spirv::binary_of(text)));
  CHECK(spirv::binary_of(module_of(spirv::text_of(binary))).size() ==
        spirv::binary_of(text).size());
}

TEST_CASE("SPIR-V: words are as the specification says", "[spirv]") {
  const Module text = module_of(small_module);
  const auto find = [&](const std::string& name) -> const spirv::Instruction& {
    for (const spirv::Instruction& instruction : text.instructions) {
      if (instruction.result != 0 && text.name_of(instruction.result) == "%" + name) {
        return instruction;
      }
    }
    throw std::out_of_range(name);
  };
  using Words = std::vector<std::uint32_t>;
  CHECK(find("minus").operands[0].words == Words{0xFFFFFFFF});
  CHECK(find("big").operands[0].words == Words{0xD5FA0E00, 0xFFFFFFFE});
  CHECK(find("half").operands[0].words == Words{0x3F000000});
  CHECK(find("5").operands[1].words == Words{0x2 | 0x10 | 0x20});
  CHECK(find("5").operands[2].words == Words{4});
  CHECK(find("sum").operands.size() == 3);
  CHECK(spirv::to_string(find("5"), text) ==
        "%5 = OpLoad %uint %x Aligned|MakePointerVisible|NonPrivatePointer 4 %c1");
  CHECK(spirv::words_of("main") == Words{0x6E69616D, 0});
}

TEST_CASE("SPIR-V: a binary names what OpName names once", "[spirv]") {
  const Module binary = module_of(bytes_of(spirv::binary_of(module_of(small_module))));
  CHECK(binary.names.size() == 1);
  CHECK(binary.names.begin()->second == "x");
}

TEST_CASE("SPIR-V: texts that are no modules are refused", "[spirv]") {
  check_module_refused("OpLoadd %uint %x", 1, 1,
                       "unknown instruction 'OpLoadd'; did you mean 'OpLoad'?");
  check_module_refused("%x = OpReturn", 1, 6, "OpReturn has no result");
  check_module_refused("\n OpLoad %uint %x", 2, 2, "OpLoad needs a result");
  check_module_refused("%x OpLoad", 1, 4, "expected '=' behind the id");
  check_module_refused("%x = 7", 1, 6, "expected an instruction");
  check_module_refused("= OpReturn", 1, 1, "expected an instruction");
  check_module_refused("OpReturn 5", 1, 10, "OpReturn: it has too many operands");
  check_module_refused("%t = OpTypeInt 32", 1, 1 + 5,
                       "OpTypeInt: its operand LiteralInteger is missing");
  check_module_refused("%t = OpTypeInt 32 -1", 1, 19, "expected a number of 32 bits, found '-1'");
  check_module_refused("%t = OpTypeInt 32 99999999999", 1, 19, "expected a number of 32 bits");
  check_module_refused("%p = OpTypePointer Strage %t", 1, 20, "unknown StorageClass 'Strage'");
  check_module_refused("%c = OpConstant %t 5", 1, 20, "its type is no type of numbers");
  check_module_refused("%t = OpTypeInt 8 0\n%c = OpConstant %t 256", 2, 20, "more than 8 bits");
  check_module_refused("%t = OpTypeInt 99 0\n%c = OpConstant %t 256", 2, 20,
                       "99 bits are not read");
  check_module_refused("%t = OpTypeInt 8 0\n%c = OpConstant %t x", 2, 20,
                       "expected a number, found 'x'");
  check_module_refused("%t = OpTypeInt 8 0\n%t = OpTypeInt 8 0", 2, 1, "is the id of another");
  check_module_refused("OpName %x \"abc", 1, 11, "the text does not end");
  check_module_refused("OpName %x abc", 1, 11, "expected a text in quotes, found 'abc'");
  check_module_refused("OpName x \"abc\"", 1, 8, "expected an id, such as %7, found 'x'");
  check_module_refused("%s = OpSpecConstantOp %t Fly %x", 1, 26, "expected an operation");
  check_module_refused("%s = OpSpecConstantOp %t SpecConstantOp IAdd %x", 1, 41,
                       "operation of operations");
  check_module_refused("%i = OpExtInst %v %set Sin %x", 1, 24, "its set is not imported");
  check_module_refused("OpMemoryModel Logical Vulkan|Simple", 1, 23, "one name is expected");
  check_module_refused("%", 1, 1, "expected a name behind '%'");
  check_module_refused("Op\x01", 1, 3, "");
}

TEST_CASE("SPIR-V: binaries that are no modules are refused with the word", "[spirv]") {
  const auto refused = [](const std::vector<std::uint32_t>& module, const std::string& says) {
    check_module_refused(bytes_of(module), 0, 0, says);
  };
  const std::vector<std::uint32_t> good = module_words({0x00020011, 1});
  CHECK_NOTHROW(module_of(bytes_of(good)));
  refused({0x07230204, 0x00010600, 0, 10, 0}, "word 0: no module begins with this word");
  check_module_refused("\x03", 0, 0, "word 0: no module begins with this word");
  refused({0x07230203, 0x00010600, 0, 10}, "word 4: the file ends within the header");
  refused({0x07230203, 0x00020000, 0, 10, 0}, "word 1: unknown version");
  refused({0x07230203, 0x00010600, 0, 0, 0}, "word 3: the bound of ids is 0");
  refused({0x07230203, 0x00010600, 0, 0xFFFFFFFF, 0}, "word 3: the bound of ids is 4294967295");
  refused({0x07230203, 0x00010600, 0, 10, 7}, "word 4: unknown schema");
  refused(module_words({0x00000011}), "word 5: OpCapability: its length is 0 words");
  refused(module_words({0x00030011, 1}), "word 5: OpCapability: the file ends within its 3 words");
  refused(module_words({0x0001FFF0}), "word 5: opcode 65520 is unknown");
  refused(module_words({0x00010011}), "word 5: OpCapability: its operand Capability is missing");
  refused(module_words({0x00020011, 0x7FFFFFFF}),
          "word 6: OpCapability: unknown Capability 2147483647");
  refused(module_words({0x000100FD, 0x000200FD, 5}), "word 7: OpReturn: it has too many operands");
  refused(module_words({0x00020013, 10}),
          "word 6: OpTypeVoid: the id 10 is not between 0 and the bound");
  refused(module_words({0x00020013, 0}), "word 6: OpTypeVoid: the id 0 is not");
  refused(module_words({0x00020013, 1, 0x00020013, 1}),
          "word 7: OpTypeVoid: its id 1 is that of another");
  refused(module_words({0x00030005, 1, 0x61616161}), "word 7: OpName: the text does not end");
  refused(module_words({0x0004002B, 1, 2, 3}),
          "word 8: OpConstant: its type is no type of numbers");
  refused(module_words({0x00040015, 1, 0xFFFFFFFF, 0, 0x0004002B, 1, 2, 3}),
          "OpConstant: its operands go beyond its 4 words");
  refused(module_words({0x00040034, 1, 2, 0xFFFF}),
          "word 8: OpSpecConstantOp: the operation has the");
  refused(module_words({0x0005003D, 1, 2, 3, 0x80000000}), "word 9: OpLoad: unknown MemoryAccess");
  std::string cut = bytes_of(good);
  cut.pop_back();
  check_module_refused(cut, 0, 0, "word 6: the file ends in the middle of a word");
}

TEST_CASE("SPIR-V: a binary that is cut off anywhere is refused, or is a shorter module",
          "[spirv]") {
  const std::string whole = bytes_of(spirv::binary_of(module_of(small_module)));
  std::size_t read_too = 0;
  for (std::size_t size = 4; size < whole.size(); ++size) {
    try {
      module_of(whole.substr(0, size));
      ++read_too;
    } catch (const InputError& error) {
      CHECK(std::string(error.what()).find("word ") != std::string::npos);
    }
  }
  CHECK(read_too == module_of(small_module).instructions.size());
}

TEST_CASE("SPIR-V: the kernels of the suites are read, written and read again", "[spirv]") {
  int files = 0;
  for (const char* const name : {"vulkan", "progress"}) {
    const auto suite = testing::suite_or_skip(name);
    if (!suite) return;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(*suite / "spirv")) {
      if (entry.path().extension() != ".spvasm") continue;
      CAPTURE(entry.path());
      std::ostringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      const Module module = module_of(text.str());
      CHECK(module_of(bytes_of(spirv::binary_of(module))).instructions == module.instructions);
      CHECK(module_of(spirv::text_of(module)).instructions == module.instructions);
      ++files;
    }
  }
  CHECK(files == 153);
}
