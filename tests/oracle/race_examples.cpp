#include "tests/oracle/race_examples.hpp"

#include <array>

#include "litmus/language/reader.hpp"
#include "opmodel/instruction.hpp"
#include "tests/oracle/litmus_text.hpp"

namespace opexplore::oracle {

namespace {

// Blocks differ and the GPU is one unless the example is about that. All hold under 6.0 and 7.5.
constexpr std::array examples{
    RaceExample{"a weak flag",
                "0,0: st.weak x, 1; st.weak y, 1 || "
                "1,0: ld.weak r0, y; beq r0, 0, L; ld.weak r1, x; L:",
                "x y"},
    RaceExample{"a relaxed flag orders nothing",
                "0,0: st.weak x, 1; st.relaxed.gpu y, 1 || "
                "1,0: ld.relaxed.gpu r0, y; beq r0, 0, L; ld.weak r1, x; L:",
                "x"},
    RaceExample{"message passing",
                "0,0: st.weak x, 1; st.release.gpu y, 1 || "
                "1,0: ld.acquire.gpu r0, y; beq r0, 0, L; ld.weak r1, x; L:",
                ""},
    RaceExample{
        "the data read whatever the flag says",
        "0,0: st.weak x, 1; st.release.gpu y, 1 || 1,0: ld.acquire.gpu r0, y; ld.weak r1, x", "x"},
    RaceExample{"scopes too narrow",
                "0,0: st.weak x, 1; st.release.cta y, 1 || "
                "1,0: ld.acquire.cta r0, y; beq r0, 0, L; ld.weak r1, x; L:",
                "x y"},
    RaceExample{"narrow scopes in one block",
                "0,0: st.weak x, 1; st.release.cta y, 1 || "
                "0,0: ld.acquire.cta r0, y; beq r0, 0, L; ld.weak r1, x; L:",
                ""},
    RaceExample{"inclusion is mutual",
                "0,0: st.weak x, 1; st.release.gpu y, 1 || "
                "1,0: ld.acquire.cta r0, y; beq r0, 0, L; ld.weak r1, x; L:",
                "x y"},
    RaceExample{"two GPUs",
                "0,0: st.weak x, 1; st.release.gpu y, 1 || "
                "0,1: ld.acquire.gpu r0, y; beq r0, 0, L; ld.weak r1, x; L:",
                "x y"},
    RaceExample{"a fence too narrow",
                "0,0: st.weak x, 1; fence.acq_rel.cta; st.relaxed.gpu y, 1 || 1,0: "
                "ld.relaxed.gpu r0, y; beq r0, 0, L; fence.acq_rel.gpu; ld.weak r1, x; L:",
                "x"},
    RaceExample{"fence.sc around a weak flag",
                "0,0: st.weak x, 1; fence.sc.gpu; st.weak y, 1 || "
                "1,0: ld.weak r0, y; beq r0, 0, L; fence.sc.gpu; ld.weak r1, x; L:",
                "y"},
    RaceExample{"fence.acq_rel around a weak flag",
                "0,0: st.weak x, 1; fence.acq_rel.gpu; st.weak y, 1 || "
                "1,0: ld.weak r0, y; beq r0, 0, L; fence.acq_rel.gpu; ld.weak r1, x; L:",
                "x y"},
    RaceExample{"volatile data and flag",
                "0,0: st.volatile x, 1; st.volatile y, 1 || "
                "1,0: ld.volatile r0, y; ld.volatile r1, x",
                ""},
    RaceExample{"Dekker with volatile flags",
                "0,0: st.volatile a, 1; ld.volatile r0, b; bne r0, 0, L; ld.weak r1, x; "
                "st.weak x, 1; L: || "
                "1,0: st.volatile b, 1; ld.volatile r0, a; bne r0, 0, M; ld.weak r1, x; "
                "st.weak x, 1; M:",
                "x", "a=0; b=0; x=0;"},
    RaceExample{"Dekker with fence.sc",
                "0,0: st.volatile a, 1; fence.sc.sys; ld.volatile r0, b; bne r0, 0, L; "
                "ld.weak r1, x; st.weak x, 1; L: || "
                "1,0: st.volatile b, 1; fence.sc.sys; ld.volatile r0, a; bne r0, 0, M; "
                "ld.weak r1, x; st.weak x, 1; M:",
                "", "a=0; b=0; x=0;"},
    RaceExample{"Dekker with weak flags and fence.sc",
                "0,0: st.weak a, 1; fence.sc.gpu; ld.weak r0, b || "
                "1,0: st.weak b, 1; fence.sc.gpu; ld.weak r0, a",
                "a b", "a=0; b=0; x=0;"},
    RaceExample{"atomics of different scopes",
                "0,0: atom.relaxed.cta.add r0, x, 1 || 1,0: atom.relaxed.gpu.add r0, x, 1", "x"},
    RaceExample{"a barrier",
                "0,0: st.weak x, 1; bar.cta.sync 0 || 0,0: bar.cta.sync 0; ld.weak r0, x", ""},
    RaceExample{"no barrier", "0,0: st.weak x, 1 || 0,0: ld.weak r0, x", "x"},
    RaceExample{"seqlock with volatile data",
                "0,0: st.relaxed.gpu s, 1; fence.acq_rel.gpu; st.volatile d, 1; "
                "fence.acq_rel.gpu; st.relaxed.gpu s, 2 || "
                "1,0: ld.relaxed.gpu r0, s; fence.acq_rel.gpu; ld.volatile r1, d; "
                "fence.acq_rel.gpu; ld.relaxed.gpu r2, s",
                "", "d=0; s=0;", "exists ([d]=0)"},
    RaceExample{"seqlock with weak data",
                "0,0: st.relaxed.gpu s, 1; fence.acq_rel.gpu; st.weak d, 1; "
                "fence.acq_rel.gpu; st.relaxed.gpu s, 2 || "
                "1,0: ld.relaxed.gpu r0, s; fence.acq_rel.gpu; ld.weak r1, d; "
                "fence.acq_rel.gpu; ld.relaxed.gpu r2, s",
                "d", "d=0; s=0;", "exists ([d]=0)"},
    RaceExample{"a compare-and-swap that always fails",
                "0,0: atom.relaxed.gpu.cas r0, x, 7, 9 || 1,0: ld.weak r0, x", ""},
    RaceExample{"a compare-and-swap that succeeds",
                "0,0: atom.relaxed.gpu.cas r0, x, 0, 9 || 1,0: ld.weak r0, x", "x"},
    RaceExample{"what an atomic wrote is observed",
                "0,0: atom.relaxed.gpu.add r0, x, 1 || "
                "1,0: ld.relaxed.gpu r0, x; bne r0, 1, L; st.weak x, 5; L:",
                ""},
    RaceExample{"a maximum looked at before it is raised",
                "0,0: ld.weak r0, m; bge r0, 5, L; atom.relaxed.gpu.max r1, m, 5; L: || "
                "1,0: ld.weak r0, m; bge r0, 7, M; atom.relaxed.gpu.max r1, m, 7; M:",
                "m", "m=0;", "exists ([m]=0)"},
    RaceExample{"Peterson with one fence",
                "0,0: st.volatile a, 1; st.volatile t, 1; fence.sc.sys; ld.volatile r0, b; "
                "ld.volatile r1, t; mul r2, r0, r1; bne r2, 0, L; st.weak x, 1; L: || "
                "1,0: st.volatile b, 1; st.volatile t, 0; fence.sc.sys; ld.volatile r0, a; "
                "ld.volatile r1, t; beq r0, 0, N; beq r1, 0, M; N: st.weak x, 2; M:",
                "x", "a=0; b=0; t=0; x=0;"},
    RaceExample{"Peterson with a fence between flag and turn",
                "0,0: st.volatile a, 1; fence.sc.sys; st.volatile t, 1; fence.sc.sys; "
                "ld.volatile r0, b; ld.volatile r1, t; mul r2, r0, r1; bne r2, 0, L; "
                "st.weak x, 1; L: || "
                "1,0: st.volatile b, 1; fence.sc.sys; st.volatile t, 0; fence.sc.sys; "
                "ld.volatile r0, a; ld.volatile r1, t; beq r0, 0, N; beq r1, 0, M; "
                "N: st.weak x, 2; M:",
                "", "a=0; b=0; t=0; x=0;"},
    RaceExample{"each publishes before the barrier, fence.acq_rel",
                "0,0: st.weak d, 1; fence.acq_rel.gpu; bar.cta.sync 0; st.relaxed.gpu y, 1 || "
                "0,0: st.weak e, 1; fence.acq_rel.gpu; bar.cta.sync 0 || "
                "1,0: ld.relaxed.gpu r0, y; beq r0, 0, L; fence.acq_rel.gpu; ld.weak r1, d; "
                "ld.weak r2, e; L:",
                "e", "d=0; e=0; y=0;", "exists ([y]=0)"},
    RaceExample{"each publishes before the barrier, fence.sc",
                "0,0: st.weak d, 1; fence.sc.gpu; bar.cta.sync 0; st.relaxed.gpu y, 1 || "
                "0,0: st.weak e, 1; fence.sc.gpu; bar.cta.sync 0 || "
                "1,0: ld.relaxed.gpu r0, y; beq r0, 0, L; fence.sc.gpu; ld.weak r1, d; "
                "ld.weak r2, e; L:",
                "", "d=0; e=0; y=0;", "exists ([y]=0)"},
    RaceExample{"observation through an atomic",
                "0,0: st.relaxed.gpu x, 1 || 1,0: atom.relaxed.gpu.add r0, x, 10 || "
                "2,0: ld.relaxed.gpu r0, x; bne r0, 11, L; st.weak x, 5; L:",
                ""},
    RaceExample{"a write that was read before", "0,0: ld.weak r0, x || 1,0: st.weak x, 1", "x"},
    RaceExample{"two reads", "0,0: ld.weak r0, x || 1,0: ld.weak r0, x", ""},
    RaceExample{"a reduction", "0,0: red.relaxed.gpu.add x, 1 || 1,0: ld.weak r0, x", "x"},
    RaceExample{"a reduction and strong reads",
                "0,0: red.relaxed.gpu.add x, 1 || 1,0: ld.relaxed.gpu r0, x", ""},
    RaceExample{"equal values race all the same", "0,0: st.weak x, 1 || 1,0: st.weak x, 1", "x"},
    RaceExample{"a thread does not race with itself",
                "0,0: st.weak x, 1; atom.relaxed.cta.add r0, x, 1; ld.weak r1, x", ""},
};

}  // namespace

std::span<const RaceExample> race_examples() { return examples; }

Test race_test(const RaceExample& example) {
  return read(litmus_text("race", example.declarations, example.threads, example.condition),
              "race");
}

std::string to_string(const std::set<RacingPair>& pairs) {
  std::string text;
  for (const RacingPair& pair : pairs) {
    text += (text.empty() ? "" : " ") + std::to_string(pair.first_thread) + "." +
            std::to_string(pair.first) + "-" + std::to_string(pair.second_thread) + "." +
            std::to_string(pair.second);
  }
  return text;
}

std::string racing_locations(const Test& test, const std::set<RacingPair>& pairs) {
  std::set<std::string> names;
  for (const RacingPair& pair : pairs) {
    const Thread& thread = test.program.threads.at(pair.first_thread);
    const auto address = address_of(thread.instructions.at(pair.first).action);
    names.insert(test.program.locations.at(test.program.addresses.at(*address).location).name);
  }
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
  return text;
}

}  // namespace opexplore::oracle
