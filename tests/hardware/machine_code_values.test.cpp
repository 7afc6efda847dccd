// Verdicts on the values that machine code written by hand writes.
#include <string>
#include <vector>

#include "hardware/machine_code/compare.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/hardware/cubin_builder.hpp"
#include "tests/hardware/hand_made_code.hpp"

using namespace opexplore;
using namespace opexplore::hardware;
using namespace opexplore::testing;

TEST_CASE("Machine code: what is written is what the test says", "[hardware]") {
  const Survival changed = judged(writer, {set(3, 2), store(x, weak), all_gpu, store(y, gpu, 4)});
  CHECK(changed.verdict == SurvivalVerdict::extra);
  CHECK(changed.found ==
        std::vector<std::string>{"STG x, 2", "MEMBAR.ALL.GPU", "STG.STRONG.GPU y, ?"});
  const Survival other =
      judged(writer, {set(3, 1), set(4, 2), store(x, weak, 4), all_gpu, store(y, gpu)});
  CHECK(other.verdict == SurvivalVerdict::extra);
  CHECK(other.reason == "the machine code has STG x, 2 instead of STG x, 1");
  CHECK(other.expected ==
        std::vector<std::string>{"STG x, 1", "MEMBAR.ALL.GPU", "STG.STRONG.GPU y, 1"});

  const std::string twice = "st.relaxed.gpu x, 1;\n st.relaxed.gpu x, 2;\n ld.weak r0, y;\n";
  const Code ordered{set(3, 1), store(x, gpu), set(3, 2), store(x, gpu), load(y, weak)};
  CHECK(judged(twice, ordered).verdict == SurvivalVerdict::exact);
  const Survival swapped =
      judged(twice, {set(3, 2), store(x, gpu), set(3, 1), store(x, gpu), load(y, weak)});
  CHECK(swapped.verdict == SurvivalVerdict::reordered);
  CHECK(swapped.reason == "STG.STRONG.GPU x, 1 has moved");

  // What the test computes may be anything; what it does not, beside it, may not.
  const std::string copies = "ld.weak r0, y;\n st.weak x, r0;\n st.weak x, 1;\n";
  const auto copied = [&](const MachineWord& first, const MachineWord& second) {
    return judged(copies, {load(y, weak), first, store(x, weak), second, store(x, weak)}).verdict;
  };
  CHECK(copied(nothing, set(3, 1)) == SurvivalVerdict::exact);
  CHECK(copied(set(3, 7), set(3, 1)) == SurvivalVerdict::exact);
  CHECK(copied(nothing, nothing) == SurvivalVerdict::unknown);
  CHECK(copied(set(3, 1), set(3, 7)) != SurvivalVerdict::exact);
}

TEST_CASE("Machine code: constants reach registers in several ways", "[hardware]") {
  const auto stored = [](const std::string& value, Code code) {
    code.push_back(store(x, weak));
    code.push_back(load(y, weak));
    return judged("st.weak x, " + value + ";\n ld.weak r0, y;\n", code);
  };
  const MachineWord copies{0x0000000900037202, 0x000fe20000000f00};  // MOV R3, R9
  const MachineWord adds{0x00000001ff037424, 0x000fe200078e00ff};    // IMAD.MOV.U32 R3, RZ, RZ, 1
  const MachineWord adds_register{0x000000ffff037224,
                                  0x000fe200078e0009};               // IMAD.MOV.U32 R3, RZ, RZ, R9
  const MachineWord halves{0x00000001ff037435, 0x000fe200000001ff};  // HFMA2.MMA R3, -RZ, RZ, 0, 1
  const MachineWord not_a_number{0x7e000001ff037435, 0x000fe200000001ff};
  CHECK(stored("1", {adds}).verdict == SurvivalVerdict::exact);
  CHECK(stored("1", {halves}).verdict == SurvivalVerdict::exact);
  CHECK(stored("0x10000", {set(3, 0x10000)}).verdict == SurvivalVerdict::exact);
  CHECK(stored("-1", {set(3, 0xffffffff)}).verdict == SurvivalVerdict::exact);
  for (const MachineWord& copy : {copies, adds_register}) {
    CHECK(stored("5", {set(9, 5), copy}).verdict == SurvivalVerdict::exact);
    CHECK(stored("5", {set(9, 6), copy}).verdict == SurvivalVerdict::extra);
    CHECK(stored("5", {copy}).verdict == SurvivalVerdict::unknown);
  }
  CHECK(stored("2", {adds}).reason == "the machine code has STG x, 1 instead of STG x, 2");

  // Whatever else is put there is not known.
  const MachineWord logic{0x0000000409037212, 0x000fe200078e3cff};  // LOP3 R3, R9, R4
  const MachineWord wide{0x0000000409027225, 0x000fe200078e00ff};   // IMAD.WIDE R2, R9, R4
  MachineWord loaded = load(y, weak);
  loaded.first |= 0x3 << 16;
  for (const MachineWord& word : {not_a_number, logic, wide}) {
    const Survival survival = stored("1", {set(3, 1), word});
    CHECK(survival.verdict == SurvivalVerdict::unknown);
    CHECK(survival.reason == "what STG x writes cannot be told");
  }
  CHECK(stored("1", {set(3, 1), guarded(set(3, 1), 0)}).verdict == SurvivalVerdict::exact);
  CHECK(stored("1", {set(3, 1), guarded(set(3, 2), 0)}).reason ==
        "the machine code has STG x, 2, which the test does not have");
  CHECK(judged("ld.weak r0, y;\n st.weak x, 1;\n", {set(3, 1), loaded, store(x, weak)}).verdict ==
        SurvivalVerdict::unknown);
  CHECK(judged("st.weak x, 1;\n ld.weak r0, y;\n",
               {set(3, 1), calls, store(x, weak), load(y, weak)}, {{"divide", {compares, returns}}},
               {{0x10, "divide"}})
            .verdict == SurvivalVerdict::unknown);
  CHECK(judged("st.weak x, 0;\n ld.weak r0, y;\n", {store(x, weak, 0xff), load(y, weak)}).verdict ==
        SurvivalVerdict::exact);
}

TEST_CASE("Machine code: a register holds a constant if it does on all ways", "[hardware]") {
  const std::string once = "st.weak x, 1;\n ld.weak r0, y;\n";
  const auto around = [&](std::uint32_t first, std::uint32_t second, const MachineWord& met) {
    return judged(once, {compares, jump(2, 0), set(3, first), jump(1, 7), set(3, second), met,
                         store(x, weak), load(y, weak)});
  };
  CHECK(around(1, 1, compares).verdict == SurvivalVerdict::exact);
  CHECK(around(1, 2, compares).reason == "what STG x writes cannot be told");
  // As long as the predicate is the same, the ways are kept apart. A NOP counts as changing it.
  CHECK(around(1, 2, set(4, 0)).reason ==
        "the machine code has STG x, 2, which the test does not have");
  // A loop in which it changes after the first time.
  const std::string spin = "L0: st.weak x, 1;\n ld.weak r0, y;\n bne r0, 1, L0;\n";
  const Code loop{set(3, 1), store(x, weak), load(y, weak), set(3, 2), compares, jump(-5, 0)};
  CHECK(judged(spin, loop).reason == "the machine code has STG x, 2, which the test does not have");
  Code good = loop;
  good[3] = nothing;
  CHECK(judged(spin, good).verdict == SurvivalVerdict::exact);
  // Each way has its own.
  const std::string either =
      "ld.weak r0, y;\n bne r0, 1, L0;\n st.weak x, 1;\n goto L1;\n"
      "L0: st.weak x, 2;\n L1: ld.weak r1, y;\n";
  const auto ways = [&](std::uint32_t first, std::uint32_t second) {
    return judged(either,
                  {load(y, weak), compares, guarded(set(3, first), 8), guarded(store(x, weak), 8),
                   guarded(set(3, second), 0), guarded(store(x, weak), 0), load(y, weak)});
  };
  CHECK(ways(1, 2).verdict == SurvivalVerdict::exact);
  CHECK(ways(1, 1).reason == "missing: STG x, 2");
  CHECK(ways(1, 3).reason == "the machine code has STG x, 3 instead of STG x, 2");
}

TEST_CASE("Machine code: operands of atomics are compared, too", "[hardware]") {
  const MachineWord swap{0x0000100a040073a9,
                         0x0002a200001ee10b};  // ATOMG.CAS.STRONG.GPU x, R10, R11
  const MachineWord reduce{0x0000100d0400798e, 0x0007e2000c10e184};  // REDG.ADD.STRONG.GPU x, R13
  const auto swapped = [&](std::uint32_t expected, std::uint32_t desired) {
    return judged("atom.relaxed.gpu.cas r0, x, 3, 4;\n ld.weak r1, y;\n",
                  {set(10, expected), set(11, desired), swap, load(y, weak)});
  };
  CHECK(swapped(3, 4).verdict == SurvivalVerdict::exact);
  CHECK(
      swapped(4, 3).reason ==
      "the machine code has ATOMG.CAS.STRONG.GPU x, 4, 3 instead of ATOMG.CAS.STRONG.GPU x, 3, 4");
  CHECK(swapped(3, 5).verdict == SurvivalVerdict::extra);
  const auto reduced = [&](const std::string& operation, std::uint32_t value) {
    return judged("red.relaxed.gpu." + operation + ";\n ld.weak r1, y;\n",
                  {set(13, value), reduce, load(y, weak)})
        .verdict;
  };
  CHECK(reduced("add x, 2", 2) == SurvivalVerdict::exact);
  CHECK(reduced("add x, 2", 1) == SurvivalVerdict::extra);
  CHECK(reduced("sub x, 2", 0xfffffffe) == SurvivalVerdict::exact);
  CHECK(reduced("sub x, 2", 2) == SurvivalVerdict::extra);
}

TEST_CASE("Machine code: words of 64 bits are in two registers", "[hardware]") {
  MachineWord wide_store = store(x, weak, 12);
  wide_store.second |= 0x200;  // STG.64
  const auto stored = [&](const std::string& value, std::uint32_t architecture, Code code) {
    code.push_back(wide_store);
    code.push_back(returns);
    Prepared test;
    test.target.sm = architecture;
    test.test = read("PTX t\n{ x=0; y=0; }\n P0@cta 0,gpu 0 ;\n st.weak x, " + value +
                         ";\n exists (x=1 /\\ y=0)",
                     "t");
    test.word_bytes = 8;
    return survival_of(test, cubin_of(architecture, {{"role_P0", code, {}}})).at(0).verdict;
  };
  CHECK(stored("0x500000007", 90, {set(12, 7), set(13, 5)}) == SurvivalVerdict::exact);
  CHECK(stored("0x600000007", 90, {set(12, 7), set(13, 5)}) == SurvivalVerdict::extra);
  CHECK(stored("0x500000007", 90, {set(13, 5), set(12, 7)}) == SurvivalVerdict::exact);
  CHECK(stored("7", 90, {set(12, 7)}) == SurvivalVerdict::unknown);
  const MachineWord pair{0xffffffffff0c7402, 0x000fe40000ffffff},
      seven{0x00000000070c7402, 0x000fe40000000000};
  CHECK(stored("-1", 120, {pair}) == SurvivalVerdict::exact);
  CHECK(stored("7", 120, {seven}) == SurvivalVerdict::exact);
  CHECK(stored("7", 90, {seven}) == SurvivalVerdict::unknown);
}
