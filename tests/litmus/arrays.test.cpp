// Arrays: what is read, where elements lie, and what is written again.
#include <string>
#include <vector>

#include "litmus/language/gpu_ptx_format/dialect.hpp"
#include "litmus/language/ptx_format/dialect.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/refused.hpp"
#include "tests/litmus/same_test.hpp"
#include "tests/litmus/shown_outcomes.hpp"

using namespace opexplore;
using opexplore::testing::Bad;
using opexplore::testing::check_refused;
using opexplore::testing::check_round_trips;
using opexplore::testing::outcomes_on;
using opexplore::testing::Shown;

namespace {

/// One thread with that initial state and code; the code is in line 4, the question in line 5.
std::string with(const std::string& initial, const std::string& code, const std::string& question,
                 const std::string& map = "") {
  return "PTX t\n{ " + initial + " }\nP0@cta 0,gpu 0;\n" + code + ";\n" + map + question;
}

Shown outcomes(const std::string& text) {
  const Test test = read(text, "t");
  check_round_trips(test);
  return outcomes_on(test, "sc");
}

}  // namespace

TEST_CASE("arrays: elements have values, names and numbers", "[litmus][arrays]") {
  const Test test = read(with("y = 5; x[3] = {1, &y}; .b32 z[2]; v = 0; .u64 w[1] = {7};",
                              "ld r1, [x+16]", "exists (x=1)"),
                         "t");
  const Program& program = test.program;
  std::vector<std::string> names;
  std::vector<Value> initial;
  for (const Address& address : program.addresses) {
    names.push_back(address.name);
    initial.push_back(program.locations[address.location].initial);
  }
  CHECK(names == std::vector<std::string>{"y", "x_0", "x_1", "x_2", "z_0", "z_1", "v", "w_0"});
  CHECK(initial == std::vector<Value>{5, 1, usual_number(0), 0, 0, 0, 0, 7});
  const auto distance = [&](AddressId a, AddressId b) {
    return numeric_address(program, b) - numeric_address(program, a);
  };
  CHECK(distance(1, 2) == 8);
  CHECK(distance(2, 3) == 8);
  CHECK(distance(4, 5) == 4);
  CHECK(numeric_address(program, 6) == usual_number(6));
  check_round_trips(test);
  // The name of the array is that of its first element.
  CHECK(std::get<Load>(program.threads[0].instructions[0].action).address == 3);
  CHECK(test.observables == std::vector<Observable>{LocationTerm{1}});
}

TEST_CASE("arrays: elements are accessed by name and offset, and asked for by index",
          "[litmus][arrays]") {
  CHECK(outcomes(with("x[2] = {3, 4};", "ld r1, x; ld r2, [x+8]; st [x+8], 9; st [x+0], 8",
                      "locations [0:r1; 0:r2; x[0]; [x[1]];]")) ==
        Shown{"0:r1=3 0:r2=4 [x_0]=8 [x_1]=9"});
  CHECK(outcomes(with(".s32 x[3] = {3, 4}; 0: .reg .b64 r9 = x;",
                      "ld.s32 r1, [r9+4]; add r9, r9, 8; ld.s32 r2, [r9-8]; st.s32 [r9], 6; "
                      "atom.add r3, [r9-4], 2",
                      "locations [0:r1; 0:r2; 0:r3; x[1]; x[2];]")) ==
        Shown{"0:r1=4 0:r2=3 0:r3=4 [x_1]=6 [x_2]=6"});
  // On the right an element is its address.
  CHECK(outcomes(with("x[2]; 0:r1=x;", "add r1, r1, 8", "exists (0:r1=&x[1])")) ==
        outcomes(with("x[2]; 0:r1=x;", "add r1, r1, 8", "exists (0:r1=x_1)")));
  CHECK(opexplore::testing::reached(
      read(with("x[2]; 0:r1=x;", "add r1, r1, 8", "exists (0:r1=&x[1])"), "t"), "sc"));
}

TEST_CASE("arrays: a memory map holds for all elements", "[litmus][arrays]") {
  const Test test = read(
      with("x[2]; y = 0;", "st.shared [x+8], 1; st.global y, 1", "exists (y=1)", "x: shared\n"),
      "t");
  CHECK(test.program.locations[0].region == Region::shared);
  CHECK(test.program.locations[1].region == Region::shared);
  CHECK(test.program.locations[2].region == Region::global);
  check_round_trips(test);
  check_refused(
      "PTX t\n{ x[2]; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0;\n"
      "st x, 1 | ;\n| st x, 1;\nx: shared\nexists (x=1)",
      {"", 5, 6, "the shared location 'x_0' is accessed from two CTAs"});
}

TEST_CASE("arrays: both dialects write them as arrays", "[litmus][arrays]") {
  const Test test = read(
      with(".u32 x[2] = {1, -2}; y[1]; 0: .reg .b64 r1 = x;", "ld r2, [r1+4]", "exists (x[1]=2)"),
      "t");
  CHECK(write(test, ptx_dialect).find(" .b32 x[2]={1,-2};\n y[1]={0};\n") != std::string::npos);
  CHECK(write(test, ptx_dialect).find("[r1+4]") != std::string::npos);
  CHECK(write(test, gpu_ptx_dialect).find(".b32 x[2] = {1,-2};\ny[1] = {0};\n") !=
        std::string::npos);
  check_round_trips(test);
}

TEST_CASE("locations can be given addresses", "[litmus][arrays]") {
  const Test test = read(with("x @ 0x80000 = 3; x_0 = 1; y @ 0x80010 = 4; 0: .reg .b64 r1 = x;",
                              "ld r2, [r1+16]", "exists (0:r2=4 /\\ 0:r1=&x)"),
                         "t");
  CHECK(numeric_address(test.program, 0) == 0x80000);
  CHECK(numeric_address(test.program, 1) == usual_number(1));
  CHECK(numeric_address(test.program, 2) == 0x80010);
  CHECK(write(test, ptx_dialect).find(" y @ 524304=4;\n") != std::string::npos);
  CHECK(opexplore::testing::reached(test, "sc"));
  check_round_trips(test);
  // An array that lacks its first elements is no longer one.
  Test rest =
      read(with("x[3] = {1, 2, 3}; 0: .reg .b64 r1 = x;", "ld r2, [r1+16]", "exists (x=1)"), "t");
  rest.program.addresses[1].name = rest.program.locations[1].name = "other";
  check_round_trips(rest);
}

TEST_CASE("arrays: mistakes are refused", "[litmus][arrays]") {
  const std::vector<Bad> table = {
      {with("x[0];", "", ""), 2, 5, "an array has 1 to 64 elements"},
      {with("x[65];", "", ""), 2, 5, "an array has 1 to 64 elements"},
      {with("x[40]; y[40];", "", ""), 2, 10, "too many locations"},
      {with("x[y];", "", ""), 2, 5, "expected how many elements the array has"},
      {with("x[2] = 1;", "", ""), 2, 10, "expected '{' and the values, found '1'; write 'x[2] = "},
      {with("x[2] = {1, 2, 3};", "", ""), 2, 17, "'x' has fewer elements than values"},
      {with("x[2] = {1 2};", "", ""), 2, 13, "expected ',' or '}'"},
      {with("x[2] = {y};", "", ""), 2, 11, "expected a number, or '&' and a location"},
      {with("x[2]; x = 1;", "", ""), 2, 9, "'x' is declared twice"},
      {with("x_1 = 0; x[2];", "", ""), 2, 12, "'x_1' is declared twice"},
      {with(".f32 x[2];", "", ""), 2, 4, "not modelled: arrays of type '.f32'"},
      {with(".pred x[2];", "", ""), 2, 4, "not modelled: arrays of type '.pred'"},
      {with(".b32 x = 1;", "", ""), 2, 10, "expected '['"},
      {with("x[2];", "ld r1, [x+4]", "exists (x=1)"), 4, 9,
       "no element of 'x' begins at byte 4; it has 2, counted from 0"},
      {with("x[2];", "ld r1, [x+16]", "exists (x=1)"), 4, 9, "no element of 'x' begins at byte 16"},
      {with("x[2];", "ld r1, [x-8]", "exists (x=1)"), 4, 9, "no element of 'x' begins at byte -8"},
      {with("x[2]; 0:r1=x;", "ld r2, [r1+4]", "exists (x=1)"), 4, 9,
       "'r1' + 4 is 'x_0' + 4, which is the address of no location"},
      {with("x[2];", "ld r1, x", "exists (x[2]=1)"), 5, 11,
       "there is no element 2; elements are counted from 0"},
      {with("x[2];", "ld r1, x", "exists (x[-1]=1)"), 5, 11, "there is no element -1"},
      {with(".b32 x[2];", "ld.b64 r1, x", "exists (x=1)"), 4, 1,
       "an access of 8 bytes to 'x_0', which has 4; declare the array with a type of 64 bits"},
      {with("x @ 4096 = 1;", "", ""), 2, 7, "'x' cannot have the address 4096"},
      {with("x @ 0 = 1;", "", ""), 2, 7, "'x' cannot have the address 0; addresses are positive"},
      {with("x @ 65536 = 1; y[2];", "", ""), 2, 18, "'y_0' has the address that was given to 'x'"},
      {with("x @ 900000 = 1; y @ 900000 = 2;", "", ""), 2, 23, "'y' cannot have the address"},
      {with("x @ 900000;", "", ""), 2, 13, "expected '='"},
  };
  for (const Bad& bad : table) check_refused(bad.text, bad);
  check_refused("VULKAN t\n{ x[2]; }", {"", 2, 4, "expected '=' or 'aliases', found '['"});
}
