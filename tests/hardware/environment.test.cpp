#include "hardware/environment.hpp"

#include <set>
#include <string>
#include <vector>

#include "tests/catch.hpp"

namespace opexplore::hardware {

TEST_CASE("environment: parameters are named once, and standard values are usable", "[hardware]") {
  std::set<std::string_view> names;
  for (const Parameter& parameter : environment_parameters()) {
    INFO(parameter.name);
    CHECK(names.insert(parameter.name).second);
    REQUIRE(knob_named(parameter.name));
    CHECK(environment_parameters()[static_cast<std::size_t>(*knob_named(parameter.name))].name ==
          parameter.name);
    CHECK(parameter.least <= parameter.standard);
    CHECK(parameter.standard <= parameter.most);
    CHECK_FALSE(parameter.fuzzed.empty());
    for (const std::uint32_t value : parameter.fuzzed) {
      CHECK(value >= parameter.least);
      CHECK(value <= parameter.most);
    }
  }
  CHECK(names.size() == knobs);
  CHECK_FALSE(knob_named("stirde"));
  CHECK_FALSE(problem(standard_environment()));
}

TEST_CASE("environment: what cannot be used is said", "[hardware]") {
  Environment environment = standard_environment();
  environment[Knob::stride] = 65;
  CHECK(problem(environment) == "stride is 65, and must be from 1 to 64");
  environment = standard_environment();
  environment[Knob::lanes] = 12;
  CHECK(problem(environment) == "lanes is 12, and must be a power of two");
  environment = standard_environment();
  environment[Knob::testing_warps] = 9;
  CHECK(problem(environment) == "testing_warps is more than warps");
}

TEST_CASE("environment: random ones come from the seed alone", "[hardware]") {
  CHECK(fuzzed_environment(7, 0) == standard_environment());
  std::set<std::vector<std::uint32_t>> different;
  for (std::uint32_t i = 0; i < 200; ++i) {
    const Environment environment = fuzzed_environment(7, i);
    INFO(i);
    CHECK_FALSE(problem(environment));
    CHECK(environment == fuzzed_environment(7, i));
    different.insert({environment.values.begin(), environment.values.end()});
  }
  CHECK(different.size() > 190);
  CHECK(fuzzed_environment(7, 1) != fuzzed_environment(8, 1));
  CHECK(fuzzed_environment(7, 1) != fuzzed_environment(7 + (std::uint64_t{1} << 32), 1));
  // Every machine draws the same ones: the generator is part of the C++ standard.
  CHECK(fuzzed_environment(1, 1)[Knob::stress_line] == 1024);
}

TEST_CASE("environment: incantations one by one and together", "[hardware]") {
  for (int bits = 0; bits < 16; ++bits) {
    const Incantations all{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0};
    const std::string name = to_string(all);
    INFO(name);
    CHECK(incantations_named(name) == all);
    for (std::uint32_t index = 0; index < 20; ++index) {
      const Environment environment = incanted_environment(all, 3, index);
      CHECK_FALSE(problem(environment));
      CHECK((environment[Knob::lanes] == 32) == all.bank_conflicts);
      CHECK((environment[Knob::stress_iterations] != 0) == all.memory_stress);
      CHECK((environment[Knob::random_placement] != 0) == all.random_threads);
      CHECK((environment[Knob::barrier] != 0) == all.synchronization);
      CHECK(environment[Knob::warm_percent] == 0);
    }
  }
  CHECK(to_string(Incantations{}) == "none");
  CHECK(incantations_named("all") == Incantations{true, true, true, true});
  CHECK(incantations_named("sync+bank") == Incantations{true, false, false, true});
  for (const char* const wrong : {"", "banks", "bank+", "+bank", "bank,stress", "none+bank"}) {
    CHECK_FALSE(incantations_named(wrong));
  }
}

}  // namespace opexplore::hardware
