#include "litmus/language/reader.hpp"

#include <string>
#include <tuple>
#include <vector>

#include "litmus/language/writer.hpp"
#include "tests/catch.hpp"

using namespace opexplore;

namespace {

const std::string ptx_header = "PTX t\n{ x=0; y=0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0;\n";
const std::string two_loads = "ld.weak r1, x | ld.weak r2, y;\nld.weak r10, x | ;\n";

Test with_init(const std::string& init) {
  return read("PTX t\n{" + init + "}\nP0@cta 0,gpu 0 ;\nst x, 1;\nexists (x=1)", "t");
}

std::vector<std::string> observed(const Test& test) {
  std::vector<std::string> names;
  for (const Observable& observable : test.observables) {
    names.push_back(to_string(observable, test.program));
  }
  return names;
}

}  // namespace

TEST_CASE("the header carries a name, comments and meta data", "[litmus]") {
  const Test test = read(
      "\xEF\xBB\xBF\n(* before *) ptx MP+rel.gpu+acq.gpu-p0::p1 \"same line\"\r\n"
      "\"two\n  lines \" \"with { brace\"\n"
      "Generator=diy7\nCom=Rf Fr\nanything \"else\" goes (* { *)\n"
      "{ }\nP0@cta 0,gpu 0;\nst x, 1;\nexists (x=1)",
      "dir/mp.litmus");
  CHECK(test.name == "MP+rel.gpu+acq.gpu-p0::p1");
  CHECK(test.path == "dir/mp.litmus");
  CHECK(test.comments ==
        std::vector<std::string>{"same line", "two", "lines", "with { brace", "else"});
}

TEST_CASE("comments, blanks and execution notes may stand everywhere", "[litmus]") {
  const Test test = read(
      "PTX t\n{x(*=5*)=1(*;\n*);;}\r\nP0 @ gpu 1 , cta 2\t|P1@cta 0,gpu 0;<< scopes >>\r\n"
      " | st.(**)weak x,\n 1 ;exists(x=1)(* end *)",
      "t");
  CHECK(test.program.locations.at(0).initial == 1);
  CHECK(test.program.threads.at(0).cta == 2);
  CHECK(test.program.threads.at(0).gpu == 1);
  CHECK(test.program.threads.at(0).instructions.empty());
  CHECK(test.program.threads.at(1).instructions.size() == 1);
}

TEST_CASE("locations start with numbers or the value of another location", "[litmus]") {
  const Test test = with_init("x = -3; [y] = 0x10; z = y; w = &x");
  REQUIRE(test.program.locations.size() == 4);
  CHECK(test.program.locations[0].initial == -3);
  CHECK(test.program.locations[1].initial == 16);
  CHECK(test.program.locations[2].initial == 16);
  CHECK(test.program.locations[3].initial == -3);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(test.program.addresses[i].location == i);
    CHECK(test.program.addresses[i].generic == i);
    CHECK(test.program.locations[i].name == test.program.addresses[i].name);
  }
}

TEST_CASE("locations that nobody declares start with 0", "[litmus]") {
  const Test test = with_init("");
  REQUIRE(test.program.addresses.size() == 1);
  CHECK(test.program.addresses[0].name == "x");
  CHECK(test.program.locations.at(0).initial == 0);
}

TEST_CASE("registers start with numbers or addresses", "[litmus]") {
  const Test test = with_init("P0:r1 = 5; 0:r2 = -1; P0:%r3 = &y; 0:r4 = x; x = 0; y = 0;");
  const std::vector<Register>& registers = test.program.threads.at(0).registers;
  REQUIRE(registers.size() == 4);
  CHECK(registers[0].name == "r1");
  CHECK(registers[0].initial == 5);
  CHECK(registers[1].initial == -1);
  CHECK(registers[2].initial == usual_number(1));
  CHECK(registers[3].initial == usual_number(0));
}

TEST_CASE("aliases share the physical location", "[litmus]") {
  const Test test = with_init(
      "x = 7; y @ generic aliases x; t @ texture aliases y; s @ surface aliases x; "
      "c @ constant aliases x; z @ generic aliases y;");
  const std::vector<Address>& addresses = test.program.addresses;
  REQUIRE(addresses.size() == 6);
  CHECK(test.program.locations.size() == 1);
  const std::vector<AddressId> generic = {0, 1, 1, 0, 0, 5};
  const std::vector<Proxy> proxies = {Proxy::generic, Proxy::generic,  Proxy::texture,
                                      Proxy::surface, Proxy::constant, Proxy::generic};
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    CHECK(addresses[i].location == 0);
    CHECK(addresses[i].generic == generic[i]);
    CHECK(addresses[i].proxy == proxies[i]);
  }
}

TEST_CASE("labels may share a cell with an instruction or stand alone", "[litmus]") {
  const Test test =
      read(ptx_header + "A: B: | C: st x, 1;\nst x, 1 | goto C;\ngoto B | ;\nexists (x=1)", "t");
  const auto& first = test.program.threads[0].instructions;
  const auto& second = test.program.threads[1].instructions;
  REQUIRE(first.size() == 2);
  REQUIRE(second.size() == 2);
  CHECK(std::get<Branch>(first[1].action).target == 0);
  CHECK(std::get<Branch>(second[1].action).target == 0);
}

TEST_CASE("all quantifiers", "[litmus]") {
  const auto quantifier = [](const std::string& question) {
    return read(ptx_header + two_loads + question, "t").quantifier;
  };
  CHECK(quantifier("exists (x=1)") == Quantifier::exists);
  CHECK(quantifier("exists x=1;") == Quantifier::exists);
  CHECK(quantifier("~exists (x=1)") == Quantifier::not_exists);
  CHECK(quantifier("~ exists (x=1)") == Quantifier::not_exists);
  CHECK(quantifier("not exists (x=1)") == Quantifier::not_exists);
  CHECK(quantifier("forall (x=1)") == Quantifier::forall);
  CHECK(quantifier("final (x=1)") == Quantifier::exists);
  CHECK(quantifier("final (x=1); with tso: ~exists; power: exists;") == Quantifier::exists);
}

TEST_CASE("observables are in herd's order, those of the filter alone last", "[litmus]") {
  const Test test =
      read(ptx_header + two_loads +
               "filter (y=0 /\\ 1:r2=0)\nexists (x=1 /\\ 0:r10=1 /\\ P0:r1=1)\nlocations [1:r2;]",
           "t");
  CHECK(observed(test) == std::vector<std::string>{"0:r1", "0:r10", "1:r2", "[x]", "[y]"});
  CHECK(test.shown == 4);
  CHECK(condition_line(test) == "exists ([x]=1 /\\ 0:r10=1 /\\ 0:r1=1)");
  REQUIRE(test.filter);
  CHECK(to_string(*test.filter, test) == "[y]=0 /\\ 1:r2=0");
}

TEST_CASE("the parts of the question come in any order", "[litmus]") {
  const std::vector<std::string> parts = {"locations [y; [x];]", "filter (x=1);", "~exists (y=1)"};
  for (const auto& [a, b, c] :
       {std::tuple(0U, 1U, 2U), std::tuple(2U, 1U, 0U), std::tuple(1U, 2U, 0U)}) {
    const Test test =
        read(ptx_header + two_loads + parts[a] + "\n" + parts[b] + "\n" + parts[c], "t");
    CHECK(observed(test) == std::vector<std::string>{"[x]", "[y]"});
    CHECK(test.shown == 2);
    CHECK(test.filter.has_value());
    CHECK(test.quantifier == Quantifier::not_exists);
  }
}

TEST_CASE("a test that only lists locations asks exists (true)", "[litmus]") {
  const Test test = read(ptx_header + two_loads + "locations [ 0:r1; y ]", "t");
  CHECK(condition_line(test) == "exists (true)");
  CHECK(observed(test) == std::vector<std::string>{"0:r1", "[y]"});
}

TEST_CASE("names that look like something else are locations", "[litmus]") {
  const Test test = with_init("int = 1; cta = 2; ld = 3; rd1 = 4; LC00 = 5; P = 6; r = 7; _ = 8");
  CHECK(test.program.addresses.size() == 9);
  CHECK(test.program.locations.at(0).initial == 1);
  CHECK(read(write(test), "t").program.locations.size() == 9);
}

TEST_CASE("what is written is read back", "[litmus]") {
  const Test test = read(
      "PTX t \"c\"\n{ x=1; t @ texture aliases x; y @ generic aliases x; s @ surface aliases y;\n"
      "  P0:r1=-4; 1:r2=&y; }\n"
      "P0@cta 0,gpu 0 | P1@cta 7,gpu 3;\n"
      "A: ld.acquire.gpu r1, x | suatom.cas r2, s, 0, 1;\n"
      "bne r1, 0, A | tld r3, t;\nblt r1, r2, B | red.add z, 5;\nB: | bar.sync 1, r2, 2;\n"
      "mov r9, 0x20 | membar.gl;\n"
      "filter (z!=3) forall (not (0:r1=3 \\/ 1:r2>=[y]) /\\ 4 < [z])",
      "t");
  const std::string text = write(test);
  CAPTURE(text);
  const Test again = read(text, "t");
  CHECK(write(again) == text);
  CHECK(again.observables == test.observables);
  CHECK(again.shown == test.shown);
  CHECK(again.quantifier == test.quantifier);
  CHECK(again.comments == test.comments);
  REQUIRE(again.program.threads.size() == test.program.threads.size());
  for (std::size_t i = 0; i < test.program.threads.size(); ++i) {
    const auto& before = test.program.threads[i].instructions;
    const auto& after = again.program.threads[i].instructions;
    REQUIRE(before.size() == after.size());
    for (std::size_t j = 0; j < before.size(); ++j) CHECK(before[j].action == after[j].action);
  }
}
