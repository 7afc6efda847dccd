// SC-per-Location where it does not follow from the other axioms: random programs that meet at one
// location with scopes that do not include each other, in order and out of order, against the
// axioms.
#include <cstdint>
#include <set>
#include <string>

#include "explorer/explore.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/machines/ptx_proxy/machine.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/axiomatic.hpp"
#include "tests/oracle/litmus_text.hpp"
#include "tests/outcome_values.hpp"
#include "tests/random/conditions.hpp"
#include "tests/random/program_generator.hpp"

namespace opexplore::random_programs {

namespace {

// Two threads that store weakly, and then strongly, and one that reads: who reads the first of
// these stores does not come to know it, and yet comes before the second. Scopes are drawn, and now
// and then an instruction is another one, is missing, or comes twice.
class MixedProgram {
 public:
  explicit MixedProgram(std::uint64_t seed) : random_(seed), aliases_(random_.chance(15)) {}

  std::string names() const { return aliases_ ? "x=0; xa @ generic aliases x;" : "x=0;"; }

  std::string threads() {
    const std::string first = cta() + ",0: " + stores();
    const std::string second = cta() + ",0: " + load() + load();
    return first + " || " + second + " || " + cta() + ",0: " + stores() + load();
  }

 private:
  std::string cta() { return random_.chance(50) ? "0" : "1"; }
  std::string strong() { return random_.chance(30) ? ".relaxed.cta" : ".relaxed.gpu"; }
  std::string name() { return aliases_ && random_.chance(20) ? "xa" : "x"; }
  std::string fresh() { return "r" + std::to_string(registers_++); }

  std::string stores() {
    return varied("st" + (random_.chance(75) ? ".weak" : strong())) + varied("st" + strong());
  }
  std::string load() { return varied("ld" + strong()); }

  std::string varied(const std::string& instruction) {
    if (random_.chance(6)) return {};
    if (random_.chance(6)) return written(instruction) + written(instruction);
    if (random_.chance(6)) return written("ld" + strong());
    if (random_.chance(6)) return written("atom" + strong() + ".exch");
    return written(instruction);
  }

  std::string written(const std::string& instruction) {
    const std::string value = ", " + std::to_string(++stored_);
    if (instruction.starts_with("st")) return instruction + " " + name() + value + "; ";
    const bool loads = instruction.starts_with("ld");
    return instruction + " " + fresh() + ", " + name() + (loads ? "" : value) + "; ";
  }

  Random random_;
  bool aliases_;
  unsigned stored_ = 0;
  unsigned registers_ = 0;
};

Test mixed_scopes(std::uint64_t seed) {
  MixedProgram program(seed);
  const std::string threads = program.threads();
  const Test test =
      read(oracle::litmus_text("mixed", program.names(), threads, "forall (true)"), "mixed");
  return completed(test.program, "mixed" + std::to_string(seed));
}

std::set<Outcome> outcomes(const Test& test, const MachineOptions& machine) {
  ExploreOptions options;
  options.threads = 1;
  options.machine = machine;
  const Answer report = find_machine("ptx-proxy")->explore(test, options);
  CHECK(report.coverage.complete());
  return outcome_values(report);
}

}  // namespace

TEST_CASE("random: SC-per-Location is checked in order as the axioms have it", "[random][ptx]") {
  oracle::Model without = oracle::ptx75();
  without.sc_per_location = false;
  MachineOptions all_at_once;
  all_at_once.ample_threads = false;
  MachineOptions late;
  late.look_ahead = false;
  std::size_t checked = 0;
  std::size_t told = 0;
  for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
    const Test test = mixed_scopes(seed);
    const ptx_model::Semantics semantics(test, ptx_proxy::Identity::reading({}));
    if (!semantics.lateness().mixed_scopes) continue;
    CAPTURE(seed, to_litmus(test));
    const std::set<Outcome> allowed = oracle::outcomes(test, oracle::ptx75());
    CHECK(semantics.lateness().runs_in_order(true));
    CHECK(outcomes(test, {}) == allowed);
    CHECK(outcomes(test, without_reductions({})) == allowed);
    CHECK(outcomes(test, all_at_once) == allowed);
    // What nobody asks for may be left out or forgotten.
    const std::size_t asked = seed % test.observables.size();
    CHECK(outcomes(observing(test, {asked}), all_at_once) == projected(allowed, {asked}));
    if (seed % 10 == 0) CHECK(outcomes(test, late) == allowed);
    ++checked;
    if (oracle::outcomes(test, without) != allowed) ++told;
  }
  CHECK(checked > 1'500);
  CHECK(told > 8);  // the axiom makes a difference
}

}  // namespace opexplore::random_programs
