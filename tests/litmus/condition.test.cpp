#include "opmodel/condition.hpp"

#include <string>
#include <utility>
#include <vector>

#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"

using namespace opexplore;

namespace {

Test asking(const std::string& question) {
  return read(
      "PTX t\n{ x=0; y=0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0;\n"
      "ld r0, x | ld r1, y;\nld r2, x | ;\n" +
          question,
      "t");
}

std::string line(const std::string& question) { return condition_line(asking(question)); }

/// Truth of the question for a final state; its observables are listed to fix their order.
bool holds_for(const std::string& formula, const Outcome& registers_and_locations) {
  const Test test = asking("locations [0:r0; 1:r1; x; y;] exists (" + formula + ")");
  REQUIRE(test.observables.size() == registers_and_locations.size());
  return holds(test.condition, registers_and_locations);
}

}  // namespace

TEST_CASE("conditions are printed as herd prints them", "[condition]") {
  const std::vector<std::pair<std::string, std::string>> spellings = {
      {"exists (P0:r0 == 1 /\\ P1:r1 == 0)", "exists (0:r0=1 /\\ 1:r1=0)"},
      {"exists 0:r0=1", "exists (0:r0=1)"},
      {"~exists (x=1)", "~exists ([x]=1)"},
      {"not exists ([x]=1)", "~exists ([x]=1)"},
      {"forall (x[0] = 1 \\/ y=2)", "forall ([x]=1 \\/ [y]=2)"},
      {"exists (true)", "exists (true)"},
      {"exists (false)", "exists (not (true))"},
      {"exists (~(x=1))", "exists (not ([x]=1))"},
      {"exists (not x=1 /\\ y=1)", "exists (not ([x]=1) /\\ [y]=1)"},
      {"exists (x != 1)", "exists (not ([x]=1))"},
      {"exists (x < 1 /\\ x <= 2 /\\ x > 3 /\\ x >= 4)",
       "exists ([x]<1 /\\ [x]<=2 /\\ [x]>3 /\\ [x]>=4)"},
      {"exists (1 = 0:r0 /\\ 2 < [y])", "exists (0:r0=1 /\\ [y]>2)"},
      {"exists (1 <= [x] /\\ 1 > [x] /\\ 1 >= [x] /\\ 1 != [x])",
       "exists ([x]>=1 /\\ [x]<1 /\\ [x]<=1 /\\ not ([x]=1))"},
      {"exists (P0:r0 == P1:r1)", "exists (0:r0=1:r1)"},
      {"exists (%r0=1 \\/ x=1)", ""},
      {"exists (0:%r0=-1)", "exists (0:r0=-1)"},
      {"exists (x=0xff)", "exists ([x]=255)"},
      {"exists (0:r0 = y)", "exists (0:r0=4112)"},
      {"exists (0:r0 = &x)", "exists (0:r0=4096)"},
      {"exists (x = [y])", "exists ([x]=[y])"},
      {"exists (x = y[0])", "exists ([x]=[y])"},
      {"exists (x=1 /\\ y=1 \\/ x=2)", "exists ([x]=1 /\\ [y]=1 \\/ [x]=2)"},
      {"exists (x=1 /\\ (y=1 \\/ x=2))", "exists ([x]=1 /\\ ([y]=1 \\/ [x]=2))"},
      {"exists (x=1 /\\ (y=1 /\\ x=2))", "exists ([x]=1 /\\ ([y]=1 /\\ [x]=2))"},
      {"exists (((x=1)))", "exists ([x]=1)"},
  };
  for (const auto& [written, expected] : spellings) {
    CAPTURE(written);
    if (expected.empty()) {
      CHECK_THROWS_AS(line(written), InputError);
    } else {
      CHECK(line(written) == expected);
      CHECK(line(expected) == expected);
    }
  }
}

TEST_CASE("conditions hold or not", "[condition]") {
  const Outcome outcome = {1, 2, 3, -4};  // 0:r0 1:r1 [x] [y]
  CHECK(holds_for("true", outcome));
  CHECK_FALSE(holds_for("false", outcome));
  CHECK(holds_for("0:r0=1 /\\ 1:r1=2 /\\ x=3 /\\ y=-4", outcome));
  CHECK_FALSE(holds_for("0:r0=1 /\\ 1:r1=2 /\\ x=3 /\\ y=4", outcome));
  CHECK(holds_for("x=0 \\/ y=-4", outcome));
  CHECK_FALSE(holds_for("x=0 \\/ y=4", outcome));
  CHECK(holds_for("~(x=0 \\/ y=4)", outcome));
  CHECK_FALSE(holds_for("~x=3", outcome));
  CHECK(holds_for("x!=4 /\\ x<4 /\\ x<=3 /\\ x>2 /\\ x>=3", outcome));
  CHECK_FALSE(holds_for("x!=3 \\/ x<3 \\/ x<=2 \\/ x>3 \\/ x>=4", outcome));
  CHECK(holds_for("2<[x]", outcome));
  CHECK_FALSE(holds_for("3<[x]", outcome));
  CHECK(holds_for("0:r0 < 1:r1", outcome));
  CHECK(holds_for("[y] < 0:r0", outcome));
  CHECK(holds_for("1=1", outcome));
  CHECK(holds_for("x=9 /\\ y=9 \\/ 0:r0=1", outcome));
  CHECK_FALSE(holds_for("x=9 /\\ (y=9 \\/ 0:r0=1)", outcome));
}

TEST_CASE("a bare location on the right is an address", "[condition]") {
  const Test test = asking("locations [0:r0; 1:r1; x; y;] exists (0:r0 = x)");
  CHECK(holds(test.condition, Outcome{usual_number(0), 0, 0, 0}));
  CHECK_FALSE(holds(test.condition, Outcome{0, 0, 0, 0}));
}
