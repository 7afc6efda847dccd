// Any bytes given as a SPIR-V module, in binary or as text, end in a module or in an InputError
// with a place; what is read is written in both forms and read again as the same; and taken for a
// kernel it ends in a test or in an InputError.
//
// Bytes that do not begin like a binary module are tried behind a header as well. A finding becomes
// a line in tests/litmus/spirv_module.test.cpp or spirv_malformed.test.cpp.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "litmus/spirv/kernel.hpp"
#include "litmus/spirv/module.hpp"

namespace {

using namespace opexplore;

[[noreturn]] void report(std::string_view what) {
  std::cerr << what << "\n";
  std::abort();
}

std::string bytes_of(const std::vector<std::uint32_t>& words) {
  std::string bytes;
  for (const std::uint32_t word : words) {
    for (std::uint32_t i = 0; i < 4; ++i) bytes += static_cast<char>(word >> 8 * i & 0xFFU);
  }
  return bytes;
}

void read(std::string_view bytes) {
  spirv::Module module;
  try {
    module = spirv::read_module(bytes, "fuzz");
  } catch (const InputError& error) {
    if (error.message.empty()) report("an error without a message");
    if (error.line == 0 && !error.message.starts_with("word ")) report(error.what());
    return;
  }
  spirv::text_of(module);
  const spirv::Module again = spirv::read_module(bytes_of(spirv::binary_of(module)), "fuzz");
  if (again.instructions != module.instructions) report("another module");
  try {
    spirv::read_kernel(bytes, "fuzz");
  } catch (const InputError& error) {
    if (error.message.empty()) report("an error without a message");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  read(bytes);
  read(bytes_of({0x07230203, 0x00010600, 0, 1000, 0}) + std::string(bytes));
  return 0;
}
