// Any bytes given as a cubin end in verdicts or a MachineCodeError; and any machine code of a role,
// put into a cubin that is well-formed, ends in verdicts that agree with their reasons.
//
// No seeds are needed. A finding becomes a test in tests/hardware/machine_code.test.cpp.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <span>
#include <string_view>
#include <vector>

#include "hardware/machine_code/compare.hpp"
#include "hardware/machine_code/disassembly.hpp"
#include "hardware/machine_code/elf.hpp"
#include "litmus/language/reader.hpp"
#include "tests/hardware/cubin_builder.hpp"

namespace {

using opexplore::hardware::Prepared;
using opexplore::hardware::Survival;

[[noreturn]] void report(std::string_view what) {
  std::cerr << what << "\n";
  std::abort();
}

Prepared prepared(std::uint32_t sm) {
  Prepared result;
  result.test = opexplore::read(
      "PTX t\n{ x=0; y=0; }\n P0@cta 0,gpu 0 ;\nL0: ld.acquire.gpu r0, y ;\n bne r0, 1, L0 ;\n"
      " ld.weak r1, x ;\nexists (x=1)",
      "t");
  result.target.sm = sm;
  return result;
}

void judge(std::uint32_t sm, std::span<const std::byte> cubin) {
  static const Prepared tests[] = {prepared(75), prepared(90), prepared(100)};
  for (const Prepared& test : tests) {
    if (test.target.sm != sm) continue;
    for (const Survival& role : opexplore::hardware::survival_of(test, cubin)) {
      const bool exact = role.verdict == Survival::Verdict::exact;
      if (exact != role.reason.empty()) report("a verdict without a reason");
      if (exact && role.found != role.expected) report("exact, and not as expected");
    }
  }
}

opexplore::testing::Code code_of(std::span<const std::byte> bytes) {
  opexplore::testing::Code code(bytes.size() / 16);
  for (std::size_t i = 0; i < code.size(); ++i) {
    std::memcpy(&code[i].first, bytes.data() + 16 * i, 8);
    std::memcpy(&code[i].second, bytes.data() + 16 * i + 8, 8);
  }
  return code;
}

/// A good cubin in which the input changes bytes: two bytes of it say where, one how.
std::vector<std::byte> changed(std::span<const std::byte> bytes) {
  const opexplore::testing::Code code{{0x0000200304047981, 0x000fe2000c10f900},
                                      {0x00000000ff00798f, 0x000fe20002000000},
                                      {0x0000000000007943, 0x000fea0003c00000},
                                      {0x0000000014007950, 0x000fea0003e00000}};
  auto cubin = opexplore::testing::cubin_of(
      90, {{"divide", {code.back()}, {}}, {"role_P0", code, {{32, "divide"}}}});
  for (std::size_t i = 0; i + 3 <= bytes.size(); i += 3) {
    const auto at =
        std::to_integer<std::size_t>(bytes[i]) << 8 | std::to_integer<std::size_t>(bytes[i + 1]);
    cubin[at % cubin.size()] ^= bytes[i + 2];
  }
  return cubin;
}

void judge_file(std::span<const std::byte> bytes) {
  try {
    judge(opexplore::hardware::read_cubin(bytes).sm, bytes);
  } catch (const opexplore::hardware::MachineCodeError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  judge_file(bytes);
  judge_file(changed(bytes));
  for (const std::uint32_t sm : {75U, 90U, 100U}) {
    judge(sm, opexplore::testing::cubin_of(sm, {{"role_P0", code_of(bytes), {}}}));
  }
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto disassembly = opexplore::hardware::read_disassembly(text);
  const auto cubin = opexplore::testing::cubin_of(90, {{"role_P0", code_of(bytes), {}}});
  opexplore::hardware::disagreement(cubin, disassembly);
  return 0;
}
