// Certificates as text: names, comments, conditions, refusals. That coqc accepts them is checked by
// tests/export/coq/certificates.py.
#include "export/coq_certificate.hpp"

#include "export/coq_names.hpp"
#include "export/coq_program.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/contains.hpp"

namespace opexplore {
namespace {

Test read_text(const std::string& text) { return read(text, "t.litmus"); }

// A test in one thread with this initial state, code and question.
Test one_thread(const std::string& name, const std::string& initial, const std::string& code,
                const std::string& question) {
  return read_text("PTX " + name + "\n{ " + initial + " }\n P0@cta 0,gpu 0 ;\n" + code + question +
                   "\n");
}

std::string certificate_text(const Test& test, const std::string& machine,
                             std::optional<std::uint64_t> max_states = {}) {
  const Test question = certified_question(test);
  ExploreOptions options;
  options.machine = certified_options({});
  options.traces = Traces::witness;
  options.max_states = max_states;
  const MachineEntry& entry = *find_machine(machine);
  const Answer report = entry.explore(question, options);
  const std::string text = write(test);
  const ToolInfo tool{"opexplore", "1", "abc"};
  const auto result = coq_certificate({test, text, report, entry.facts(), tool});
  if (const auto* const failure = std::get_if<Failure>(&result)) return "! " + failure->message;
  return std::get<std::string>(result);
}

const char* const mp = R"(PTX MP+rel.gpu
{ x = 0; y = 0; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 st.weak x, 1   | ld.weak r0, y  ;
 st.weak y, 1   | ld.weak r1, x  ;
)";

}  // namespace

TEST_CASE("names of tests become names of Coq") {
  CHECK(coq_identifier("MP+rel.gpu-p0:p1") == "MP_rel_gpu_p0_p1");
  CHECK(coq_identifier("2+2W") == "T2_2W");
  CHECK(coq_identifier("") == "T");
  CHECK(coq_identifier("_") == "T_");
  CHECK(coq_identifier("\xC3\xA9") == "__");
}

TEST_CASE("comments cannot be left and strings not be opened") {
  CHECK(coq_comment("a *) b") == "a * ) b");
  CHECK(coq_comment("(* a") == "( * a");
  CHECK(coq_comment("(*)") == "( * )");
  CHECK(coq_comment("\"a\"") == "''a''");
  CHECK(coq_comment("a *") == "a * ");
  CHECK(coq_string("say \"a\"") == "\"say \"\"a\"\"\"");
}

TEST_CASE("names are strings, so that any will do") {
  const Test test = one_thread("x", "x = 0; forall_ = 0; x_is_allowed = 0; _ = 0; Definition = 0;",
                               " ld.weak r0, Definition ;\n st.weak _, r0 ;\n", "exists ([_]=0)");
  const std::string text = certificate_text(test, "sc");
  CHECK(testing::contains(
      text, "Definition x_test : LitmusTest :=\n  litmus \"x\" [ in_global \"x\" 0 ; "));
  CHECK(testing::contains(text, "ld.weak \"r0\", \"Definition\""));
  CHECK(testing::contains(text, "st.weak \"_\", \"r0\""));
  CHECK(testing::contains(
      text, "Theorem x_is_allowed :\n  allowed_on Sc.model x_test\n    ([\"_\"] = 0).\n"));
}

TEST_CASE("each thread declares its own registers") {
  const Test test = read_text(
      "PTX T\n{ x = 0; 1:r1 = -7; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
      " ld.weak r0, x | ld.weak r0, x ;\nexists (1:r0=7)\n");
  const std::string text = coq_definition(test, "T_test");
  CHECK(testing::contains(text, "column 0 0 [ (\"r0\", 0) ]\n"));
  CHECK(testing::contains(text, "column 0 0 [ (\"r1\", -7) ; (\"r0\", 0) ]\n"));
}

TEST_CASE("a certificate reads like the test") {
  const Test test = read_text(std::string(mp) + "exists (1:r0=1 /\\ 1:r1=0)\n");
  const std::string forbidden = certificate_text(test, "sc");
  CHECK(testing::contains(forbidden, R"(Definition MP_rel_gpu_test : LitmusTest :=
  litmus "MP+rel.gpu" [ in_global "x" 0 ; in_global "y" 0 ]
    [ column 0 0 [ ]
        [ st.weak "x", 1 ;
          st.weak "y", 1 ] ;
      column 1 0 [ ("r0", 0) ; ("r1", 0) ]
        [ ld.weak "r0", "y" ;
          ld.weak "r1", "x" ] ]
    [ P1:"r0" ; P1:"r1" ].
)"));
  CHECK(testing::contains(forbidden, R"(Theorem MP_rel_gpu_is_forbidden :
  forbidden_on Sc.model MP_rel_gpu_test
    (P1:"r0" = 1 /\ P1:"r1" = 0).
)"));
  CHECK(testing::contains(forbidden, R"(Theorem MP_rel_gpu_ends_in_exactly :
  exactly_on Sc.model MP_rel_gpu_test
    [ P1:"r0" ; P1:"r1" ]
    [ [0; 0] ;
      [0; 1] ;
      [1; 1] ].
)"));
  CHECK(testing::contains(forbidden, "the outcome is forbidden"));
  CHECK(testing::contains(forbidden, "\n  exists (1:r0=1 /\\ 1:r1=0)\n"));
  CHECK(testing::contains(forbidden, "States:  "));

  const std::string allowed = certificate_text(test, "gpu-scoped");
  CHECK(testing::contains(
      allowed, "Theorem MP_rel_gpu_is_allowed :\n  allowed_on GpuScoped.model MP_rel_gpu_test\n"));
  CHECK(testing::contains(allowed, "(\"issue\", P0, 0, 0)%nat"));
  CHECK(testing::contains(allowed, "Print Assumptions MP_rel_gpu_is_allowed."));
  CHECK(testing::contains(allowed, "Print Assumptions MP_rel_gpu_ends_in_exactly."));
}

TEST_CASE("instructions are written as Litmus.v spells them") {
  const Test test = one_thread(
      "all",
      "x = 3; P0:r1 = x; t @ texture aliases x; s @ surface aliases x; c @ constant aliases x;",
      " ld.relaxed.gpu r0, [r1] ;\n st.release.sys x, -5 ;\n tld.weak r2, t ;\n sust.weak s, r0 ;\n"
      " cold.weak r3, c ;\n suld.weak r3, s ;\n suatom.relaxed.cta.add r3, s, 1 ;\n"
      " atom.acq_rel.gpu.cas r3, x, 1, r0 ;\n red.release.gpu.max x, 2 ;\n"
      " fence.proxy.texture ;\n fence.acquire.cta ;\n membar.gl ;\n bar.cta.sync 1, r0, 2 ;\n"
      " bar.cta.arrive 0 ;\n setp.ge.u32 p0, r0, 1 ;\n@p0 mov.b64 r2, 7 ;\nL: ;\n and.b32 r0, r0, "
      "r2 ;\n"
      " bne r0, 0, L ;\n goto E ;\nE: ;\n",
      "exists (0:r0=0)");
  const std::string text = coq_definition(test, "T_test");
  for (const char* const expected : {R"(ld.relaxed.gpu "r0", (via "r1" "x"))",
                                     R"(st.release.sys "x", -5)",
                                     R"(tld.weak "r2", "t")",
                                     R"(sust.weak "s", "r0")",
                                     R"(cold.weak "r3", "c")",
                                     R"(suld.weak "r3", "s")",
                                     R"(suatom.relaxed.cta.add "r3", "s", 1)",
                                     R"(atom.acq_rel.gpu.cas "r3", "x", 1, "r0")",
                                     R"(red.release.gpu.max "x", 2)",
                                     R"(fence.proxy.texture)",
                                     R"(fence.acquire.cta)",
                                     R"(fence.sc.gpu)",
                                     R"(bar.cta.sync 1, "r0", 2)",
                                     R"(bar.cta.arrive 0)",
                                     R"(setp.ge.u32 "p0", "r0", 1)",
                                     R"(beq "p0", 0, "17")",
                                     R"(mov.b64 "r2", 7)",
                                     "label \"17\" ;\n          and.b32 \"r0\", \"r0\", \"r2\"",
                                     R"(bne "r0", 0, "17")",
                                     "goto \"20\" ;\n          label \"20\" ] ]"}) {
    INFO(expected);
    CHECK(testing::contains(text, expected));
  }
  CHECK(testing::contains(
      text, R"([ in_global "x" 3 ; alias "t" "x" ; alias "s" "x" ; alias "c" "x" ])"));
  CHECK(testing::contains(text, R"(column 0 0 [ ("r1", 4096) ; )"));
}

TEST_CASE("generic aliases are other names of a location") {
  const Test test =
      one_thread("T", "x = 3; a @ generic aliases x; b @ generic aliases a; t @ texture aliases a;",
                 " ld.weak r0, b ;\n", "exists (0:r0=0)");
  CHECK(testing::contains(
      coq_definition(test, "T_test"),
      R"([ in_global "x" 3 ; generic_alias "a" "x" ; generic_alias "b" "x" ; alias "t" "a" ])"));
}

TEST_CASE("shared locations stay shared") {
  const Test test = one_thread("T", "x = 1; y = -2;", " st.weak x, 1 ;\n ld.weak r0, y ;\n",
                               "x: shared\nexists (0:r0=0)");
  CHECK(testing::contains(coq_definition(test, "T_test"),
                          "litmus \"T\" [ in_shared \"x\" 1 ; in_global \"y\" (-2) ]"));
}

TEST_CASE("every form of a condition is written") {
  const auto condition = [](const std::string& text) {
    const Test test = one_thread("T", "x = 0;", " ld.weak r0, x ;\n ld.weak r1, x ;\n", text);
    const Test question = certified_question(test);
    CHECK(question.quantifier == Quantifier::exists);
    CHECK_FALSE(question.filter);
    return coq_text(question.condition, question);
  };
  CHECK(condition("exists (0:r0=1)") == R"(P0:"r0" = 1)");
  CHECK(condition("~exists (0:r0=1)") == R"(P0:"r0" = 1)");
  CHECK(condition("forall (0:r0=1)") == R"(not (P0:"r0" = 1))");
  CHECK(condition("exists (true)") == "truth");
  CHECK(condition("filter (0:r1=0)\nexists (0:r0=1)") == R"(P0:"r1" = 0 /\ P0:"r0" = 1)");
  CHECK(condition("filter (0:r1=0)\nforall (0:r0=1)") == R"(P0:"r1" = 0 /\ (not (P0:"r0" = 1)))");
  CHECK(condition("exists ((0:r0=1 \\/ [x]=-2) /\\ ~(0:r1!=0:r0))") ==
        R"((P0:"r0" = 1 \/ ["x"] = -2) /\ (not (P0:"r1" <> P0:"r0")))");
  CHECK(condition("exists (0:r0<1 \\/ 0:r0<=1 \\/ 0:r0>1 \\/ 0:r0>=1)") ==
        R"(P0:"r0" < 1 \/ P0:"r0" <= 1 \/ P0:"r0" > 1 \/ P0:"r0" >= 1)");
  CHECK(condition("exists (0:r0=x)") == R"(P0:"r0" = 4096)");
}

TEST_CASE("claims follow the question") {
  const auto claim = [](const std::string& question) {
    const std::string text = certificate_text(read_text(std::string(mp) + question + "\n"), "sc");
    const bool allowed = testing::contains(text, "_is_allowed :\n  allowed_on ");
    CHECK(allowed != testing::contains(text, "_is_forbidden :\n  forbidden_on "));
    return allowed;
  };
  CHECK(claim("exists (1:r0=1)"));
  CHECK(claim("~exists (1:r0=1)"));
  CHECK_FALSE(claim("~exists (1:r0=1 /\\ 1:r1=0)"));
  CHECK(claim("forall (1:r0=1)"));
  CHECK_FALSE(claim("forall (1:r0=0 \\/ 1:r1=1)"));
  CHECK_FALSE(claim("filter (1:r0=1)\nexists (1:r1=0)"));
  CHECK_FALSE(claim("filter (1:r0=1)\nforall (1:r1=1)"));
  CHECK(claim("filter (1:r0=1)\nexists (1:r1=1)"));
}

TEST_CASE("exact outcomes are those of all executions, filter or not") {
  const std::string text =
      certificate_text(read_text(std::string(mp) + "filter (1:r0=1)\nexists (1:r1=0)\n"), "sc");
  CHECK(testing::contains(text, "[ [0; 0] ;\n      [1; 0] ;\n      [1; 1] ]"));
  CHECK(testing::contains(text, "whether they pass the filter or not"));
  CHECK(testing::contains(text, "of those that pass filter (1:r0=1)"));
}

TEST_CASE("a search that did not end certifies what it found alone") {
  const Test possible = read_text(std::string(mp) + "exists (1:r0=0)\n");
  const Test impossible = read_text(std::string(mp) + "exists (1:r0=1 /\\ 1:r1=0)\n");
  CHECK(certificate_text(impossible, "sc", 4).starts_with("! no certificate: "));
  std::string text;
  for (std::uint64_t states = 5; !testing::contains(text, "Theorem") && states < 20; ++states) {
    text = certificate_text(possible, "sc", states);
  }
  CHECK(testing::contains(text, "_is_allowed"));
  CHECK(testing::contains(text, "The search did not end"));
  CHECK_FALSE(testing::contains(text, "exactly"));
}

TEST_CASE("what Coq does not have is refused") {
  CHECK_FALSE(certificate_refusal("sc", {}));
  CHECK_FALSE(certificate_refusal("gpu-scoped", {}));
  CHECK_FALSE(certificate_refusal("ptx-proxy", {}));
  CHECK(*certificate_refusal("tso", {}) ==
        "there are no certificates for tso, only for gpu-scoped, ptx-proxy, sc");
  MachineOptions fermi;
  fermi.settings["chip"] = "fermi";
  CHECK(*certificate_refusal("gpu-scoped", fermi) ==
        "there are no certificates for gpu-scoped with chip fermi, only with kepler");
  fermi.settings["chip"] = "kepler";
  CHECK_FALSE(certificate_refusal("gpu-scoped", fermi));
  MachineOptions reading;
  reading.settings["ptx-reading"] = "dat3m";
  CHECK(certificate_refusal("ptx-proxy", reading));

  Test test = read_text(std::string(mp) + "exists (1:r0=0)\n");
  CHECK_FALSE(certificate_refusal(test));
  test.program.threads[1].cta = 70'000;
  CHECK(certificate_refusal(test)->message ==
        "P1 is in CTA 70000 of GPU 0, too large a number for a certificate");
  test.program.language = Language::cxx;
  CHECK(certificate_refusal(test)->message == "there are no certificates for tests in C++");
  CHECK(certificate_refusal(test)->suggestion == "opmap compile makes PTX of it");
  test.program.language = Language::vulkan;
  CHECK(certificate_refusal(test)->message == "there are no certificates for tests in Vulkan");
  CHECK(certificate_refusal(test)->suggestion.find("opmap") == std::string::npos);
}

}  // namespace opexplore
