// Floating-point instructions of kernels: what they compute of bits is what the arithmetic of this
// machine gives, which rounds to nearest as well.
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "tests/litmus/kernel_outcomes.hpp"
#include "tests/litmus/kernel_values.hpp"

using namespace opexplore;
using namespace opexplore::testing;

namespace {

using Float = std::numeric_limits<float>;
using Double = std::numeric_limits<double>;

Value bits(float number) {
  if (std::isnan(number)) return 0x7FFFFFFF;
  return std::bit_cast<std::int32_t>(number);
}
Value bits(double number) {
  if (std::isnan(number)) return 0x7FF8000000000000;
  return std::bit_cast<std::int64_t>(number);
}

const std::vector<float> floats = {0.0F,
                                   -0.0F,
                                   1.0F,
                                   -1.0F,
                                   1.5F,
                                   0.1F,
                                   -3.0F,
                                   16777215.0F,
                                   1.0e-30F,
                                   Float::max(),
                                   Float::min(),
                                   Float::denorm_min(),
                                   -1.0e-40F,
                                   Float::infinity(),
                                   -Float::infinity(),
                                   Float::quiet_NaN()};
const std::vector<double> doubles = {0.0,
                                     -0.0,
                                     1.0,
                                     0.1,
                                     -3.0,
                                     1.0e300,
                                     Double::max(),
                                     Double::min(),
                                     Double::denorm_min(),
                                     1.0e-310,
                                     -Double::infinity(),
                                     Double::quiet_NaN(),
                                     9007199254740993.0};

template <class Number>
void check_binary(const std::string& code, const std::vector<Number>& numbers,
                  const std::function<Number(Number, Number)>& of) {
  for (const Number a : numbers) {
    for (const Number b : numbers) {
      CAPTURE(code, a, b);
      CHECK(computed({code, {bits(a), bits(b)}}, true) == bits(of(a, b)));
    }
  }
}

}  // namespace

TEST_CASE("kernel floats: sums, products and quotients", "[kernel][floats]") {
  check_binary<float>("add.rn.f32 %o, %a, %b;", floats, std::plus<>());
  check_binary<float>("sub.f32 %o, %a, %b;", floats, std::minus<>());
  check_binary<float>("mul.rn.f32 %o, %a, %b;", floats, std::multiplies<>());
  check_binary<float>("div.rn.f32 %o, %a, %b;", floats, std::divides<>());
  check_binary<double>("add.rn.f64 %wo, %wa, %wb;", doubles, std::plus<>());
  check_binary<double>("mul.rn.f64 %wo, %wa, %wb;", doubles, std::multiplies<>());
  check_binary<double>("div.rn.f64 %wo, %wa, %wb;", doubles, std::divides<>());
}

TEST_CASE("kernel floats: a fused sum is rounded once", "[kernel][floats]") {
  const std::vector<float> addends = {0.0F, -1.0F, 1.0e-30F, -16777215.0F, Float::infinity()};
  for (const float c : addends) {
    for (const float a : floats) {
      for (const float b : floats) {
        CAPTURE(a, b, c);
        CHECK(computed({"fma.rn.f32 %o, %a, %b, %c;", {bits(a), bits(b), bits(c)}}, true) ==
              bits(std::fma(a, b, c)));
      }
    }
  }
}

TEST_CASE("kernel floats: known numbers give the same", "[kernel][floats]") {
  check_computed({"add.f32 %o, %a, %b;", {bits(0.1F), bits(0.2F)}, bits(0.1F + 0.2F)});
  check_computed({"add.f32 %o, %a, 0f3F800000;", {bits(2.0F)}, bits(3.0F)});
  check_computed({"mul.f64 %wo, %wa, 0d4000000000000000;", {bits(0.1)}, bits(0.2)});
  check_computed({"neg.f32 %o, %a;", {bits(2.0F)}, bits(-2.0F)});
  check_computed({"abs.f64 %wo, %wa;", {bits(-2.0)}, bits(2.0)});
  check_computed({"abs.f32 %o, %a;", {bits(-0.0F)}, 0});
  // 1.5 + 2 = 3.5 in 16 bits.
  check_computed({"add.f16 %ho, %ha, %hb;", {0x3E00, 0x4000}, 0x4300});
  check_computed({"mul.f16 %ho, %ha, %hb;", {0x7BFF, 0x4000}, 0x7C00});
}

TEST_CASE("kernel floats: known numbers are rounded as the instruction says", "[kernel][floats]") {
  struct Direction {
    std::string word;
    std::function<bool(double exact, double given)> holds;
  };
  // The number next to the exact one on that side, or the number itself.
  const auto below = [](double exact, double given) {
    return given <= exact && std::nextafter(static_cast<float>(given), Float::infinity()) > exact;
  };
  const auto above = [](double exact, double given) {
    return given >= exact && std::nextafter(static_cast<float>(given), -Float::infinity()) < exact;
  };
  const auto inwards = [&](double exact, double given) {
    return exact < 0 ? above(exact, given) : below(exact, given);
  };
  const std::vector<Direction> directions = {{"rm", below}, {"rp", above}, {"rz", inwards}};
  const std::vector<float> numbers = {1.0F, 0.1F, -3.0F, 16777215.0F, 1.0F / 3, -7.25F};
  for (const auto& [word, holds] : directions) {
    for (const float a : numbers) {
      for (const float b : numbers) {
        const double x = a;
        const double y = b;
        // Each is exact with 53 digits, or far enough from the next number of 24.
        const std::vector<std::pair<std::string, double>> all = {
            {"add." + word + ".f32 %o, %a, %b;", x + y},
            {"sub." + word + ".f32 %o, %a, %b;", x - y},
            {"mul." + word + ".f32 %o, %a, %b;", x * y},
            {"div." + word + ".f32 %o, %a, %b;", x / y},
            {"rcp." + word + ".f32 %o, %b;", 1 / y},
            {"sqrt." + word + ".f32 %o, %b;", std::sqrt(y)},
            {"fma." + word + ".f32 %o, %a, %b, 0f3F800000;", x * y + 1}};
        for (const auto& [code, exact] : all) {
          if (std::isnan(exact)) continue;
          const Value given = computed({code, {bits(a), bits(b)}}, false);
          CAPTURE(code, a, b, exact);
          CHECK(holds(exact, std::bit_cast<float>(static_cast<std::int32_t>(given))));
        }
      }
    }
  }
  CHECK(computed({"add.rp.f64 %wo, %wa, %wb;", {bits(1.0), bits(1.0e-30)}}, false) ==
        bits(std::nextafter(1.0, 2.0)));
  CHECK(computed({"fma.rz.ftz.f32 %o, %a, %b, %a;", {bits(1e-30F), bits(-1e-10F)}}, false) ==
        bits(1e-30F) - 1);
  // Of what memory holds nothing is known.
  CHECK_THROWS_WITH(kernel_test("ld.u32 %r1, [%rd1]; add.rz.f32 %r2, %r1, %r1; st.u32 [%rd2], %r2;",
                                usual_launch(1, "exists (y=0)")),
                    Catch::Contains("final value of y"));
}

TEST_CASE("kernel floats: comparison", "[kernel][floats]") {
  const Value nan = bits(Float::quiet_NaN());
  const std::vector<Computation> all = {
      {"setp.eq.f32 %po, %a, %b;", {bits(0.0F), bits(-0.0F)}, 1},
      {"setp.lt.f32 %po, %a, %b;", {bits(-2.0F), bits(-1.0F)}, 1},
      {"setp.lt.f32 %po, %a, %b;", {bits(-0.0F), bits(0.0F)}, 0},
      {"setp.ge.f32 %po, %a, %b;", {bits(1.0F), nan}, 0},
      {"setp.ne.f32 %po, %a, %b;", {bits(1.0F), nan}, 0},
      {"setp.neu.f32 %po, %a, %b;", {bits(1.0F), nan}, 1},
      {"setp.geu.f32 %po, %a, %b;", {bits(1.0F), nan}, 1},
      {"setp.nan.f32 %po, %a, %b;", {bits(1.0F), nan}, 1},
      {"setp.num.f32 %po, %a, %b;", {bits(1.0F), nan}, 0},
      {"setp.gt.f64 %po, %wa, %wb;", {bits(1.0e300), bits(-1.0e300)}, 1},
      {"set.lt.u32.f32 %o, %a, %b;", {bits(1.0F), bits(2.0F)}, -1},
      {"set.lt.f32.f32 %o, %a, %b;", {bits(1.0F), bits(2.0F)}, bits(1.0F)},
      {"min.f32 %o, %a, %b;", {bits(0.0F), bits(-0.0F)}, bits(-0.0F)},
      {"max.f32 %o, %a, %b;", {bits(-0.0F), bits(0.0F)}, bits(0.0F)},
      {"max.f32 %o, %a, %b;", {nan, bits(-5.0F)}, bits(-5.0F)},
      {"min.f64 %wo, %wa, %wb;", {bits(-1.5), bits(2.0)}, bits(-1.5)}};
  for (const Computation& one : all) check_computed(one);
}

TEST_CASE("kernel floats: conversions", "[kernel][floats]") {
  for (const Value number : {Value{0}, Value{1}, Value{-7}, Value{16777217}, Value{16777219},
                             Value{2147483647}, Value{-2147483648}}) {
    const auto narrow = static_cast<std::int32_t>(number);
    check_computed({"cvt.rn.f32.s32 %o, %a;", {number}, bits(static_cast<float>(narrow))});
    check_computed({"cvt.rn.f64.s32 %wo, %a;", {number}, bits(static_cast<double>(narrow))});
    check_computed({"cvt.rn.f32.u32 %o, %a;",
                    {number},
                    bits(static_cast<float>(static_cast<std::uint32_t>(narrow)))});
    check_computed({"cvt.rn.f32.s64 %o, %wa;", {number}, bits(static_cast<float>(number))});
  }
  check_computed({"cvt.rn.f64.u64 %wo, %wa;", {-1}, bits(18446744073709551615.0)});
  for (const float number : {0.0F, 0.5F, -0.5F, 1.5F, 2.5F, -2.5F, 1.0e9F, 1.0e-40F}) {
    CAPTURE(number);
    check_computed({"cvt.rzi.s32.f32 %o, %a;", {bits(number)}, static_cast<Value>(number)});
    check_computed(
        {"cvt.rni.s32.f32 %o, %a;", {bits(number)}, static_cast<Value>(std::nearbyint(number))});
    check_computed({"cvt.f64.f32 %wo, %a;", {bits(number)}, bits(static_cast<double>(number))});
  }
  check_computed({"cvt.rzi.s32.f32 %o, %a;", {bits(1.0e20F)}, 2147483647});
  check_computed({"cvt.rzi.s32.f32 %o, %a;", {bits(-Float::infinity())}, -2147483648});
  check_computed({"cvt.rzi.s32.f32 %o, %a;", {bits(Float::quiet_NaN())}, 0});
  check_computed({"cvt.rzi.u32.f32 %o, %a;", {bits(-3.0F)}, 0});
  check_computed({"cvt.rzi.u32.f32 %o, %a;", {bits(4.0e9F)}, -294967296});
  check_computed({"cvt.rzi.s64.f64 %wo, %wa;", {bits(-1.0e15)}, -1000000000000000});
  for (const double number : {0.1, 1.0e39, -1.0e-45, 16777217.0}) {
    check_computed({"cvt.rn.f32.f64 %o, %wa;", {bits(number)}, bits(static_cast<float>(number))});
  }
  check_computed({"cvt.rn.f16.f32 %ho, %a;", {bits(1.5F)}, 0x3E00});
  check_computed({"cvt.f32.f16 %o, %ha;", {0x3E00}, bits(1.5F)});
}

TEST_CASE("kernel floats: rounded to integers", "[kernel][floats]") {
  const std::vector<float> numbers = {
      0.0F, -0.0F, 0.3F,   -0.3F, 0.5F,   -0.5F,  0.75F,   1.0F,       -1.5F,
      2.5F, -2.5F, 3.999F, 1e9F,  -7.01F, 1e-40F, -1e-40F, 8388607.5F, Float::infinity()};
  for (const float number : numbers) {
    CAPTURE(number);
    const auto rounded = [&](const std::string& how, float result) {
      check_computed({"cvt." + how + ".f32.f32 %o, %a;", {bits(number)}, bits(result)});
    };
    rounded("rzi", std::trunc(number));
    rounded("rni", std::nearbyint(number));
    rounded("rmi", std::floor(number));
    rounded("rpi", std::ceil(number));
  }
  check_computed({"cvt.rmi.s32.f32 %o, %a;", {bits(-1.5F)}, -2});
  check_computed({"cvt.rpi.f64.f64 %wo, %wa;", {bits(1.0e-300)}, bits(1.0)});
  check_computed({"cvt.rni.f32.f32 %o, %a;", {bits(Float::quiet_NaN())}, bits(Float::quiet_NaN())});
}

TEST_CASE("kernel floats: pairs, bf16, and what is flushed or clamped", "[kernel][floats]") {
  check_computed({"add.f16x2 %o, %a, %b;", {0x3E004000, 0x40004000}, 0x43004400});
  check_computed({"mul.bf16x2 %o, %a, %b;", {0x3F804000, 0x40004040}, 0x400040C0});
  check_computed({"fma.rn.f16 %ho, %ha, %hb, %hc;", {0x4000, 0x4200, 0x3C00}, 0x4700});
  check_computed({"fma.rn.bf16 %ho, %ha, %hb, %hc;", {0x4000, 0x4040, 0x3F80}, 0x40E0});
  check_computed({"neg.f16x2 %o, %a;", {0x3C004000}, -1140801536});
  check_computed({"cvt.rn.bf16.f32 %ho, %a;", {bits(1.00390625F)}, 0x3F80});
  check_computed({"cvt.f32.bf16 %o, %ha;", {0x4049}, bits(3.140625F)});
  check_computed({"cvt.rn.f16x2.f32 %o, %a, %b;", {bits(1.5F), bits(2.0F)}, 0x3E004000});
  check_computed({"add.ftz.f32 %o, %a, %b;", {bits(-1e-40F), bits(-1e-39F)}, bits(-0.0F)});
  check_computed({"mul.ftz.f32 %o, %a, %b;", {bits(1e-30F), bits(1e-10F)}, 0});
  check_computed({"add.sat.f32 %o, %a, %b;", {bits(0.75F), bits(0.5F)}, bits(1.0F)});
  check_computed({"add.sat.f32 %o, %a, %b;", {bits(0.25F), bits(-0.5F)}, 0});
  check_computed({"cvt.sat.f32.f32 %o, %a;", {bits(Float::quiet_NaN())}, 0});
  check_computed({"rcp.rn.f32 %o, %a;", {bits(3.0F)}, bits(1.0F / 3.0F)});
  check_computed({"copysign.f32 %o, %a, %b;", {bits(-1.0F), bits(2.0F)}, bits(-2.0F)});
  check_computed({"max.NaN.f32 %o, %a, %b;", {bits(Float::quiet_NaN()), bits(2.0F)}, 0x7FFFFFFF});
  check_computed({"testp.subnormal.f32 %po, %a;", {bits(1e-40F)}, 1});
  check_computed({"testp.finite.f64 %po, %wa;", {bits(Double::infinity())}, 0});
}

TEST_CASE("kernel floats: what is only bounded may be stored, not decided by", "[kernel][floats]") {
  const kernel::LaunchedKernel kernel = kernel::read_launched(
      module_text("ld.u32 %r1, [%rd1];\nsin.approx.f32 %r2, %r1;\nadd.f32 %r2, %r2, %r1;\n"
                  "st.u32 [%rd2], %r2;"),
      "k.ptx", usual_launch());
  CHECK(spelled(kernel.test).back() == "st.weak y, 0");
  REQUIRE(kernel.facts.notes.size() == 1);
  CHECK(kernel.facts.notes[0].text.find("'sin.approx.f32' gives is not computed") !=
        std::string::npos);
}

TEST_CASE("kernel floats: nothing is said of values that are only bounded", "[kernel][floats]") {
  const std::string root = "ld.u32 %r1, [%rd1]; sqrt.approx.f32 %r2, %r1; st.u32 [%rd2], %r2;";
  const kernel::Launch y_asked = usual_launch(1, "exists (y=0)");
  const kernel::Launch x_asked = usual_launch(1, "exists (x=0)");
  const auto unknown = Catch::Contains("'st.u32 [%rd2], %r2'");
  CHECK_THROWS_WITH(kernel_test(root, y_asked), Catch::Contains("final value of y") && unknown);
  CHECK(reached(kernel_test(root, x_asked)));
  // Somebody takes it out of memory again, in whatever way.
  for (const std::string more : {"ld.u32 %r3, [%rd2]; st.u32 [%rd1], %r3;",
                                 "atom.exch.b32 %r3, [%rd2], 0; st.u32 [%rd1], %r3;"}) {
    CHECK_THROWS_WITH(kernel_test(root + more, x_asked), unknown);
  }
  CHECK(reached(kernel_test(root + "red.add.u32 [%rd2], 1;", x_asked)));
  // Rounded to nearest it is known; what depends on a load of the run is not.
  CHECK(computed({"sqrt.rn.f32 %o, %a;", {bits(2.0F)}, 0}, false) == bits(std::sqrt(2.0F)));
  CHECK(computed({"sqrt.rn.f64 %wo, %wa;", {bits(2.0)}, 0}, false) == bits(std::sqrt(2.0)));
  CHECK(computed({"sqrt.rn.f32 %o, %a;", {bits(-1.0F)}, 0}, false) == 0x7FFFFFFF);
}

TEST_CASE("kernel floats: elements of a vector are added one by one", "[kernel][floats]") {
  const std::string add =
      "mov.b32 %r1, 0f3F800000; mov.b32 %r2, 0f40000000;\n"
      "atom.global.add.v2.f32 {%r1, %r2}, [%rd1], {%r2, %r1};";
  CHECK_FALSE(reached(kernel_test(add, usual_launch(2, "exists (x[0]!=4.0 \\/ x[1]!=2.0)"))));
  // Who is first with one element need not be with the other.
  const Test mixed = kernel_test(add + " st.u32 [%rd2], %r1; st.u32 [%rd2+4], %r2;",
                                 usual_launch(1, "exists (y[0]=0 /\\ y[1]=0)"));
  CHECK(reached(mixed));
}

TEST_CASE("kernel floats: a read-modify-write adds what others have added", "[kernel][floats]") {
  const std::string add = "mov.b32 %r1, 0f3F800000; atom.add.f32 %r2, [%rd1], %r1;";
  const std::string red = "red.relaxed.gpu.global.add.f32 [%rd1], 0f40000000;";
  for (const std::string& body : {add, red}) {
    const std::string sum = body == add ? "2" : "4.0";
    CHECK_FALSE(reached(kernel_test(body, usual_launch(2, "exists (x!=" + sum + ")"))));
    CHECK(reached(kernel_test(body, usual_launch(2, "exists (x=" + sum + ")"))));
  }
  // Who comes second reads 1.
  const Test read = kernel_test(add + " st.u32 [%rd2], %r2;",
                                usual_launch(2, "exists (y=" + std::to_string(bits(1.0F)) + ")"));
  CHECK(reached(read));
}

TEST_CASE("kernel floats: bins of a histogram are found when the program runs",
          "[kernel][floats]") {
  const std::string count =
      "atom.add.u32 %r1, [%rd2], 1; mul.wide.u32 %rd4, %r1, 4; add.s64 %rd5, %rd1, %rd4;\n"
      "red.global.add.f32 [%rd5], 0f3F800000;";
  // Each thread draws a bin of its own, in whichever order.
  const kernel::Launch both = usual_launch(2, "exists (x[0]=1 /\\ x[1]=1)");
  CHECK(reached(kernel_test(count, both)));
  CHECK_FALSE(reached(kernel_test(count, usual_launch(2, "exists (x[0]!=1 \\/ x[1]!=1)"))));
}

TEST_CASE("kernel floats: what is not exact is refused", "[kernel][floats]") {
  const auto refused = [](const std::string& code, const std::string& says) {
    CHECK_THROWS_WITH(computed({code, {1, 2, 3}}, true), Catch::Contains(says));
  };
  refused("sqrt.rn.f32 %c, %a; setp.lt.f32 %po, %c, 0f00000000; @%po bra L; mov.b32 %o, 1; L:",
          "a function decides of which PTX says only how far it may err");
  refused("add.rn.f8 %o, %a, %b;", "not modelled");
  refused("cvt.rn.s32.f32 %o, %a;", "needs .rzi, .rni");
  refused("setp.f32 %po, %a, %b;", "needs a comparison");
  refused("setp.lt.and.f32 %po, %a, %b, %pc;", "has 3 operands");
  refused("popc.f32 %o, %a;", "type .f32");
}
