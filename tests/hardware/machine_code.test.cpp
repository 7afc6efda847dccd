// Verdicts on machine code written by hand, with the encodings that ptxas emits.
#include <string>
#include <vector>

#include "hardware/machine_code/compare.hpp"
#include "hardware/machine_code/disassembly.hpp"
#include "hardware/machine_code/elf.hpp"
#include "hardware/machine_code/expected.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/hardware/cubin_builder.hpp"
#include "tests/hardware/hand_made_code.hpp"

using namespace opexplore;
using namespace opexplore::hardware;
using namespace opexplore::testing;

TEST_CASE("Machine code: all instructions in order are exact", "[hardware]") {
  const Survival read = judged(reader, {load(y, gpu), invalidate, nothing, load(x, weak)});
  CHECK(read.verdict == SurvivalVerdict::exact);
  CHECK(read.expected == std::vector<std::string>{"LDG.STRONG.GPU y", "CCTL.IVALL", "LDG x"});
  CHECK(read.found == read.expected);
  CHECK(read.reason.empty());
  // A fence of the CTA directly before a wider one adds nothing.
  CHECK(judged(writer, {set(3, 1), store(x, weak), all_cta, filler, all_gpu, errbar, store(y, gpu)})
            .verdict == SurvivalVerdict::exact);
  CHECK(judged(writer, {set(3, 1), store(x, weak), all_gpu, store(y, gpu)}).verdict ==
        SurvivalVerdict::exact);
}

TEST_CASE("Machine code: whatever is lost, moved or added is found", "[hardware]") {
  const std::string weaks = "ld.weak r0, x;\n ld.weak r1, x;\n st.weak y, r0;\n";
  const Survival merged = judged(weaks, {load(x, weak), store(y, weak)});
  CHECK(merged.verdict == SurvivalVerdict::merged);
  CHECK(merged.found == std::vector<std::string>{"LDG x", "STG y"});
  CHECK_THAT(merged.reason, Catch::EndsWith("missing: LDG x"));

  const std::string stores = "st.relaxed.gpu x, 1;\n st.relaxed.gpu x, 2;\n st.weak y, 1;\n";
  const Survival deleted = judged(stores, {store(x, gpu), store(y, weak)});
  CHECK(deleted.verdict == SurvivalVerdict::deleted);
  CHECK(deleted.reason == "missing: STG.STRONG.GPU x");
  CHECK(judged(writer, {store(x, weak), all_cta, store(y, gpu)}).verdict == SurvivalVerdict::extra);
  CHECK(judged(writer, {store(x, weak), store(y, gpu)}).verdict == SurvivalVerdict::deleted);
  CHECK(judged(reader, {load(y, gpu), load(x, weak)}).reason == "missing: CCTL.IVALL");

  const Survival reordered = judged(reader, {load(x, weak), load(y, gpu), invalidate});
  CHECK(reordered.verdict == SurvivalVerdict::reordered);
  CHECK(reordered.reason == "LDG.STRONG.GPU y has moved");
  CHECK(judged(reader, {load(y, gpu), load(x, weak), invalidate}).verdict ==
        SurvivalVerdict::reordered);

  const Survival weaker = judged(reader, {load(y, sm), invalidate, load(x, weak)});
  CHECK(weaker.verdict == SurvivalVerdict::extra);
  CHECK(weaker.reason == "the machine code has LDG.STRONG.SM y instead of LDG.STRONG.GPU y");
  CHECK(judged(reader, {load(y, gpu), invalidate, all_cta, load(x, weak)}).verdict ==
        SurvivalVerdict::extra);
  CHECK(judged(reader, {load(x, gpu), invalidate, load(x, weak)}).verdict ==
        SurvivalVerdict::extra);
}

TEST_CASE("Machine code: what is not understood is never exact", "[hardware]") {
  const auto unknown = [](const Code& code) {
    const Survival survival = judged(reader, code);
    CHECK(survival.verdict == SurvivalVerdict::unknown);
    return survival.reason;
  };
  CHECK_THAT(unknown({load(y, gpu), invalidate, not_known, load(x, weak)}),
             Catch::Contains("0xfff") && Catch::Contains("at 0x20 of role_P0"));
  CHECK_THAT(unknown({load(y, gpu), invalidate, load(48, weak)}),
             Catch::Contains("offset 48 is to no address of the test"));
  CHECK_THAT(unknown({load(y, 3), invalidate, load(x, weak)}), Catch::Contains("0x981"));
  CHECK_THAT(unknown({load(y, gpu), {0xff00798f, 0}, load(x, weak)}), Catch::Contains("0x98f"));
  CHECK_THAT(unknown({load(y, gpu), invalidate, load(x, weak), jump(5, 7)}),
             Catch::Contains("a jump out of the code"));
  CHECK_THAT(unknown({{0, 0}}), Catch::Contains("0x0"));

  const auto missing = survival_of(prepared(reader), cubin_of(90, {{"litmus", {returns}, {}}}));
  CHECK(missing.at(0).verdict == SurvivalVerdict::unknown);
  CHECK(missing.at(0).reason == "the machine code has no function role_P0");
  CHECK_THROWS_WITH(survival_of(prepared(reader, 80), cubin_of(90, {})),
                    "the cubin is for sm_90, not for sm_80");
  const auto robot = survival_of(prepared(reader, 87), cubin_of(87, {}));
  CHECK(robot.at(0).reason == "machine instructions of sm_87 are not known");
}

TEST_CASE("Machine code: functions that compute may be called", "[hardware]") {
  const Code code{load(y, gpu), invalidate, calls, load(x, weak)};
  const auto with = [&](const MachineWord& body) {
    return judged(reader, code, {{"divide", {body, returns}, {}}}, {{0x20, "divide"}});
  };
  CHECK(with(compares).verdict == SurvivalVerdict::exact);
  CHECK_THAT(with(load(x, weak)).reason, Catch::Contains("a call of divide"));
  CHECK(judged(reader, code).verdict == SurvivalVerdict::unknown);
  CHECK(judged(reader, code, {}, {{0x20, "elsewhere"}}).verdict == SurvivalVerdict::unknown);
}

TEST_CASE("Machine code: jumps are followed", "[hardware]") {
  const std::string either =
      "ld.relaxed.gpu r0, y;\n bne r0, 1, L0;\n ld.weak r1, x;\n goto L1;\n"
      "L0: st.weak x, 2;\n L1: st.weak y, 3;\n";
  const MachineWord set_x = set(5, 2), set_y = set(6, 3);
  const MachineWord store_x = store(x, weak, 5), store_y = store(y, weak, 6);
  const Code straight{set_x,         set_y,      load(y, gpu), compares, jump(2, 0),
                      load(x, weak), jump(1, 7), store_x,      store_y};
  CHECK(judged(either, straight).verdict == SurvivalVerdict::exact);
  // The same with predicates instead of jumps.
  const Code predicated{
      set_x,  set_y, load(y, gpu), compares, guarded(load(x, weak), 8), guarded(store_x, 0),
      store_y};
  CHECK(judged(either, predicated).verdict == SurvivalVerdict::exact);
  const Code compared_again{set_x,
                            set_y,
                            load(y, gpu),
                            compares,
                            guarded(load(x, weak), 8),
                            compares,
                            guarded(store_x, 0),
                            store_y};
  CHECK(judged(either, compared_again).verdict == SurvivalVerdict::unknown);
  // The end is there twice, which is right; then once without the store.
  const Code copied{set_x,         set_y,   load(y, gpu), compares, jump(3, 0),
                    load(x, weak), store_y, returns,      store_x,  store_y};
  CHECK(judged(either, copied).verdict == SurvivalVerdict::exact);
  const Code wrongly{load(y, gpu),   compares, jump(4, 0),     load(x, weak), store(y, weak),
                     store(y, weak), returns,  store(x, weak), store(y, weak)};
  const Survival copies = judged(either, wrongly);
  CHECK(copies.verdict == SurvivalVerdict::unknown);
  CHECK_THAT(copies.reason, Catch::Contains("has copied STG y"));
  const Code dropped{load(y, gpu), compares, jump(1, 0), load(x, weak), store(y, weak)};
  CHECK(judged(either, dropped).verdict == SurvivalVerdict::deleted);
}

TEST_CASE("Machine code: a bounded loop is a loop", "[hardware]") {
  const std::string spin = "L0: ld.acquire.gpu r0, y;\n bne r0, 1, L0;\n ld.weak r1, x;\n";
  const Code loop{load(y, gpu), invalidate,  compares,   jump(3, 8),
                  compares,     jump(-6, 0), jump(1, 7), load(x, weak)};
  CHECK(judged(spin, loop).verdict == SurvivalVerdict::exact);
  Code without_fence = loop;
  without_fence[1] = nothing;
  CHECK(judged(spin, without_fence).verdict == SurvivalVerdict::deleted);
  Code hoisted = loop;
  std::swap(hoisted[1], hoisted[7]);
  CHECK(judged(spin, hoisted).verdict != SurvivalVerdict::exact);
}

TEST_CASE("Machine code: architectures differ", "[hardware]") {
  const Test test = read(
      "PTX t\n{ x=0; s=0; }\n P0@cta 0,gpu 0 ;\n ld.acquire.gpu r0, s;\n"
      "fence.proxy.alias;\n fence.acq_rel.gpu;\n red.release.sys.sub x, 1;\n"
      "atom.acq_rel.cta.cas r1, x, 0, 1;\n x: global, s: shared\n exists (x=1)",
      "t");
  CHECK(expected_list(test.program, 0, 75, 4) ==
        std::vector<std::string>{"LDS s", "MEMBAR.SC.GPU", "CCTL.IVALL", "MEMBAR.ALL.GPU",
                                 "CCTL.IVALL", "MEMBAR.ALL.SYS", "REDG.ADD.STRONG.SYS x",
                                 "MEMBAR.ALL.CTA", "ATOMG.CAS.STRONG.SM x"});
  CHECK(expected_list(test.program, 0, 90, 8) ==
        std::vector<std::string>{"LDS.64 s", "CCTL.IVALL", "MEMBAR.SC.GPU or MEMBAR.SC.SYS",
                                 "CCTL.IVALL", "MEMBAR.ALL.GPU", "CCTL.IVALL", "MEMBAR.ALL.SYS",
                                 "REDG.ADD.STRONG.SYS x", "MEMBAR.ALL.CTA",
                                 "ATOMG.CAS.STRONG.SM x"});
}

TEST_CASE("Machine code: verdicts have names and an order", "[hardware]") {
  for (const SurvivalVerdict verdict :
       {SurvivalVerdict::exact, SurvivalVerdict::merged, SurvivalVerdict::deleted,
        SurvivalVerdict::reordered, SurvivalVerdict::extra, SurvivalVerdict::unknown}) {
    CHECK(survival_verdict_named(to_string(verdict)) == verdict);
  }
  CHECK_FALSE(survival_verdict_named("perfect"));
  CHECK(worst({{SurvivalVerdict::exact, {}, {}, {}},
               {SurvivalVerdict::merged, {}, {}, {}},
               {SurvivalVerdict::reordered, {}, {}, {}}}) == SurvivalVerdict::merged);
  CHECK(worst({{SurvivalVerdict::extra, {}, {}, {}}, {SurvivalVerdict::unknown, {}, {}, {}}}) ==
        SurvivalVerdict::unknown);
}

TEST_CASE("Machine code: a malformed cubin is refused, not believed", "[hardware]") {
  const auto whole = cubin_of(90, {{"role_P0", {load(y, gpu), calls, returns}, {{16, "divide"}}}});
  const Cubin cubin = read_cubin(whole);
  REQUIRE(cubin.functions.size() == 1);
  CHECK(cubin.sm == 90);
  CHECK(cubin.functions[0].code.size() == 48);
  CHECK(cubin.functions[0].references.at(0).symbol == "divide");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::span<const std::byte> part(whole.data(), size);
    CHECK_THROWS_AS(read_cubin(part), MachineCodeError);
  }
  // Any byte may be wrong: there is an answer or a complaint, and no access outside the bytes.
  std::size_t refused = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const std::byte wrong : {std::byte{0xff}, std::byte{0x80}}) {
      auto bytes = whole;
      bytes[i] ^= wrong;
      try {
        read_cubin(bytes);
      } catch (const MachineCodeError&) {
        ++refused;
      }
    }
  }
  CHECK(refused > 100);
  CHECK_THROWS_WITH(read_cubin({}), "this is no ELF file");
}

TEST_CASE("Machine code: a disassembler's opinion is read", "[hardware]") {
  const Code code{load(y, gpu), invalidate, filler, store(x, weak), returns};
  const auto cubin = cubin_of(90, {{"role_P0", code, {}}});
  const std::string head = ".section .text.role_P0,\"ax\"\n.text.role_P0:\n";
  const auto lines = [](const std::string& first, const std::string& last) {
    return "        /*0000*/                   " + first +
           " ;\n"
           "        /*0010*/                   CCTL.IVALL ;\n"
           "        /*0020*/              @!PT LDS RZ, [RZ] ;\n"
           "        /*0030*/              @P0  " +
           last + " ;   /* 0x0 */\n        /*0040*/                   RET.ABS R20 0x0 ;\n";
  };
  const auto opinion = [&](const std::string& text) {
    return disagreement(cubin, read_disassembly(text));
  };
  const std::string first = "LDG.E.STRONG.GPU R0, desc[UR4][R4.64+0x20]";
  const std::string last = "STG.E desc[UR4][R4.64+0x10], R3";
  CHECK_FALSE(opinion(head + lines(first, last)));
  CHECK_FALSE(opinion("\t\tFunction : role_P0\n\t.headerflags @\"x\"\n" + lines(first, last)));
  CHECK(opinion(head + lines("LDG.E.STRONG.SYS R0, [R4+0x20]", last)) ==
        "it reads LDG.E.STRONG.SYS R0, [R4+0x20] at 0x0 of role_P0, and we LDG.STRONG.GPU");
  CHECK_THAT(*opinion(head + lines(first, "STG.E [R4+0x20], R3")), Catch::Contains("at 0x30"));
  CHECK_THAT(*opinion(head + lines(first, "IADD3 R3, R4, R5, RZ")), Catch::Contains("we STG"));
  CHECK(opinion("") == "it has no function role_P0");
  CHECK(opinion(head) == "it has no instruction at 0x0 of role_P0");
  const auto computing = cubin_of(90, {{"role_P0", {compares}, {}}});
  CHECK_THAT(*disagreement(computing, read_disassembly(head + "/*0000*/ TEX R0, R1 ;\n")),
             Catch::Contains("which we do not count as one of memory"));
}
