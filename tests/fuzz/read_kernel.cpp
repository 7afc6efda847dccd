// Any bytes given as a module of PTX or LLVM IR end in a module or in an InputError with a place,
// and so does its launch of two blocks, or of one block of two threads: in a program all of whose
// jumps and addresses are in range.
//
// Seeds are recorded kernels, *.ptx and *.ll. A finding becomes a line in
// tests/litmus/kernel_malformed.test.cpp.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

#include "litmus/input/input_error.hpp"
#include "litmus/input/usage_error.hpp"
#include "litmus/kernels/kernel.hpp"
#include "litmus/kernels/launch_words.hpp"
#include "opmodel/instruction.hpp"

namespace {

using namespace opexplore;

[[noreturn]] void report(std::string_view what, const std::string& detail) {
  std::cerr << what << ": " << detail << "\n";
  std::abort();
}

void check(const Program& program) {
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const Branch* const branch = branch_of(instruction.action);
      if (branch != nullptr && branch->target > thread.instructions.size()) {
        report("a jump out of range", instruction.text);
      }
      const auto address = address_of(instruction.action);
      if (address && *address >= program.addresses.size()) {
        report("an address out of range", instruction.text);
      }
    }
  }
}

void launch(std::string_view text, const std::string& blocks, const std::string& threads) {
  const kernel::Source source{text, "fuzz.ptx"};
  try {
    kernel::LaunchWords words;
    words.blocks = kernel::LaunchWord{"--grid", blocks, "", {}};
    words.threads = kernel::LaunchWord{"--block", threads, "", {}};
    const kernel::Module module = kernel::read_module(source);
    const kernel::Launch launch = kernel::launch_of(words, module, {}, "fuzz.ptx");
    check(kernel::read_launched(text, "fuzz.ptx", launch).test.program);
  } catch (const InputError& error) {
    if (error.message.empty()) report("an error without a message", "");
  } catch (const UsageError& error) {  // of the two words that are given
    if (std::string(error.what()).empty()) report("an error without a message", "");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  launch(text, "2", "1");
  launch(text, "1", "2");
  return 0;
}
