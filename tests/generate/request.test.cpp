// Words of opgen, and what they ask for.
#include "litmus/generate/request.hpp"

#include <variant>

#include "litmus/input/usage_error.hpp"
#include "tests/catch.hpp"

namespace opexplore::generate {

TEST_CASE("request: a cycle, edge by edge", "[generate]") {
  Request request;
  request.edges = {"PodWW", "Rfe", "PodRR", "Fre"};
  request.values = {{"scopes", "gpu,sys,gpu"}, {"orders", ""}};
  const auto cycle = std::get<CycleTests>(specification_of(request));
  CHECK(cycle.cycle == "PodWW Rfe PodRR Fre");
  CHECK(cycle.alternatives.scopes == std::vector<Scope>{Scope::gpu, Scope::sys});
  CHECK(cycle.alternatives.orders == Alternatives().orders);
  CHECK(dialect_of(request) == nullptr);
  CHECK(cycle.alternatives.language == Language::ptx);
  request.values["dialect"] = "vulkan";
  request.values.erase("scopes");
  REQUIRE(dialect_of(request) != nullptr);
  CHECK(dialect_of(request)->name == "vulkan");
  CHECK(std::get<CycleTests>(specification_of(request)).alternatives.language == Language::vulkan);
}

TEST_CASE("request: sizes of programs", "[generate]") {
  Request request;
  request.one_location = true;
  request.values = {{"fences", "2,sc"}, {"accesses", "1K"}};
  const auto tests = std::get<ExhaustiveTests>(specification_of(request));
  CHECK(tests.size.locations == 1);
  CHECK(tests.size.fences == 2);
  CHECK(tests.size.accesses == 1000);
}

TEST_CASE("request: random programs", "[generate]") {
  Request request;
  request.values = {{"random", "3"}, {"seed", "9"}, {"threads", "3-4"}};
  const auto tests = std::get<RandomTests>(specification_of(request));
  CHECK(tests.count == 3);
  CHECK(tests.seed == 9);
  CHECK(tests.profile.least_threads == 3);
  CHECK(tests.profile.most_threads == 4);
  CHECK(tests.profile.least_instructions >= 4);
}

TEST_CASE("request: what means nothing together is refused", "[generate]") {
  Request request;
  CHECK_THROWS_WITH(specification_of(request), "no test is asked for");
  request.values["family"] = "MP";
  CHECK(std::get<FamilyTests>(specification_of(request)).families.size() == 1);
  request.values["seed"] = "3";
  CHECK_THROWS_WITH(specification_of(request), "--seed has no effect here");
  request.values["random"] = "3";
  CHECK_THROWS_WITH(specification_of(request), "--family and --random do not go together");
  request.values = {{"family", "MP"}, {"dialect", "cuda"}};
  CHECK_THROWS_AS(dialect_of(request), UsageError);
}

}  // namespace opexplore::generate
