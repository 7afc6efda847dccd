// What one thread of a kernel computes, alone, for tables of instructions.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "litmus/kernels/alone.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"

namespace opexplore::testing {

/// An instruction over the registers %a to %d of 32 bits, %ha to %hd of 16, %wa to %wd of 64 and
/// the predicates %pa to %pd, all of which hold the inputs; its result is %o, %ho, %wo or %po.
struct Computation {
  std::string code;
  std::vector<Value> inputs;
  Value result = 0;
};

/// The kernel around it; the inputs are numbers that it knows, or come from memory.
inline std::string computing(const Computation& of, bool from_memory) {
  std::string text =
      ".version 9.0\n.target sm_75\n.address_size 64\n"
      ".visible .entry k(.param .u64 pin, .param .u64 pout)\n{\n"
      ".reg .pred %pa, %pb, %pc, %pd, %po, %pq;\n.reg .b16 %ha, %hb, %hc, %hd, %ho;\n"
      ".reg .b32 %a, %b, %c, %d, %o, %o2;\n.reg .b64 %wa, %wb, %wc, %wd, %wo, %in, %out;\n"
      "ld.param.u64 %in, [pin];\nld.param.u64 %out, [pout];\n";
  const std::string names = "abcd";
  for (std::size_t i = 0; i < of.inputs.size(); ++i) {
    const std::string n(1, names.at(i));
    text += from_memory ? "ld.b64 %w" + n + ", [%in+" + std::to_string(8 * i) + "];\n"
                        : "mov.b64 %w" + n + ", " + std::to_string(of.inputs[i]) + ";\n";
    text += "cvt.u32.u64 %" + n + ", %w" + n + "; cvt.u16.u32 %h" + n + ", %" + n +
            "; setp.ne.b32 %p" + n + ", %" + n + ", 0;\n";
  }
  text += of.code + '\n';
  if (of.code.find("%po") != std::string::npos) {
    text += "selp.b64 %wo, 1, 0, %po;\n";
  } else if (of.code.find("%ho") != std::string::npos) {
    text += "cvt.u64.u16 %wo, %ho;\n";
  } else if (of.code.find("%wo") == std::string::npos) {
    text += "cvt.s64.s32 %wo, %o;\n";
  }
  return text + "st.b64 [%out], %wo;\nret;\n}\n";
}

/// What it stores.
inline Value computed(const Computation& of, bool from_memory) {
  const auto count = static_cast<std::uint32_t>(of.inputs.size());
  const Test test = kernel::read_kernel(
      computing(of, from_memory), "k.ptx",
      launch(grid("k", {1, 1, 1}, {1, 1, 1},
                  {{"pin", kernel::Buffer{"in", count, 8, of.inputs}}, buffer("pout", "out")}),
             "locations [ out; ]"));
  std::map<AddressId, Value> memory;
  for (std::size_t i = 0; i < test.program.addresses.size(); ++i) {
    memory[static_cast<AddressId>(i)] =
        test.program.locations[test.program.addresses[i].location].initial;
  }
  Value stored = 0;
  const kernel::PlainMemory plain = {
      [&](InstructionId, AddressId address) { return memory.at(address); },
      [&](InstructionId, AddressId, Value value) { stored = value; },
      {}};
  const Thread& thread = test.program.threads.at(0);
  const kernel::Aftermath after =
      kernel::run_alone(thread.instructions, thread.registers.size(), 10'000, plain);
  REQUIRE_FALSE(after.unfinished);
  return stored;
}

/// Known and read from memory, it gives the result.
inline void check_computed(const Computation& of) {
  CAPTURE(of.code, of.inputs);
  CHECK(computed(of, false) == of.result);
  CHECK(computed(of, true) == of.result);
}

}  // namespace opexplore::testing
