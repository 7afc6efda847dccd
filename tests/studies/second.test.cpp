// Second opinions: what reports of other tools are read as, and what is said of them.
#include "studies/second/second.hpp"

#include <sstream>

#include "litmus/input/input_error.hpp"
#include "studies/second/text.hpp"
#include "studies/second/xml.hpp"
#include "tests/catch.hpp"
#include "tests/contains.hpp"

namespace opexplore::second {
namespace {

using opexplore::testing::contains;

const std::string pair_report =
    "noise of the program\n"
    "========= COMPUTE-SANITIZER\n"
    "========= Error: Race reported between Write access at fill(int *)+0xc0 in fill.cu:7\n"
    "=========     and Read access at fill(int *)+0x100 in fill.cu:9 [96 hazards]\n"
    "=========     and Write access at fill(int *)+0xc0 in fill.cu:7 [1 hazard]\n"
    "=========\n"
    "========= RACECHECK SUMMARY: 2 hazards displayed (2 errors, 0 warnings)\n";

std::string fault(const std::string& text) {
  try {
    read_report(text, "r");
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

Finding only(const std::string& text) {
  const Report report = read_report(text, "r");
  REQUIRE(report.all.size() == 1);
  return report.all.front();
}

struct Said {
  Opinion::Verdict verdict;
  ExitCode code;
  std::string text;
};

Said said_of(const std::string& written) {
  const Report report = read_report(written, "report");
  const std::vector<Opinion> opinions = second_opinions(report, {});
  REQUIRE(opinions.size() == 1);
  std::ostringstream text;
  write_opinions(text, report, opinions, false);
  return {opinions.front().verdict, opinions.front().code, text.str()};
}

std::string race(const std::string& first, const std::string& second, const std::string& more) {
  return R"({"tool": "T", "findings": [{"kind": "race", "accesses": [{)" + first + "}, {" + second +
         "}]" + more + "}]}";
}

constexpr const char* store =
    R"("kind": "store", "order": "weak", "at": "a.cu:3", "block": 0, "thread": 0)";
constexpr const char* load =
    R"("kind": "load", "order": "weak", "at": "a.cu:7", "block": 1, "thread": 0)";

}  // namespace

TEST_CASE("second: reports of racecheck", "[second]") {
  const Report report = read_report(pair_report, "r");
  CHECK(report.format == "compute-sanitizer text");
  REQUIRE(report.all.size() == 2);
  const Finding& first = report.all[0];
  CHECK(first.tool == "racecheck");
  CHECK(first.severity == "error");
  CHECK(first.kernel == "fill(int *)");
  CHECK(first.shared);
  CHECK(first.count == 96);
  CHECK(first.place == SourcePlace{3, 11});
  CHECK(first.accesses[0].kind == AccessKind::store);
  CHECK(first.accesses[0].at == Place{"fill(int *)", "0xc0", "fill.cu", 7});
  CHECK(first.accesses[1].kind == AccessKind::load);
  CHECK(to_string(first.accesses[1].at) == "fill.cu:9");
  CHECK(report.all[1].accesses[1].kind == AccessKind::store);
}

TEST_CASE("second: hazards, one line for each byte", "[second]") {
  const auto hazard = [](const std::string& byte) {
    return "========= WARN:(Warp Level Programming) Potential WAR hazard detected at __shared__ "
           "0x" +
           byte +
           " in block (2, 0, 0) :\n"
           "=========     Read Thread (31, 0, 0) at 0x00000170 in ./old.cu:4:turn(int*)\n"
           "=========     Write Thread (0, 0, 0) at 0x000001a8 in ./old.cu:5:turn(int*)\n"
           "=========     Current Value : 3, Incoming Value : 7\n";
  };
  const Finding finding = only(hazard("10") + hazard("11"));
  CHECK(finding.count == 2);
  CHECK(finding.told == "WAR hazard");
  CHECK(finding.severity == "warning");
  CHECK(finding.location == "shared memory at 0x10");
  CHECK(finding.kernel == "turn(int*)");
  CHECK(finding.accesses[0].at == Place{"turn(int*)", "0x00000170", "./old.cu", 4});
  CHECK(finding.accesses[0].thread == kernel::Triple{31, 0, 0});
  CHECK(finding.accesses[1].block == kernel::Triple{2, 0, 0});
  CHECK(finding.accesses[1].value == 7);
  CHECK_FALSE(finding.accesses[0].value.has_value());
}

TEST_CASE("second: reports of synccheck", "[second]") {
  const std::string rest =
      "=========     at half(int *)+0xf0 in half.cu:8\n"
      "=========     by thread (37,0,0) in block (1,0,0)\n";
  const Finding block =
      only("========= Barrier error detected. Divergent thread(s) in block.\n" + rest);
  CHECK(block.kind == Finding::Kind::barrier);
  CHECK(block.told == "Divergent thread(s) in block");
  CHECK(block.accesses[0].thread == kernel::Triple{37, 0, 0});
  CHECK(only("========= Barrier error detected. Divergent thread(s) in warp\n" + rest).of_warp);
  CHECK(only("========= Barrier error detected. Invalid arguments\n" + rest).kind ==
        Finding::Kind::barrier_mask);
  const Said missing = said_of("========= Barrier error detected. Missing init\n" + rest);
  CHECK(missing.verdict == Opinion::Verdict::not_answered);
  CHECK(missing.code == ExitCode::incomplete);
  CHECK(contains(missing.text, "Not answered: what it is about is not modelled"));
}

TEST_CASE("second: what is no finding is passed over", "[second]") {
  CHECK(read_report("========= COMPUTE-SANITIZER\n"
                    "========= Invalid __global__ write of size 4 bytes\n"
                    "=========     at put(int *)+0x90 in put.cu:3\n"
                    "========= ERROR SUMMARY: 1 error\n",
                    "r")
            .all.empty());
}

TEST_CASE("second: malformed reports are refused at their place", "[second]") {
  CHECK(fault("") ==
        "r:1:1: expected a report, found nothing; write it with compute-sanitizer "
        "--tool racecheck --log-file FILE");
  CHECK(contains(fault("hello\n"), "r:1:1: no line of compute-sanitizer"));
  CHECK(contains(fault("========= Error: Race reported between Write access at f+0x1\n"),
                 "r:1:61: the report ends here, expected the other access"));
  CHECK(contains(fault("========= Error: Race reported between Red access at f+0x1\n"),
                 "r:1:40: expected Read or Write, found `Red access"));
  CHECK(contains(fault("========= Race reported between Read access at f+0x1\n"
                       "=========     and Write access at f+0x2 [many hazards]\n"),
                 "r:2:42: expected a number"));
  CHECK(contains(
      fault("========= Potential RAW hazard detected at __shared__ 0x in block (0,0,0) :\n"),
      "r:1:57: expected a number in hexadecimal"));
  CHECK(contains(fault("========= Barrier error detected. Divergent thread(s) in block\n"
                       "========= at f+0x1\n========= by thread (1,2) in block (0,0,0)\n"),
                 "r:3:25: expected `,`, found `)"));
  CHECK(contains(
      fault("========= Barrier error detected. Divergent thread(s) in block\n"
            "========= at f+0x1\n========= by thread (1,2,99999999999) in block (0,0,0)\n"),
      "r:3:26: expected the number of a thread or a block"));
}

TEST_CASE("second: the same as XML", "[second]") {
  const auto access = [](const std::string& kind, const std::string& line,
                         const std::string& more) {
    return "<access><accessType>" + kind + "</accessType>" + more +
           "<where><func>fill(int *)</func><path>fill.cu</path><line>" + line +
           "</line><pc>0xc0</pc></where></access>";
  };
  const auto record = [](const std::string& inside) {
    return "<?xml version=\"1.0\"?>\n<ComputeSanitizerOutput>\n <record>" + inside +
           "</record></ComputeSanitizerOutput>\n";
  };
  const Finding finding = only(record(
      "<kind>x</kind><level>Error</level><what><text>Race reported</text></what><later a='1'/>" +
      access("Write", "7", "") + access("Read", "9", "<hazards>96</hazards>")));
  CHECK(finding.severity == "error");
  CHECK(finding.count == 96);
  CHECK(finding.place == SourcePlace{3, 2});
  CHECK(finding.accesses[0].kind == AccessKind::store);
  CHECK(finding.accesses[1].at == Place{"fill(int *)", "0xc0", "fill.cu", 9});
  const Finding barrier = only(record(
      "<level>Error</level><who><threadIdx><x>37</x><y>0</y><z>0</z></threadIdx>"
      "<blockIdx><x>1</x></blockIdx></who><what><text>Barrier error detected. Divergent thread(s) "
      "in block</text></what><where><func>half</func><line>8</line></where>"));
  CHECK(barrier.kind == Finding::Kind::barrier);
  CHECK(barrier.accesses[0].thread == kernel::Triple{37, 0, 0});
  CHECK(barrier.accesses[0].block == kernel::Triple{1, 0, 0});
  CHECK(read_report(record("<what><text>Invalid read</text></what>"), "r").all.empty());
  CHECK(contains(fault("<Other/>"), "r:1:1: expected <ComputeSanitizerOutput>, found <Other>"));
  CHECK(contains(fault(record("<what><text>Race reported</text></what>")),
                 "r:3:2: a race with fewer than two accesses"));
  CHECK(contains(fault(record("<what><text>Race reported</text></what>" + access("Go", "7", ""))),
                 "expected whether the access reads or writes"));
  CHECK(contains(
      fault(record("<what><text>Race reported</text></what>" + access("Read", "seven", ""))),
      "expected a number in <line>, found `seven`"));
}

TEST_CASE("second: XML", "[second]") {
  const XmlElement root =
      read_xml("<!-- c --><a b=\"&lt;\"> x &amp; &#65;<c/>\n<![CDATA[<y>]]></a>", "r");
  CHECK(root.name == "a");
  CHECK(root.text == "x & A\n<y>");
  REQUIRE(root.children.size() == 1);
  CHECK(root.children[0].place == SourcePlace{1, 37});
  CHECK(contains(fault("<a>\n <b></c></a>"), "r:2:5: expected </b>, found </c>"));
  CHECK(contains(fault("<a><b>"), "r:1:7: <b> without its end"));
  CHECK(contains(fault("<a></a><b/>"), "r:1:8: expected the end of the file"));
  CHECK(contains(fault("<!DOCTYPE a><a/>"), "r:1:1: a document type"));
  CHECK(contains(fault("<a>&x;</a>"), "r:1:4: an unknown entity"));
  CHECK(contains(fault("<a>&#xD800;</a>"), "no character has that number"));
  CHECK(contains(fault("<a b></a>"), "r:1:5: expected `=`"));
  CHECK(contains(fault("<a"), "found the end of the file"));
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "<a>";
  CHECK(contains(fault(deep), "elements nested too deeply"));
}

TEST_CASE("second: findings as JSON are refused at their place", "[second]") {
  CHECK(contains(fault("{\"tool\": \"T\"}"), "findings"));
  CHECK(contains(fault(race("\"kind\": \"stor\"", load, "")), "did you mean"));
  CHECK(contains(fault(race(store, load, ", \"betwen\": []")), "betwen"));
  CHECK(contains(fault(race(store, load, ", \"between\": \"maybe\"")), "\"unknown\""));
  CHECK(contains(
      fault(R"({"tool": "T", "findings": [{"kind": "race", "accesses": [{"kind": "load"}]}]})"),
      "a list of two accesses"));
  CHECK(contains(fault(race(R"("kind": "store", "at": "a.cu")", load, "")), "FILE:LINE"));
  const auto refused = [](const std::string& report) -> std::string {
    try {
      said_of(report);
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  };
  CHECK(contains(refused(race(load, load, "")), "report:1:28: two loads race with nobody"));
  CHECK(contains(refused(race(store, store, "")), "both accesses are of one thread"));
  CHECK(contains(refused(race(store, load, ", \"space\": \"shared\"")),
                 "shared memory of two blocks"));
  CHECK(contains(refused(race(store, R"("kind": "atomic", "bytes": 2)", "")),
                 "an atomic of 2 bytes"));
  CHECK(contains(refused(race(store, R"("kind": "load", "order": "release")", "")),
                 "a release load"));
}

TEST_CASE("second: what lies between decides", "[second]") {
  const std::string signal = R"({"what": "signal", "order": "release"})";
  const auto between = [](const std::string& events) { return ", \"between\": [" + events + ']'; };
  const Said nothing = said_of(race(store, load, between("")));
  CHECK(nothing.verdict == Opinion::Verdict::happens);
  CHECK(nothing.code == ExitCode::data_race);
  CHECK(contains(nothing.text, "load, may read 0 or 1"));
  const Said handed =
      said_of(race(store, load, between(signal + R"(, {"what": "wait", "order": "acquire"})")));
  CHECK(handed.verdict == Opinion::Verdict::harmless);
  CHECK(handed.code == ExitCode::complete);
  CHECK(contains(handed.text, "block 1 reads 1"));
  const Said relaxed =
      said_of(race(store, load, between(signal + R"(, {"what": "check", "order": "relaxed"})")));
  CHECK(relaxed.verdict == Opinion::Verdict::happens);
  CHECK(contains(relaxed.text, "FIX  proved by exploring it"));
  const Said narrow = said_of(race(
      store, load,
      between(
          R"({"what": "signal", "order": "release", "scope": "cta"}, {"what": "wait", "order": "acquire"})")));
  CHECK(narrow.verdict == Opinion::Verdict::happens);
  const Said forever =
      said_of(race(store, load, between(R"({"what": "wait", "order": "acquire"})")));
  CHECK(forever.verdict == Opinion::Verdict::other);
  CHECK(forever.code == ExitCode::never_ends);
}

TEST_CASE("second: what nobody knows is said", "[second]") {
  const Said open = said_of(race(store, load, ", \"between\": \"unknown\""));
  CHECK(open.verdict == Opinion::Verdict::depends);
  CHECK(open.code == ExitCode::incomplete);
  CHECK(contains(open.text, "if   nothing is between that orders the two"));
  CHECK(contains(open.text, "else the first publishes (release), and the second waits for that"));
  const Said plain = said_of(race(R"("kind": "store")", R"("kind": "load")", ", \"between\": []"));
  CHECK(contains(plain.text, "else both are volatile: no data race"));
}

TEST_CASE("second: threads of one block and a barrier", "[second]") {
  const std::string shared = ", \"space\": \"shared\", \"location\": \"s\"";
  const std::string two =
      R"("kind": "load", "order": "weak", "at": "a.cu:9", "block": 0, "thread": 40)";
  const Said apart = said_of(race(store, two, shared + ", \"between\": []"));
  CHECK(apart.verdict == Opinion::Verdict::happens);
  CHECK(contains(apart.text, "a.cu:9  + __syncthreads();  before  that line"));
  CHECK(said_of(race(store, two, shared + R"(, "between": [{"what": "barrier"}])")).verdict ==
        Opinion::Verdict::harmless);
  // A barrier of a warp is none for threads of two.
  CHECK(said_of(race(store, two, shared + R"(, "between": [{"what": "warp-barrier"}])")).verdict ==
        Opinion::Verdict::happens);
  // By one instruction: nothing comes between.
  const std::string other =
      R"("kind": "store", "order": "weak", "at": "a.cu:3", "block": 0, "thread": 1)";
  const Said same = said_of(race(store, other, shared + ", \"between\": []"));
  CHECK_FALSE(contains(same.text, "__syncthreads"));
  CHECK(contains(same.text, "FIX  make both accesses to s atomic"));
}

TEST_CASE("second: a barrier that others do not come to", "[second]") {
  const auto barrier = [](const std::string& others) {
    return said_of(R"({"tool": "T", "findings": [{"kind": "barrier", "at": "b.cu:3", "block": 1000,
                       "thread": [1, 2], "others": ")" +
                   others + "\"}]}");
  };
  CHECK(barrier("waiting").code == ExitCode::deadlock);
  CHECK(barrier("elsewhere").code == ExitCode::unexpected);
  const Said open = barrier("unknown");
  CHECK(contains(open.text, "if   others are at another barrier"));
  CHECK(contains(open.text,
                 "else others wait for what comes behind the barrier: threads wait at a "
                 "barrier for ever"));
}

}  // namespace opexplore::second
