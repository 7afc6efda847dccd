// Inputs with several values: which launches words mean, and which numbers stand for all.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "litmus/input/usage_error.hpp"
#include "litmus/kernels/inputs.hpp"
#include "litmus/kernels/launch_inputs.hpp"
#include "litmus/kernels/module.hpp"
#include "litmus/kernels/value_classes.hpp"
#include "tests/catch.hpp"

namespace opexplore::testing {

namespace {

using Texts = std::vector<std::string>;
using Numbers = std::vector<Value>;

kernel::LaunchWords words_of(const Texts& texts) {
  kernel::LaunchWords words;
  for (const std::string& text : texts) words.inputs.push_back({"--input", text, "", {}});
  return words;
}

// Names of one letter are numbers.
kernel::InputNames short_names() {
  return {[](const std::string& name) { return name.size() == 1; },
          [](const kernel::LaunchWord&, const std::string&) {
            return Numbers{0, 1};
          }};
}

Texts cases(const Texts& texts) {
  Texts result;
  for (const kernel::LaunchCase& one : kernel::cases_of(words_of(texts), short_names())) {
    std::string all;
    for (const kernel::LaunchWord& word : one.words.inputs) all += word.text + ' ';
    result.push_back(all + '(' + kernel::text_of(one.inputs) + ')');
  }
  return result;
}

std::string refusal(const Texts& texts) {
  try {
    cases(texts);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "taken";
}

// A kernel of two parameters, out and n, of which %r1 has the second.
std::string kernel_text(const std::string& body, const std::string& type = "u32") {
  return ".version 9.0\n.target sm_90\n.address_size 64\n"
         ".visible .entry k(.param .u64 out, .param ." +
         type +
         " n)\n{\n.reg .pred %p<4>;\n.reg .b32 %r<9>;\n.reg .b64 %rd<4>;\n"
         "ld.param.u64 %rd1, [out];\nld.param." +
         type + " %r1, [n];\n" + body + "ret;\n}\n";
}

std::optional<Numbers> any(const std::string& body, std::string* why = nullptr) {
  const std::string text = kernel_text(body);
  const kernel::Module module = kernel::read_module({text, "k.ptx"});
  kernel::LaunchWords words = words_of({"1=any"});
  words.blocks = {"--grid", "1", "", {}};
  words.threads = {"--block", "4", "", {}};
  try {
    Numbers numbers;
    for (const kernel::LaunchCase& one : kernel::cases_of(words, module, {}, "k.ptx")) {
      numbers.push_back(one.inputs.empty() ? 0 : std::stol(one.inputs.front().value));
    }
    return numbers;
  } catch (const UsageError& error) {
    if (why != nullptr) *why = error.what();
    return std::nullopt;
  }
}

}  // namespace

TEST_CASE("inputs: a word of several values means several launches", "[kernel][inputs]") {
  CHECK(cases({}) == Texts{"()"});
  CHECK(cases({"n=4"}) == Texts{"n=4 ()"});
  CHECK(cases({"n=0..2"}) == Texts{"n=0 (n = 0)", "n=1 (n = 1)", "n=2 (n = 2)"});
  CHECK(cases({"n=-1..0"}) == Texts{"n=-1 (n = -1)", "n=0 (n = 0)"});
  CHECK(cases({"n=7,0x10,7"}) == Texts{"n=7 (n = 7)", "n=0x10 (n = 0x10)"});
  CHECK(cases({"n=5..6,9"}).size() == 3);
  CHECK(cases({"n=any"}) == Texts{"n=0 (n = 0)", "n=1 (n = 1)"});
  CHECK(cases({"n=0,1", "k=2,3"}) == Texts{"n=0 k=2 (n = 0 and k = 2)", "n=0 k=3 (n = 0 and k = 3)",
                                           "n=1 k=2 (n = 1 and k = 2)",
                                           "n=1 k=3 (n = 1 and k = 3)"});
}

TEST_CASE("inputs: of what is several numbers commas part the elements", "[kernel][inputs]") {
  CHECK(cases({"table=1,0"}) == Texts{"table=1,0 ()"});
  CHECK(cases({"table=5,0..1"}) == Texts{"table=5,0 (table[1] = 0)", "table=5,1 (table[1] = 1)"});
  CHECK(cases({"out=buffer(2)"}) == Texts{"out=buffer(2) ()"});
}

TEST_CASE("inputs: what is said later counts", "[kernel][inputs]") {
  CHECK(cases({"n=0..3", "n=7"}) == Texts{"n=7 ()"});
  CHECK(cases({"table=0..1", "table=1"}) == Texts{"table=1 ()"});
  CHECK(cases({"table=1,2", "table=3"}) == Texts{"table=1,2 table=3 ()"});  // the rest stays
}

TEST_CASE("inputs: malformed sets and too many launches are refused", "[kernel][inputs]") {
  CHECK(refusal({"n=3..1"}) == "--input n=3..1: the range '3..1' is empty");
  CHECK(refusal({"n=0..x"}) == "--input n=0..x: '0..x' is no range of integers");
  CHECK(refusal({"n"}) == "--input n: expected NAME=VALUE");
  CHECK(refusal({"n=0..255"}) == "taken");
  CHECK(refusal({"n=0..256"}).find("257 launches are too many: the limit is 256") !=
        std::string::npos);
  CHECK(refusal({"n=0..15", "k=0..16"}).find("too many") != std::string::npos);
  CHECK(refusal({"n=-9223372036854775807..9223372036854775807"}).find("too many") !=
        std::string::npos);
}

TEST_CASE("inputs: a number of each class stands for all", "[kernel][inputs]") {
  kernel::ValueClasses classes(32);
  CHECK(classes.numbers(true) == Numbers{0});
  classes.repeat(2);
  CHECK(classes.numbers(true) == Numbers{0, 1});
  kernel::ValueClasses split(32);
  split.split_at(5);
  CHECK(split.numbers(true) == Numbers{0, 1, -1, 5, 6});
  CHECK(split.numbers(false) == Numbers{0, 1, 5, 6, 4294967295});
  split.repeat(2);
  CHECK(split.numbers(true) == Numbers{0, 1, -1, 2, -2, 5, 6, 7});
  kernel::ValueClasses narrow(8);
  narrow.split_at(127);
  CHECK(narrow.numbers(true) == Numbers{0, 1, -1, 127});
  narrow.repeat(1 << 20);
  CHECK_FALSE(narrow.numbers(true));
}

TEST_CASE("inputs: any is what the kernel can tell apart", "[kernel][inputs]") {
  CHECK(any("st.global.u32 [%rd1], 1;\n") == Numbers{0});
  CHECK(any("setp.eq.s32 %p1, %r1, 7;\n@%p1 st.global.u32 [%rd1], 1;\n") ==
        Numbers{0, 1, -1, 7, 8});
  // Low bits, whatever is done with them.
  CHECK(any("and.b32 %r2, %r1, 1;\nmul.wide.u32 %rd2, %r2, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
            "st.global.u32 [%rd3], 1;\n") == Numbers{0, 1});
  // The numbers of the threads are known.
  const auto threads =
      any("mov.u32 %r2, %tid.x;\nsetp.lt.s32 %p1, %r2, %r1;\n@%p1 st.global.u32 [%rd1], 1;\n");
  REQUIRE(threads);
  for (const Value value : {-1, 0, 1, 2, 3, 4}) {
    CHECK(std::find(threads->begin(), threads->end(), value) != threads->end());
  }
  // n + 1 == 3 is n == 2.
  const auto sum =
      any("add.s32 %r2, %r1, 1;\nsetp.eq.s32 %p1, %r2, 3;\n@%p1 st.global.u32 [%rd1], 1;\n");
  REQUIRE(sum);
  CHECK(std::find(sum->begin(), sum->end(), 2) != sum->end());
}

TEST_CASE("inputs: remainders of negative numbers are others", "[kernel][inputs]") {
  const auto all =
      any("rem.s32 %r2, %r1, 3;\nmul.wide.s32 %rd2, %r2, 4;\n"
          "add.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3+8], 1;\n");
  REQUIRE(all);
  for (const Value remainder : {-2, -1, 0, 1, 2}) {
    CHECK(std::ranges::any_of(*all, [&](Value value) { return value % 3 == remainder; }));
  }
}

TEST_CASE("inputs: any is refused where no small set is known", "[kernel][inputs]") {
  std::string why;
  CHECK_FALSE(
      any("mul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
          "st.global.u32 [%rd3], 1;\n",
          &why));
  CHECK(why ==
        "--input 1=any: no small set of numbers is known to stand for all of '1': it is "
        "computed with (mul.wide.u32 %rd2, %r1, 4)");
  // A loop that counts up to it.
  CHECK_FALSE(
      any("mov.u32 %r2, 0;\nL:\nadd.s32 %r2, %r2, 1;\nsetp.lt.s32 %p1, %r2, %r1;\n"
          "@%p1 bra L;\n",
          &why));
  CHECK(why.find("it is compared with what the launch does not determine") != std::string::npos);
  // Another thread may read what is stored.
  CHECK(any("st.global.u32 [%rd1], %r1;\n"));
  CHECK_FALSE(any("st.global.u32 [%rd1], %r1;\nld.global.u32 %r3, [%rd1];\n", &why));
  CHECK(why.find("it is stored, and there are other accesses") != std::string::npos);
}

}  // namespace opexplore::testing
