// That the profile of computed addresses has programs worth comparing; differential.test.cpp
// compares them.
#include <algorithm>
#include <cstdint>

#include "opmodel/instruction.hpp"
#include "tests/catch.hpp"
#include "tests/random/program_generator.hpp"

namespace opexplore::random_programs {

namespace {

/// Whether a line of the text became accesses to several locations.
bool leads_to_several(const Test& test) {
  for (const Thread& thread : test.program.threads) {
    const std::vector<Instruction>& code = thread.instructions;
    for (std::size_t i = 0; i < code.size(); ++i) {
      for (std::size_t j = i + 1; j < code.size(); ++j) {
        const auto a = address_of(code[i].action);
        const auto b = address_of(code[j].action);
        if (a && b && a != b && code[i].place == code[j].place) return true;
      }
    }
  }
  return false;
}

bool can_fault(const Test& test) {
  return std::ranges::any_of(test.program.threads, [](const Thread& thread) {
    return std::ranges::find(thread.registers, "fault", &Register::name) != thread.registers.end();
  });
}

}  // namespace

TEST_CASE("random programs have pointers that lead to several locations", "[random]") {
  const Profile* const profile = find_profile("pointers");
  REQUIRE(profile != nullptr);
  constexpr std::uint64_t programs = 500;
  std::uint64_t several = 0;
  std::uint64_t faults = 0;
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    const Test test = generate(*profile, seed);
    several += leads_to_several(test) ? 1 : 0;
    faults += can_fault(test) ? 1 : 0;
  }
  CHECK(several * 10 >= programs * 3);
  CHECK(faults * 20 >= programs);
}

}  // namespace opexplore::random_programs
