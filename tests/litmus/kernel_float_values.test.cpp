// Floating-point numbers in questions, initial values and reports.
#include <string>
#include <vector>

#include "litmus/kernels/float_values.hpp"
#include "litmus/kernels/kernel.hpp"
#include "tests/litmus/kernel_launch.hpp"
#include "tests/litmus/kernel_outcomes.hpp"

using namespace opexplore;
using namespace opexplore::testing;

namespace {

const std::string load_and_store = "ld.f32 %r1, [%rd1]; st.f32 [%rd2], %r1;";

// Copies x, which starts with what is written, to y.
kernel::Launch copying(const std::string& written, const std::string& question) {
  kernel::Launch how = usual_launch(1, question);
  kernel::Buffer x{"x", 1, std::nullopt, {0}};
  x.written = {written};
  how.grids.front().parameters.front() = {"px", x};
  return how;
}

std::string refusal_at_column(const std::string& body, const kernel::Launch& how) {
  try {
    kernel_test(body, how);
  } catch (const InputError& error) {
    return std::to_string(error.column) + ": " + error.message;
  }
  return "";
}

}  // namespace

TEST_CASE("kernel floats: numbers are the bits that IEEE 754 gives them", "[kernel][floats]") {
  using kernel::float_bits;
  using kernel::float_text;
  CHECK(float_bits("1", 4) == 0x3F800000);
  CHECK(float_bits("-2", 4) == -0x40000000);
  CHECK(float_bits("1.5", 8) == 0x3FF8000000000000);
  CHECK(float_bits("1.5", 2) == 0x3E00);
  CHECK(float_bits("-0", 2) == 0x8000);
  CHECK(float_bits("0x7f", 4) == 0x7F);
  CHECK(float_bits("0.1", 4) == 0x3DCCCCCD);
  CHECK_FALSE(float_bits("x", 4));
  CHECK_FALSE(float_bits("1.5f", 4));
  CHECK(float_text(1077936128, 4) == "3");
  CHECK(float_text(0x3DCCCCCD, 4) == "0.1");
  CHECK(float_text(-0x40000000, 4) == "-2");
  CHECK(float_text(0x7FFFFFFF, 4) == "nan");
  CHECK(float_text(0x3E00, 2) == "1.5");
  CHECK(float_text(0x7FF0000000000000, 8) == "inf");
}

TEST_CASE("kernel floats: what is written for them is a number", "[kernel][floats]") {
  CHECK(reached(kernel_test(load_and_store, copying("1.5", "exists (y=1.5)"))));
  CHECK_FALSE(reached(kernel_test(load_and_store, copying("1.5", "exists (y!=1.5)"))));
  CHECK(reached(kernel_test(load_and_store, copying("3", "exists (3 = [y])"))));
  CHECK(
      reached(kernel_test(load_and_store, copying("0x3f800000", "forall (y=1 /\\ x=0x3f800000)"))));
  // Nothing says that these are floats.
  const std::string copy = "ld.u32 %r1, [%rd1]; st.u32 [%rd2], %r1;";
  CHECK(reached(kernel_test(copy, copying("0x3f800000", "exists (y=0)"))));
  CHECK(refusal_at_column(copy, copying("1.5", "exists (y=0)")) ==
        "0: 1.5 is no integer, and 'x' holds those");
}

TEST_CASE("kernel floats: 0 is both zeros", "[kernel][floats]") {
  for (const std::string zero : {"0", "-0"}) {
    CHECK(reached(kernel_test(load_and_store, copying(zero, "exists (y=0)"))));
    CHECK_FALSE(reached(kernel_test(load_and_store, copying(zero, "exists (y!=-0.0)"))));
  }
  CHECK_FALSE(reached(kernel_test(load_and_store, copying("-0", "exists (y=0x0)"))));
}

TEST_CASE("kernel floats: questions that are not understood are refused", "[kernel][floats]") {
  CHECK(refusal_at_column(load_and_store, copying("1", "exists (y<2)")) ==
        "10: not modelled: the order of floating-point numbers ('y' is one)");
  CHECK(refusal_at_column(load_and_store, copying("1", "exists ([y]=[x])")) ==
        "13: 'y' is a floating-point number, and is compared with one");
}

TEST_CASE("kernel floats: what is known of locations says which are such", "[kernel][floats]") {
  const kernel::LaunchedKernel both = kernel::read_launched(
      module_text("ld.u32 %r1, [%rd1]; st.f32 [%rd2], %r1;"), "k.ptx", usual_launch());
  CHECK(both.facts.locations == std::vector<std::string>{"x", "y"});
  CHECK(both.facts.location_floats == std::vector<bool>{false, true});
}
