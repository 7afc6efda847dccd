// Why outcomes of Vulkan are possible.
#include <string>
#include <utility>
#include <vector>

#include "litmus/generate/random_program.hpp"
#include "tests/answers/why_shapes.hpp"

namespace opexplore::testing::why_machines {
namespace {

// The same in Vulkan, in workgroups of one queue family.
std::string vulkan(const Threads& threads, const std::string& condition) {
  std::string text = ptx(threads, condition);
  const auto replace = [&](const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
      text.replace(at, from.size(), to);
      at += to.size();
    }
  };
  replace("PTX", "VULKAN");
  replace("@cta ", "@sg 0,wg ");
  replace(",gpu 0", ",qf 0");
  return text;
}

}  // namespace

TEST_CASE("why: of Vulkan releases, acquires, classes and scopes are missing",
          "[why][machines][vulkan]") {
  const std::string data = "st.atom.dv.sc0 x, 1", flag = "st.atom.dv.sc0 y, 1";
  const std::string look = "ld.atom.dv.sc0 r0, y", use = "ld.atom.dv.sc0 r1, x";
  const std::string released = "st.atom.rel.dv.sc0.semsc0 y, 1";
  const std::string acquired = "ld.atom.acq.dv.sc0.semsc0 r0, y";
  const std::string handed_over = "1:r0=1 /\\ 1:r1=0";
  const std::vector<std::string> stale{"P1:1 stale"};
  const std::vector<Shape> shapes{
      {"MP",
       {data + ";" + flag, look + ";" + use},
       handed_over,
       true,
       stale,
       {"acquire P1:0", "release P0:1"}},
      {"MP, released",
       {data + ";" + released, look + ";" + use},
       handed_over,
       true,
       stale,
       {"acquire P1:0"}},
      {"MP, acquired",
       {data + ";" + flag, acquired + ";" + use},
       handed_over,
       true,
       stale,
       {"release P0:1"}},
      {"MP, both", {data + ";" + released, acquired + ";" + use}, handed_over, false},
      {"MP, another class",
       {data + ";st.atom.rel.dv.sc0.semsc1 y, 1", acquired + ";" + use},
       handed_over,
       true,
       stale,
       {"semantics P0:1"}},
      {"MP with fences",
       {data + ";membar.rel.dv.semsc0;" + flag, look + ";membar.acq.dv.semsc0;" + use},
       handed_over,
       false},
      {"MP with a fence of a workgroup",
       {data + ";membar.rel.wg.semsc0;" + flag, acquired + ";" + use},
       handed_over,
       true,
       stale,
       {"scope P0:1"}},
      {"WRC",
       {data, "ld.atom.dv.sc0 r0, x;" + flag, look + ";" + use},
       "1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0",
       true,
       {"P2:1 stale"},
       {"acquire P2:0", "release P1:1"}},
      {"LB",
       {"ld.atom.dv.sc0 r0, x;" + flag, look + ";" + data},
       "0:r0=1 /\\ 1:r0=1",
       true,
       {"P0:0 too new", "P1:0 too new"},
       {"acquire P1:0", "release P0:1"}},
      {"CoRR", {data, "ld.atom.dv.sc0 r0, x;" + use}, handed_over, false},
  };
  for (const Shape& shape : shapes) {
    check({*find_machine("vulkan")}, shape, vulkan(shape.threads, shape.condition));
  }
}

TEST_CASE("why: several locations are ordered for all by nothing in Vulkan",
          "[why][machines][vulkan]") {
  const Asked asked{*find_machine("vulkan")};
  const auto said_of = [&](const Threads& threads, const std::string& condition) {
    return explained(asked, vulkan(threads, condition));
  };
  const auto sb = said_of({"st.atom.rel.dv.sc0.semsc0 x, 1;ld.atom.acq.dv.sc0.semsc0 r0, y",
                           "st.atom.rel.dv.sc0.semsc0 y, 1;ld.atom.acq.dv.sc0.semsc0 r0, x"},
                          "0:r0=0 /\\ 1:r0=0");
  REQUIRE(sb);
  CHECK(sb->culprits == std::vector<std::string>{"P0:1 stale", "P1:1 stale"});
  CHECK(sb->missing == std::vector<std::string>{"sc P0:1", "sc P1:1"});
  CHECK_FALSE(sb->verified);
  const auto iriw =
      said_of({"st.atom.dv.sc0 x, 1", "ld.atom.acq.dv.sc0.semsc0 r0, x;ld.atom.dv.sc0 r1, y",
               "st.atom.dv.sc0 y, 1", "ld.atom.acq.dv.sc0.semsc0 r0, y;ld.atom.dv.sc0 r1, x"},
              "1:r0=1 /\\ 1:r1=0 /\\ 3:r0=1 /\\ 3:r1=0");
  REQUIRE(iriw);
  CHECK(iriw->culprits == std::vector<std::string>{"P1:1 stale", "P3:1 stale"});
  CHECK(iriw->missing == std::vector<std::string>{"sc P1:1", "sc P3:1"});
  CHECK_FALSE(iriw->verified);
}

TEST_CASE("why: remedies of Vulkan hold for the axioms, too", "[why][machines][vulkan][random]") {
  const Asked asked{*find_machine("vulkan")};
  Counts counts;
  const std::vector<std::string> writes{"st.atom.dv.sc0 y, 1",
                                        "st.atom.rel.dv.sc0.semsc0 y, 1",
                                        "st.atom.rel.dv.sc0.semsc1 y, 1",
                                        "membar.rel.wg.semsc0;st.atom.dv.sc0 y, 1",
                                        "membar.rel.dv.semsc1;st.atom.dv.sc0 y, 1",
                                        "rmw.atom.dv.sc0.add r3, y, 1"};
  const std::vector<std::string> reads{
      "ld.atom.dv.sc0 r0, y", "ld.atom.acq.dv.sc0.semsc0 r0, y", "ld.atom.acq.dv.sc0.semsc1 r0, y",
      "ld.atom.dv.sc0 r0, y;membar.acq.wg.semsc0", "rmw.atom.acq.dv.sc0.semsc0.add r0, y, 1"};
  for (const std::string& write : writes) {
    for (const std::string& read_flag : reads) {
      const std::string begin = "st.atom.dv.sc0 x, 1;", end = ";ld.atom.dv.sc0 r1, x";
      const std::vector<Threads> programs{
          {begin + write, read_flag + end},
          {"ld.atom.dv.sc0 r1, x;" + write, read_flag + ";st.atom.dv.sc0 x, 1"},
          {"st.atom.dv.sc0 x, 1", "ld.atom.dv.sc0 r2, x;" + write, read_flag + end},
      };
      for (const Threads& threads : programs) {
        const std::string text = vulkan(threads, "true");
        INFO(text);
        check_remedies(asked, random_programs::observed(read(text, "test.litmus").program, "v"),
                       counts);
      }
    }
  }
  CHECK(counts.verified > 40);
}

}  // namespace opexplore::testing::why_machines
