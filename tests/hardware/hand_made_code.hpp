// Machine code written by hand, with the encodings that ptxas emits for sm_90.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hardware/machine_code/compare.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/hardware/cubin_builder.hpp"

namespace opexplore::testing {

using MachineWord = Code::value_type;
using SurvivalVerdict = hardware::Survival::Verdict;

inline constexpr std::uint64_t x = 16,
                               y = 32;  ///< hardware::address_offset() of the first two addresses

/// sm_90: bits 73-75 say 32 bits, bits 77-80 are the order.
inline MachineWord global(std::uint64_t opcode, std::uint64_t offset, std::uint64_t order) {
  return {0x0000000304007000 | opcode | offset << 40, 0x000fe2000c101900 | order << 13};
}
inline constexpr std::uint64_t weak = 0, sm = 5, gpu = 7;
inline MachineWord load(std::uint64_t offset, std::uint64_t order) {
  return global(0x981, offset, order);
}
inline MachineWord store(std::uint64_t offset, std::uint64_t order, std::uint64_t data = 3) {
  MachineWord word = global(0x986, offset, order);
  word.first = (word.first & ~std::uint64_t{0xff00000000}) | data << 32;
  return word;
}

/// MOV of a constant into a register.
inline MachineWord set(std::uint64_t reg, std::uint32_t value) {
  return {0x0000000000007802 | reg << 16 | std::uint64_t{value} << 32, 0x000fe20000000f00};
}

inline const MachineWord invalidate{0x00000000ff00798f, 0x000fe20002000000};
inline const MachineWord all_cta{0x0000000000007992, 0x0001ec0000008000};
inline const MachineWord all_gpu{0x0000000000007992, 0x001fec000000a000};
inline const MachineWord errbar{0x00000000000079ab, 0x000fc00000000000};
inline const MachineWord filler{0x00000000fffff984, 0x000fe20000000800};  // @!PT LDS
inline const MachineWord nothing{0x0000000000007918, 0x000fc00000000000};
inline const MachineWord returns{0x0000000014007950, 0x000fea0003e00000};
inline const MachineWord calls{0x0000000000007943, 0x000fea0003c00000};
inline const MachineWord not_known{0x0000000000007fff, 0x000fc00000000000};
inline const MachineWord compares{0x000000010400780c, 0x000fda0003f05070};  // ISETP P0

/// sm_90: so many instructions after the next one, under a predicate (7 is always, 8 negates).
inline MachineWord jump(std::int64_t instructions, std::uint64_t predicate) {
  const auto words = static_cast<std::uint64_t>(4 * instructions);
  return {0x0947 | predicate << 12 | (words & 0xff) << 16 | (words >> 8) << 34,
          0x000fea0003800000 | ((words >> 38) & 0x3ffff)};
}

inline MachineWord guarded(MachineWord word, std::uint64_t predicate) {
  return {(word.first & ~std::uint64_t{0xf000}) | predicate << 12, word.second};
}

inline hardware::Prepared prepared(const std::string& thread, std::uint32_t architecture = 90) {
  hardware::Prepared result;
  result.test = read("PTX t\n{ x=0; y=0; }\n P0@cta 0,gpu 0 ;\n" + thread + "exists (x=1)", "t");
  REQUIRE(result.test.program.addresses.size() == 2);
  result.target.sm = architecture;
  return result;
}

inline hardware::Survival judged(
    const std::string& thread, Code code, std::vector<HandMadeFunction> others = {},
    std::vector<std::pair<std::uint64_t, std::string>> references = {}) {
  code.push_back(returns);
  others.push_back({"role_P0", code, std::move(references)});
  return hardware::survival_of(prepared(thread), cubin_of(90, others)).at(0);
}

inline const std::string reader = "ld.acquire.gpu r0, y;\n ld.weak r1, x;\n";
inline const std::string writer = "st.weak x, 1;\n st.release.gpu y, 1;\n";

}  // namespace opexplore::testing
